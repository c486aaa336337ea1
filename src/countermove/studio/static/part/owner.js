// What may be written on a board of Go: the numbers of the moves, and whose the points will be, as far as playouts know.
import { useEffect, useState } from "../vendor/preact.js";
import { stream, wasStopped } from "../api.js";

/** @typedef {import("../api.js").Board} Board @typedef {import("/views/plan.js").Cell} Cell */

/**
 * The board with whose points are; null while it is not known.
 * @param {import("../api.js").At} at
 * @param {boolean} on
 * @returns {Board | null}
 */
export function useOwned(at, on) {
  const key = JSON.stringify(at);
  const [found, setFound] = useState(/** @type {{key: string, board: Board} | null} */ (null));
  useEffect(() => {
    if (!on) return;
    const control = new AbortController();
    stream("owned", at, () => {}, control.signal).then(
      (/** @type {any} */ answer) => setFound({ key, board: answer.board }),
      (error) => wasStopped(error) || setFound(null),
    );
    return () => control.abort();
  }, [key, on]);
  return on && found?.key === key ? found.board : null;
}

/**
 * The board with the number of the move that placed each stone.
 * @param {Board} board
 * @param {GameAction[]} actions  since the start
 * @returns {Board}
 */
export function numbered(board, actions) {
  const size = board.rows.length;
  /** @type {Map<number, string>} */
  const numbers = new Map();
  actions.forEach((action, at) => {
    if (typeof action === "number" && action < size * size) numbers.set(action, String(at + 1));
  });
  /** @param {Cell} cell @param {number} row @param {number} column */
  const labelled = (cell, row, column) => {
    const label = numbers.get((size - 1 - row) * size + column);
    return cell.piece && label ? { ...cell, label } : cell;
  };
  return { ...board, rows: board.rows.map((row, at) => row.map((cell, column) => labelled(cell, at, column))) };
}
