// Opens the page: shows what the browser lacks, or starts workers and page at the same time.

// What is said before there are messages, or about loading itself. In the language that the page is in at that moment.
const SENTENCES = {
  en: {
    file: "This page was opened as a file, and browsers let such a page load nothing. Serve its folder, for example with: python3 -m http.server, and open the address it names.",
    wasm: "This browser has no WebAssembly, which the page computes with. Any current Firefox, Chrome, Edge or Safari has it.",
    simd: "This browser's WebAssembly has no SIMD, which the page computes with. Any current Firefox, Chrome, Edge or Safari has it.",
    workers: "This browser has no web workers, which the page trains in. Any current Firefox, Chrome, Edge or Safari has them.",
    moduleWorkers: () => "this browser has no module workers",
    notSpawned: (why) => `The page cannot start its workers: ${why}. Any current Firefox, Chrome, Edge or Safari can.`,
    noText: (why) => `The page's text could not be loaded (${why}). Please load the page again.`,
    noPage: (why) => `The page could not be loaded (${why}). Please load it again.`,
    status: (status) => `the server answered ${status}`,
    tooLarge: (most) => `it has more than ${most} MB`,
    noScript: () => "its script could not be loaded",
  },
  zh: {
    file: "本页是直接从文件打开的，浏览器不允许这样的网页加载任何东西。请用服务器打开所在文件夹，例如运行 python3 -m http.server，再访问它给出的地址。",
    wasm: "这个浏览器没有 WebAssembly，本页靠它做计算。较新的 Firefox、Chrome、Edge 或 Safari 都有。",
    simd: "这个浏览器的 WebAssembly 不支持 SIMD，本页靠它做计算。较新的 Firefox、Chrome、Edge 或 Safari 都支持。",
    workers: "这个浏览器没有 Web Worker，本页要在里面训练。较新的 Firefox、Chrome、Edge 或 Safari 都有。",
    moduleWorkers: () => "这个浏览器不支持模块 Worker",
    notSpawned: (why) => `无法启动后台线程：${why}。较新的 Firefox、Chrome、Edge 或 Safari 都可以。`,
    noText: (why) => `页面文字加载失败（${why}）。请重新载入页面。`,
    noPage: (why) => `页面加载失败（${why}）。请重新载入。`,
    status: (status) => `服务器返回 ${status}`,
    tooLarge: (most) => `文件超过 ${most} MB`,
    noScript: () => "脚本加载失败",
  },
};
const say = () => SENTENCES[document.documentElement.lang.slice(0, 2)] ?? SENTENCES.en;

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
    throw new Error(say().moduleWorkers());
  }
  // An error may come before the page has added its own listener.
  worker.addEventListener("error", () => (worker.broken = true), { once: true });
  return worker;
}

async function compile() {
  const response = await fetch("worker_bg.wasm");
  if (!response.ok) throw new Error(`worker_bg.wasm: ${say().status(response.status)}`);
  const spare = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    // Streaming fails when a server sends the wrong content type; the bytes may still be valid.
    return await WebAssembly.compile(await spare.arrayBuffer());
  }
}

// The bytes of a file of the site, or of one that the browser keeps. `progress` is called with the bytes received and the bytes in total (0 if the server
// does not send the length).
async function fetchFile(path, largest, progress) {
  if (path.startsWith("kept:")) return await globalThis.playground.keptFile(path);
  const response = await fetch(path);
  if (!response.ok) throw new Error(say().status(response.status));
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
  throw new Error(say().tooLarge(largest >> 20));
}

// The page's messages, one file per language. The language is the one that language.js chose; English where its file is
// missing.
async function fetchText() {
  const language = document.documentElement.lang.slice(0, 2);
  const response = await fetch(`text/${language}.ftl`);
  if (response.ok) return { language, file: await response.text() };
  if (language === "en") throw new Error(say().status(response.status));
  document.documentElement.lang = "en";
  return await fetchText();
}

// What the visitor made on earlier visits. A browser that does not answer soon is not waited for.
async function fetchKept() {
  const kept = await import("./kept.js");
  Object.assign(globalThis.playground, kept);
  const late = new Promise((resolve) => setTimeout(resolve, 400, ""));
  const runs = await Promise.race([kept.keptRuns(), late]);
  globalThis.playground.storedRuns = () => runs;
}

function missing() {
  if (location.protocol === "file:") return say().file;
  if (typeof WebAssembly !== "object") return say().wasm;
  if (!WebAssembly.validate(SIMD)) return say().simd;
  if (typeof Worker !== "function") return say().workers;
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
  let panels = null;
  let introduction;
  let changed;
  let reported;
  const startPanels = () => {
    panels ??= Promise.all([import("./panels.js"), import("./pictures.js")])
      .then(([{ default: init }, pictures]) => {
        Object.assign(globalThis.playground, pictures);
        return init({ module_or_path: "panels_bg.wasm" });
      })
      .catch((error) => {
        panels = null;
        throw error;
      });
    return panels;
  };
  globalThis.playground = {
    workerModule,
    fetchFile,
    startPanels,
    // What the page tells the panels; they listen once their code runs.
    changed: () => changed?.(),
    reported: (message) => {
      introduction ??= message.slice();
      reported?.(message);
    },
    introduction: () => introduction,
    onChange: (listener) => (changed = listener),
    onReport: (listener) => (reported = listener),
    spawn: () => {
      const worker = spares.pop() ?? spawn();
      if (worker.broken) throw new Error(say().noScript());
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
    return show(say().notSpawned(error.message));
  }
  // Fetched beside the code, and there before the page is mounted: it never shows keys in place of words.
  const text = fetchText().catch((error) => ({ error }));
  const kept = fetchKept().catch(() => null);
  const app = import("./app.js");
  app.catch(() => {});
  const { language, file, error } = await text;
  if (error) return show(say().noText(error.message));
  globalThis.playground.language = () => language;
  globalThis.playground.messages = () => file;
  await kept;
  try {
    const { default: init } = await app;
    await init({ module_or_path: "app_bg.wasm" });
  } catch (error) {
    show(say().noPage(error.message));
  }
}

open();
