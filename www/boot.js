// Opens the page: shows what the browser lacks, or starts workers and page at the same time.

const show = (sentence) => {
  const element = document.getElementById("opening-text");
  if (!element) return;
  element.textContent = sentence;
  element.dataset.testid = "message";
};

// The smallest module that uses a 128-bit vector.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

let moduleWorkers = false;

function spawn() {
  // A browser that does not read the type would run the module as a plain script.
  const options = {
    get type() {
      moduleWorkers = true;
      return "module";
    },
  };
  const worker = new Worker("worker-boot.js", options);
  if (!moduleWorkers) {
    worker.terminate();
    throw new Error("this browser has no module workers");
  }
  // An error may come before the page has added its own listener.
  worker.addEventListener("error", () => (worker.broken = true), { once: true });
  return worker;
}

async function compile() {
  const response = await fetch("worker_bg.wasm");
  if (!response.ok) throw new Error(`worker_bg.wasm: the server answered ${response.status}`);
  const spare = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    // Streaming fails when a server sends the wrong content type; the bytes may still be valid.
    return await WebAssembly.compile(await spare.arrayBuffer());
  }
}

// The bytes of a file of the site. `progress` is called with the bytes received and the bytes in total (0 if the server
// does not send the length).
async function fetchFile(path, largest, progress) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const total = Number(response.headers.get("content-length")) || 0;
  const reader = response.body.getReader();
  const parts = [];
  let received = 0;
  while (received <= largest && total <= largest) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    received += value.length;
    progress(received, total);
  }
  reader.cancel();
  throw new Error(`it has more than ${largest >> 20} MB`);
}

// The page's sentences, one file per language.
const LANGUAGE = "en";

async function fetchText() {
  const response = await fetch(`text/${LANGUAGE}.ftl`);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return await response.text();
}

function missing() {
  if (location.protocol === "file:") return "This page was opened as a file, and browsers let such a page load nothing. Serve its folder, for example with: python3 -m http.server, and open the address it names.";
  if (typeof WebAssembly !== "object") return "This browser has no WebAssembly, which the page computes with. Any current Firefox, Chrome, Edge or Safari has it.";
  if (!WebAssembly.validate(SIMD)) return "This browser's WebAssembly has no SIMD, which the page computes with. Any current Firefox, Chrome, Edge or Safari has it.";
  if (typeof Worker !== "function") return "This browser has no web workers, which the page trains in. Any current Firefox, Chrome, Edge or Safari has them.";
  return null;
}

function prepare() {
  const spares = [spawn(), spawn()];
  let module = null;
  const workerModule = () => {
    module ??= compile().catch((error) => {
      module = null;
      throw error;
    });
    return module;
  };
  workerModule().catch(() => {});
  globalThis.playground = {
    workerModule,
    fetchFile,
    spawn: () => {
      const worker = spares.pop() ?? spawn();
      if (worker.broken) throw new Error("its script could not be loaded");
      return worker;
    },
  };
}

async function open() {
  const lack = missing();
  if (lack) return show(lack);
  try {
    prepare();
  } catch (error) {
    return show(`The page cannot start its workers: ${error.message}. Any current Firefox, Chrome, Edge or Safari can.`);
  }
  // Fetched beside the code, and there before the page is mounted: it never shows keys in place of words.
  const text = fetchText().then((file) => ({ file }), (error) => ({ error }));
  const app = import("./app.js");
  app.catch(() => {});
  const { file, error } = await text;
  if (error) return show(`The page's text could not be loaded (${error.message}). Please load the page again.`);
  globalThis.playground.language = () => LANGUAGE;
  globalThis.playground.messages = () => file;
  try {
    const { default: init } = await app;
    await init({ module_or_path: "app_bg.wasm" });
  } catch (error) {
    show(`The page could not be loaded (${error.message}). Please load it again.`);
  }
}

open();
