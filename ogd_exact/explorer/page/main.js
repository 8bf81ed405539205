// The page: reads its data, and shows the moment that one has moved to.

import { CallView } from "./call_view.js";
import { CircuitView } from "./circuit_view.js";
import { Controls } from "./controls.js";
import { byId, fill, html } from "./dom.js";
import { ExampleView } from "./example_view.js";
import { numbersOf } from "./expressions.js";
import { introduction, phasesInWords, setUpHelp } from "./help.js";
import { showLegend } from "./legend.js";
import { narrate, noMoreChange } from "./narration.js";
import { PassView } from "./pass_view.js";
import { Player } from "./player.js";
import { PokeView } from "./poke_view.js";
import { Run } from "./run.js";
import { cellText, counted } from "./show.js";
import { SpaceTime } from "./space_time.js";
import { answer, headline, question } from "./story.js";
import { restoreTheme, switchTheme } from "./theme.js";
import { Timeline } from "./timeline.js";
import { WeightsView } from "./weights_view.js";
import { noun } from "./words.js";
import { Zoom } from "./zoom.js";

const REST = 150; // milliseconds after a move until the address names the moment; browsers allow only so many changes
const data = JSON.parse(byId("data").textContent);
const numbers = numbersOf(data);
const run = new Run(data, numbers);
let frame = 0;
let rest = 0;
let followed = data.circuit ? data.accept : 0;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const zoom = new Zoom(data, () => show());
const player = new Player(run, show, () => still.matches);
const byHand = (pass, t, unit) => player.take().go(pass, t, unit);
const circuitView = new CircuitView(data, choose);
const weightsView = new WeightsView(data, run, choose);
const pokeView = new PokeView(data, run, poked);
const callView = new CallView(data, run);
const exampleView = new ExampleView(data, run, data.circuit ? (...given) => pokeView.edit(...given) : null);
const spaceTime = new SpaceTime(data, run, player, (pass) => byHand(pass, 0, "pass"));
const passView = new PassView(data, run, (t) => byHand(player.pass, t, "step"));
const timeline = new Timeline(data, run, weightsView.span || 1, (pass, t) => byHand(pass, t, t ? "step" : "pass"));
const controls = new Controls(data, player, {
  theme: () => {
    switchTheme();
    show();
  },
  help: setUpHelp(data),
  follow: (by) => choose((followed + by + data.coordinates.length) % data.coordinates.length),
  choose,
  change: nextChange,
});

function choose(coordinate) {
  followed = coordinate;
  show();
}

async function nextChange() {
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
  const inCall = step !== null && run.training.ends[step.call] !== moment.t;
  const sweeping = player.timer !== null && player.unit === "pass";
  zoom.follow(player.unit);
  circuitView.show(run, moment, inCall, followed);
  spaceTime.show(run, moment);
  // A pass that is swept through is seen from afar.
  if (!sweeping || byId("weight-list").clientHeight) weightsView.show(run, moment, inCall, followed);
  if (zoom.level === "pass") passView.show(moment);
  if (zoom.level === "poke") pokeView.show();
  if (step && !sweeping) {
    callView.show(moment);
    exampleView.show(moment);
  } else if (!step) begins();
  if (data.circuit) {
    const known = player.atEnd ? html("span", { id: "answer" }, ` ${answer(run.outcome)}`) : null;
    fill(byId("question"), question(data), known);
  }
  const { text, wrong } = pokeView.says(moment) ?? narrate(run, moment, zoom.level);
  byId("narration").textContent = text;
  byId("narration").classList.toggle("wrong", wrong);
  document.body.classList.toggle("begins", step === null);
  document.body.classList.toggle("poked", run.poked !== null);
  document.body.classList.toggle(
    "accepted",
    Boolean(data.circuit) && run.field.sign(moment.after.get(data.accept)) > 0,
  );
  timeline.show(moment);
  controls.show(followed);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => settle(step !== null && !sweeping, sweeping));
  clearTimeout(rest);
  rest = setTimeout(() => history.replaceState(null, "", `#${player.pass + 1}.${player.t}`), REST);
}

// Before the first example of a pass there is no call and no example.
function begins() {
  const first = !data.circuit || player.pass === 0;
  byId("phase").textContent = first ? "What happens here" : "What a pass does";
  byId("phase-text").textContent = "";
  fill(byId("gadget"), ...(first ? introduction(data) : phasesInWords(data)));
}

// What needs to know where things stand on the screen, once for each picture that is painted.
function settle(fed, sweeping) {
  if (!sweeping) circuitView.settle();
  weightsView.settle();
  if (fed) callView.settle();
}

function goToHash() {
  const match = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
  const t = Number(match?.[2] ?? 0);
  player.take().go(match ? Number(match[1]) - 1 : 0, t, t ? "step" : "pass");
  return match !== null;
}

function about() {
  const parts = Object.entries(data.parameters).map(([name, text]) => `${cellText(name)} = ${text}`);
  if (data.field.kind === "powers") parts.push(`α = 1 − λ = ${data.field.base}`);
  if (data.circuit) {
    const assuming = data.assuming ? `, ${data.assuming}` : "";
    parts.unshift(`${data.title}, asked for ${data.property}${assuming}`);
    parts.push(
      `${counted(data.circuit.gates.length, "NAND gate")}, ${data.coordinates.length} weights, ${run.training.length} examples a pass`,
    );
  }
  return parts.join(" · ");
}

restoreTheme();
byId("title").textContent = headline(data);
byId("space-time").hidden = !data.circuit;
document.body.classList.toggle("alone", !data.circuit);
byId("about").textContent = about();
showLegend();
addEventListener("hashchange", goToHash);
addEventListener("resize", () => {
  callView.forget();
  show();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
// The page plays at once, unless one came to a moment of it, or wants nothing to move.
if (!goToHash() && data.circuit && !still.matches) player.play();
