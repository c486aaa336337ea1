// A game looked over: asks for the review, and writes what it says on the nodes of the line, where it stays.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { stream, wasStopped } from "../api.js";
import { lineOf } from "./variation.js";

/**
 * @typedef {import("./variation.js").Node} Node
 * @typedef {{player: number, name: string, actions: number, loss: number, accuracy: number, sentence: string}} Accuracy
 * @typedef {{running: boolean, done: number, total: number, problem: string, accuracy: Accuracy[],
 *   start: () => void, stop: () => void}} Review
 */

const MISTAKES = ["inaccuracy", "mistake", "blunder"];
/** How a class of mistake is written behind an action. @type {Record<string, string>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The actions of a line that were mistakes. @param {Node[]} nodes */
export function mistakesOf(nodes) {
  return nodes.filter((node) => MISTAKES.includes(node.mark));
}

/** @param {import("./line.js").Line} line @returns {Review} */
export function useReview(line) {
  const [state, setState] = useState({ running: false, done: 0, total: 0, problem: "" });
  const [accuracy, setAccuracy] = useState(/** @type {{of: string, told: Accuracy[]} | null} */ (null));
  const control = useRef(/** @type {AbortController | null} */ (null));
  const stop = () => {
    control.current?.abort();
    setState((before) => ({ ...before, running: false }));
  };
  useEffect(() => () => control.current?.abort(), [line.game, line.start]);
  const nodes = lineOf(line.here);
  const of = nodes.map((node) => node.action).join(".");

  const start = async () => {
    control.current?.abort();
    const mine = new AbortController();
    control.current = mine;
    const reviewed = lineOf(line.here);
    const actions = reviewed.map((node) => /** @type {number} */ (node.action));
    setState({ running: true, done: 0, total: actions.length + 1, problem: "" });
    try {
      const told = await stream(
        "review",
        { game: line.game, start: line.start, actions },
        (kind, data) => {
          if (kind !== "position") return;
          const reached = data.at === 0 ? line.root : reviewed[data.at - 1];
          reached.share = data.first ?? data.points;
          reached.value = data.value;
          reached.text = data.text;
          const acted = reviewed[data.at];
          if (acted && data.class) Object.assign(acted, { mark: data.class, loss: data.loss, better: data.best_name });
          setState((before) => ({ ...before, done: before.done + 1 }));
          line.changed();
        },
        mine.signal,
      );
      setAccuracy({ of: actions.join("."), told: told.accuracy });
      setState((before) => ({ ...before, running: false }));
    } catch (error) {
      if (wasStopped(error)) return;
      setState((before) => ({ ...before, running: false, problem: /** @type {Error} */ (error).message }));
    }
  };
  return { ...state, accuracy: accuracy?.of === of ? accuracy.told : [], start, stop };
}
