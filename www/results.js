// Filters the results by world and by methods, and keeps the choice in the address; puts Chinese in the place of English.
// Without this script everything is shown, in English.

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const sections = all("section[data-section]").map((section) => section.dataset.section);
const known = all("button[data-filter=method]").map((button) => button.value).filter(Boolean);

const query = new URLSearchParams(location.search);
let world = sections.includes(query.get("world")) ? query.get("world") : "";
let methods = new Set((query.get("method") ?? "").split(",").filter((method) => known.includes(method)));

// What belongs to no method is always shown.
const shown = (element) => !element.dataset.method || methods.size === 0 || methods.has(element.dataset.method);

// Every dot plot as the lab drew it: its rows, how far apart they are, and what stands around them.
const down = (element, part = 0) => element.transform.baseVal.getItem(part).matrix;
const plots = all("svg.dots").map((plot) => {
  const [grid, axis] = [plot.querySelector(".grid"), plot.querySelector(".axis")];
  const rows = all(".row", plot);
  const { width, height } = plot.viewBox.baseVal;
  const space = down(grid, 1).d;
  return { plot, grid, axis, rows, width, height, space, top: down(grid).f, axisAt: down(axis).f };
});

// The rows that are left move together.
function closeUp({ plot, grid, axis, rows, width, height, space, top, axisAt }) {
  const step = space / rows.length;
  const left = rows.filter(shown);
  const gone = (rows.length - left.length) * step;
  rows.forEach((row) => row.classList.toggle("out", !shown(row)));
  left.forEach((row, index) => row.setAttribute("transform", `translate(0 ${top + (index + 0.5) * step})`));
  grid.setAttribute("transform", `translate(0 ${top}) scale(1 ${Math.max(space - gone, 1)})`);
  axis.setAttribute("transform", `translate(0 ${axisAt - gone})`);
  plot.setAttribute("viewBox", `0 0 ${width} ${height - gone}`);
  plot.closest("figure").hidden = left.length === 0;
}

function filterTable(table) {
  all("thead th", table).forEach((head, column) => {
    if (!head.dataset.method) return;
    all("tr", table).forEach((row) => (row.cells[column].hidden = !shown(head)));
  });
  all("tbody tr", table).forEach((row) => (row.hidden = !shown(row)));
}

function apply() {
  document.body.classList.toggle("one", world !== "");
  for (const part of all("[data-section]")) part.hidden = world !== "" && part.dataset.section !== world;
  for (const button of all("button[data-filter]")) {
    const { filter } = button.dataset;
    const nothing = filter === "world" ? world === "" : methods.size === 0;
    const chosen = filter === "world" ? world === button.value : methods.has(button.value);
    button.setAttribute("aria-pressed", String(button.value === "" ? nothing : chosen));
  }
  plots.forEach(closeUp);
  all("svg.lines .series[data-method]").forEach((series) => series.classList.toggle("out", !shown(series)));
  all(".run a[data-method]").forEach((link) => (link.hidden = !shown(link)));
  all("table").forEach(filterTable);
  // Back to the world that was looked at; sections that are no world have none to go back to.
  const link = document.querySelector("a.back");
  const worlds = all(`a[href^="./?world=${world}&"]`);
  link.setAttribute("href", world && worlds.length > 0 ? `./?world=${world}` : "./");
  // The same choice in the other language.
  for (const other of all(".languages a")) {
    const settings = new URLSearchParams(location.search);
    settings.set("lang", other.hreflang.slice(0, 2));
    other.setAttribute("href", `results.html?${settings.toString().replaceAll("%2C", ",")}`);
  }
}

function choose(button) {
  const { value } = button;
  if (button.dataset.filter === "world") world = value;
  else if (value === "") methods.clear();
  else if (!methods.delete(value)) methods.add(value);
  const settings = new URLSearchParams();
  if (query.has("lang")) settings.set("lang", query.get("lang"));
  if (world) settings.set("world", world);
  if (methods.size > 0) settings.set("method", [...methods].join(","));
  const text = settings.toString().replaceAll("%2C", ",");
  history.replaceState(null, "", text ? `?${text}` : location.pathname);
  apply();
}

// An address with a place in a section that is filtered out means that place.
function follow() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest("[data-section][hidden]")) return;
  world = "";
  apply();
  target.scrollIntoView();
}

for (const button of all("button[data-filter]")) button.addEventListener("click", () => choose(button));
document.querySelector(".filters").hidden = false;
apply();
follow();
for (const button of all("button[aria-pressed=true]")) button.scrollIntoView({ block: "nearest", inline: "center" });
addEventListener("hashchange", follow);

const page = document.documentElement;

// Drawings and tables are there once: their texts are replaced, and so are names for screen readers.
function replaceTexts(chinese) {
  const walk = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const english = walk.currentNode.data.trim();
    if (Object.hasOwn(chinese, english)) walk.currentNode.data = walk.currentNode.data.replace(english, () => chinese[english]);
  }
  for (const named of all("[aria-label]")) {
    const english = named.getAttribute("aria-label");
    if (Object.hasOwn(chinese, english)) named.setAttribute("aria-label", chinese[english]);
  }
}

async function speakChinese() {
  try {
    const answer = await fetch("results.zh.json");
    if (!answer.ok) throw new Error(`${answer.status}`);
    replaceTexts(await answer.json());
  } catch {
    // What cannot be fetched is read in English, and said to be.
    page.lang = "en";
  }
  page.classList.add("told");
  // Texts of another length have moved the place that the address names.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
if (page.lang.startsWith("zh")) speakChinese();

// Paper is light.
let before = page.dataset.theme;
addEventListener("beforeprint", () => {
  before = page.dataset.theme;
  page.dataset.theme = "light";
});
addEventListener("afterprint", () => (page.dataset.theme = before));
