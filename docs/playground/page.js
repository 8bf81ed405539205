// The page: shows a sample, sends what is written to the worker, and shows what it answers.

const by = (id) => document.getElementById(id);
const samples = await (await fetch("samples.json")).json();
const ABOUT = {
  latex: "A table as papers print it. The line above it names its model and gadget.",
  toml: "A gadget file: its coordinates, cases, steps, and what its contract promises.",
  circuit: "A machine by name, such as counter:3 or rule110:8, or a BLIF or AIGER file.",
};
const written = Object.fromEntries(Object.entries(samples.texts));
const worker = new Worker("worker.js", { type: "module" });
const LETTER = 8; // pixels of a letter of the verdict
let kind = "latex";

function choose(next) {
  written[kind] = by("text").value || written[kind];
  kind = next;
  for (const button of document.querySelectorAll("[data-kind]")) {
    button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
  }
  by("about").textContent = ABOUT[kind];
  by("choice").hidden = kind === "latex";
  by("text").value = written[kind];
}

function check() {
  if (by("check").disabled) return;
  by("check").disabled = true;
  by("state").textContent = "checking";
  const columns = Math.min(100, Math.floor((by("verdict").clientWidth - 26) / LETTER));
  worker.postMessage({ kind, model: by("model").value, text: by("text").value, columns });
}

worker.onmessage = ({ data }) => {
  if (data.stage !== undefined) {
    by("loading").value = data.stage;
    by("state").textContent = data.says;
    if (data.stage < 3) return;
    by("loading").hidden = true;
    by("check").disabled = false;
    check();
    return;
  }
  const { right, text, page } = data.answer;
  by("check").disabled = false;
  by("state").textContent = `done in ${(data.ms / 1000).toFixed(2)} s`;
  by("verdict").textContent = text;
  by("verdict").className = right === null ? "" : right ? "right" : "wrong";
  by("page").hidden = !page;
  by("page").srcdoc = page;
};
worker.onerror = (event) => {
  by("state").textContent = `this browser could not load Python: ${event.message || "is it up to date?"}`;
};

by("model").append(...samples.models.map((name) => new Option(name, name, name === "svm", name === "svm")));
document.querySelectorAll("[data-kind]").forEach((button) => button.addEventListener("click", () => choose(button.dataset.kind)));
by("check").addEventListener("click", check);
by("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check();
});
by("text").value = written.latex;
choose("latex");
if ("serviceWorker" in navigator) navigator.serviceWorker.register("cached.js").catch(() => undefined);
