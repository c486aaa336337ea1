// Making SVG elements, in the units that mazes are drawn in.

/** The size of a cell in the drawing; on the screen it is scaled. */
export const CELL = 40;

/** @param {string} name @param {Record<string, string | number>} attributes @returns {SVGElement} */
export function make(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {SVGElement[]} children @param {Record<string, string | number>} [attributes] @returns {SVGElement} */
export function group(children, attributes = {}) {
  const element = make("g", attributes);
  element.append(...children);
  return element;
}
