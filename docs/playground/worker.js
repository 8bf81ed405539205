// Runs the package in a thread of its own, by the Python that Pyodide compiles to WebAssembly.

import { loadPyodide } from "./pyodide.mjs";

const say = (stage, says) => postMessage({ stage, says });

async function start() {
  const packed = fetch("packed.zip").then((answer) => answer.arrayBuffer());
  say(0, "loading Python");
  const python = await loadPyodide({ env: { OGD_EXACT_NUMBERS: "fraction", HOME: "/home/pyodide" } });
  say(1, "loading ogd-exact");
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await packed, "zip", { extractDir: folder });
  say(2, "starting ogd-exact");
  python.runPython(await (await fetch("answer.py")).text());
  say(3, "ready");
  return python.globals.get("answer");
}

const ready = start();
onmessage = async ({ data: { kind, model, text, columns } }) => {
  const answer = await ready;
  const begun = performance.now();
  let said;
  try {
    said = JSON.parse(answer(kind, model, text, columns));
  } catch (problem) {
    said = { right: null, text: String(problem.message).trim().split("\n").slice(-1)[0], page: "" };
  }
  postMessage({ answer: said, ms: performance.now() - begun });
};
