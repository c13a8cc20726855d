// Before anything is shown: the language of the address, or else what the visitor chose before, or else the first of the
// browser's languages that the page has, or else English. The app's messages are fetched at once; boot.js waits for them.
{
  const tags = { en: "en", zh: "zh-Hans" };
  const known = (tag) => {
    const name = String(tag ?? "").toLowerCase().split("-")[0];
    return Object.keys(tags).includes(name) ? name : null;
  };
  let stored = null;
  try {
    stored = localStorage.getItem("language");
  } catch {
    // Storage may be forbidden; the browser's languages decide.
  }
  const wished = [new URLSearchParams(location.search).get("lang"), stored, ...(navigator.languages ?? [])];
  const language = wished.map(known).find(Boolean) ?? "en";
  document.documentElement.lang = tags[language];
  if ("messages" in document.currentScript.dataset) {
    const early = document.createElement("link");
    Object.assign(early, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `text/${language}.ftl` });
    document.head.append(early);
  }
}
