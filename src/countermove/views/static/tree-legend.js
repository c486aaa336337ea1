// The legend: only the signs that occur in a tree.
import { svg } from "./svg.js";
import { shapePath } from "./tree-svg.js";

/** @typedef {import("./tree-model.js").Part} Part */

/** @param {Part[]} parts @returns {HTMLElement} */
export function makeLegend(parts) {
  const legend = document.createElement("ul");
  legend.className = "legend";
  legend.setAttribute("aria-label", "Legend");
  /** @param {string} words @param {...Element | string} sign */
  const add = (words, ...sign) => {
    const item = document.createElement("li");
    const mark = document.createElement("span");
    mark.setAttribute("aria-hidden", "true");
    mark.append(...sign);
    item.append(mark, words);
    legend.append(item);
  };
  const titles = new Set();
  for (const { node, kind } of parts) {
    if (!node.title || node.kind === "pruned" || titles.has(node.title)) continue;
    titles.add(node.title);
    const tone = kind === "player" ? `p${(((node.player ?? 0) % 6) + 6) % 6}` : kind;
    const shape = shapePath({ kind, x: 0, y: 0, half: kind === "chance" ? 6.5 : 7, high: kind === "player" ? 11 : 13 });
    add(node.title, picture(svg("g", { class: `node ${tone}` }, svg("path", { class: "shape", d: shape }))));
  }
  if (parts.some(({ node }) => node.chosen)) add("best play", picture(svg("g", { class: "edges" }, svg("path", { class: "edge best", d: "M-9 0H9" }))));
  if (parts.some(({ node }) => node.kind === "pruned")) {
    const line = svg("path", { class: "edge dashed", d: "M-10 0H10" });
    add("pruned", picture(svg("g", { class: "edges" }, line, svg("path", { class: "strike", d: "M-4.5 5L-.5 -5M.5 5L4.5 -5" }))));
  }
  const values = parts.flatMap((part) => [...part.values]).map((value) => value.slice(0, 2));
  if (values.some((value) => value.includes("≤"))) add("at most", "≤");
  if (values.some((value) => value.includes("≥"))) add("at least", "≥");
  if (values.some((value) => value.includes("≲"))) add("at most, by estimate", "≲");
  if (values.some((value) => value.includes("≳"))) add("at least, by estimate", "≳");
  const grown = parts.some(({ node }) => node.visits !== undefined);
  if (values.some((value) => value.includes("≈"))) add(grown ? "mean of simulations" : "estimate, or based on one", "≈");
  if (grown) add("area: simulations", picture(svg("circle", { class: "visits", r: 6 })));
  else if (parts.some((part) => part.windows.size > 1)) add("window: alpha, beta", "(α, β)");
  return legend;
}

/** @param {SVGElement} drawn */
function picture(drawn) {
  return svg("svg", { viewBox: "-12 -9 24 18", width: 24, height: 18 }, drawn);
}
