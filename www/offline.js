// Has the site stored for visits without a network, by service-worker.js. The first visit is not slowed down by it: this
// begins when the page has been open for a while. Browsers without service workers, private windows and plain http lose
// nothing else by having no stored copy.

// Written by ./dev. Empty where the page is served for work on it: there, files change all the time.
const VERSION = "";
const QUIET_MS = 3000;

// A newer version that was stored while the page was open last time takes over now, and the page is loaded again: nobody has
// begun anything yet. Until then the version before answers, so that the page opens whatever becomes of this.
async function renew(workers) {
  const waiting = (await workers.getRegistration())?.waiting;
  if (!waiting) return;
  workers.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage({ takeOver: true });
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function begin() {
  if (!VERSION || !navigator.serviceWorker) return;
  const workers = navigator.serviceWorker;
  await renew(workers);
  do await pause(QUIET_MS);
  while (document.getElementById("opening"));
  await workers.register("service-worker.js");
  if (workers.controller) return;
  const { active } = await workers.ready;
  active.postMessage({ opened: VERSION });
}

begin().catch(() => {});
