// One library at a time, each in a worker of its own, as training is done. `./dev bench peers` calls `begin` and looks
// at `outcome`.

globalThis.begin = (file, order) => {
  globalThis.outcome = null;
  const worker = new Worker(`${file}?${new URLSearchParams(order)}`, { type: "module" });
  const end = (outcome) => {
    worker.terminate();
    globalThis.outcome = outcome;
  };
  worker.onerror = (error) => end({ failed: error.message || `${file} could not be loaded` });
  worker.onmessage = ({ data }) => {
    // Our worker also speaks to a page in bytes; none is meant for this one.
    if (data.result || data.failed) end(data);
  };
};
