// The slot in turn: its members, of which the bits choose one; and how the epoch presented all examples.

import { byId, fill, html, put } from "../dom.js";
import { editable } from "../editable.js";
import { ratio } from "../rationals.js";
import { counted, shortText } from "../show.js";
import { contractWords } from "../words.js";
import { callText, orderWords } from "./clock_words.js";

const MOST_DRAWN = 400; // examples of an epoch, each a square

export class SlotView {
  // edit: puts another number into an example, or says why not.
  constructor(data, run, edit) {
    Object.assign(this, { data, run, edit });
  }

  show(moment, sweeping) {
    const { data } = this;
    const { slot, fired } = moment;
    const { call, part } = data.slots[slot];
    const { gadget, on } = data.calls[call];
    const table = data.tables[gadget];
    fill(byId("slot-title"), html("code", {}, callText(data, call)), html("small", {}, ` slot ${part + 1} of ${table.slots}`));
    const nameOf = (name) => data.coordinates[on[table.coordinates.indexOf(name)]].name;
    byId("slot-text").textContent = contractWords(table, nameOf, true);
    fill(byId("members"), this.table(moment));
    if (!sweeping || data.examples.length <= MOST_DRAWN / 2) this.epoch(moment, fired);
  }

  table({ slot, fired, state, beforeState }) {
    const { run, data } = this;
    const chosen = fired.filter((k) => run.slotOf[k] === slot);
    const margins = (chosen.length ? beforeState : state).margins; // as the epoch found them, where it decided
    const rows = run.members[slot];
    const least = rows.reduce((best, k) => (margins[k] < margins[best] ? k : best));
    const theta = shortText(run.field, run.threshold);
    const made = rows.map((k) => {
      const score = run.field.add(ratio(margins[k], run.margins.unit), run.threshold);
      const says = chosen.includes(k) ? "fires" : k === least && !chosen.length ? "is next" : "";
      const kind = chosen.includes(k) ? "fires" : k === least ? "now" : null;
      return html(
        "tr",
        { class: kind },
        html("th", { scope: "row" }, ...this.numbers(k)),
        html("td", { title: run.field.text(score) }, shortText(run.field, score)),
        html("td", { class: "says" }, says),
      );
    });
    const clock = data.coordinates.length - data.slots.length + slot;
    const drift = html("tr", { class: "drift" }, html("th", { scope: "row" }, "the drift ", ...this.numbers(0, clock)), html("td"), html("td", { class: "says" }, "always"));
    const heads = [`members: each fires below ${theta}`, "w·x"].map((text) => html("th", { scope: "col" }, text));
    return html("table", { class: "members" }, html("thead", {}, html("tr", {}, ...heads, html("td"))), html("tbody", {}, ...made, drift));
  }

  // The numbers of an example, each with the name of its weight; of the drift that of one clock alone.
  numbers(k, only = null) {
    const { run, data } = this;
    return run.examples[k]
      .filter(([i]) => only === null || i === only)
      .map(([i, value]) => {
        const { name } = data.coordinates[i];
        const edit = (text) => this.edit(k, i, text);
        const what = `x of ${name} in example ${k + 1}`;
        return html("span", { class: "entry" }, editable(run.field.text(value), shortText(run.field, value), what, edit), data.coordinates[i].kind === "clock" ? "clock" : name);
      });
  }

  // A square for each example, in the order of the epoch; a box around each batch.
  epoch({ t, beforeState }, fired) {
    const { run, data } = this;
    const size = data.examples.length;
    const drawn = t > 0 && size <= MOST_DRAWN;
    byId("epoch-title").textContent = drawn ? `Epoch ${t} presented its ${counted(size, "example")} so:` : `Every epoch presents all ${counted(size, "example")}.`;
    if (!drawn) {
      fill(byId("epoch"));
      byId("epoch-text").textContent = `The order: ${orderWords(run.order)}.`;
      put(byId("epoch"), "aria-label", "nothing is drawn");
      return;
    }
    const row = run.margins.presented(beforeState, run.order);
    const kind = (k) => (k === 0 ? "drift" : fired.includes(k) ? "fired" : null);
    const batches = row.map((batch) => html("span", { class: batch.length > 1 ? "batch" : null }, ...batch.map((k) => html("i", { class: kind(k) }))));
    fill(byId("epoch"), ...(row.length === size ? [html("span", {}, ...row.flat().map((k) => html("i", { class: kind(k) })))] : batches));
    const place = (k) => row.findIndex((batch) => batch.includes(k)) + 1;
    const one = (k) => (row.length === 1 ? "with all others" : `${row.length < size ? "in batch " : "as number "}${place(k)}`);
    const said = [`the drift came ${one(0)}`, ...fired.map((k) => `what fired came ${one(k)}`)];
    fill(byId("epoch-text"), ...said.flatMap((text, n) => [html("i", { class: n ? "fired" : "drift" }), ` ${text}  `]));
    put(byId("epoch"), "aria-label", said.join(", "));
  }
}
