// Runs in each worker. The first message has the compiled module. Messages that arrive while it starts are held back.

import init from "./worker.js";

const waiting = [];
const fail = (error) => self.postMessage({ failed: String(error?.message ?? error ?? "no reason given") });

// A panic inside a task is reported only here, so it is passed on to the page.
self.addEventListener("unhandledrejection", (event) => fail(event.reason));

let compiled = null;

// Starts a worker like this one, with the same compiled code. It ends with this one. What is lost is found out once.
globalThis.startHelper = (received, lost) => {
  const helper = new Worker("worker-boot.js", { type: "module" });
  helper.onmessage = ({ data }) => (data instanceof Uint8Array ? received(data) : lost(data.failed));
  helper.onerror = helper.onmessageerror = (event) => {
    event.preventDefault();
    lost(event.message ?? "");
  };
  helper.postMessage({ module: compiled });
  return helper;
};

const hold = (event) => waiting.push(event);

async function begin(event) {
  self.onmessage = hold;
  compiled = event.data.module;
  try {
    await init({ module_or_path: event.data.module });
    if (self.onmessage === hold) throw new Error("the worker registered no listener");
    for (const message of waiting.splice(0)) self.onmessage(message);
  } catch (error) {
    fail(error);
  }
}

self.onmessage = begin;
