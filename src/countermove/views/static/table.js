// The backgammon table: points, checkers, bar and trays, from a grid whose first and last rows name the points.
//
// The grid has fourteen columns: six points, the bar, six points, and the men borne off. The first row has the numbers
// of the upper points, ten rows have the men, the upper five hanging from the top, and then come the lower numbers. A
// stack of more than five shows its size on the fifth man.
import { svg } from "./svg.js";

/** @typedef {import("./plan.js").Cell} Cell @typedef {import("./plan.js").Spot} Spot */

const POINT = 100;
const EDGE = 30;
const BAR = 90;
const TRAY = 110;
const HEIGHT = 1130;
const NUMBER = 46;
export const TABLE = { width: EDGE * 2 + 12 * POINT + BAR + TRAY, height: HEIGHT + 2 * NUMBER };
const RADIUS = 46;

/** The left edge of a column and its width. @param {number} column @returns {[number, number]} */
function column_at(column) {
  if (column < 6) return [EDGE + column * POINT, POINT];
  if (column === 6) return [EDGE + 6 * POINT, BAR];
  if (column < 13) return [EDGE + (column - 1) * POINT + BAR, POINT];
  return [EDGE + 12 * POINT + BAR + EDGE / 2, TRAY - EDGE / 2];
}

/** The places of the table: twelve points, bar and tray, above (row 1 of the grid) and below (row 10). @returns {Map<string, Spot>} */
export function tableSpots() {
  const spots = new Map();
  for (const row of [1, 10]) {
    for (let column = 0; column < 14; column += 1) {
      const [x, w] = column_at(column);
      const y = row === 1 ? NUMBER : NUMBER + HEIGHT / 2;
      spots.set(`${row},${column}`, { key: `${row},${column}`, row, column, x, y, w, h: HEIGHT / 2, name: nameOf(row, column) });
    }
  }
  return spots;
}

/** @param {number} row @param {number} column */
function nameOf(row, column) {
  if (column === 6) return row === 1 ? "upper bar" : "lower bar";
  if (column === 13) return row === 1 ? "upper tray" : "lower tray";
  const across = column > 6 ? column - 1 : column;
  return `point ${row === 1 ? 13 + across : 12 - across}`;
}

/**
 * How many men are on a place, and whose; in a tray, those borne off.
 * @param {Cell[][]} rows
 * @param {string} key
 * @returns {{count: number, player: number | null}}
 */
export function stack(rows, key) {
  const [row, column] = key.split(",").map(Number);
  const inwards = row === 1 ? 1 : -1;
  let count = 0;
  let player = null;
  for (let at = 0; at < 5; at += 1) {
    const cell = rows[row + inwards * at]?.[column];
    if (!cell?.piece || cell.player === undefined) break;
    player = cell.player;
    const number = Number(cell.piece);
    if (!Number.isNaN(number)) return { count: number, player };
    count += 1;
  }
  return { count, player };
}

/** The table itself. @returns {SVGElement} */
export function tableGround() {
  const ground = svg("g");
  ground.append(svg("rect", { class: "table-frame", x: 0, y: NUMBER - 12, width: TABLE.width, height: HEIGHT + 24, rx: 16 }));
  for (const [from, to] of [[0, 5], [7, 12]]) {
    const x = column_at(from)[0];
    ground.append(svg("rect", { class: "table-felt", x, y: NUMBER, width: column_at(to)[0] + POINT - x, height: HEIGHT }));
  }
  for (const spot of tableSpots().values()) {
    const above = spot.row === 1;
    const base = above ? NUMBER : NUMBER + HEIGHT;
    if (spot.column === 13) {
      ground.append(svg("rect", { class: "table-felt", x: spot.x, y: above ? NUMBER : NUMBER + HEIGHT / 2 + 8, width: spot.w - 15, height: HEIGHT / 2 - 8, rx: 6 }));
      continue;
    }
    if (spot.column === 6) continue;
    const across = spot.column > 6 ? spot.column - 1 : spot.column;
    const tip = above ? base + HEIGHT * 0.42 : base - HEIGHT * 0.42;
    const tone = (across + (above ? 0 : 1)) % 2 ? "table-point odd" : "table-point";
    ground.append(svg("path", { class: tone, d: `M${spot.x + 2} ${base}H${spot.x + spot.w - 2}L${spot.x + spot.w / 2} ${tip}Z` }));
    const number = above ? 13 + across : 12 - across;
    const y = above ? NUMBER - 30 : NUMBER + HEIGHT + 32;
    ground.append(svg("text", { class: "coordinate", x: spot.x + spot.w / 2, y, "font-size": 30 }, String(number)));
  }
  return ground;
}

/**
 * The men on the table, after `moves` have been made by hand.
 * @param {Cell[][]} rows
 * @param {[string, string][]} moves
 * @returns {SVGElement}
 */
export function tableMen(rows, moves) {
  const men = svg("g");
  for (const [key, { count, player }] of stacks(rows, moves)) {
    const spot = tableSpots().get(key);
    if (!spot || !count || player === null) continue;
    if (spot.column === 13) men.append(...off(spot, count, player));
    else men.append(...pile(spot, count, player));
  }
  return men;
}

/** The men on every place after moves made by hand. @param {Cell[][]} rows @param {[string, string][]} moves @returns {Map<string, {count: number, player: number | null}>} */
export function stacks(rows, moves) {
  const found = new Map([...tableSpots().keys()].map((key) => [key, { ...stack(rows, key) }]));
  for (const [from, to] of moves) {
    const one = found.get(from);
    const other = found.get(to);
    if (!one || !other || !one.count) continue;
    const player = one.player;
    one.count -= 1;
    if (other.count && other.player !== player && other.player !== null) {
      // A hit man goes to its side's bar: White's is below, Black's above.
      const bar = found.get(other.player === 0 ? "10,6" : "1,6");
      if (bar) Object.assign(bar, { count: bar.count + 1, player: other.player });
      other.count = 0;
    }
    Object.assign(other, { count: other.count + 1, player });
  }
  return found;
}

/** @param {Spot} spot @param {number} count @param {number} player */
function pile(spot, count, player) {
  const above = spot.row === 1;
  // Men on the bar are in the middle, as on a real table.
  const base = spot.column === 6 ? NUMBER + HEIGHT / 2 + (above ? -70 - RADIUS : 70 + RADIUS) : above ? NUMBER + RADIUS + 4 : NUMBER + HEIGHT - RADIUS - 4;
  const inwards = (spot.column === 6 ? -1 : 1) * (above ? 1 : -1);
  const x = spot.x + spot.w / 2;
  const drawn = [];
  for (let at = 0; at < Math.min(count, 5); at += 1) drawn.push(man(x, base + inwards * at * (RADIUS * 2 + 2), player));
  if (count > 5) {
    const y = base + inwards * 4 * (RADIUS * 2 + 2);
    drawn.push(svg("text", { class: `on-man p${player}`, x, y, "font-size": 46 }, String(count)));
  }
  return drawn;
}

/** @param {number} x @param {number} y @param {number} player */
export function man(x, y, player) {
  return svg(
    "g",
    { class: `man p${player}` },
    svg("circle", { cx: x, cy: y, r: RADIUS }),
    svg("circle", { class: "rim", cx: x, cy: y, r: RADIUS * 0.66 }),
  );
}

/** Men borne off lie in their tray. @param {Spot} spot @param {number} count @param {number} player */
function off(spot, count, player) {
  const above = spot.row === 1;
  const drawn = [];
  for (let at = 0; at < count; at += 1) {
    const y = above ? NUMBER + 8 + at * 33 : NUMBER + HEIGHT - 8 - 28 - at * 33;
    drawn.push(svg("rect", { class: `man lying p${player}`, x: spot.x + 8, y, width: spot.w - 31, height: 28, rx: 6 }));
  }
  return drawn;
}

/** Two dice on the table, if the caption mentions them ("White plays 3-1"). @param {string} caption @returns {SVGElement[]} */
export function tableDice(caption) {
  const thrown = caption.match(/ plays ([1-6])-([1-6])/);
  if (!thrown) return [];
  const white = caption.startsWith("White");
  const middle = column_at(white ? 9 : 2)[0] + POINT;
  return [thrown[1], thrown[2]].map((face, at) => die(middle - 100 + at * 110, NUMBER + HEIGHT / 2 - 45, 90, Number(face)));
}

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die showing a face. @param {number} x @param {number} y @param {number} size @param {number} face */
export function die(x, y, size, face) {
  const pips = (PIPS[/** @type {keyof typeof PIPS} */ (face)] ?? []).map((at) =>
    svg("circle", { cx: x + size * (0.25 + 0.25 * (at % 3)), cy: y + size * (0.25 + 0.25 * Math.floor(at / 3)), r: size * 0.09 }),
  );
  return svg("g", { class: "die" }, svg("rect", { x, y, width: size, height: size, rx: size * 0.18 }), ...pips);
}
