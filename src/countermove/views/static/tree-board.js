// A small board inside a node, drawn as everywhere (picture.js), without coordinates.
import { ground, marks, pieces } from "./picture.js";
import { UNIT, plan as planOf, split } from "./plan.js";
import { svg } from "./svg.js";

const CELL = 14; // pixels of a cell
const MOST = 130; // pixels of a board

/** How large the small picture of a board is; null where there is nothing to see, as with a row of buttons. @param {any} board */
export function boardSize(board) {
  if (!board) return null;
  const { rows } = split(board, new Map());
  if (!rows.length) return null;
  const plan = planOf(board, rows, false);
  const scale = Math.min(CELL / UNIT, MOST / Math.max(plan.width, plan.height));
  return { width: plan.width * scale, height: plan.height * scale, scale };
}

/** @param {any} board */
export function drawBoard(board) {
  const { rows } = split(board, new Map());
  const plan = planOf(board, rows, false);
  return svg("g", { class: "board-picture" }, ground(board, plan, false), marks(board, rows, plan, []), pieces(board, rows, plan, []));
}
