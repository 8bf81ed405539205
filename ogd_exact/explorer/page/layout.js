// A circuit in layers, from inputs to outputs: gates by depth, wires through the layers between, few crossings.

const SWEEPS = 12;
const [SHAPE, TALLEST] = [1.25, 1.8]; // a drawing that is flatter than this is stretched, up to so much
const GAP = { gate: 42, wire: 12, layer: 70 };

// Nodes are {kind, signal, layer, before, after}: inputs, gates, ports of outputs, and bends of wires.
export function layOut({ inputs, gates, outputs }) {
  const nodes = [];
  const wires = []; // {from, to, pin, path}: from a signal's node to a gate's or port's
  const add = (kind, signal, layer) => {
    const node = { kind, signal, layer, before: [], after: [], y: 0 };
    nodes.push(node);
    return node;
  };
  const bySignal = Array.from({ length: inputs }, (_, i) => add("input", i, 0));
  gates.forEach(([a, b], k) => {
    bySignal.push(add("gate", inputs + k, 1 + Math.max(bySignal[a].layer, bySignal[b].layer)));
  });
  const last = 1 + Math.max(0, ...bySignal.map((node) => node.layer));
  const ports = outputs.map((output, i) => add("port", i, last));

  function connect(from, to, pin) {
    const path = [from];
    for (let layer = from.layer + 1; layer < to.layer; layer++) path.push(bend(from, layer));
    path.push(to);
    path.slice(1).forEach((node, k) => {
      path[k].after.push(node);
      node.before.push(path[k]);
    });
    wires.push({ from, to, pin, path });
  }
  const bends = new Map();
  function bend(from, layer) {
    // Wires of one signal share their way.
    const key = `${from.signal}:${layer}`;
    if (!bends.has(key)) bends.set(key, add("bend", from.signal, layer));
    return bends.get(key);
  }
  gates.forEach(([a, b], k) => {
    connect(bySignal[a], bySignal[inputs + k], 0);
    connect(bySignal[b], bySignal[inputs + k], 1);
  });
  outputs.forEach((output, i) => connect(bySignal[output], ports[i], 0));

  const layers = Array.from({ length: last + 1 }, (_, layer) => nodes.filter((node) => node.layer === layer));
  order(layers);
  settle(layers);
  const width = 62 + last * GAP.layer + 84;
  const low = Math.min(...nodes.map((node) => node.y));
  const high = Math.max(...nodes.map((node) => node.y));
  const stretch = Math.max(1, Math.min(TALLEST, width / SHAPE / (high - low + GAP.gate)));
  for (const node of nodes) {
    node.y = (node.y - low) * stretch + GAP.gate / 1.5;
    node.x = 62 + node.layer * GAP.layer;
  }
  return { nodes, wires, width, height: (high - low) * stretch + (4 * GAP.gate) / 3 };
}

const mean = (values) => values.reduce((total, value) => total + value, 0) / values.length;

// Barycentres, to and fro.
function order(layers) {
  layers.forEach((layer) => layer.forEach((node, place) => (node.place = place)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forth = sweep % 2 === 0;
    for (const layer of forth ? layers.slice(1) : layers.slice(0, -1).reverse()) {
      for (const node of layer) {
        const near = forth ? node.before : node.after;
        node.wish = near.length ? mean(near.map((other) => other.place)) : Infinity; // what nobody reads stands last
      }
      layer.sort((a, b) => a.wish - b.wish || a.place - b.place);
      layer.forEach((node, place) => (node.place = place));
    }
  }
}

const room = (above, below) => (above.kind === "bend" || below.kind === "bend" ? (GAP.gate + GAP.wire) / 2 : GAP.gate);

// Heights: each node where its neighbours would have it, as far as the order leaves room.
function settle(layers) {
  for (const layer of layers) {
    let y = 0;
    layer.forEach((node, k) => (node.y = k ? (y += room(layer[k - 1], node)) : 0));
    layer.forEach((node) => (node.y -= y / 2));
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of sweep % 2 ? [...layers].reverse() : layers) {
      const wishes = layer.map((node) => {
        const near = [...node.before, ...node.after];
        return near.length ? mean(near.map((other) => other.y)) : node.y;
      });
      const down = [];
      const up = [];
      layer.forEach(
        (node, k) => (down[k] = k ? Math.max(wishes[k], down[k - 1] + room(layer[k - 1], node)) : wishes[k]),
      );
      for (let k = layer.length - 1; k >= 0; k--) {
        up[k] = k < layer.length - 1 ? Math.min(wishes[k], up[k + 1] - room(layer[k], layer[k + 1])) : wishes[k];
      }
      layer.forEach((node, k) => (node.y = (down[k] + up[k]) / 2));
    }
  }
}
