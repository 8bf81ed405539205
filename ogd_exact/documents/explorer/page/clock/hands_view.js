// The clock: a hand for every slot, which the drift brings down, and below it a mark for each of its members, as high as
// the bits put it. The first mark that a hand comes to is the member that fires.

import { byId, fill, put, svg } from "../dom.js";
import { shortName, truthOf, TRUTHS } from "../show.js";
import { phaseWords } from "../words.js";

const NARROWEST = 9; // pixels of a slot; where there are more slots than fit, those around the one in turn are shown
const WIDEST = 46;
const [LEFT, TOP, SIGNS, NAMES, PHASES] = [42, 6, 20, 16, 18]; // pixels beside and below the hands
const NAMED = 38; // pixels of a call that has room for a name
const LOWEST = -11; // a height that no mark in its turn is below
const BEND = 10; // heights are linear up to about here, and logarithmic above
const TICKS = [0, 10, 30, 100, 300, 1000, 3000, 10000];

export class HandsView {
  constructor(data, run) {
    Object.assign(this, { data, run, clocks: data.coordinates.length - data.slots.length });
    this.grip = run.numbers.read(data.clock.grip);
    this.targets = data.calls.map(({ gadget, on }) => {
      const { coordinates, leaves } = data.tables[gadget];
      return on[coordinates.findIndex((name) => /\(/.test(leaves[name] ?? ""))] ?? on.at(-1);
    });
    this.own = data.calls.map((_, k) => data.slots.flatMap(({ call }, t) => (call === k ? [t] : [])));
    const phases = data.start.slice(this.clocks).map((text) => this.phase(run.numbers.read(text)));
    this.waiting = Math.max(...phases); // a hand above this has been lifted
    this.longest = Math.max(...data.calls.map(({ gadget }) => data.tables[gadget].slots));
    this.highest = this.waiting + run.field.approx(run.numbers.read(data.clock.drift)) * data.clock.epochs;
    this.body = svg("g");
    this.picture = svg("svg", { class: "hands", role: "img" }, this.body);
    fill(byId("hands"), this.picture);
    this.slots = data.slots.map(() => this.slot());
    this.calls = data.calls.map((_, k) => this.call(k));
    this.axis = svg("g", { class: "axis" });
    this.stretches = data.phases.map((phase, k) => ({ bar: svg("rect", { class: `phase p${k % 2}` }), text: svg("text", { class: "over" }), title: phaseWords(phase).title }));
    this.body.append(
      this.axis,
      ...this.slots.map(({ group }) => group),
      ...this.calls.map(({ group }) => group),
      ...this.stretches.flatMap(({ bar, text }) => [bar, text]),
    );
    new ResizeObserver(() => this.moment && this.show(this.moment)).observe(byId("hands"));
  }

  slot() {
    const column = svg("rect", { class: "column" });
    const title = svg("title");
    const marks = svg("g");
    const hand = svg("path", { class: "hand" });
    return { group: svg("g", { class: "slot" }, title, column, marks, hand), column, title, marks, hand };
  }

  call(k) {
    const chip = svg("rect", { class: "body", rx: 3 });
    const sign = svg("text", { class: "sign" });
    const name = svg("text", { class: "name" });
    const title = svg("title");
    return { group: svg("g", { class: "node" }, title, chip, sign, name), chip, sign, name, title, target: this.targets[k] };
  }

  // The phase of a clock as a double, to draw it: g times its weight, the threshold taken away, at rate 1.
  phase(weight) {
    const { field, threshold, rate } = this.run;
    return field.approx(field.div(field.sub(field.mul(this.grip, weight), threshold), rate));
  }

  // Where slots stand: how wide each is, and the first that is shown.
  place(lit) {
    const { clientWidth: width, clientHeight: height } = byId("hands");
    const count = this.data.slots.length;
    const room = Math.max(1, width - LEFT - 2);
    const each = Math.max(NARROWEST, Math.min(WIDEST, room / count));
    const shown = Math.min(count, Math.floor(room / each));
    // The window moves no more than it must, a third at a time.
    let first = Math.min(this.first ?? 0, count - shown);
    if (lit < first || lit >= first + shown) first = Math.max(0, Math.min(count - shown, lit - Math.floor(shown / 3)));
    this.first = first;
    const names = each * this.longest >= NAMED ? NAMES : 2;
    const floor = height - SIGNS - names - PHASES;
    const bent = (value) => Math.asinh(value / BEND);
    const span = bent(this.highest) - bent(LOWEST);
    const y = (value) => floor - ((floor - TOP) * (bent(Math.max(LOWEST, value)) - bent(LOWEST))) / span;
    return { width, height, each, first, last: first + shown, x: (t) => LEFT + (t - first) * each, y, floor, below: floor + SIGNS + names };
  }

  show(moment) {
    this.moment = moment;
    const { run, data } = this;
    const { after, state, fired, slot } = moment;
    const turn = run.slotOf[run.due(state)];
    const at = this.place(slot);
    if (at.floor < 20) return;
    put(this.picture, "width", at.width);
    put(this.picture, "height", at.height);
    put(this.picture, "aria-label", `${data.slots.length} hands; in turn is slot ${turn + 1}`);
    this.drawAxis(at);
    this.slots.forEach((parts, t) => {
      const seen = t >= at.first && t < at.last;
      put(parts.group, "display", seen ? "inline" : "none");
      if (seen) this.drawSlot(parts, t, at, after.get(this.clocks + t), moment, turn);
    });
    const lit = new Set(fired.map((k) => run.slotOf[k]));
    this.calls.forEach((parts, k) => this.drawCall(parts, k, at, after, turn, lit));
    this.drawPhases(at);
  }

  drawSlot({ group, column, title, marks, hand }, t, at, weight, { state, fired }, turn) {
    const { run } = this;
    const phase = this.phase(weight);
    const fires = fired.find((k) => run.slotOf[k] === t);
    put(group, "class", ["slot", t === turn && "turn", fires !== undefined && "fires", phase > this.waiting && "up"].filter(Boolean).join(" "));
    const [left, wide] = [at.x(t), at.each];
    for (const [name, value] of Object.entries({ x: left, y: 0, width: wide, height: at.floor })) put(column, name, value);
    const middle = left + wide / 2;
    const tip = Math.min(5, wide / 3);
    put(hand, "d", `M${middle},0 V${at.y(phase)} m${-tip},${-1.6 * tip} l${tip},${1.6 * tip} l${tip},${-1.6 * tip} z`);
    // As high as the phase, less the margin: where the member fires.
    const heights = run.members[t].map((k) => phase - run.field.approx(run.scaled(state.margins[k])));
    const first = Math.max(...heights);
    fill(marks, ...run.members[t].map((k, m) => {
      const kind = k === fires ? "mark fired" : heights[m] === first ? "mark first" : "mark";
      return svg("line", { class: kind, x1: left + 1.5, x2: left + wide - 1.5, y1: at.y(heights[m]), y2: at.y(heights[m]) });
    }));
    title.textContent = `slot ${t + 1}: phase ${phase}, fires below ${first}`;
  }

  drawCall({ group, chip, sign, name, title, target }, k, at, after, turn, lit) {
    const { run, data } = this;
    const own = this.own[k];
    const [first, last] = [Math.max(own[0], at.first), Math.min(own.at(-1) + 1, at.last)];
    put(group, "display", first < last ? "inline" : "none");
    if (first >= last) {
      sign.textContent = name.textContent = "";
      return;
    }
    const truth = truthOf(run, after, target, false);
    const mark = own.some((t) => lit.has(t)) ? "active" : own.includes(turn) ? "next" : "";
    put(group, "class", ["node", truth, mark].filter(Boolean).join(" "));
    const [left, wide] = [at.x(first) + 1, at.x(last) - at.x(first) - 2];
    for (const [key, value] of Object.entries({ x: left, y: at.floor + 2, width: wide, height: SIGNS - 4 })) put(chip, key, value);
    const full = data.coordinates[target].name;
    title.textContent = `${full} is ${TRUTHS[truth].word}: ${run.field.text(after.get(target))}`;
    for (const [text, y, said] of [[sign, at.floor + 15, wide >= 11 ? TRUTHS[truth].sign : ""], [name, at.floor + SIGNS + 11, wide >= NAMED - 2 ? shortName(full, Math.floor(wide / 7)) : ""]]) {
      put(text, "x", left + wide / 2);
      put(text, "y", y);
      if (text.textContent !== said) text.textContent = said;
    }
  }

  drawAxis({ width, height, y, floor }) {
    const key = `${width},${height}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const lines = TICKS.filter((tick) => tick < this.highest).flatMap((tick) => [
      svg("line", { class: tick ? "grid" : "grid zero", x1: LEFT, x2: width, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: LEFT - 5, y: y(tick) + 4 }, String(tick)),
    ]);
    fill(this.axis, ...lines, svg("text", { class: "tick", x: LEFT - 5, y: floor - 2 }, "phase"));
  }

  // What the calls are for, below their names.
  drawPhases({ first, last, x, below }) {
    const { slots, calls } = this.data;
    this.stretches.forEach(({ bar, text, title }, number) => {
      const own = slots.flatMap(({ call }, t) => (calls[call].phase === number && t >= first && t < last ? [t] : []));
      put(bar, "display", own.length ? "inline" : "none");
      put(text, "display", own.length ? "inline" : "none");
      if (!own.length) {
        text.textContent = "";
        return;
      }
      const [left, wide] = [x(own[0]), x(own.at(-1) + 1) - x(own[0])];
      for (const [key, value] of Object.entries({ x: left, y: below, width: wide, height: PHASES })) put(bar, key, value);
      put(text, "x", left + 4);
      put(text, "y", below + 13);
      const said = title.length * 7 + 8 <= wide ? title : title.split(" ")[0].length * 7.5 + 8 <= wide ? title.split(" ")[0] : "";
      if (text.textContent !== said) text.textContent = said;
    });
  }
}
