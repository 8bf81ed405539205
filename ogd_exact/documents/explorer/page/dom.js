// Elements of the page. Text is only ever set as text: names come from files, and are never markup.

const SVG = "http:" + "//www.w3.org/2000/svg"; // a name of the format, not an address that is asked for

function made(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const html = (tag, attributes = {}, ...children) => made(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  made(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);

export function fill(node, ...children) {
  node.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

// Attributes are touched only where they change, which is most of what makes a step cheap.
export function put(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}
