// Loads the worker with probes and calls one of its exports.

const { what, numbers } = Object.fromEntries(new URLSearchParams(location.search));
try {
  const { default: init, ...worker } = await import("../probes/worker.js");
  await init();
  self.postMessage({ numbers: [...(await worker[what](...numbers.split(",").map(Number)))] });
} catch (error) {
  self.postMessage({ failed: String(error?.message ?? error) });
}
