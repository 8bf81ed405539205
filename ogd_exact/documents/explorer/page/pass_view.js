// A pass from afar: what it begins with, what its phases do, and what it ends with.

import { byId, fill, html } from "./dom.js";
import { inWordOrder, spelled, TRUTHS } from "./show.js";
import { phaseWords } from "./words.js";

const MOST_CHIPS = 12;

export class PassView {
  constructor(data, run, go) {
    Object.assign(this, { data, run, go });
    if (!data.circuit) return;
    const { training } = run;
    this.phases = data.phases.flatMap((phase, number) => {
      const calls = data.calls.flatMap(([p], k) => (p === number ? [k] : []));
      if (!calls.length) return [];
      const [from, to] = [training.startOf(calls[0]), training.ends[calls.at(-1)]];
      const { title, text } = phaseWords(phase);
      const mark = html("span", { class: "mark" });
      const button = html("button", { type: "button", title: "Go there" }, mark, html("b", {}, title));
      button.addEventListener("click", () => go(from + 1));
      const node = html("li", {}, button, html("span", { class: "what" }, text));
      return [{ node, mark, from, to }];
    });
    this.title = html("h2");
    this.change = html("p", { class: "change" });
    fill(
      byId("pass"),
      this.title,
      this.change,
      html("ol", { class: "phases" }, ...this.phases.map(({ node }) => node)),
    );
  }

  show({ pass, t }) {
    if (!this.data.circuit) return;
    const { run } = this;
    this.title.textContent = `Pass ${pass + 1}`;
    const done = t === run.training.length;
    const after = done ? run.stateAfter(pass) : null;
    const right = done && run.follows(pass);
    fill(
      this.change,
      this.word(run.state(pass)),
      html("span", { class: "arrow" }, "→"),
      after ? this.word(after) : html("span", { class: "unknown" }, "…"),
      after ? html("span", { class: right ? "good" : "bad" }, right ? "✓" : "✗") : null,
    );
    for (const { node, mark, from, to } of this.phases) {
      const state = t > from && t <= to && !done ? "now" : t > to || done ? "done" : "";
      node.className = state;
      mark.textContent = { now: "▶", done: "✓", "": "·" }[state];
    }
  }

  word(truths) {
    const latches = this.data.circuit.state.map(({ latch }) => latch);
    const word = inWordOrder(truths);
    const chips = word.map((truth) => html("span", { class: `chip ${truth}` }, TRUTHS[truth].sign));
    return html(
      "span",
      { class: "word" },
      ...(word.length <= MOST_CHIPS ? chips : []),
      html("b", {}, spelled(latches, truths)),
    );
  }
}
