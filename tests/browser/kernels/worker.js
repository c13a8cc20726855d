// The page's own worker code, asked for one thing.

const { hidden, batch, steps } = Object.fromEntries(new URLSearchParams(location.search));
try {
  const { default: init, disagreement } = await import("../worker.js");
  await init();
  self.postMessage({ numbers: [...(await disagreement(+hidden, +batch, +steps))] });
} catch (error) {
  self.postMessage({ failed: String(error?.message ?? error) });
}
