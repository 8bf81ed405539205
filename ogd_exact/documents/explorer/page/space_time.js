// Space and time: the state now, and a picture of all that were seen: a row of square cells for each pass, or, where a
// state is a board, the board at hand with small ones below.

import { byId, fill, html, put } from "./dom.js";
import { boardOf, inWordOrder, numberOf, ofCells, registersOf, shortName, spelled, titled, TRUTHS, wordOf } from "./show.js";
import { colours } from "./theme.js";
import { noun } from "./words.js";

const [LARGEST, LEAST_ROWS, MOST_ROWS] = [44, 5, 60]; // pixels of a cell; rows that there is room for
const [LABEL, NUMBER, BREAK, EDGE] = [34, 50, 5, 3]; // pixels beside the cells, between registers, about all
const MOST_LINES = 6; // of registers that have a line of their own
const MOST_CHIPS = 12; // bits that are shown as such, each with its name; a longer state is the picture alone
const [SMALL_ACROSS, LARGE] = [6, 0.72]; // small boards in a line; the part of the panel for the one at hand
const MOST_SAID = 16; // rows

export class SpaceTime {
  // go: to a pass.
  constructor(data, run, player, go) {
    Object.assign(this, { data, run, player, drawn: "", boxes: [] });
    if (!data.circuit) return;
    const latches = data.circuit.state.map(({ latch }) => latch);
    const size = latches.length;
    this.noun = titled(noun(data));
    this.latches = latches;
    this.board = boardOf(latches);
    this.registers = registersOf(latches);
    this.several = this.registers.length > 1 && this.registers.length <= MOST_LINES && !this.board;
    const ends = new Set(this.registers.map(({ end }) => size - end)); // in the order of words
    this.breaks = this.board ? [] : latches.map((_, k) => k > 0 && ends.has(k));
    byId("state").classList.toggle("several", this.registers.length > 1);
    byId("state").classList.toggle("many", size > 5);
    byId("state").classList.toggle("crowded", size > 9);
    document.body.classList.toggle("hero", size > MOST_CHIPS);
    // Room for the largest number that there can be, so that nothing jumps.
    byId("state-number").style.minWidth = `${Math.min(9, String(2n ** BigInt(size) - 1n).length)}ch`;
    this.canvas = html("canvas", { role: "img" });
    fill(byId("rows"), this.canvas);
    this.canvas.addEventListener("click", (event) => this.at(event) && go(this.at(event).pass));
    this.canvas.addEventListener("pointermove", (event) => put(this.canvas, "title", this.at(event)?.name ?? ""));
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      this.size = { wide: width, high: height };
      if (this.moment) this.show(this.run, this.moment);
    }).observe(byId("rows"));
  }

  at({ offsetX, offsetY }) {
    return this.boxes.find(({ x, y, w, h }) => offsetX >= x && offsetX < x + w && offsetY >= y && offsetY < y + h);
  }

  show(run, moment) {
    if (!this.data.circuit) return;
    this.moment = moment;
    const { pass, t } = moment;
    const done = t === run.length; // then the weights hold the next state
    const key = [pass, done, this.player.reached, run.version, colours().key, this.size?.wide, this.size?.high].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const truths = done ? run.stateAfter(pass) : run.state(pass);
    this.state(truths);
    if (this.size) this.picture(run, pass, done, truths);
  }

  // The state as one number, where it is one: a single register.
  number(truths) {
    return this.registers.length > 1 || ofCells(this.latches) ? "" : numberOf(truths);
  }

  state(truths) {
    const number = this.number(truths);
    byId("state-number").textContent = number.length > 9 ? "" : number;
    const bits = this.several ? this.lines(truths) : this.chips(truths, 0);
    const holds = truths.every((truth) => truth === "true" || truth === "false");
    const said = holds && !ofCells(this.latches) ? null : html("span", { class: "said" }, spelled(this.latches, truths));
    fill(byId("state-bits"), ...bits, said);
  }

  // Bits from number `first` on, as words are written.
  chips(truths, first) {
    if (truths.length > MOST_CHIPS) return [];
    return inWordOrder(truths.map((truth, k) => {
      const title = `${this.latches[first + k]} is ${TRUTHS[truth].word}`;
      return html("span", { class: `chip ${truth}`, title }, TRUTHS[truth].sign);
    }));
  }

  // A line for each register, the last of the file first.
  lines(truths) {
    return this.registers.map(({ name, first, end }) => {
      const part = truths.slice(first, end);
      const stem = html("span", { class: "stem" }, `${shortName(name, 10)} ${numberOf(part)}`);
      return html("span", { class: "register-bits" }, stem, html("span", {}, ...this.chips(part, first)));
    });
  }

  // As many passes as there is room for, up to the last that was seen.
  picture(run, pass, done, truths) {
    const { wide, high } = this.size;
    const last = Math.min(run.passes - 1, Math.max(this.player.reached, pass + Number(done)));
    const plan = this.board ? this.boards(wide, high) : this.rows(wide, high, run.passes);
    // The window moves no more than it must to have the current pass in it, whole lines of small boards at a time.
    const lines = (number) => Math.floor(number / plan.across);
    const [lowest, now] = [lines(Math.min(last, pass + Number(done))), lines(pass)];
    let from = Math.min(this.from ?? 0, Math.max(0, lines(last) + 1 - plan.down));
    from = Math.max(Math.min(from, now), lowest + 1 - plan.down);
    this.from = from;
    const context = this.prepared(wide, high);
    if (this.board) this.cells(context, inWordOrder(truths), plan.large);
    const answered = run.outcome.verdict === "accepted" && this.player.reached === run.passes - 1 ? run.passes - 1 : -1;
    const first = from * plan.across;
    this.boxes = [];
    for (let k = first; k < Math.min(last + 1, first + plan.down * plan.across); k++) {
      this.one(context, run, k, plan, plan.place(k - first), { now: k === pass, answered: k === answered });
    }
    const names = this.boxes.map(({ name }) => name);
    put(this.canvas, "aria-label", names.slice(-MOST_SAID).join("; "));
  }

  // Where rows of squares stand, and how large these are.
  rows(wide, high, passes) {
    const count = this.latches.length;
    const beside = LABEL + (count < 20 ? NUMBER : 0);
    const gaps = BREAK * this.breaks.filter(Boolean).length;
    const row = high / Math.max(LEAST_ROWS, Math.min(passes, MOST_ROWS));
    const cell = Math.max(1, Math.min((wide - beside - gaps - EDGE) / count, Math.max(7, Math.min(LARGEST, row))));
    const size = cell > 3 ? Math.floor(cell) : cell;
    const x = LABEL + Math.max(0, (wide - beside - gaps - size * count) / 2);
    const down = Math.max(1, Math.floor((high - 2 * EDGE) / size));
    return { across: 1, down, columns: count, cell: size, place: (k) => ({ x, y: EDGE + k * size }) };
  }

  boards(wide, high) {
    const { rows, columns } = this.board;
    const large = Math.max(1, Math.floor(Math.min(wide / columns, (LARGE * high) / rows)));
    const small = Math.max(1, Math.floor((wide / SMALL_ACROSS - 4) / columns));
    const [w, h, top] = [small * columns + 4, small * rows + 4, large * rows + 8];
    const across = Math.max(1, Math.floor(wide / w));
    const down = Math.max(1, Math.floor((high - top) / h));
    const place = (k) => ({ x: 2 + (k % across) * w, y: top + 2 + Math.floor(k / across) * h });
    return { across, down, columns, cell: small, place, large: { columns, cell: large, x: (wide - large * columns) / 2, y: 0 } };
  }

  // The canvas at the size of its panel, empty.
  prepared(wide, high) {
    const scale = devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(wide * scale), height: Math.round(high * scale) });
    const context = this.canvas.getContext("2d");
    context.scale(scale, scale);
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "middle";
    return context;
  }

  // Squares, `columns` in a line: a true one is dark; the answer: how wide and high they are.
  cells(context, word, { columns, cell, x, y }) {
    const { truth, tint } = colours();
    const gap = cell >= 6 ? 1 : 0;
    let [left, breaks] = [x, 0];
    word.forEach((value, k) => {
      if (k % columns === 0) [left, breaks] = [x, 0];
      if (this.breaks[k]) breaks += BREAK;
      const [u, v] = [left + breaks + (k % columns) * cell, y + Math.floor(k / columns) * cell];
      context.fillStyle = value === "false" ? tint.false : truth[value];
      context.fillRect(u, v, cell - gap, cell - gap);
      if (value === "true" || value === "false") return;
      context.fillStyle = tint[value]; // with a hole, where it is no bit
      context.fillRect(u + cell / 4, v + cell / 4, cell / 2, cell / 2);
    });
    return { w: breaks + columns * cell, h: Math.ceil(word.length / columns) * cell };
  }

  one(context, run, pass, plan, { x, y }, { now, answered }) {
    const truths = run.state(pass);
    const wrong = pass > 0 && !run.follows(pass - 1);
    const { w, h } = this.cells(context, inWordOrder(truths), { ...plan, x, y });
    const { ink, soft, glow, warn } = colours();
    const number = this.number(truths);
    const word = this.board ? spelled(this.latches, truths) : wordOf(truths);
    const name = `${this.noun} ${pass + 1}: ${word}${number ? `, ${number}` : ""}${wrong ? ", not what the circuit says" : ""}`;
    this.boxes.push({ pass, name, x, y, w, h });
    const line = answered ? glow : wrong ? warn : ink;
    if (now || answered || wrong) {
      Object.assign(context, { strokeStyle: line, lineWidth: answered ? 3 : 2 });
      context.strokeRect(x - 1, y - 1, w + 1, h + 1);
    }
    if (this.board || (plan.cell < 13 && !now && !answered)) return;
    Object.assign(context, { fillStyle: now ? ink : soft, textAlign: "right" });
    context.fillText(String(pass + 1), x - 6, y + h / 2);
    Object.assign(context, { fillStyle: wrong ? warn : ink, textAlign: "left" });
    if (number.length <= 6 && plan.columns < 20) context.fillText(wrong ? "✗" : number, x + w + 6, y + h / 2);
  }
}
