// Stores the whole site, so that it opens without a network. ./dev writes a new version of this file for every build.
//
// A version is stored whole or not at all: installation ends when every file of offline.txt is there with the hash that
// the list names, and fails otherwise. A page keeps the version that it was opened with, because a new version takes over
// only when no page of the old one is open, or when the only one of them is loaded again and asks for it (offline.js).

const VERSION = "";
const LIST = "offline.txt";
// As many files are fetched at once.
const LANES = 4;

const SCOPE = new URL(self.registration.scope).pathname;
// Several copies of the site may stand in folders of one host and then share its caches.
const PREFIX = `site ${SCOPE} `;
const NAME = PREFIX + VERSION;

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What is stored of a response: its bytes as they are after decompression, and headers that are true of them.
function plain(response, bytes) {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "vary", "set-cookie"]) headers.delete(name);
  headers.set("content-length", bytes.byteLength);
  return new Response(bytes, { headers });
}

// The file, if it has this hash.
async function checked(response, hash) {
  if (!response?.ok) return null;
  const bytes = await response.arrayBuffer();
  return (await digest(bytes)) === hash ? plain(response, bytes) : null;
}

async function fetched(path, hash) {
  // The host is always asked, and may answer that a file is still the same.
  const file = await checked(await fetch(path, { cache: "no-cache" }), hash);
  if (!file) throw new Error(`${path} is not that of version ${VERSION}`);
  return file;
}

// The hash of every file by its path. A list of another version, or a part of one, is refused.
function parse(text) {
  const [head, ...lines] = text.trimEnd().split("\n");
  if (head !== `${VERSION} ${lines.length}`) throw new Error(`${LIST} is not that of version ${VERSION}`);
  return new Map(lines.map((line) => [line.slice(65), line.slice(0, 64)]));
}

async function own() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX));
}

// Files that have not changed are taken from the version before.
async function store(cache, earlier, path, hash) {
  for (const known of [cache, ...earlier]) {
    const file = await checked(await known.match(path), hash);
    if (!file) continue;
    if (known !== cache) await cache.put(path, file);
    return;
  }
  await cache.put(path, await fetched(path, hash));
}

async function install() {
  const response = await fetch(LIST, { cache: "no-cache" });
  const text = await response.text();
  const files = [...parse(text)];
  const earlier = await Promise.all((await own()).filter((name) => name !== NAME).map((name) => caches.open(name)));
  const cache = await caches.open(NAME);
  const lane = async () => {
    for (let next = files.pop(); next; next = files.pop()) await store(cache, earlier, ...next);
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
    await cache.put(LIST, new Response(text));
  } catch (error) {
    // What was fetched is used by the next attempt, unless there is no room for it.
    if (error.name === "QuotaExceededError") await caches.delete(NAME);
    throw error;
  }
}

async function activate() {
  for (const name of await own()) if (name !== NAME) await caches.delete(name);
}

// Other pages would be left with files of two versions.
async function takeOver() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length < 2) await self.skipWaiting();
}

async function answer(request, path) {
  const cache = await caches.open(NAME);
  const file = await cache.match(path);
  if (file) return file;
  const list = await cache.match(LIST);
  const hash = list && parse(await list.text()).get(path);
  // Where a browser has dropped a stored file, only the same one may take its place.
  return hash ? await fetched(path, hash) : await fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(SCOPE)) return;
  event.respondWith(answer(request, pathname.slice(SCOPE.length) || "index.html"));
});
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data.takeOver) event.waitUntil(takeOver());
  // A page that came from the network goes on with the stored files if they are of its own version.
  if (data.opened === VERSION) self.clients.claim();
});
