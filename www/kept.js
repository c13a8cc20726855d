// Keeps runs and files of the visitor in `store.js`, and hands them to the page. The first thing that cannot be stored is
// reported, and the page goes on without.

import * as store from "./store.js";

const MOST_RUNS = 20;
const MOST_PLAYS = 20;
// A run that is being trained sends a snapshot every few seconds; not every one of them is written.
const PAUSE_MS = 5000;
const PICTURE_WIDTH = 144;
// Bytes beyond which an item is written apart.
const LARGE = 1 << 20;

// Told of the first failure, or of one that came before.
let listener = null;
let trouble = null;

function fail(error) {
  if (trouble) return;
  trouble = store.reason(error);
  listener?.(trouble);
}

export function onTrouble(callback) {
  listener = callback;
  if (trouble) callback(trouble);
}

// Items are written one after another.
let last = Promise.resolve();

function write(item, most) {
  last = last.then(() => (item.bytes.length > LARGE ? putApart(item, most) : store.put(item, most))).catch(fail);
  return last;
}

// In a worker of its own; the bytes move there.
function putApart(item, most) {
  const worker = new Worker("store-worker.js", { type: "module" });
  const done = new Promise((resolve, reject) => {
    const refuse = (name) => reject(Object.assign(new Error("not stored"), { name }));
    worker.onmessage = ({ data: name }) => (name === null ? resolve() : refuse(name));
    worker.onerror = () => refuse("Error");
  });
  worker.postMessage({ item, most }, [item.bytes.buffer]);
  return done.finally(() => worker.terminate());
}

// The stage, small. Made apart from the page's thread, which would be held up by reading a canvas.
async function picture() {
  try {
    const stage = document.querySelector("[data-testid=stage]");
    const height = Math.min(PICTURE_WIDTH, Math.round((PICTURE_WIDTH * stage.height) / stage.width));
    const bitmap = await createImageBitmap(stage, { resizeWidth: PICTURE_WIDTH, resizeHeight: height });
    const small = new OffscreenCanvas(PICTURE_WIDTH, height);
    small.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
    const reader = new FileReader();
    reader.readAsDataURL(await small.convertToBlob({ type: "image/webp", quality: 0.7 }));
    await new Promise((resolve) => (reader.onloadend = resolve));
    return reader.result ?? "";
  } catch {
    // No stage, or a browser without these: an item without a picture.
    return "";
  }
}

// Runs that wait to be written, by key.
const waiting = new Map();
let due = null;

function flush() {
  clearTimeout(due);
  due = null;
  for (const run of waiting.values()) {
    last = last.then(async () => store.put({ ...run, picture: await picture() }, MOST_RUNS)).catch(fail);
  }
  waiting.clear();
}

// The key of each run in progress.
const keys = new Map();

// `lane` names the run in progress, `key` is its link.
export function keepRun(lane, key, step, finished, bytes) {
  const before = keys.get(lane);
  keys.set(lane, key);
  // A live knob was changed, so that the run has another link. It is still the same run.
  if (before !== undefined && before !== key) {
    waiting.delete(before);
    last = last.then(() => store.remove("run", before)).catch(fail);
  }
  waiting.set(key, { kind: "run", key, about: { step, finished }, bytes });
  if (finished) flush();
  else due ??= setTimeout(flush, PAUSE_MS);
}

addEventListener("pagehide", flush);
addEventListener("visibilitychange", () => document.hidden && flush());

// The runs that can be had, a line each: link, step, whether it is finished.
export async function keptRuns() {
  try {
    const rows = await store.list("run");
    return rows.map(({ key, about }) => `${key} ${about.step} ${about.finished}`).join("\n");
  } catch {
    return "";
  }
}

// The bytes of a kept item, or null.
export async function keptBytes(kind, key) {
  try {
    return (await store.get(kind, key))?.bytes ?? null;
  } catch {
    return null;
  }
}

// What the page asks for like a file: `kept:run:` and `kept:file:` with a key, or `kept:files:` with a world, which is a
// list of keys and names. An error where there is no such item.
export async function keptFile(path) {
  const [, kind, ...rest] = path.split(":");
  const name = rest.join(":");
  if (kind !== "files") return (await store.get(kind, name)).bytes;
  const rows = (await store.list("file")).filter((row) => row.about.worlds.includes(name));
  return new TextEncoder().encode(rows.map((row) => `${row.key}\t${row.about.file}`).join("\n"));
}

// All items, as rows of kind, key, name, picture, size in bytes, date, the file's name and worlds, and the step of a run.
export async function keptItems() {
  const rows = await store.list();
  return rows.map(({ kind, key, name, picture, size, date, about }) => [
    kind, key, name, picture, size, new Date(date).toLocaleString(document.documentElement.lang),
    about.file ?? "", (about.worlds ?? []).join(" "), about.step ?? 0,
  ]);
}

export const renameKept = store.rename;
export const deleteKept = store.remove;
export const clearKept = store.clear;

// A file that some worlds can read; `worlds` are their ids, separated by spaces.
export function keepFile(kind, worlds, named, bytes) {
  const name = named.replace(/\s+/g, " ");
  const most = kind === "play" ? MOST_PLAYS : undefined;
  return write({ kind, key: `${worlds}/${name}`, name, about: { worlds: worlds.split(" "), file: name }, bytes }, most);
}
