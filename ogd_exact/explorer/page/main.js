// The page: reads its data, and shows the moment that one has moved to.

import { CallView } from "./call_view.js";
import { CircuitView } from "./circuit_view.js";
import { Controls } from "./controls.js";
import { byId, fill, html } from "./dom.js";
import { ExampleView } from "./example_view.js";
import { numbersOf } from "./expressions.js";
import { introduction, phasesInWords, setUpHelp } from "./help.js";
import { narrate, noMoreChange } from "./narration.js";
import { Player } from "./player.js";
import { Run } from "./run.js";
import { cellText, counted, TRUTHS } from "./show.js";
import { Timeline } from "./timeline.js";
import { WeightsView } from "./weights_view.js";
import { noun } from "./words.js";

const REST = 150; // milliseconds after a move until the address names the moment; browsers allow only so many changes
const THEME = "ogd-exact-theme";
const data = JSON.parse(byId("data").textContent);
const numbers = numbersOf(data);
const run = new Run(data, numbers);
let frame = 0;
let rest = 0;
let followed = data.circuit ? data.accept : 0;

const player = new Player(run, show);
const views = [new CircuitView(data, choose), new WeightsView(data, run, choose)];
const callView = new CallView(data, run);
const exampleView = new ExampleView(data, run);
const timeline = new Timeline(data, run, (pass, t) => player.go(pass, t));
const controls = new Controls(data, player, {
  theme: () => keepTheme(dark() ? "light" : "dark"),
  help: setUpHelp(data),
  follow: (by) => choose((followed + by + data.coordinates.length) % data.coordinates.length),
  choose,
  change: nextChange,
});

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// Where a browser lets pages that are opened from disk keep nothing, the choice lasts until the page is left.
function keepTheme(chosen) {
  document.documentElement.dataset.theme = chosen;
  try {
    localStorage.setItem(THEME, chosen);
  } catch {
    return;
  }
}

function keptTheme() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

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

function show() {
  const moment = run.moment(player.pass, player.t);
  const { step } = moment;
  const inCall = step !== null && run.training.ends[step.call] !== moment.t;
  for (const view of views) view.show(run, moment, inCall, followed);
  document.body.classList.toggle("begins", step === null);
  if (step) {
    callView.show(moment);
    exampleView.show(moment);
  } else {
    const first = !data.circuit || player.pass === 0;
    byId("phase").textContent = first ? "What happens here" : "What a pass does";
    byId("phase-text").textContent = "";
    fill(byId("gadget"), ...(first ? introduction(data) : phasesInWords(data)));
  }
  const { text, wrong } = narrate(run, moment);
  byId("narration").textContent = text;
  byId("narration").classList.toggle("wrong", wrong);
  document.body.classList.toggle(
    "accepted",
    Boolean(data.circuit) && run.field.sign(moment.after.get(data.accept)) > 0,
  );
  timeline.show(moment);
  controls.show(followed);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => settle(step !== null));
  clearTimeout(rest);
  rest = setTimeout(() => history.replaceState(null, "", `#${player.pass + 1}.${player.t}`), REST);
}

// What needs to know where things stand on the screen, once for each picture that is painted.
function settle(fed) {
  for (const view of views) view.settle();
  if (fed) callView.settle();
}

function goToHash() {
  const match = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
  player.go(match ? Number(match[1]) - 1 : 0, Number(match?.[2] ?? 0));
}

function about() {
  const parts = Object.entries(data.parameters).map(([name, text]) => `${cellText(name)} = ${text}`);
  if (data.field.kind === "powers") parts.push(`α = 1 − λ = ${data.field.base}`);
  if (data.circuit) {
    const { verdict, passes } = data.outcome;
    const end = { accepted: `yes, in pass ${passes}`, never: "never", undecided: `not in ${counted(passes, "pass")}` }[verdict];
    const assuming = data.assuming ? `, ${data.assuming}` : "";
    parts.unshift(`asks for ${data.property}${assuming}: ${end}`);
    parts.push(
      `${counted(data.circuit.gates.length, "NAND gate")}, ${data.coordinates.length} weights, ${run.training.length} examples a pass`,
    );
  }
  return parts.join(" · ");
}

if (["light", "dark"].includes(keptTheme())) document.documentElement.dataset.theme = keptTheme();
byId("title").textContent = data.title;
byId("title").title = data.title;
byId("about").textContent = about();
fill(
  byId("legend"),
  ...Object.entries(TRUTHS).map(([truth, { sign, word }]) =>
    html("span", { class: `weight ${truth}` }, html("span", { class: "badge" }, sign), word),
  ),
);
addEventListener("hashchange", goToHash);
addEventListener("resize", () => {
  callView.forget();
  show();
});
goToHash();
