// How one moves through a run in any order: by epochs, by firings and by periods.

import { Player } from "../player.js";

const SPEEDS = [
  ["1 epoch a second", "step", 1000],
  ["10 epochs a second", "step", 100],
  ["1 firing a second", "call", 1000],
  ["4 firings a second", "call", 250],
  ["a period in 12 seconds", "pass", 12000],
  ["a period in 4 seconds", "pass", 4000],
  ["a period a second", "pass", 1000],
];
const FOUR_SECONDS = 5;

export class ClockPlayer extends Player {
  constructor(run, show, still) {
    super(run, show, still);
    Object.assign(this, { speeds: SPEEDS, speed: FOUR_SECONDS });
  }

  // To the next epoch in which a slot fires, or the one before.
  call(by) {
    const stops = this.run.period(this.pass);
    const found = by > 0 ? stops.find(({ t }) => t > this.t) : stops.findLast(({ t }) => t < this.t);
    return found ? this.go(this.pass, found.t, "call") : this.step(by);
  }

  // Epochs in which something fires take most of the time, and the many between them little.
  times() {
    const stops = this.run.period(this.pass);
    let total = 0;
    const ends = stops.map(({ t }, k) => (total += k ? Math.sqrt(t - stops[k - 1].t) : 0));
    return { stops, ends, total };
  }

  partOf(t) {
    const { stops, ends, total } = this.times();
    const k = stops.findIndex((stop) => stop.t >= t);
    if (k <= 0) return 0;
    const [from, to] = [stops[k - 1].t, stops[k].t];
    return (ends[k - 1] + ((t - from) / (to - from)) * (ends[k] - ends[k - 1])) / total;
  }

  placeAt(part) {
    const { stops, ends, total } = this.times();
    const k = ends.findIndex((end) => end >= part * total);
    if (k <= 0) return k ? stops.at(-1).t : 0;
    const [from, to] = [stops[k - 1].t, stops[k].t];
    return Math.floor(from + ((part * total - ends[k - 1]) / (ends[k] - ends[k - 1])) * (to - from));
  }
}
