// What is seen of a drawing: all of it at first; one can come closer and move about, with a map of where one is.

import { byId, fill, html, put, svg } from "./dom.js";

const [CLOSER, CLOSEST] = [1.5, 40];
const NAMED = 14; // pixels between two names
const MAP = 110; // pixels, the longer side
const [LARGEST, WIDEST] = [1.8, 4]; // of a shape, and of the room between shapes

export class Camera {
  // size: {width, height, margins}; nodes: {x, y}; place: draws, given how to turn such places into pixels.
  constructor(panel, body, size, nodes, place) {
    Object.assign(this, { panel, body, size, nodes, place, zoom: 1, left: 0, top: 0 });
    this.picture = svg("svg", { role: "img", "aria-label": "The circuit in layers", class: "circuit" }, body);
    const button = (text, title, act) => {
      const made = html("button", { type: "button", title, "aria-label": title }, text);
      made.addEventListener("click", act);
      return made;
    };
    const buttons = html(
      "div",
      { class: "lenses" },
      button("+", "Closer to the circuit", () => this.closer(CLOSER)),
      button("−", "Further from the circuit", () => this.closer(1 / CLOSER)),
      button("fit", "Fit the whole circuit", () => this.closer(0)),
    );
    this.window = svg("rect", { class: "window" });
    this.map = svg("svg", { class: "map", "aria-hidden": "true" });
    fill(panel, this.picture, this.map, buttons);
    this.drawMap();
    new ResizeObserver(() => this.draw()).observe(panel);
    panel.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    panel.addEventListener("pointerdown", (event) => (this.held = [event.clientX, event.clientY]));
    addEventListener("pointerup", () => (this.held = null));
    addEventListener("pointercancel", () => (this.held = null));
    addEventListener("pointermove", (event) => this.drag(event));
  }

  wheel(event) {
    if (byId("drawing").clientHeight < 1 || (!event.ctrlKey && this.zoom === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    const box = this.panel.getBoundingClientRect();
    this.closer(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX - box.left, event.clientY - box.top);
  }

  drag(event) {
    if (!this.held || this.zoom === 1) return;
    this.left -= event.clientX - this.held[0];
    this.top -= event.clientY - this.held[1];
    this.held = [event.clientX, event.clientY];
    this.look();
  }

  // By this factor, about a point of the panel that stays where it is; 0 for the whole drawing.
  closer(by, x = this.panel.clientWidth / 2, y = this.panel.clientHeight / 2) {
    const zoom = Math.max(1, Math.min(CLOSEST, this.zoom * by));
    this.left = ((this.left + x) * zoom) / this.zoom - x;
    this.top = ((this.top + y) * zoom) / this.zoom - y;
    this.zoom = zoom;
    this.draw();
  }

  draw() {
    const { clientWidth, clientHeight } = this.panel;
    if (!clientWidth || !clientHeight) return;
    const { width, height } = this.size;
    this.nearest ??= nearest(this.nodes);
    const { gap, layer } = this.nearest;
    const named = (gap * this.zoom * (clientHeight - 50)) / height >= NAMED;
    const margins = this.size.margins(named);
    const across = Math.max(60, clientWidth - margins.left - margins.right) / width;
    const down = Math.max(60, clientHeight - margins.top - margins.bottom) / height;
    const [wide, high] = [Math.min(across, WIDEST) * this.zoom, Math.min(down, WIDEST) * this.zoom];
    const [spareX, spareY] = [Math.max(0, (across - WIDEST) * width), Math.max(0, (down - WIDEST) * height)];
    this.full = [
      width * wide + spareX + margins.left + margins.right,
      height * high + spareY + margins.top + margins.bottom,
    ];
    this.x = (node) => margins.left + spareX / 2 + node.x * wide;
    this.y = (node) => margins.top + spareY / 2 + node.y * high;
    const size = Math.max(0.12, Math.min(LARGEST, (layer * wide) / 42, (gap * high) / 32));
    this.place({ x: this.x, y: this.y, size, named, gap: gap * high, layer: layer * wide });
    put(this.picture, "width", clientWidth);
    put(this.picture, "height", clientHeight);
    this.look();
  }

  look() {
    const { clientWidth, clientHeight } = this.panel;
    this.left = Math.max(0, Math.min(this.full[0] - clientWidth, this.left));
    this.top = Math.max(0, Math.min(this.full[1] - clientHeight, this.top));
    put(this.picture, "viewBox", `${this.left} ${this.top} ${clientWidth} ${clientHeight}`);
    const [across, down] = [this.full[0] / this.mapSize[0], this.full[1] / this.mapSize[1]];
    put(this.window, "x", this.left / across);
    put(this.window, "y", this.top / down);
    put(this.window, "width", clientWidth / across);
    put(this.window, "height", clientHeight / down);
    this.panel.classList.toggle("closer", this.zoom > 1);
  }

  drawMap() {
    const { width, height } = this.size;
    const scale = MAP / Math.max(width, height);
    this.mapSize = [width * scale, height * scale];
    const dots = this.nodes
      .filter(({ kind }) => kind !== "bend")
      .map(({ x, y }) => svg("circle", { cx: x * scale, cy: y * scale, r: 1.2 }));
    put(this.map, "width", this.mapSize[0]);
    put(this.map, "height", this.mapSize[1]);
    fill(this.map, ...dots, this.window);
  }

  reveal(nodes) {
    if (this.zoom === 1 || !nodes.length || this.held) return;
    const { clientWidth, clientHeight } = this.panel;
    const [u, v] = [nodes.map(this.x), nodes.map(this.y)];
    const edge = 40;
    if (Math.max(...u) + edge > this.left + clientWidth) this.left = Math.max(...u) + edge - clientWidth;
    if (Math.min(...u) - edge < this.left) this.left = Math.min(...u) - edge;
    if (Math.max(...v) + edge > this.top + clientHeight) this.top = Math.max(...v) + edge - clientHeight;
    if (Math.min(...v) - edge < this.top) this.top = Math.min(...v) - edge;
    this.look();
  }
}

// How close the closest two nodes of a layer are, and the closest two layers.
function nearest(nodes) {
  const drawn = nodes.filter(({ kind }) => kind !== "bend").sort((a, b) => a.layer - b.layer || a.y - b.y);
  const pairs = drawn.slice(1).map((node, k) => [drawn[k], node]);
  const least = (values) => Math.min(400, ...values);
  return {
    gap: least(pairs.filter(([a, b]) => a.layer === b.layer).map(([a, b]) => b.y - a.y)),
    layer: least(pairs.filter(([a, b]) => a.layer !== b.layer).map(([a, b]) => b.x - a.x)),
  };
}
