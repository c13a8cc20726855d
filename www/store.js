// What the visitor made, in the browser's own storage (IndexedDB). Nothing of it is sent anywhere.
//
// An item has a kind ("run", "file", "play", …) and a key. Its bytes are stored apart from its row (name, date, size,
// picture, what else is known of it), so that listing items reads no bytes. Both are written in one transaction: after a
// crash an item is there whole, as it was before, or not at all. A checksum finds bytes that the disk has damaged.
//
// Every function may throw; `reason` says why in one word.

// Copies of the site in other folders of the host have a database of their own.
const NAME = `playground ${new URL(".", import.meta.url).pathname}`;
const STORES = ["rows", "bytes"];
// Checksums are computed in parts, so that the page goes on between them.
const PART = 1 << 20;

let database = null;

function open() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const forget = () => (database = null);
      request.result.onclose = forget;
      request.result.onversionchange = () => forget(request.result.close());
      resolve(request.result);
    };
  });
  // The next attempt may succeed.
  database.catch(() => (database = null));
  return database;
}

// Runs `work` in one transaction. The result is what `work` hands to `give`, once everything is written.
async function transact(mode, work) {
  const opened = await open();
  return await new Promise((resolve, reject) => {
    const transaction = opened.transaction(STORES, mode, { durability: "strict" });
    let result = null;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
    const [rows, bytes] = STORES.map((store) => transaction.objectStore(store));
    work(rows, bytes, (value) => (result = value));
  });
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

// CRC-32.
export async function checksum(bytes) {
  let sum = -1;
  for (let start = 0; start < bytes.length; start += PART) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve));
    const end = Math.min(start + PART, bytes.length);
    for (let at = start; at < end; at += 1) sum = TABLE[(sum ^ bytes[at]) & 255] ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}

// Two items never have the same date, so that it can be said which is older.
let newest = 0;
const now = () => (newest = Math.max(Date.now(), newest + 1));

const of = (kind) => IDBKeyRange.bound([kind], [kind, []]);

function discard(rows, bytes, kind, key) {
  rows.delete([kind, key]);
  bytes.delete([kind, key]);
}

// Stores an item in place of one with the same kind and key, whose name it takes unless it has one. Of its kind, the
// `most` that were stored last are kept.
export async function put({ kind, key, name = "", picture = "", about = {}, bytes }, most = Infinity) {
  const row = { kind, key, name, picture, about, size: bytes.length, date: now(), checksum: await checksum(bytes) };
  await transact("readwrite", (rows, contents) => {
    rows.get([kind, key]).onsuccess = ({ target }) => {
      rows.put({ ...row, name: name || target.result?.name || "" }, [kind, key]);
      contents.put(bytes, [kind, key]);
    };
    if (most === Infinity) return;
    rows.getAll(of(kind)).onsuccess = ({ target }) => {
      const others = target.result.filter((other) => other.key !== key).sort((a, b) => b.date - a.date);
      for (const old of others.slice(most - 1)) discard(rows, contents, kind, old.key);
    };
  });
}

// An item with its bytes, or null. A damaged one is removed.
export async function get(kind, key) {
  const [row, bytes] = await transact("readonly", (rows, contents, give) => {
    rows.get([kind, key]).onsuccess = (found) => {
      contents.get([kind, key]).onsuccess = ({ target }) => give([found.target.result, target.result]);
    };
  });
  if (!row) return null;
  if (bytes?.length === row.size && (await checksum(bytes)) === row.checksum) return { ...row, bytes };
  await remove(kind, key);
  return null;
}

// Rows of one kind, or of all; the newest first.
export async function list(kind) {
  const range = kind === undefined ? undefined : of(kind);
  const found = await transact("readonly", (rows, _, give) => {
    rows.getAll(range).onsuccess = ({ target }) => give(target.result);
  });
  return found.sort((a, b) => b.date - a.date);
}

export async function rename(kind, key, name) {
  await transact("readwrite", (rows) => {
    rows.get([kind, key]).onsuccess = ({ target }) => {
      if (target.result) rows.put({ ...target.result, name }, [kind, key]);
    };
  });
}

export async function remove(kind, key) {
  await transact("readwrite", (rows, contents) => discard(rows, contents, kind, key));
}

export async function clear() {
  await transact("readwrite", (...stores) => stores.slice(0, 2).forEach((store) => store.clear()));
}

// "full", "forbidden" (private windows, blocked storage, browsers without it), or "broken".
export function reason(error) {
  if (error?.name === "QuotaExceededError") return "full";
  const forbidden = ["SecurityError", "InvalidStateError", "ReferenceError", "TypeError", "UnknownError"];
  return forbidden.includes(error?.name) ? "forbidden" : "broken";
}
