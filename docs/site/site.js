// The explorer on the first page follows the site's light and dark: both keep the choice in the same place of the browser.

function follow() {
  const frame = document.querySelector("iframe.live");
  const chosen = document.body.dataset.theme;
  if (frame?.contentDocument?.documentElement) frame.contentDocument.documentElement.dataset.theme = chosen === "auto" ? "" : chosen;
}

addEventListener("load", () => {
  follow();
  document.querySelector("iframe.live")?.addEventListener("load", follow);
  new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-theme"] });
});
