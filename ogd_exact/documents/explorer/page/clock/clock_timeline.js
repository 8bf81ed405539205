// The timeline of a period: the bits after every epoch, under what the slots that fire are for.

import { Timeline } from "../timeline.js";
import { phaseWords } from "../words.js";

const shade = (value) => Math.sign(value) * Math.min(1, 0.25 + Math.asinh(Math.abs(value)) / 2.6);

export class ClockTimeline extends Timeline {
  get weights() {
    return this.data.coordinates.filter(({ kind }) => kind !== "clock");
  }

  // Between two stops the bits stand still.
  rows(pass) {
    const { run, weights } = this;
    const stops = run.period(pass);
    const rows = weights.map(() => new Float32Array(stops.at(-1).t + 1));
    stops.forEach(({ t, state }, k) => {
      const until = stops[k + 1]?.t ?? t + 1;
      rows.forEach((row, i) => row.fill(shade(run.field.approx(run.margins.weight(state, i))), t, until));
    });
    return rows;
  }

  // From the first firing of a phase to that of the next; at the end only the drift fires.
  stretches() {
    const { data, run } = this;
    const stops = run.period(this.pass ?? 0);
    const began = new Map();
    let last = 0;
    for (const { t, fired } of stops) {
      for (const k of fired) {
        const { phase } = data.calls[data.slots[run.slotOf[k]].call];
        if (!began.has(phase)) began.set(phase, t);
        last = t;
      }
    }
    const found = [...began].sort(([, a], [, b]) => a - b).map(([number, from]) => ({ from, number, title: phaseWords(data.phases[number]).title }));
    const ends = [...found.slice(1).map(({ from }) => from), last + 1];
    const named = found.map((stretch, k) => ({ ...stretch, from: k ? stretch.from : 0, to: ends[k] }));
    const end = stops.at(-1).t;
    return end > last + 1 ? [...named, { from: last + 1, to: end, number: data.phases.length, title: "only the drift" }] : named;
  }

  ends() {
    return this.run.period(this.pass ?? 0).map(({ t }) => t);
  }

  show(moment) {
    const key = `${moment.pass},${this.run.version}`;
    this.pass = moment.pass;
    if (key !== this.made) this.strip();
    this.made = key;
    super.show(moment);
  }
}
