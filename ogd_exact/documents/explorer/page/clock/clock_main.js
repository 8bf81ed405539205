// The page of a run in any order: reads its data, and shows the moment that one has moved to.

import { CircuitView } from "../circuit_view.js";
import { byId } from "../dom.js";
import { numbersOf } from "../expressions.js";
import { SpaceTime } from "../space_time.js";
import { Stage } from "../stage.js";
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

const LEVELS = {
  slot: ["Slot", "The slot in turn, and the epoch"],
  circuit: ["Circuit", "The gates, as the weights say them"],
  weights: ["Weights", "All weights, with their exact numbers"],
  poke: ["Poke", "Change the start or an example, and see what happens"],
};
const data = JSON.parse(byId("data").textContent);
const run = new ClockRun(data, numbersOf(data));

const stage = new Stage(run, ClockPlayer, show);
const { player, choose, byHand } = stage;
const zoom = new Zoom(data, () => show(), LEVELS);
const circuitView = new CircuitView({ ...data, coordinates: data.coordinates.filter(({ kind }) => kind !== "clock") }, choose);
const weightsView = new WeightsView(data, run, choose);
const pokeView = new ClockPoke(data, run, poked);
const handsView = new HandsView(data, run);
const slotView = new SlotView(data, run, (...given) => pokeView.edit(...given));
const orderView = new OrderView(run, present);
const spaceTime = new SpaceTime(data, run, player, (pass) => byHand(pass, 0));
const timeline = new ClockTimeline(data, run, 1, byHand);

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
  const { sweeping, followed } = stage;
  handsView.show(moment);
  spaceTime.show(run, moment);
  orderView.show();
  if (!sweeping || byId("weight-list").clientHeight) weightsView.show(run, moment, false, followed);
  if (byId("drawing").clientHeight) circuitView.show(run, moment, false, followed);
  if (zoom.level === "poke") pokeView.show();
  if (zoom.level === "slot") slotView.show(moment, sweeping);
  stage.tell(moment, pokeView.says(moment) ?? narrate(run, moment));
  timeline.show(moment);
}

const sizes = `${data.slots.length} slots and a drift, ${data.clock.epochs} epochs a period`;
stage.open(sizes, { help: setUpClockHelp(), order: () => orderView.next() });
