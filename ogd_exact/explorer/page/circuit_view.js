// The circuit: gates and wires in the colours, shapes and signs of what the weights say.

import { byId, fill, html, put, svg } from "./dom.js";
import { layOut } from "./layout.js";
import { shortName, shortText, truthOf, TRUTHS } from "./show.js";
import { purpose } from "./words.js";

const SMALLEST = 0.65; // what is drawn smaller than this cannot be read
const LONGEST = 16; // letters of a name
const BODY = "M-15,-11 H0 A11,11 0 0 1 0,11 H-15 Z"; // a NAND gate, but for its bubble

function wirePath(path, pin) {
  const points = path.map((node) => [node.x, node.y]);
  points[0] = [path[0].x + (path[0].kind === "gate" ? 19 : 13), path[0].y];
  const end = path.at(-1);
  points[points.length - 1] = [
    end.x - (end.kind === "gate" ? 15 : 8),
    end.y + (end.kind === "gate" ? (pin ? 5 : -5) : 0),
  ];
  return points.reduce((text, [x, y], k) => {
    if (k === 0) return `M${x},${y}`;
    const [u, v] = points[k - 1];
    return `${text} C${(u + x) / 2},${v} ${(u + x) / 2},${y} ${x},${y}`;
  }, "");
}

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
      kind !== "input" && kind !== "gate" && data.circuit ? [this.register(i)] : [],
    );
    fill(byId("registers"), ...this.registers.map(({ node }) => node));
  }

  draw() {
    const { circuit, coordinates } = this.data;
    const { nodes, wires, width: inner, height } = layOut(circuit);
    const label = (text, attributes) => svg("text", attributes, shortName(text, LONGEST));
    const drawn = svg("svg", { role: "img", "aria-label": "The circuit in layers" });
    for (const { from, to, pin, path } of wires) {
      const wire = svg("path", { class: "wire", d: wirePath(path, pin) });
      this.wires.push({ wire, coordinate: circuit.first + from.signal, to });
      drawn.append(wire);
    }
    for (const node of nodes.filter(({ kind }) => kind === "input" || kind === "gate")) {
      const coordinate = circuit.first + node.signal;
      const { name } = coordinates[coordinate];
      const sign = svg("text", { class: "sign", x: node.kind === "gate" ? -3 : 0, y: 5 });
      const title = svg("title", {});
      const shape =
        node.kind === "gate"
          ? [svg("path", { class: "body", d: BODY }), svg("circle", { class: "body bubble", cx: 15, cy: 0, r: 4 })]
          : [svg("rect", { class: "body", x: -13, y: -11, width: 26, height: 22, rx: 3 })];
      const at = node.kind === "gate" ? { x: -3, y: -14, class: "name" } : { x: -18, y: 4, class: "name left" };
      const group = svg(
        "g",
        { class: "node", transform: `translate(${node.x},${node.y})` },
        title,
        ...shape,
        sign,
        label(name, at),
      );
      group.addEventListener("click", () => this.follow(coordinate));
      this.nodes.set(coordinate, { group, sign, title });
      drawn.append(group);
    }
    for (const node of nodes.filter(({ kind }) => kind === "port")) {
      const answer = node.signal === circuit.inputs - 1;
      const name = answer ? "answer" : `${coordinates[circuit.first + node.signal].name}′`;
      const text = label(name, { class: answer ? "name port answer" : "name port", x: node.x + 2, y: node.y + 4 });
      text.append(svg("title", {}, name));
      drawn.append(svg("path", { class: "arrow", d: `M${node.x - 8},${node.y - 4} l7,4 l-7,4 z` }), text);
    }
    const panel = byId("drawing");
    fill(panel, drawn);
    const box = drawn.getBBox(); // names may need more room on the left or right
    const left = Math.min(0, Math.floor(box.x) - 4);
    const width = Math.max(inner, Math.ceil(box.x + box.width) + 4) - left;
    drawn.setAttribute("viewBox", `${left} 0 ${width} ${height}`);
    new ResizeObserver(() => {
      const scale = Math.max(SMALLEST, Math.min(panel.clientWidth / width, panel.clientHeight / height));
      drawn.style.width = `${Math.floor(width * scale)}px`;
      drawn.style.height = `${Math.floor(height * scale)}px`;
      this.settle();
    }).observe(panel);
  }

  // Scrolls to what a call names, where the circuit is larger than its panel.
  settle() {
    const panel = byId("drawing");
    if (panel.scrollWidth <= panel.clientWidth && panel.scrollHeight <= panel.clientHeight) return;
    const outer = panel.getBoundingClientRect();
    for (const { group } of [...this.named].flatMap((i) => this.nodes.get(i) ?? [])) {
      const inner = group.getBoundingClientRect();
      panel.scrollLeft += Math.max(0, inner.right + 30 - outer.right) - Math.max(0, outer.left - inner.left + 30);
      panel.scrollTop += Math.max(0, inner.bottom + 30 - outer.bottom) - Math.max(0, outer.top - inner.top + 30);
    }
  }

  register(i) {
    const { coordinates, accept } = this.data;
    const sign = html("b");
    const name = coordinates[i].name;
    const node = html("span", { class: "register" }, sign, i === accept ? `${name} (the answer)` : name);
    node.addEventListener("click", () => this.follow(i));
    return { i, node, sign };
  }

  show(run, moment, inCall, followed) {
    const named = new Set(moment.step?.row);
    const truths = this.data.coordinates.map((_, i) => truthOf(run, moment.after, i, inCall && named.has(i)));
    for (const [i, { group, sign, title }] of this.nodes) {
      put(group, "class", `node ${truths[i]}${named.has(i) ? " active" : ""}${i === followed ? " followed" : ""}`);
      sign.textContent = TRUTHS[truths[i]].sign;
      title.textContent = `${this.data.coordinates[i].name} is ${TRUTHS[truths[i]].word}: ${run.field.text(moment.after.get(i))}\n${purpose(this.data, i)}`.trim();
    }
    this.named = named;
    for (const { wire, coordinate } of this.wires) {
      put(wire, "class", `wire ${truths[coordinate]}${named.has(coordinate) ? " active" : ""}`);
    }
    for (const { i, node, sign } of this.registers) {
      put(node, "class", `register ${truths[i]}${named.has(i) ? " active" : ""}${i === followed ? " followed" : ""}`);
      put(node, "title", [run.field.text(moment.after.get(i)), purpose(this.data, i)].filter(Boolean).join("\n"));
      sign.textContent = truths[i] === "between" ? shortText(run.field, moment.after.get(i)) : TRUTHS[truths[i]].sign;
    }
  }
}
