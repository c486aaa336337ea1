// A small board inside a node (see picture.js), without coordinates.
import { ground, marks, pieces } from "./picture.js";
import { UNIT, plan as planOf, split } from "./plan.js";
import { svg } from "./svg.js";

const CELL = 14; // pixels of a cell
const MAX_BOARD = 130; // pixels of a board

/** The size of a board's small picture; null if there is nothing to see, as with a row of buttons. @param {any} board */
export function boardSize(board) {
  if (!board) return null;
  const { rows } = split(board, new Map());
  if (!rows.length) return null;
  const plan = planOf(board, rows, false);
  const scale = Math.min(CELL / UNIT, MAX_BOARD / Math.max(plan.width, plan.height));
  return { width: plan.width * scale, height: plan.height * scale, scale };
}

/** @param {any} board */
export function drawBoard(board) {
  const { rows } = split(board, new Map());
  const plan = planOf(board, rows, false);
  return svg("g", { class: "board-picture" }, ground(board, plan, false), marks(board, rows, plan, []), pieces(board, rows, plan, []));
}
