// Light or dark: as the system has it, until one chooses.

const THEME = "ogd-exact-theme";
const root = () => document.documentElement.dataset;

export function switchTheme() {
  const dark = root().theme ? root().theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root().theme = dark ? "light" : "dark";
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
