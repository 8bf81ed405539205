// What one may change: bits of the start, a number of an example, the order; and what came of it.

import { byId, fill, html } from "./dom.js";
import { firstFault, flipped, shuffledOrder, strayed } from "./poked.js";
import { cellText, counted, inWordOrder, spelled, TRUTHS } from "./show.js";
import { noun } from "./words.js";

const REASONS = {
  accepted: "the answer is yes, where nothing promises that it means anything",
  kink: "an example met the kink of the loss, where the run ends",
  astray: "numbers grew out of hand, and the run was stopped",
  time: "the rest was not computed",
};

export const noNumber = (text) => `${text.slice(0, 20)} is no number such as -3/4.`;

function button(text, title, act) {
  const made = html("button", { type: "button", title }, text);
  made.addEventListener("click", act);
  return made;
}

export class PokeView {
  // go: to a moment, when the run is another.
  constructor(data, run, go) {
    Object.assign(this, { data, run, go });
    this.forget();
  }

  forget() {
    Object.assign(this, { flips: new Set(), edits: new Map(), texts: new Map(), order: null, fault: null });
  }

  // What one may change besides the start, in words; and the buttons for it.
  hints() {
    return [
      "Change one number of one example: look at an example, and click on a number of its x. A gadget breaks, and the page says in which row.",
      ...this.texts.values(),
      "Or feed the same examples in another order.",
    ];
  }

  acts() {
    return [button("Shuffle the order", "Feed the examples of a pass in a random order", () => this.shuffle())];
  }

  // The run anew, with all that was changed.
  apply() {
    const { run, flips, edits, order } = this;
    const chosen = flips.size ? [...flips] : null;
    const astray = edits.size > 0 || order !== null;
    if (astray) run.poke(strayed(run, { edits, order, flips: chosen }));
    else run.poke(chosen ? flipped(run, chosen) : null);
    this.fault = astray ? firstFault(run) : null;
    this.go(this.fault?.pass ?? 0, this.fault?.t ?? 0, this.fault ? "fault" : "start");
  }

  reset() {
    this.forget();
    this.apply();
  }

  flip(latch) {
    if (!this.flips.delete(latch)) this.flips.add(latch);
    this.apply();
  }

  shuffle() {
    this.order = shuffledOrder(this.run.training.length);
    this.apply();
  }

  // Examples that the page was made with in place of the circuit's: the number, x and y of each.
  take(changed) {
    const { read } = this.run.numbers;
    for (const [number, x, y] of changed) {
      this.edits.set(number, { x: x.map(([i, text]) => [i, read(text)]), y: read(y) });
      this.texts.set(number, `Example ${number} is not that of the circuit`);
    }
    this.apply();
  }

  // The number that a text says, if it says one.
  read(text) {
    try {
      return this.run.numbers.read(text.trim().replaceAll("−", "-"));
    } catch {
      return null;
    }
  }

  // Another number at a place of the example with this number, if it is one that can be read; else a complaint.
  edit({ number, x, y }, coordinate, text) {
    const value = this.read(text);
    if (!value) return noNumber(text);
    const changed = x.map(([i, old]) => [i, i === coordinate ? value : old]);
    this.edits.set(number, { x: changed, y });
    this.texts.set(number, `${this.data.coordinates[coordinate].name} of example ${number} is now ${cellText(text)}`);
    this.apply();
    return "";
  }

  show() {
    if (!this.data.circuit) return;
    const { data, run } = this;
    const truths = run.state(0);
    const bits = inWordOrder(truths.map((truth, latch) => ({ truth, latch }))).map(({ truth, latch }) => {
      const name = data.circuit.state[latch].latch;
      const made = button(TRUTHS[truth].sign, `Flip ${name}`, () => this.flip(latch));
      made.setAttribute("aria-label", `${TRUTHS[truth].sign}: flip ${name}`);
      made.className = `chip ${truth}${this.flips.has(latch) ? " flipped" : ""}`;
      return made;
    });
    fill(
      byId("poke"),
      html("h2", {}, "Poke it"),
      html("p", {}, `Flip a bit of the start. Every ${noun(data)} still computes the circuit, from there.`),
      html("p", { class: "bits" }, ...bits, html("b", {}, ` ${spelled(data.circuit.state.map(({ latch }) => latch), truths)}`)),
      ...this.hints().map((text) => html("p", { class: [...this.texts.values()].includes(text) ? "changed" : null }, text)),
      html(
        "p",
        { class: "acts" },
        ...this.acts(),
        run.poked ? button("As it was", "Undo all changes", () => this.reset()) : null,
      ),
      html("p", { class: `result ${this.fault ? "bad" : "good"}`, role: "status" }, this.result()),
    );
  }

  // The sentence for the moment at which the run breaks.
  says({ pass, t }) {
    const here = this.fault && this.fault.pass === pass && this.fault.t === t;
    return here ? { text: `${this.result()} ✗`, wrong: true } : null;
  }

  // What came of it.
  result() {
    const { run, data } = this;
    if (!run.poked) return "";
    if (run.poked.stepped) return this.astray(run.outcome);
    const { verdict, passes, period } = run.outcome;
    const unit = noun(data);
    const ends = { accepted: "the answer becomes yes", never: `the run repeats every ${counted(period, unit)}: never yes` };
    return `From this start ${ends[verdict] ?? "no answer is found"} in ${unit} ${passes}.`;
  }

  // What came of a run that is proved no longer.
  astray({ passes, reason }) {
    const { fault } = this;
    const stopped = REASONS[reason] ? ` In pass ${passes} ${REASONS[reason]}.` : "";
    if (!fault) return `It still computes the circuit, as far as ${passes} passes go.${stopped}`;
    const place = `pass ${fault.pass + 1}, step ${fault.t}`;
    if (fault.gadget === null && stopped) return `It breaks.${stopped}`;
    if (fault.gadget === null) return `It breaks: pass ${fault.pass + 1} does not leave what the circuit says.${stopped}`;
    if (fault.row < 0) return `It breaks in ${place}: ${fault.gadget} is called on weights that its table does not know.${stopped}`;
    return `It breaks in ${place}: row ${fault.row + 1} of ${fault.gadget} fails.${stopped}`;
  }
}
