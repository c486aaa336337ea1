// A small board that plays itself, slowly and at random, while hovered or focused.
import { ask } from "../api.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Board } from "./board.js";

const PACE = 850;
const REST = 2200;

/**
 * @param {{game: import("../api.js").GameEntry, playing: boolean}} props
 */
export function SelfPlay({ game, playing }) {
  const [board, setBoard] = useState(game.sample.board);
  const actions = useRef(game.sample.actions);
  const isOver = useRef(false);
  useEffect(() => {
    setBoard(game.sample.board);
    actions.current = game.sample.actions;
    isOver.current = false;
  }, [game]);
  useEffect(() => {
    if (!playing || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const stop = new AbortController();
    let timer = 0;
    const step = async () => {
      try {
        const before = isOver.current ? [] : actions.current;
        const here = await ask("position", { game: game.game, actions: before }, stop.signal);
        const action = isOver.current || here.over ? null : pick(here.legal);
        const next = action === null ? (here.over ? [] : before) : [...before, action];
        const there = await ask("position", { game: game.game, actions: next }, stop.signal);
        actions.current = next;
        isOver.current = there.over;
        setBoard(there.board);
        timer = window.setTimeout(step, there.over ? REST : PACE);
      } catch {
        // A preview that cannot continue stops.
      }
    };
    timer = window.setTimeout(step, PACE / 2);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [playing, game]);
  return html`<${Board} board=${board} small=${true} label=${`Board of ${game.title}`} />`;
}

/** A random action, weighted by its probability if it has one. @param {import("../api.js").Legal[]} legal */
function pick(legal) {
  const total = legal.reduce((sum, each) => sum + (each.chance ?? 1), 0);
  let left = Math.random() * total;
  for (const each of legal) {
    left -= each.chance ?? 1;
    if (left <= 0) return each.action;
  }
  return legal.at(-1)?.action ?? null;
}
