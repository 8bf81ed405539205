// A number that one may change by a click.

import { byId, fill, html } from "./dom.js";

// edit: takes what was typed, and says what is wrong with it, if anything is.
export function editable(exact, shown, name, edit) {
  const cell = html("span");
  const made = html(
    "button",
    { type: "button", class: "given", title: `${exact}: click to change it`, "aria-label": `${shown}: change ${name}` },
    shown,
  );
  made.addEventListener("click", () => {
    const input = html("input", { type: "text", class: "given", value: exact, "aria-label": name, maxlength: 40 });
    fill(cell, input);
    input.focus();
    input.select();
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") fill(cell, made);
      if (event.key !== "Enter") return;
      const complaint = edit(input.value);
      if (complaint) byId("narration").textContent = complaint;
    });
  });
  fill(cell, made);
  return cell;
}
