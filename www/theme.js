// Before the first paint, so that a dark room stays dark. Runs alone: it must not wait for modules.
let theme = "auto";
try {
  theme = localStorage.getItem("theme") ?? "auto";
} catch {
  // Storage may be forbidden; the system's theme is used.
}
const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.theme = dark ? "dark" : "light";
