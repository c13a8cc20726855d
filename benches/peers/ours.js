// Ours: the kernels of the page's worker, from a build with probes, with a record of all calls of the GPU.

import { answer, order } from "./task.js";

const asked = [];

function count(type, method, kind) {
  const original = type?.prototype[method];
  if (!original) return;
  type.prototype[method] = function (...given) {
    asked.push({ kind, at: performance.now() });
    return original.apply(this, given);
  };
}

count(self.GPUComputePassEncoder, "dispatchWorkgroups", "dispatches");
count(self.GPUComputePassEncoder, "dispatchWorkgroupsIndirect", "dispatches");
count(self.GPUQueue, "submit", "submits");
count(self.GPUBuffer, "mapAsync", "readbacks");

/** What the last chunk asked for. Calls come at its very start, and long before the end of the one before it. */
function ofLastChunk(ended, steps, milliseconds) {
  const began = ended - 1.02 * steps * milliseconds;
  const number = (kind) => asked.filter((call) => call.kind === kind && call.at >= began).length;
  return { dispatches: number("dispatches") / steps, submits: number("submits"), readbacks: number("readbacks") };
}

answer(async () => {
  const { backend, hidden, batch, steps } = order();
  const { default: init, measure } = await import("../probes/worker.js");
  await init();
  if (!measure) throw new Error("the worker's code has no `measure`");
  const [first, ...chunks] = await measure(backend, hidden, batch, steps);
  const counts = ofLastChunk(performance.now(), steps, chunks[chunks.length - 1]);
  return { first, chunks, counts };
});
