// The page of a run in any order: reads its data, and shows the moment that one has moved to.

import { CircuitView } from "../circuit_view.js";
import { Controls } from "../controls.js";
import { byId, fill, html } from "../dom.js";
import { numbersOf } from "../expressions.js";
import { showLegend } from "../legend.js";
import { cellText, counted } from "../show.js";
import { SpaceTime } from "../space_time.js";
import { answer, headline, question, remark } from "../story.js";
import { restoreTheme, switchTheme } from "../theme.js";
import { WeightsView } from "../weights_view.js";
import { Zoom } from "../zoom.js";
import { ClockPlayer } from "./clock_player.js";
import { ClockPoke } from "./clock_poke.js";
import { ClockRun } from "./clock_run.js";
import { ClockTimeline } from "./clock_timeline.js";
import { narrate, setUpClockHelp } from "./clock_words.js";
import { HandsView } from "./hands_view.js";
import { OrderView } from "./order_view.js";
import { SlotView } from "./slot_view.js";

const REST = 150; // milliseconds after a move until the address names the moment
const LEVELS = {
  slot: ["Slot", "The slot in turn, and the epoch"],
  circuit: ["Circuit", "The gates, as the weights say them"],
  weights: ["Weights", "All weights, with their exact numbers"],
  poke: ["Poke", "Change the start or an example, and see what happens"],
};
const data = JSON.parse(byId("data").textContent);
const run = new ClockRun(data, numbersOf(data));
let rest = 0;
let followed = data.accept;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const zoom = new Zoom(data, () => show(), LEVELS);
const player = new ClockPlayer(run, show, () => still.matches);
const byHand = (pass, t, unit) => player.take().go(pass, t, unit);
const choose = (coordinate) => {
  followed = coordinate;
  show();
};
const circuitView = new CircuitView({ ...data, coordinates: data.coordinates.filter(({ kind }) => kind !== "clock") }, choose);
const weightsView = new WeightsView(data, run, choose);
const pokeView = new ClockPoke(data, run, poked);
const handsView = new HandsView(data, run);
const slotView = new SlotView(data, run, (...given) => pokeView.edit(...given));
const orderView = new OrderView(run, present);
const spaceTime = new SpaceTime(data, run, player, (pass) => byHand(pass, 0, "pass"));
const timeline = new ClockTimeline(data, run, 1, (pass, t) => byHand(pass, t, t ? "step" : "pass"));
const controls = new Controls(data, player, {
  theme: () => {
    switchTheme();
    show();
  },
  help: setUpClockHelp(),
  follow: (by) => choose((followed + by + data.coordinates.length) % data.coordinates.length),
  choose,
  order: () => orderView.next(),
});

// Another order from the very start; one stays in the epoch where one is.
function present(order) {
  run.present(order);
  if (run.poked?.stepped) pokeView.apply();
  else player.go(player.pass, player.t);
}

// The run is another from here on: what was seen of it is forgotten, and one looks at where it goes wrong, if it does.
function poked(pass, t, what) {
  player.reached = 0;
  byHand(pass, t, what === "fault" ? "step" : "pass");
  if (what === "fault") zoom.set("slot");
  show();
}

function show() {
  const moment = run.moment(player.pass, player.t);
  const sweeping = player.timer !== null && player.unit === "pass";
  handsView.show(moment);
  spaceTime.show(run, moment);
  orderView.show();
  if (!sweeping || byId("weight-list").clientHeight) weightsView.show(run, moment, false, followed);
  if (byId("drawing").clientHeight) circuitView.show(run, moment, false, followed);
  if (zoom.level === "poke") pokeView.show();
  if (zoom.level === "slot") slotView.show(moment, sweeping);
  const known = player.atEnd ? html("span", { id: "answer" }, ` ${answer(run.outcome, "period")}`) : null;
  fill(byId("question"), question(data), known);
  const { text, wrong } = pokeView.says(moment) ?? narrate(run, moment);
  byId("narration").textContent = text;
  byId("narration").classList.toggle("wrong", wrong);
  document.body.classList.toggle("poked", run.poked !== null);
  document.body.classList.toggle("accepted", run.field.sign(moment.after.get(data.accept)) > 0);
  timeline.show(moment);
  controls.show(followed);
  clearTimeout(rest);
  rest = setTimeout(() => history.replaceState(null, "", `#${player.pass + 1}.${player.t}`), REST);
}

function goToHash() {
  const match = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
  const t = Number(match?.[2] ?? 0);
  player.take().go(match ? Number(match[1]) - 1 : 0, t, t ? "step" : "pass");
  return match !== null;
}

function about() {
  const assuming = data.assuming ? `, ${data.assuming}` : "";
  const parameters = Object.entries(data.parameters).map(([name, text]) => `${cellText(name)} = ${text}`);
  const sizes = `${counted(data.circuit.gates.length, "NAND gate")}, ${data.coordinates.length} weights, ${data.examples.length} examples in ${data.slots.length} slots and a drift, ${data.clock.epochs} epochs a period`;
  return [`${data.title}, asked for ${data.property}${assuming}`, ...parameters, sizes].join(" · ");
}

restoreTheme();
byId("title").textContent = headline(data);
byId("about").textContent = about();
byId("premise").append(remark(data));
showLegend();
addEventListener("hashchange", goToHash);
addEventListener("resize", () => show());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show());
// The page plays at once, unless one came to a moment of it, or wants nothing to move.
if (!goToHash() && !still.matches) player.play();
