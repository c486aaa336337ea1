// Draws a tree of some hundred nodes as SVG: a group for every node and a path for every branch, styled by classes
// (tree.css). Every node is a treeitem, for screen readers.
import { svg } from "./svg.js";
import { drawBoard } from "./tree-board.js";
import { edgeOf, edgePath, strikeOf } from "./tree-edge.js";
import { lookOf, spokenOf } from "./tree-look.js";

/** @typedef {import("./tree-model.js").Part} Part */
/** @typedef {import("./tree-look.js").Look} Look */
/** @typedef {import("./tree-look.js").Moment} Moment */
/** @typedef {import("./tree-layout.js").Layout} Layout */
/**
 * @typedef {{zoom: number, x: number, y: number, left: number, top: number, width: number, height: number}} Seen
 *   The view: the zoom, the origin of the tree on the sheet, the scroll position, the size of the stage.
 * @typedef {{element: Element, lay: (parts: Part[], layout: Layout) => void, place: () => void,
 *   paint: (parts: Iterable<Part>, moment: Moment) => void, view: (seen: Seen) => void,
 *   recolour: () => void, destroy: () => void}} Painter
 *   `lay` takes new parts and their layout, `place` draws them at their positions, `paint` gives some of them their current
 *   look, `view` shows a part of the sheet.
 * @typedef {{group: SVGElement, edge: SVGElement | null, strike: SVGElement | null, ring: SVGElement | null,
 *   disc: SVGElement | null, size: number, slots: Record<string, SVGElement>, drawn: string}} Drawn
 */

const SLOTS = /** @type {const} */ (["label", "name", "value", "window", "more"]);

/** @param {{id: (part: Part) => string, describe: (element: Element, part: Part, words: string) => void}} options @returns {Painter} */
export function svgPainter({ id, describe }) {
  const edges = svg("g", { class: "edges", "aria-hidden": "true" });
  const nodes = svg("g", { role: "none" });
  const sheet = svg("svg", { class: "picture", role: "none" }, edges, nodes);
  /** @type {Map<Part, Drawn>} */
  const drawn = new Map();
  /** @type {Layout} */
  let layout = { grows: "down", step: 0, width: 0, height: 0, levels: [] };

  return {
    element: sheet,
    lay(parts, laid) {
      layout = laid;
      edges.replaceChildren();
      nodes.replaceChildren();
      drawn.clear();
      sheet.setAttribute("class", `picture ${laid.grows}`);
      for (const part of parts) {
        const made = make(part);
        drawn.set(part, made);
        made.group.id = id(part);
        if (made.edge) edges.append(made.edge);
        if (made.strike) edges.append(made.strike);
        nodes.append(made.group);
      }
      this.place();
    },
    place() {
      for (const [part, { group, edge, strike }] of drawn) {
        group.setAttribute("transform", `translate(${part.x.toFixed(1)} ${part.y.toFixed(1)})`);
        if (!edge || !strike) continue;
        const line = edgeOf(part, layout);
        edge.setAttribute("d", edgePath(line, layout));
        if (part.node.kind === "pruned") {
          const strokes = strikeOf(line, layout).map((stroke) => stroke.map((each) => each.toFixed(1)));
          strike.setAttribute("d", strokes.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join(""));
        }
      }
    },
    paint(parts, moment) {
      for (const part of parts) {
        const made = drawn.get(part);
        if (!made) continue;
        const look = lookOf(part, moment);
        const key = Object.values(look).join("|");
        if (key !== made.drawn) dress(made, look);
        made.drawn = key;
        describe(made.group, part, spokenOf(part, moment));
      }
    },
    view({ zoom, x, y }) {
      sheet.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
      sheet.setAttribute("width", String(layout.width * zoom));
      sheet.setAttribute("height", String(layout.height * zoom));
      sheet.style.left = `${x}px`;
      sheet.style.top = `${y}px`;
    },
    recolour() {},
    destroy() {
      sheet.remove();
    },
  };
}

/** @param {Part} part @returns {Drawn} */
function make(part) {
  const { block } = part;
  /** @type {Record<string, SVGElement>} */
  const slots = {};
  const group = svg("g");
  let ring = null;
  if (block) {
    ring = svg("rect", {
      class: "ring", x: -block.left - 3, y: block.top - 3, width: block.left + block.right + 6,
      height: block.bottom - block.top + 6, rx: 6,
    }); // prettier-ignore
    group.append(ring);
  }
  if (block?.shape) group.append(svg("path", { class: "shape", d: shapePath(block.shape) }));
  const disc = block?.disc ? svg("circle", { class: "visits", cx: block.disc.x, cy: block.disc.y, r: 0 }) : null;
  if (disc) group.append(disc);
  if (block?.sign) group.append(svg("path", { class: "shape sign", d: shapePath(block.sign) }));
  if (block?.board) {
    const { x, y, scale } = block.board;
    group.append(svg("g", { transform: `translate(${x} ${y}) scale(${scale})`, "aria-hidden": "true" }, drawBoard(part.node.board)));
  }
  for (const name of SLOTS) {
    const slot = block?.slots[name];
    if (!slot) continue;
    slots[name] = svg("text", {
      class: name, x: slot.x, y: slot.y + 0.355 * slot.size, "font-size": slot.size, "text-anchor": slot.anchor,
    }); // prettier-ignore
    group.append(slots[name]);
  }
  const edge = part.parent ? svg("path") : null;
  const strike = part.parent && part.node.kind === "pruned" ? svg("path", { class: "strike" }) : part.parent ? svg("path") : null;
  const size = block?.disc?.radius ?? 0;
  return { group, edge, strike, ring, disc, size, slots, drawn: "" };
}

/** @param {Drawn} made @param {Look} look */
function dress(made, look) {
  const state = `${look.bold ? " best" : ""}${look.current ? " current" : ""}${look.focus ? " focus" : ""}${look.dim ? " dim" : ""}`;
  made.group.setAttribute("class", `node ${look.tone}${state}`);
  made.edge?.setAttribute("class", look.edge + (look.dim ? " dim" : ""));
  made.strike?.setAttribute("class", look.struck ? `strike${look.dim ? " dim" : ""}` : "none");
  made.disc?.setAttribute("r", (look.radius ? Math.max(1, made.size * look.radius) : 0).toFixed(2));
  for (const name of SLOTS) {
    const text = made.slots[name];
    if (text && text.textContent !== look[name]) text.textContent = look[name];
  }
}

/** @param {import("./tree-block.js").Shape} shape */
export function shapePath({ kind, x, y, half, high }) {
  const [left, right, top, bottom] = [x - half, x + half, y - high / 2, y + high / 2];
  if (kind === "max") return `M${x} ${top}L${right} ${bottom}L${left} ${bottom}Z`;
  if (kind === "min") return `M${x} ${bottom}L${right} ${top}L${left} ${top}Z`;
  if (kind === "chance") return `M${left} ${y}A${half} ${half} 0 1 1 ${right} ${y}A${half} ${half} 0 1 1 ${left} ${y}Z`;
  const round = kind === "player" ? high / 2 : 3;
  return (
    `M${left + round} ${top}H${right - round}A${round} ${round} 0 0 1 ${right} ${top + round}V${bottom - round}` +
    `A${round} ${round} 0 0 1 ${right - round} ${bottom}H${left + round}A${round} ${round} 0 0 1 ${left} ${bottom - round}` +
    `V${top + round}A${round} ${round} 0 0 1 ${left + round} ${top}Z`
  );
}
