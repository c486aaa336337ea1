// The layout of a board: each place gets a rectangle; a cell is 100 units.
//
// A place is named by its row and column, "2,5". Rows of buttons that a game appends below its grid are not places:
// they are recognised here, because a button's text is the name of its action.
import { seaPlan } from "./sea.js";
import { TABLE, tableSpots } from "./table.js";

/**
 * @typedef {{piece?: string, player?: number, action?: GameAction, marked?: boolean, shift?: [number, number],
 *   share?: number, label?: string}} Cell
 * @typedef {{style: "grid"|"columns"|"points"|"piles"|"maze"|"choices", rows: Cell[][], caption: string,
 *   row_names: string[], column_names: string[], clicks: {action: GameAction, places: [number, number][]}[],
 *   lines: [[number, number], [number, number]][], dots?: [number, number][], look?: string, last?: [number, number][]}} Board
 * @typedef {{key: string, row: number, column: number, x: number, y: number, w: number, h: number, name: string}} Spot
 * @typedef {{width: number, height: number, left: number, top: number, columns: number, rows: number,
 *   spots: Map<string, Spot>, turned?: boolean}} Plan  `turned` if seen from the other side
 * @typedef {{action: GameAction, name: string, chance?: number}} Legal
 */

export const UNIT = 100;
/** Space above columns for their values. */
const STRIP = 100;

/** The font size of row and column names: on a small board cells are large on the screen, so names are smaller. @param {number} columns */
export function nameSize(columns) {
  return Math.min(26, 5 + 3 * columns);
}

/** @param {number} row @param {number} column */
export function keyOf(row, column) {
  return `${row},${column}`;
}

/**
 * The rows that are cells, without the rows of buttons below them, and the actions of these buttons.
 * @param {Board} board
 * @param {Map<GameAction, string>} names  of the legal actions
 * @returns {{rows: Cell[][], buttons: Cell[]}}
 */
export function split(board, names) {
  if (board.style === "choices") return { rows: [], buttons: board.rows.flat() };
  /** @param {Cell} cell */
  const isButton = (cell) =>
    cell.action !== undefined && cell.player === undefined && Boolean(cell.piece) &&
    (names.size ? names.get(cell.action) === cell.piece : (cell.piece ?? "").length > 1);
  let end = board.rows.length;
  if (board.style === "grid") {
    while (end > 0 && board.rows[end - 1].length && board.rows[end - 1].every(isButton)) end -= 1;
  }
  return { rows: board.rows.slice(0, end), buttons: board.rows.slice(end).flat() };
}

/**
 * The plan of a board.
 * @param {Board} board
 * @param {Cell[][]} rows  the rows that are cells
 * @param {boolean} coordinates  whether to show row and column names and leave space for values
 * @param {boolean} [flipped]  seen from the other side, where that makes sense
 * @param {boolean} [narrow]  whether there is little room beside each other
 * @returns {Plan}
 */
export function plan(board, rows, coordinates, flipped = false, narrow = false) {
  if (board.look === "sea") return seaPlan(board, rows, coordinates, narrow);
  if (board.look === "table") {
    return { width: TABLE.width, height: TABLE.height, left: 0, top: 0, columns: 14, rows: 2, spots: tableSpots() };
  }
  if (board.style === "piles") return piles(board, rows, coordinates);
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const names = nameSize(columns) * 1.8;
  const left = coordinates && board.row_names.length && !isNumbered(board) ? names : 0;
  const top = coordinates && board.style === "columns" ? STRIP : 0;
  const low = coordinates && board.column_names.length ? names : 0;
  const turned = flipped && canFlip(board);
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  const points = new Set(board.lines.flat().map(([row, column]) => keyOf(row, column)));
  rows.forEach((row, at) =>
    row.forEach((cell, column) => {
      const key = keyOf(at, column);
      if (board.style === "points" && board.look !== "go" && !points.has(key)) return;
      if (board.style === "maze" && cell.action === undefined) return;
      const name = placeName(board, at, column);
      const [right, down] = turned ? [columns - 1 - column, rows.length - 1 - at] : [column, at];
      spots.set(key, { key, row: at, column, x: left + right * UNIT, y: top + down * UNIT, w: UNIT, h: UNIT, name });
    }),
  );
  // Equal space on both sides: the board is centred.
  return { width: left * 2 + columns * UNIT, height: top + rows.length * UNIT + low, left, top, columns, rows: rows.length, spots, turned };
}

/** Whether a board can be seen from the other side. @param {Board} board */
export function canFlip(board) {
  return (board.style === "grid" || board.style === "points") && !["table", "tiles", "sea"].includes(board.look ?? "");
}

/** Whether rows are cards or dice. @param {Board} board */
function isHand(board) {
  return board.look === "cards" || board.look === "dice";
}

/** Piles: long ones wrap, with their name in front. @param {Board} board @param {Cell[][]} rows @param {boolean} coordinates @returns {Plan} */
function piles(board, rows, coordinates) {
  const longest = Math.max(1, ...rows.map((row) => row.length));
  const across = longest <= 16 ? longest : longest <= 200 ? 20 : 40;
  const wide = Math.max(3, ...board.row_names.map((name) => name.length)); // centred on two fifths of the room
  const left = coordinates && board.row_names.length ? nameSize(across) * 0.87 * wide : 0;
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  let top = 0;
  rows.forEach((row, at) => {
    row.forEach((_, column) => {
      const key = keyOf(at, column);
      const word = isHand(board) ? { cards: "card", dice: "die" }[board.look ?? ""] : undefined;
      const pile = board.row_names[at] ? `${word ? "" : "pile "}${board.row_names[at]}, ` : "";
      const count = row.filter((each) => !each.piece?.startsWith("●")).length; // chips are no cards
      const name = column < count || !word ? `${pile}${word ?? "counter"} ${column + 1} of ${word ? count : row.length}` : `${pile}chips`;
      spots.set(key, {
        key, row: at, column, name, x: left + (column % across) * UNIT, y: top + Math.floor(column / across) * UNIT, w: UNIT, h: UNIT,
      });
    });
    top += (Math.max(1, Math.ceil(row.length / across)) + 0.15) * UNIT;
  });
  return { width: left + Math.max(across, isHand(board) ? 1 : 3) * UNIT, height: Math.max(UNIT, top), left, top: 0, columns: across, rows: rows.length, spots };
}

/** Whether squares have numbers, as in draughts. @param {Board} board */
export function isNumbered(board) {
  return board.look === "draughts" && !board.column_names.length;
}

/** The number of a dark square of draughts, from the top. @param {Board} board @param {number} row @param {number} column */
export function numberAt(board, row, column) {
  return Math.floor((row * board.rows.length + column) / 2) + 1;
}

/** @param {Board} board @param {number} row @param {number} column */
function placeName(board, row, column) {
  if (isNumbered(board) && (row + column) % 2) return `square ${numberAt(board, row, column)}`;
  const across = board.column_names[column];
  const up = board.row_names[row];
  if (across && up) return `${across}${up}`;
  // Row 1 is at the bottom, where discs land first.
  if (across) return `column ${across}, row ${board.style === "columns" ? board.rows.length - row : row + 1}`;
  return `row ${row + 1}, column ${column + 1}`;
}
