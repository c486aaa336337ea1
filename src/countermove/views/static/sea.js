// Two sea maps, from one grid with an empty column between them: side by side, or one below the other where it is narrow.
//
// A cell's piece is what is known of it: the length of a ship, x for a hit, o for a shot into the water. Its label is the
// part of a ship there: < = > along a row, ^ H v along a column, o for a ship of one cell.
import { svg } from "./svg.js";

/** @typedef {import("./plan.js").Board} Board @typedef {import("./plan.js").Cell} Cell @typedef {import("./plan.js").Plan} Plan @typedef {import("./plan.js").Spot} Spot */

const UNIT = 100;
const HEAD = 80;
const EDGE = 60;
const GAP = 50;

/** The column between the maps. @param {Cell[][]} rows */
function gapOf(rows) {
  return (Math.max(1, ...rows.map((row) => row.length)) - 1) / 2;
}

/** @param {Board} board @param {Cell[][]} rows @param {boolean} coordinates @param {boolean} narrow @returns {Plan} */
export function seaPlan(board, rows, coordinates, narrow) {
  const gap = gapOf(rows);
  const [left, top, low] = coordinates ? [EDGE, HEAD, EDGE] : [0, 0, 0];
  const wide = left + gap * UNIT;
  const high = top + rows.length * UNIT + low;
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  rows.forEach((row, at) =>
    row.forEach((_, column) => {
      if (column === gap) return;
      const second = column > gap;
      const [right, down] = second ? (narrow ? [0, high] : [wide + GAP, 0]) : [0, 0];
      const across = second ? column - gap - 1 : column;
      const key = `${at},${column}`;
      const name = `${second ? "right" : "left"} sea, ${board.column_names[column] ?? across + 1}${board.row_names[at] ?? at + 1}`;
      spots.set(key, { key, row: at, column, x: right + left + across * UNIT, y: down + top + at * UNIT, w: UNIT, h: UNIT, name });
    }),
  );
  const [width, height] = narrow ? [wide + left, high * 2] : [wide * 2 + GAP, high];
  return { width, height, left, top, columns: narrow ? gap : gap * 2 + 1, rows: rows.length, spots };
}

/** Water, coordinates, and above each map whose it is. @param {Board} board @param {Plan} plan @param {boolean} coordinates @param {string[]} names @returns {SVGElement[]} */
export function seaGround(board, plan, coordinates, names) {
  const drawn = [];
  const gap = gapOf(board.rows);
  for (const spot of plan.spots.values()) drawn.push(svg("rect", { class: "water", x: spot.x, y: spot.y, width: spot.w, height: spot.h }));
  if (!coordinates) return drawn;
  for (const [owner, first] of [0, gap + 1].entries()) {
    const corner = plan.spots.get(`0,${first}`);
    if (!corner) continue;
    drawn.push(svg("text", { class: `sea-owner p${owner}`, x: corner.x + (gap * UNIT) / 2, y: corner.y - HEAD / 2, "font-size": 44 }, `Sea of ${names[owner] ?? `player ${owner + 1}`}`));
    board.row_names.forEach((name, at) => drawn.push(svg("text", { class: "coordinate", x: corner.x - EDGE / 2, y: corner.y + (at + 0.5) * UNIT, "font-size": 32 }, name)));
    for (let column = 0; column < gap; column += 1) {
      const y = corner.y + board.rows.length * UNIT + EDGE / 2;
      drawn.push(svg("text", { class: "coordinate", x: corner.x + (column + 0.5) * UNIT, y, "font-size": 32 }, board.column_names[first + column] ?? ""));
    }
  }
  return drawn;
}

const HULLS = {
  "<": "M51 -30H0Q-40 -26 -44 0Q-40 26 0 30H51z",
  "=": "M-51 -30H51V30H-51z",
  ">": "M-50 -30H0Q40 -26 44 0Q40 26 0 30H-50z",
  "^": "M-30 50V0Q-26 -40 0 -44Q26 -40 30 0V50z",
  H: "M-30 -51H30V51H-30z",
  v: "M-30 -50V0Q-26 40 0 44Q26 40 30 0V-50z",
  o: "M-40 0Q-36 -28 0 -30Q36 -28 40 0Q36 28 0 30Q-36 28 -40 0z",
};

/** What is known of a cell: a part of a ship, a hit, a miss. @param {Cell} cell @param {string} mine */
export function seaPiece(cell, mine) {
  const hull = HULLS[/** @type {keyof typeof HULLS} */ (cell.label ?? "")];
  const drawn = svg("g", { class: `sea-piece ${mine}` });
  if (hull) drawn.append(svg("path", { class: "hull", d: hull }));
  if (cell.piece === "x") drawn.append(svg("path", { class: "hit", d: "M-24 -24L24 24M-24 24L24 -24" }));
  if (cell.piece === "o") drawn.append(svg("circle", { class: "miss", r: 13 }));
  return drawn;
}

/** A cell in words. @param {Cell} cell */
export function spokenSea(cell) {
  if (cell.piece === "x") return cell.label ? "a ship, hit" : "hit";
  return cell.piece === "o" ? "a miss" : `a ship of ${cell.piece}`;
}
