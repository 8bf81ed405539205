// Light or dark: as the system has it, until one chooses; and the colours that are drawn with.

const THEME = "ogd-exact-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const root = () => document.documentElement.dataset;

export function switchTheme() {
  root().theme = (root().theme || (dark.matches ? "dark" : "light")) === "dark" ? "light" : "dark";
  // Where a browser lets pages that are opened from disk keep nothing, the choice lasts until the page is left.
  try {
    localStorage.setItem(THEME, root().theme);
  } catch {
    return;
  }
}

export function restoreTheme() {
  try {
    const kept = localStorage.getItem(THEME);
    if (["light", "dark"].includes(kept)) root().theme = kept;
  } catch {
    return;
  }
}

// Calls what shows the page whenever its colours are others.
export function onTheme(show) {
  dark.addEventListener("change", show);
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

let known = { key: null };

// The colours of the page, for what is drawn rather than styled; key: by which one sees whether they are others.
export function colours() {
  const key = root().theme || (dark.matches ? "dark" : "light");
  if (known.key === key) return known;
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const each = (suffix) => Object.fromEntries(["true", "false", "unset", "between"].map((name) => [name, read(name + suffix)]));
  const single = Object.fromEntries(["panel", "ink", "soft", "glow", "warn"].map((name) => [name, read(name)]));
  known = { key, truth: each(""), tint: each("-tint"), ...single };
  return known;
}
