// Asks a worker of ours how far WebGPU ends from the CPU; the test looks at `outcome`.

globalThis.begin = (what, ...numbers) => {
  globalThis.outcome = null;
  const worker = new Worker(`worker.js?${new URLSearchParams({ what, numbers })}`, { type: "module" });
  worker.onerror = (error) => (globalThis.outcome = { failed: error.message || "the worker could not be loaded" });
  worker.onmessage = ({ data }) => {
    // It also speaks to a page in bytes; none is meant for this one.
    if (!data.numbers && !data.failed) return;
    worker.terminate();
    globalThis.outcome = data;
  };
};
