// The circuit: gates and wires in the colours, shapes and signs of what the weights say.

import { Camera } from "./camera.js";
import { byId, fill, html, put, svg } from "./dom.js";
import { layOut } from "./layout.js";
import { shortName, shortText, truthOf, TRUTHS } from "./show.js";
import { purpose } from "./words.js";

const LONGEST = 16; // letters of a name
const BODY = "M-15,-11 H0 A11,11 0 0 1 0,11 H-15 Z"; // a NAND gate, but for its bubble
const [SMALLEST_TEXT, SMALLEST_SHAPE] = [11, 0.6]; // pixels; of the usual size, for which a sign has room

export class CircuitView {
  constructor(data, follow) {
    this.data = data;
    this.follow = follow;
    this.nodes = new Map(); // by coordinate
    this.named = new Set(); // the coordinates of the call in view
    this.wires = [];
    if (data.circuit) this.draw();
    else byId("circuit").hidden = true;
    this.registers = data.coordinates.flatMap(({ kind }, i) =>
      kind !== "input" && kind !== "gate" && data.circuit && i !== data.accept ? [this.register(i)] : [],
    );
    fill(byId("registers"), "Further weights:", ...this.registers.map(({ node }) => node));
    byId("registers").hidden = !this.registers.length;
  }

  draw() {
    const { circuit, coordinates, accept } = this.data;
    const { nodes, wires, width, height } = layOut(circuit);
    const body = svg("g");
    for (const { from, to, pin, path } of wires) {
      const wire = svg("path", { class: "wire" });
      const answers = to.kind === "port" && to.signal === circuit.inputs - 1;
      this.wires.push({ wire, coordinate: circuit.first + from.signal, path, pin, answers });
      body.append(wire);
    }
    for (const node of nodes.filter(({ kind }) => kind === "input" || kind === "gate")) {
      this.node(body, node, circuit.first + node.signal, coordinates[circuit.first + node.signal].name);
    }
    for (const node of nodes.filter(({ kind }) => kind === "port")) {
      if (node.signal === circuit.inputs - 1) this.node(body, node, accept, coordinates[accept].name);
      else {
        const name = `${coordinates[circuit.first + node.signal].name}′`;
        node.arrow = svg("path", { class: "arrow", d: "M-8,-4 l7,4 l-7,4 z" });
        node.label = svg("text", { class: "name port" }, shortName(name, LONGEST), svg("title", {}, name));
        body.append(node.arrow, node.label);
      }
    }
    this.places = nodes;
    const longest = (wanted) =>
      Math.max(3, ...nodes.filter(({ kind }) => kind === wanted).map(({ label }) => label.firstChild.data.length));
    // What letters need on either side, in the page's own size.
    const margins = (named) => {
      if (!named) return { left: 20, right: 24, top: 32, bottom: 18 };
      const letter = 0.6 * parseFloat(getComputedStyle(document.documentElement).fontSize);
      return { left: longest("input") * letter + 36, right: longest("port") * letter + 42, top: 32, bottom: 18 };
    };
    this.camera = new Camera(byId("drawing"), body, { width, height, margins }, nodes, (view) => this.place(view));
  }

  node(body, node, coordinate, name) {
    const gate = node.kind === "gate";
    const sign = svg("text", { class: "sign", x: gate ? -3 : 0, y: 5 });
    const title = svg("title", {}, name);
    const shape = gate
      ? [svg("path", { class: "body", d: BODY }), svg("circle", { class: "body bubble", cx: 15, cy: 0, r: 4 })]
      : [svg("rect", { class: "body", x: -13, y: -11, width: 26, height: 22, rx: node.kind === "port" ? 11 : 3 })];
    const group = svg("g", { class: "node" }, title, ...shape, sign);
    const side = { gate: "name", input: "name left", port: "name port answer" }[node.kind];
    const label = svg("text", { class: side }, coordinate === this.data.accept ? "answer" : shortName(name, LONGEST));
    for (const part of [group, label]) part.addEventListener("click", () => this.follow(coordinate));
    group.addEventListener("pointerenter", () => (title.textContent = this.about(coordinate)));
    Object.assign(node, { group, label, sign });
    this.nodes.set(coordinate, { group, sign, label, node });
    body.append(group, label);
  }

  // What a weight is, and its exact number.
  about(i) {
    const { run, after, truths } = this.shown;
    const { name } = this.data.coordinates[i];
    return `${name} is ${TRUTHS[truths[i]].word}: ${run.field.text(after.get(i))}\n${purpose(this.data, i)}`.trim();
  }

  // Puts everything where the camera sees it: shapes become larger and smaller, letters do not.
  place({ x, y, size, named: ends, gap, layer }) {
    const named = { gate: gap >= 30 && layer >= 54, input: ends, port: ends };
    for (const node of this.places) {
      if (node.kind === "bend") continue;
      const [u, v] = [x(node), y(node)];
      (node.group ?? node.arrow).setAttribute("transform", `translate(${u},${v}) scale(${size})`);
      const shown = named[node.kind];
      node.label.toggleAttribute("hidden", !shown);
      put(node.label, "display", shown ? "inline" : "none");
      const at = {
        gate: [u - 3 * size, v - 11 * size - 4],
        input: [u - 13 * size - 6, v + 4],
        port: [u + (node.group ? 13 * size + 6 : 3), v + 4],
      };
      const [left, top] = at[node.kind];
      put(node.label, "x", left);
      put(node.label, "y", top);
      if (!node.sign) continue;
      put(node.sign, "display", size >= SMALLEST_SHAPE ? "inline" : "none");
      node.sign.style.fontSize = `${Math.max(14, SMALLEST_TEXT / size)}px`;
    }
    for (const { wire, path, pin } of this.wires) wire.setAttribute("d", wirePath(path, pin, x, y, size));
  }

  register(i) {
    const sign = html("b");
    const node = html("span", { class: "register" }, sign, this.data.coordinates[i].name);
    node.addEventListener("click", () => this.follow(i));
    return { i, node, sign };
  }

  show(run, moment, inCall, followed) {
    const { accept, coordinates } = this.data;
    const named = new Set(moment.step?.row);
    const truths = coordinates.map((_, i) => truthOf(run, moment.after, i, inCall && named.has(i)));
    const yes = this.data.circuit && run.field.sign(moment.after.get(accept)) > 0;
    const answering = yes ? this.wires.find(({ answers }) => answers).coordinate : -1;
    this.shown = { run, after: moment.after, truths };
    // What looks as it did is not touched, which is most of what makes a step cheap.
    for (const [i, parts] of this.nodes) {
      const { group, sign, label } = parts;
      const lit = yes && (i === accept || i === answering);
      const marks = [truths[i], named.has(i) && "active", i === followed && "followed", lit && "lit"];
      const kind = ["node", ...marks.filter(Boolean)].join(" ");
      if (kind === parts.kind) continue;
      parts.kind = kind;
      put(group, "class", kind);
      label.classList.toggle("followed", i === followed);
      sign.textContent = TRUTHS[truths[i]].sign;
    }
    this.named = named;
    for (const parts of this.wires) {
      const { wire, coordinate, answers } = parts;
      const kind = `wire ${truths[coordinate]}${named.has(coordinate) ? " active" : ""}${yes && answers ? " lit" : ""}`;
      if (kind !== parts.kind) put(wire, "class", kind);
      parts.kind = kind;
    }
    for (const { i, node, sign } of this.registers) {
      put(node, "class", `register ${truths[i]}${named.has(i) ? " active" : ""}${i === followed ? " followed" : ""}`);
      put(node, "title", [run.field.text(moment.after.get(i)), purpose(this.data, i)].filter(Boolean).join("\n"));
      sign.textContent = truths[i] === "between" ? shortText(run.field, moment.after.get(i)) : TRUTHS[truths[i]].sign;
    }
  }

  // Where only a part of the circuit is seen, what a call names is in it.
  settle() {
    if (this.camera) this.camera.reveal([...this.named].flatMap((i) => this.nodes.get(i)?.node ?? []));
  }
}

function wirePath(path, pin, x, y, size) {
  const points = path.map((node) => [x(node), y(node)]);
  points[0][0] += (path[0].kind === "gate" ? 19 : 13) * size;
  const end = path.at(-1);
  const last = points.at(-1);
  last[0] -= { gate: 15, port: end.group ? 13 : 8 }[end.kind] * size;
  if (end.kind === "gate") last[1] += (pin ? 5 : -5) * size;
  return points.reduce((text, [u, v], k) => {
    if (k === 0) return `M${u},${v}`;
    const [a, b] = points[k - 1];
    return `${text} C${(a + u) / 2},${b} ${(a + u) / 2},${v} ${u},${v}`;
  }, "");
}
