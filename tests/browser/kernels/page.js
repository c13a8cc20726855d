// Starts a worker that compares WebGPU with the CPU; the test polls `outcome`.

globalThis.begin = (what, ...numbers) => {
  globalThis.outcome = null;
  const worker = new Worker(`worker.js?${new URLSearchParams({ what, numbers })}`, { type: "module" });
  worker.onerror = (error) => (globalThis.outcome = { failed: error.message || "the worker could not be loaded" });
  worker.onmessage = ({ data }) => {
    // The worker also posts the page's events, as bytes.
    if (!data.numbers && !data.failed) return;
    worker.terminate();
    globalThis.outcome = data;
  };
};
