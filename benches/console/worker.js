// Loads the worker with probes and measures one game.

const { game } = Object.fromEntries(new URLSearchParams(location.search));
try {
  const rom = await fetch(`../roms/${game}.bin`);
  if (!rom.ok) throw new Error(`the cartridge of ${game} is not here; ./dev data fetches it`);
  const { default: init, console_speed } = await import("../probes/worker.js");
  await init();
  self.postMessage({ speed: console_speed(new Uint8Array(await rom.arrayBuffer())) });
} catch (error) {
  self.postMessage({ failed: String(error?.message ?? error) });
}
