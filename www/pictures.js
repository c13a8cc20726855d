// Charts and the stage as pictures for papers, slides and reports, with a caption that names the run.

const SVG = "http://www.w3.org/2000/svg";
// What stylesheets give a drawing; a file has none, so each element carries its own.
const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "opacity", "font-family", "font-size", "font-weight", "text-anchor", "paint-order", "vector-effect", "visibility",
];
const WIDTH = 340;
const MARGIN = 10;
const LINE = 11;

const element = (name, attributes, text = "") => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
};

// A copy of a drawing that looks the same without stylesheets.
function copy(drawing) {
  const made = drawing.cloneNode(true);
  const copies = [made, ...made.querySelectorAll("*")];
  const pairs = [drawing, ...drawing.querySelectorAll("*")].map((from, at) => [from, copies[at]]);
  for (const [from, to] of pairs) {
    const looks = getComputedStyle(from);
    to.removeAttribute("class");
    // As attributes: the page's own rules refuse styles inside elements.
    for (const name of LOOKS) to.setAttribute(name, looks.getPropertyValue(name));
  }
  made.removeAttribute("aria-hidden");
  return made;
}

function placed(drawing, x, y, width, height) {
  const made = copy(drawing);
  for (const [key, value] of Object.entries({ x, y, width, height })) made.setAttribute(key, value);
  return made;
}

// A table as boxes and words where the page has them, with the drawings in its cells.
function table(from) {
  const group = element("g", {});
  const box = from.getBoundingClientRect();
  const scale = WIDTH / (box.width || WIDTH);
  for (const cell of from.querySelectorAll("td, th")) {
    const place = cell.getBoundingClientRect();
    const [x, y] = [(place.left - box.left) * scale, (place.top - box.top) * scale];
    const [width, height] = [place.width * scale, place.height * scale];
    const looks = getComputedStyle(cell);
    group.append(element("rect", { x, y, width, height, fill: looks.backgroundColor }));
    const drawing = cell.querySelector("svg");
    if (drawing) {
      const inner = drawing.getBoundingClientRect();
      const at = [(inner.left - box.left) * scale, (inner.top - box.top) * scale];
      group.append(placed(drawing, ...at, inner.width * scale, inner.height * scale));
    }
    const words = [...cell.childNodes].map((node) => (node.classList?.contains("sr") || node.tagName === "svg" ? "" : node.textContent));
    const middle = { x: x + width / 2, y: y + height / 2 + 3.5, fill: looks.color, "text-anchor": "middle" };
    if (!drawing) group.append(element("text", { ...middle, "font-size": 10, "font-family": "sans-serif" }, words.join("").trim()));
  }
  return [group, box.height * scale];
}

const titleOf = (figure) => (figure.querySelector("figcaption") ?? figure).firstChild?.textContent?.trim() ?? "";

// Every chart of the page that shows something: its title, and what is drawn.
function charts() {
  const page = [...document.querySelectorAll("figure.chart")].filter((figure) => !figure.closest("#panel"));
  const found = [];
  for (const figure of page) {
    const drawing = figure.querySelector(":scope > svg");
    const tables = [...figure.querySelectorAll("table.confusion, table.clusters")];
    if (drawing?.childElementCount > 0) found.push({ title: titleOf(figure), drawing });
    else for (const one of tables) found.push({ title: titleOf(figure), table: one });
  }
  const timeline = document.querySelector(".timeline svg");
  if (timeline) found.push({ title: timeline.parentElement.getAttribute("aria-label"), drawing: timeline, height: 100 });
  return found;
}

export const chartTitles = () => charts().map(({ title }) => title);

// Words in lines of about so many characters; a long word such as a link is cut.
function lines(words, most) {
  const all = [];
  for (const word of words.split(" ").flatMap((word) => word.match(new RegExp(`.{1,${most}}`, "gu")) ?? [])) {
    const last = all.at(-1);
    if (last !== undefined && last.length + word.length < most) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}

// Drawings in tabs that are not open have no places until the tab is shown; nothing is painted in between.
function laidOut(work) {
  const hidden = [...document.querySelectorAll("[role=tabpanel][hidden]")];
  hidden.forEach((tab) => (tab.hidden = false));
  try {
    return work();
  } finally {
    hidden.forEach((tab) => (tab.hidden = true));
  }
}

// A chart as the text of an SVG file.
export function chartSvg(index, caption) {
  return laidOut(() => {
    const { title, drawing, table: cells, height: given } = charts()[index];
    const looks = getComputedStyle(document.body);
    let [inner, height] = [null, given];
    if (cells) [inner, height] = table(cells);
    else {
      const [, , wide, high] = drawing.getAttribute("viewBox").split(" ").map(Number);
      height ??= (WIDTH * high) / wide;
      inner = placed(drawing, 0, 0, WIDTH, height);
    }
    const said = lines(caption, 68);
    const whole = [WIDTH + 2 * MARGIN, height + 2 * MARGIN + 20 + LINE * said.length];
    const root = element("svg", { xmlns: SVG, viewBox: `0 0 ${whole.join(" ")}`, width: 2 * whole[0], height: 2 * whole[1], role: "img" });
    root.append(element("title", {}, title), element("desc", {}, caption));
    root.append(element("rect", { width: whole[0], height: whole[1], fill: looks.backgroundColor }));
    const text = (y, size, words) =>
      root.append(element("text", { x: MARGIN, y, "font-size": size, "font-family": "sans-serif", fill: looks.color }, words));
    text(MARGIN + 8, 11, title);
    const placedIn = element("g", { transform: `translate(${MARGIN} ${MARGIN + 16})` });
    placedIn.append(inner);
    root.append(placedIn);
    said.forEach((words, at) => text(MARGIN + 16 + height + LINE * (at + 1), 7.5, words));
    return new XMLSerializer().serializeToString(root);
  });
}

// The stage with its caption, as a PNG. Made apart from the page's thread as far as browsers allow.
async function stage(caption) {
  const canvas = document.querySelector("[data-testid=stage]");
  const bitmap = await createImageBitmap(canvas);
  const size = Math.max(12, Math.round(bitmap.width / 60));
  const said = lines(caption, 100);
  const whole = new OffscreenCanvas(bitmap.width, bitmap.height + Math.round(size * 1.4 * (said.length + 0.5)));
  const paint = whole.getContext("2d");
  const looks = getComputedStyle(document.body);
  paint.fillStyle = looks.backgroundColor;
  paint.fillRect(0, 0, whole.width, whole.height);
  paint.drawImage(bitmap, 0, 0);
  paint.fillStyle = looks.color;
  paint.font = `${size}px sans-serif`;
  said.forEach((words, at) => paint.fillText(words, size / 2, bitmap.height + size * 1.4 * (at + 1), whole.width - size));
  return await whole.convertToBlob({ type: "image/png" });
}

export async function stagePng(caption) {
  return new Uint8Array(await (await stage(caption)).arrayBuffer());
}

// The same as an address that holds it.
export async function stageUrl(caption) {
  const reader = new FileReader();
  reader.readAsDataURL(await stage(caption));
  await new Promise((resolve) => (reader.onloadend = resolve));
  return reader.result;
}
