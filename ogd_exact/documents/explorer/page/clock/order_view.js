// The order of the examples, which one may change at any time: the run goes on, and stays right.

import { byId, fill, html } from "../dom.js";
import { ORDERS, SEEDED } from "./orders.js";

const LARGEST = 999_999; // of seeds

export class OrderView {
  // change: is called with the order that was chosen.
  constructor(run, change) {
    Object.assign(this, { run, change });
    this.buttons = Object.entries(ORDERS).map(([name, [text, title]]) => {
      const made = html("button", { type: "button", title, id: `order-${name.replace(":", "-")}` }, text);
      made.addEventListener("click", () => change({ ...run.order, name }));
      return { name, made };
    });
    this.seed = html("input", { type: "number", min: 0, max: LARGEST, id: "seed", "aria-label": "Seed of the shuffles" });
    this.seed.addEventListener("change", () => {
      const seed = Math.max(0, Math.min(LARGEST, Math.round(Number(this.seed.value))));
      this.seed.blur(); // so that keys move again
      change({ ...run.order, seed });
    });
    this.label = html("label", {}, "seed ", this.seed);
    fill(byId("orders"), html("span", { class: "asked" }, "Order:"), ...this.buttons.map(({ made }) => made), this.label);
  }

  next() {
    const names = Object.keys(ORDERS);
    this.change({ ...this.run.order, name: names[(names.indexOf(this.run.order.name) + 1) % names.length] });
  }

  show() {
    const { name: chosen, seed } = this.run.order;
    for (const { name, made } of this.buttons) made.setAttribute("aria-pressed", String(name === chosen));
    this.label.classList.toggle("unused", !SEEDED.has(chosen));
    this.seed.disabled = !SEEDED.has(chosen);
    if (document.activeElement !== this.seed) this.seed.value = seed;
  }
}
