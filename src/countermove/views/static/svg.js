// Make SVG elements.

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children; null attributes are omitted.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    element.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  element.append(...children);
  return element;
}
