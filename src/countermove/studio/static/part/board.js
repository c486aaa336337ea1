// The board as a component: a Preact wrapper for `/views/board.js`.
import { useKeys } from "../keys.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { mountBoard } from "/views/board.js";

/** The board handles these itself while focused; listed for the sheet. @type {import("../keys.js").Key[]} */
const KEYS = [
  { keys: "Tab", does: "Focus the board, then its buttons" },
  { keys: "← ↑ → ↓", does: "Move between cells (2048 and Pacman: move that way)" },
  { keys: "Enter Space", does: "Play or choose this cell" },
  { keys: "Escape", does: "Undo the last of several clicks" },
];

/**
 * @param {{board: import("../api.js").Board, legal?: import("../api.js").Legal[] | null,
 *   values?: Record<string, import("/views/board.js").Worth> | null, arrows?: import("/views/arrow.js").Arrow[], flipped?: boolean, last?: GameAction | null, interactive?: boolean,
 *   names?: string[], player?: number | null, line?: string, act?: (action: GameAction) => void, hover?: (action: GameAction | null) => void,
 *   label?: string, small?: boolean, handle?: {current: import("/views/board.js").BoardView | null}}} props
 *   `handle` is a ref to the mounted board, for its `focus`
 */
export function Board({ board, legal, values, arrows, flipped, last, interactive = false, names, player, line, act, hover, label, small, handle }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {import("/views/board.js").BoardView | null} */ (null));
  useKeys(small ? [] : KEYS, "On the board");
  // The mounted board calls the page's latest callbacks.
  const calls = useRef({ act, hover });
  calls.current = { act, hover };
  useLayoutEffect(() => {
    if (!element.current) return;
    view.current = mountBoard(element.current, {
      act: (action) => calls.current.act?.(action),
      hover: (action) => calls.current.hover?.(action),
      label,
      small,
    });
    if (handle) handle.current = view.current;
    return () => {
      view.current?.destroy();
      view.current = null;
      if (handle) handle.current = null;
    };
  }, [label, small]);
  useLayoutEffect(() => {
    view.current?.show(board, { legal, values, arrows, flipped, last, interactive, names, player, line });
  }, [board, legal, values, arrows, flipped, last, interactive, names, player, line, label, small]);
  return html`<div class="board-box" ref=${element}></div>`;
}
