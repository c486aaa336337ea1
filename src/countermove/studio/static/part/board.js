// The board as a component: `/views/board.js` with Preact around it.
import { useKeys } from "../keys.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { mountBoard } from "/views/board.js";

/** The board knows these itself, while a place has the focus; they stand in the sheet. @type {import("../keys.js").Key[]} */
const KEYS = [
  { keys: "Tab", does: "To the board, and on to its buttons" },
  { keys: "← ↑ → ↓", does: "From place to place (2048 and Pacman: go that way)" },
  { keys: "Enter Space", does: "Play or choose this place" },
  { keys: "Escape", does: "Take back the last of several clicks" },
];

/**
 * @param {{board: import("../api.js").Board, legal?: import("../api.js").Legal[] | null,
 *   values?: Record<string, import("/views/board.js").Worth> | null, last?: GameAction | null, interactive?: boolean,
 *   names?: string[], player?: number | null, line?: string, act?: (action: GameAction) => void, hover?: (action: GameAction | null) => void,
 *   label?: string, small?: boolean, handle?: {current: import("/views/board.js").BoardView | null}}} props
 *   `handle` is a ref that is given the mounted board, for its `focus`
 */
export function Board({ board, legal, values, last, interactive = false, names, player, line, act, hover, label, small, handle }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {import("/views/board.js").BoardView | null} */ (null));
  useKeys(small ? [] : KEYS, "On the board");
  // The mounted board calls whatever the page wants by then.
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
    view.current?.show(board, { legal, values, last, interactive, names, player, line });
  }, [board, legal, values, last, interactive, names, player, line, label, small]);
  return html`<div class="board-box" ref=${element}></div>`;
}
