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

// Code is copied by a button: of a session what is typed, without what is answered.
for (const block of navigator.clipboard ? document.querySelectorAll("div.highlight") : []) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: "copy" });
  button.addEventListener("click", async () => {
    const lines = block.querySelector("pre").textContent.trimEnd().split("\n");
    const typed = lines.filter((line) => /^(\$|>>>|\.\.\.) /.test(line)).map((line) => line.replace(/^\S+ /, ""));
    await navigator.clipboard.writeText((typed.length ? typed : lines).join("\n"));
    button.textContent = "copied";
    setTimeout(() => (button.textContent = "copy"), 2000);
  });
  block.append(button);
}
