// Writes a large item apart from the page's thread, which its checksum and its copy would hold up.

import { put } from "./store.js";

self.onmessage = async ({ data: { item, most } }) => {
  try {
    await put(item, most);
    self.postMessage(null);
  } catch (error) {
    self.postMessage(error?.name ?? "Error");
  }
};
