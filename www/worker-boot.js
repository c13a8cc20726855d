// Runs in each worker. The first message has the compiled module. Messages that arrive while it starts are held back.

import init from "./worker.js";

const waiting = [];
const fail = (error) => self.postMessage({ failed: String(error?.message ?? error ?? "no reason given") });

// A panic inside a task is reported only here, so it is passed on to the page.
self.addEventListener("unhandledrejection", (event) => fail(event.reason));

const hold = (event) => waiting.push(event);

async function begin(event) {
  self.onmessage = hold;
  try {
    await init({ module_or_path: event.data.module });
    if (self.onmessage === hold) throw new Error("the worker registered no listener");
    for (const message of waiting.splice(0)) self.onmessage(message);
  } catch (error) {
    fail(error);
  }
}

self.onmessage = begin;
