// What the pages of runs have in common: where one is and the weight that is followed, and what stands above and below
// the views.

import { Controls } from "./controls.js";
import { byId, fill, html } from "./dom.js";
import { showLegend } from "./legend.js";
import { cellText, counted } from "./show.js";
import { answer, headline, premise, question } from "./story.js";
import { onTheme, restoreTheme, switchTheme } from "./theme.js";
import { noun } from "./words.js";

const READING = 5000; // milliseconds before a gadget moves, in which one reads what a gadget is
const REST = 150; // milliseconds after a move until the address names the moment; browsers allow only so many changes

export class Stage {
  // show: of the page, whenever one has moved; player: made of the run, show, and whether nothing may move.
  constructor(run, PagePlayer, show) {
    const { data } = run;
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    Object.assign(this, { run, data, show, still, rest: 0, followed: data.circuit ? data.accept : 0 });
    this.player = new PagePlayer(run, show, () => still.matches);
    this.choose = (coordinate) => {
      this.followed = coordinate;
      show();
    };
    this.byHand = (pass, t, unit = t ? "step" : "pass") => this.player.take().go(pass, t, unit);
  }

  // sizes: of the training set, in words; actions: what the page does besides what all do.
  open(sizes, actions) {
    const { data, run, player, show, choose } = this;
    const count = data.coordinates.length;
    const follow = (by) => choose((this.followed + by + count) % count);
    this.controls = new Controls(data, player, { theme: switchTheme, follow, choose, ...actions });
    restoreTheme();
    byId("title").textContent = headline(data);
    const examples = data.examples?.length ?? run.training.length;
    fill(byId("about"), html("span", { id: "premise" }, premise(data, examples)), ` ${this.facts(sizes)}`);
    showLegend();
    addEventListener("hashchange", () => this.goToHash());
    addEventListener("resize", () => show());
    onTheme(() => show());
    // The page plays at once, unless one came to a moment of it, or wants nothing to move.
    if (!this.goToHash() && !this.still.matches) player.play(data.circuit ? 0 : READING);
  }

  facts(sizes) {
    const { data } = this;
    const parts = Object.entries(data.parameters).map(([name, text]) => `${cellText(name)} = ${text}`);
    if (data.field.kind === "powers") parts.push(`α = 1 − λ = ${data.field.base}`);
    if (!data.circuit) return parts.join(" · ");
    const asked = [data.title, data.assuming].filter(Boolean).join(", ");
    const gates = counted(data.circuit.gates.length, "NAND gate");
    return [asked, ...parts, [gates, `${data.coordinates.length} weights`, sizes].filter(Boolean).join(", ")].join(" · ");
  }

  goToHash() {
    const match = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
    this.byHand(match ? Number(match[1]) - 1 : 0, Number(match?.[2] ?? 0));
    return match !== null;
  }

  // Whether passes are swept through, and so seen from afar.
  get sweeping() {
    return this.player.timer !== null && this.player.unit === "pass";
  }

  // The question, with the answer once one has come to it; the sentence on the moment; and what all views look like.
  tell(moment, { text, wrong }) {
    const { run, data, player } = this;
    const mark = (name, on) => document.body.classList.toggle(name, on);
    if (data.circuit) {
      const known = player.atEnd ? html("span", { id: "answer" }, ` ${answer(run.outcome, noun(data))}`) : null;
      fill(byId("question"), question(data), known);
    }
    byId("narration").textContent = text;
    byId("narration").classList.toggle("wrong", wrong);
    mark("poked", run.poked !== null);
    mark("accepted", Boolean(data.circuit) && run.field.sign(moment.after.get(data.accept)) > 0);
    this.controls.show(this.followed);
    clearTimeout(this.rest);
    if (location.protocol === "about:") return; // within another page, which has the address
    this.rest = setTimeout(() => history.replaceState(null, "", `#${player.pass + 1}.${player.t}`), REST);
  }
}
