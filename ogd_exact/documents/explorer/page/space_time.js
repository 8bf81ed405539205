// Space and time: the state as a number and as bits, and below it a row of bits for each pass that was seen.

import { byId, fill, html, put } from "./dom.js";
import { inWordOrder, numberOf, registersOf, shortName, titled, TRUTHS, wordOf } from "./show.js";
import { noun } from "./words.js";

const [TALLEST, LOWEST] = [40, 7]; // pixels of a row
const MOST_LINES = 6; // of registers that have a line of their own
const EDGES = 10; // pixels above and below all rows
const LABELLED = 15; // rows that are lower have no room for words
const MOST_CHIPS = 40; // bits that are shown as such, each with its name

export class SpaceTime {
  // go: to a pass.
  constructor(data, run, player, go) {
    Object.assign(this, { data, run, player, go, drawn: "" });
    if (!data.circuit) return;
    const { state } = data.circuit;
    this.noun = titled(noun(data));
    this.registers = registersOf(state.map(({ latch }) => latch));
    this.breaks = inWordOrder(state.map((_, k) => this.registers.some(({ end }) => end === k + 1 && end < state.length)));
    this.several = this.registers.length > 1 && this.registers.length <= MOST_LINES;
    byId("space-time").classList.toggle("several", this.registers.length > 1);
    byId("rows").addEventListener("click", (event) => {
      const row = event.target.closest("[data-pass]");
      if (row) this.go(Number(row.dataset.pass));
    });
    const size = state.length;
    byId("state").classList.toggle("many", size > 5);
    byId("state").classList.toggle("crowded", size > 9);
    // Room for the largest number that there can be, so that nothing jumps.
    byId("state-number").style.minWidth = `${Math.min(9, String(2n ** BigInt(size) - 1n).length)}ch`;
    new ResizeObserver(() => {
      this.drawn = "";
      if (this.moment) this.show(this.run, this.moment);
    }).observe(byId("rows"));
  }

  show(run, moment) {
    if (!this.data.circuit) return;
    this.moment = moment;
    const { pass, t } = moment;
    const done = t === run.length; // then the weights hold the next state
    this.state(run, done ? pass + 1 : pass, done);
    this.rows(run, pass, done);
  }

  state(run, pass, done) {
    const truths = done ? run.stateAfter(pass - 1) : run.state(pass);
    const number = numberOf(truths);
    byId("state-number").textContent = number || "no number";
    put(byId("state-number"), "class", number.length > 9 ? "long" : number ? "" : "none");
    fill(byId("state-bits"), ...(this.several ? this.lines(truths) : this.chips(truths, 0)));
  }

  // Bits from number `first` on, as words are written.
  chips(truths, first) {
    if (truths.length > MOST_CHIPS) return [html("code", {}, wordOf(truths))];
    const { state } = this.data.circuit;
    const made = truths.map((truth, k) => {
      const title = `${state[first + k].latch} is ${TRUTHS[truth].word}`;
      return html("span", { class: `chip ${truth}`, title }, TRUTHS[truth].sign);
    });
    return inWordOrder(made);
  }

  // A line for each register, the last of the file first.
  lines(truths) {
    return this.registers.map(({ name, first, end }) => {
      const part = truths.slice(first, end);
      const stem = html("span", { class: "stem" }, `${shortName(name, 10)} ${numberOf(part)}`);
      return html("span", { class: "register-bits" }, stem, html("span", {}, ...this.chips(part, first)));
    });
  }

  // As many rows as there is room for, up to the last pass that was seen.
  rows(run, pass, done) {
    const panel = byId("rows");
    const last = Math.min(run.passes - 1, Math.max(this.player.reached, pass + Number(done)));
    const free = panel.clientHeight - EDGES;
    const height = Math.max(LOWEST, Math.min(TALLEST, Math.floor(free / Math.min(run.passes, 60))));
    const room = Math.max(1, Math.floor(free / height));
    // The window moves no more than it must to have the current pass in it.
    let from = Math.min(this.from ?? 0, Math.max(0, last + 1 - room));
    const lowest = Math.min(last, pass + Number(done));
    if (lowest >= from + room) from = lowest + 1 - room;
    if (pass < from) from = pass;
    this.from = from;
    const to = Math.min(last + 1, from + room);
    const key = [from, to, height, pass, last, run.poked ? run.version : 0].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const answered = run.outcome.verdict === "accepted" && this.player.reached === run.passes - 1 ? run.passes - 1 : -1;
    const made = [];
    for (let k = from; k < to; k++) made.push(this.row(run, k, height, k === pass, k === answered));
    panel.style.setProperty("--row", `${height}px`);
    fill(panel, ...made);
  }

  row(run, pass, height, now, answered) {
    const truths = run.state(pass);
    const word = inWordOrder(truths);
    const wrong = pass > 0 && !run.follows(pass - 1);
    const cells = word.map((truth, k) => html("i", { class: `${truth}${this.breaks[k] ? " break" : ""}` }));
    const number = numberOf(truths);
    const labelled = height >= LABELLED || now || answered;
    const said = wrong ? "✗" : number.length <= 6 ? number : "";
    const name = `${this.noun} ${pass + 1}: ${wordOf(truths)}${number ? `, ${number}` : ""}${wrong ? ", not what the circuit says" : ""}`;
    return html(
      "button",
      {
        type: "button",
        class: ["row", now && "now", wrong && "wrong", answered && "answered"].filter(Boolean).join(" "),
        "data-pass": pass,
        title: name,
        "aria-current": now ? "true" : null,
        tabindex: now ? 0 : -1,
      },
      html("span", { class: "label" }, labelled ? String(pass + 1) : ""),
      html("span", { class: "cells", role: "img", "aria-label": wordOf(truths) }, ...cells),
      html("span", { class: "number" }, labelled ? said : ""),
    );
  }
}
