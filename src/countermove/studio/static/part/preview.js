// The position at a node, as a small board; cached positions appear at once.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { Board } from "./board.js";

/** @type {Map<string, import("../api.js").Position>} */
const seen = new Map();
const KEPT = 500;
/** Milliseconds to wait while the pointer moves over nodes. */
const PAUSE = 60;

/** @param {{search: import("./search.js").Search, path: number[] | null}} props */
export function Preview({ search, path }) {
  const [position, setPosition] = useState(/** @type {import("../api.js").Position | null} */ (null));
  const key = path && JSON.stringify({ game: search.game, start: search.start, actions: [...search.actions, ...path] });
  useEffect(() => {
    if (!key) return;
    const old = seen.get(key);
    if (old) {
      setPosition(old);
      return;
    }
    const control = new AbortController();
    const wait = setTimeout(() => {
      ask("position", JSON.parse(key), control.signal).then(
        (told) => {
          if (seen.size >= KEPT) seen.clear();
          seen.set(key, told);
          setPosition(told);
        },
        () => {}, // the tree reports the error
      );
    }, PAUSE);
    return () => {
      clearTimeout(wait);
      control.abort();
    };
  }, [key]);
  const last = path?.length ? path[path.length - 1] : null;
  return html`<section class="panel preview" aria-label="Position">
    <h2>Position</h2>
    <div class="preview-board">
      ${position &&
      html`<${Board} board=${position.board} last=${last} names=${position.players} small=${true} label=${"The position"} />`}
    </div>
    <p class="quiet small preview-who">${position ? (position.over ? position.outcome : `${position.mover} to move`) : ""}</p>
  </section>`;
}
