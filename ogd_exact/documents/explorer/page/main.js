// The page: reads its data, and shows the moment that one has moved to.

import { CallView } from "./call_view.js";
import { CircuitView } from "./circuit_view.js";
import { byId, fill } from "./dom.js";
import { ExampleView } from "./example_view.js";
import { numbersOf } from "./expressions.js";
import { introduction, phasesInWords, setUpHelp } from "./help.js";
import { narrate, noMoreChange } from "./narration.js";
import { PassView } from "./pass_view.js";
import { Player } from "./player.js";
import { PokeView } from "./poke_view.js";
import { Run } from "./run.js";
import { SpaceTime } from "./space_time.js";
import { Stage } from "./stage.js";
import { Timeline } from "./timeline.js";
import { WeightsView } from "./weights_view.js";
import { noun } from "./words.js";
import { Zoom } from "./zoom.js";

const data = JSON.parse(byId("data").textContent);
const run = new Run(data, numbersOf(data));
const wide = matchMedia("(min-width: 1600px)"); // where weights have a column of their own, by style.css
let frame = 0;

const stage = new Stage(run, Player, show);
const { player, choose, byHand } = stage;
const zoom = new Zoom(data, () => show());
const circuitView = new CircuitView(data, choose);
const weightsView = new WeightsView(data, run, choose);
const pokeView = new PokeView(data, run, poked);
const callView = new CallView(data, run);
const exampleView = new ExampleView(data, run, data.circuit ? (...given) => pokeView.edit(...given) : null);
const spaceTime = new SpaceTime(data, run, player, (pass) => byHand(pass, 0));
const passView = new PassView(data, run, (t) => byHand(player.pass, t, "step"));
const timeline = new Timeline(data, run, weightsView.span || 1, byHand);

async function nextChange() {
  const { followed } = stage;
  const say = (text) => (byId("narration").textContent = text);
  const found = await player.nextChange(followed, (pass) =>
    say(`Looking for a change of ${data.coordinates[followed].name} in ${noun(data)} ${pass + 1} …`),
  );
  if (!found) say(noMoreChange(run, followed));
}

// The run is another from here on: what was seen of it is forgotten, and one looks at where it goes wrong, if it does.
function poked(pass, t, what) {
  player.reached = 0;
  byHand(pass, t, what === "fault" && run.training.order === null ? "step" : "pass");
  if (what === "fault" && run.training.order === null) zoom.set("example");
  show();
}

function show() {
  const moment = run.moment(player.pass, player.t);
  const { step } = moment;
  const { sweeping, followed } = stage;
  const inCall = step !== null && run.training.ends[step.call] !== moment.t;
  zoom.follow(player.unit);
  circuitView.show(run, moment, inCall, followed);
  spaceTime.show(run, moment);
  if (!sweeping || wide.matches || zoom.level === "weights") weightsView.show(run, moment, inCall, followed);
  if (zoom.level === "pass") passView.show(moment);
  if (zoom.level === "poke") pokeView.show();
  if (step && !sweeping) {
    callView.show(moment);
    exampleView.show(moment);
  } else if (!step) begins();
  document.body.classList.toggle("begins", step === null);
  stage.tell(moment, pokeView.says(moment) ?? narrate(run, moment, zoom.level));
  timeline.show(moment);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => settle(step !== null && !sweeping, sweeping));
}

// Before the first example of a pass there is no call and no example.
function begins() {
  const first = !data.circuit || player.pass === 0;
  byId("phase").textContent = first ? "What happens here" : "What a pass does";
  byId("phase-text").textContent = "";
  const table = data.circuit ? [] : [callView.unfed(data.blocks[0].gadget, player.pass)];
  fill(byId("gadget"), ...(first ? introduction(run) : phasesInWords(data)), ...table);
}

// What needs to know where things stand on the screen, once for each picture that is painted.
function settle(fed, sweeping) {
  if (sweeping) return;
  circuitView.settle();
  weightsView.settle();
  if (fed) callView.settle();
}

byId("space-time").hidden = !data.circuit;
document.body.classList.toggle("alone", !data.circuit);
addEventListener("resize", () => callView.forget());
stage.open("", { help: setUpHelp(run), change: nextChange });
if (data.changed) {
  pokeView.take(data.changed);
  if (location.hash) stage.goToHash();
}
