// The best action and the reply it meets, drawn on the board: an arrow from place to place, or a ring around a place
// with the piece that would be put there.
import { ghost } from "./piece.js";
import { middle } from "./picture.js";
import { keyOf } from "./plan.js";
import { svg } from "./svg.js";

/**
 * @typedef {import("./plan.js").Board} Board
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {{places: [number, number][], player: number, action: GameAction, name: string}} Arrow
 */

const HEAD = 24;
/** How far arrows stay away from the middle of a place. */
const CLEAR = 20;

/**
 * @param {Board} board
 * @param {Plan} plan
 * @param {Arrow[]} arrows  the best action first
 * @param {boolean} values  whether values are shown, which then say where the best action is put
 * @returns {SVGElement[]}
 */
export function arrowsOf(board, plan, arrows, values) {
  const drawn = arrows.flatMap((arrow, at) => {
    const kind = at ? "arrow reply" : "arrow best";
    const spots = arrow.places.map(([row, column]) => plan.spots.get(keyOf(row, column))).filter((spot) => spot !== undefined);
    if (spots.length > 1 && board.style !== "piles") return steps(spots, board.look ?? "").map(([from, to]) => pointer(kind, from, to));
    return spots.map((spot) => {
      const [x, y] = middle(spot);
      const ring = svg("circle", { class: `${kind} ring`, cx: x, cy: y, r: 45 });
      const shape = at || !values || board.style === "columns" ? ghost(board, arrow.player) : null;
      return svg("g", {}, ring, ...(shape ? [svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, shape)] : []));
    });
  });
  return drawn.reverse(); // the best action lies on top
}

/**
 * The ends of each step. On a table a man starts and lands near the edge; in draughts each jump starts where the last ended.
 * @param {import("./plan.js").Spot[]} spots
 * @param {string} look
 * @returns {[[number, number], [number, number]][]}
 */
function steps(spots, look) {
  const at = spots.map((spot) => {
    const [x, y] = middle(spot);
    return /** @type {[number, number]} */ (look === "table" ? [x, spot.row === 1 ? spot.y + spot.h * 0.3 : spot.y + spot.h * 0.7] : [x, y]);
  });
  // An odd place at the end is where something is captured; two places, or pairs of them, are from and to.
  /** @type {[[number, number], [number, number]][]} */
  const found = [];
  if (look === "draughts") return at.slice(1).map((to, index) => [at[index], to]);
  for (let index = 0; index + 1 < at.length; index += 2) found.push([at[index], at[index + 1]]);
  if (at.length % 2) found.push([at[at.length - 2], at[at.length - 1]]);
  return found;
}

/** @param {string} kind @param {[number, number]} from @param {[number, number]} to */
function pointer(kind, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [x1, y1] = [from[0] + ux * CLEAR, from[1] + uy * CLEAR];
  const [x2, y2] = [to[0] - ux * (CLEAR / 2 + HEAD), to[1] - uy * (CLEAR / 2 + HEAD)];
  const tip = [x2 + ux * HEAD, y2 + uy * HEAD];
  const side = HEAD * 0.7;
  return svg(
    "g",
    { class: kind },
    svg("line", { x1, y1, x2, y2 }),
    svg("path", { d: `M${tip[0]} ${tip[1]}L${x2 - uy * side} ${y2 + ux * side}L${x2 + uy * side} ${y2 - ux * side}Z` }),
  );
}
