// Has the site stored for visits without a network, by service-worker.js. The first visit is not slowed down by it: this
// begins when the page has been open for a while. Browsers without service workers, private windows and plain http lose
// nothing else by having no stored copy.

// Written by ./dev. Empty where the page is served for work on it: there, files change all the time.
const VERSION = "";
const QUIET_MS = 3000;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function begin() {
  if (!VERSION || !navigator.serviceWorker) return;
  const workers = navigator.serviceWorker;
  do await pause(QUIET_MS);
  while (document.getElementById("opening"));
  await workers.register("service-worker.js");
  if (workers.controller) return;
  const { active } = await workers.ready;
  active.postMessage({ opened: VERSION });
}

begin().catch(() => {});
