// Game review: requests it, and stores the results on the nodes of the line.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { stream, wasStopped } from "../api.js";
import { actionsTo, lineOf, pathTo } from "./variation.js";

/**
 * @typedef {import("./variation.js").Node} Node
 * @typedef {{running: boolean, done: number, total: number, problem: string, finished: boolean,
 *   start: () => void, stop: () => void, again: (node: Node) => void}} Review  `finished` means the current line
 *   is reviewed; `again` grades again around a node with a better result
 */

const MISTAKES = ["inaccuracy", "mistake", "blunder"];
/** The mark of each class of mistake, after the action. @type {Record<string, string>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The actions of a line that were mistakes. @param {Node[]} nodes */
export function mistakesOf(nodes) {
  return nodes.filter((node) => MISTAKES.includes(node.mark));
}

/** How well each player did, in sentences, and how certain that is. @param {Node[]} all  with the root @param {string[]} names @returns {string[]} */
export function sentencesOf(all, names) {
  const told = names.flatMap((name, player) => {
    const judged = all.filter((node) => node.player === player && node.mark);
    if (!judged.length) return [];
    const lost = judged.reduce((sum, node) => sum + node.loss, 0);
    const away = lost >= 0.005 ? `gave away ${lost.toFixed(2)} points` : "gave nothing away";
    const accuracy = Math.round(100 * (1 - lost / judged.length));
    return [`${name} ${away} in ${judged.length === 1 ? "1 action" : `${judged.length} actions`}: ${accuracy} % accurate.`];
  });
  const depths = all.filter((node) => node.proven === false).map((node) => node.depth);
  if (!told.length || !depths.length) return told;
  const [low, high] = [Math.min(...depths), Math.max(...depths)];
  const plies = low === high ? `${low}` : `${low} to ${high}`;
  const what = depths.length === all.length ? "All of this is based" : `In ${depths.length} of ${all.length} positions this is based`;
  return [...told, `${what} on estimates, ${plies} plies deep, not on proofs.`];
}

/** Stores a review's result for a position on its node. @param {any} data @param {Node} root @param {Node[]} nodes */
function write(data, root, nodes) {
  const reached = data.at === 0 ? root : nodes[data.at - 1];
  Object.assign(reached, { share: data.first ?? data.points, value: data.value, payoffs: data.payoffs, text: data.text, proven: data.proven, depth: data.depth });
  const acted = nodes[data.at];
  if (acted && data.class) Object.assign(acted, { mark: data.class, loss: data.loss, better: data.best_name });
}

/** @param {import("./line.js").Line} line @returns {Review} */
export function useReview(line) {
  const [state, setState] = useState({ running: false, done: 0, total: 0, problem: "" });
  const control = useRef(/** @type {AbortController | null} */ (null));
  const stop = () => {
    control.current?.abort();
    setState((before) => ({ ...before, running: false }));
  };
  useEffect(() => () => control.current?.abort(), [line.game, line.start]);
  const nodes = lineOf(line.here);
  const judged = nodes.filter((node) => node.player === null || node.player >= 0);

  const start = async () => {
    control.current?.abort();
    const mine = new AbortController();
    control.current = mine;
    const reviewed = lineOf(line.here);
    const actions = reviewed.map((node) => /** @type {GameAction} */ (node.action));
    setState({ running: true, done: 0, total: actions.length + 1, problem: "" });
    try {
      await stream(
        "review",
        { game: line.game, start: line.start, actions },
        (kind, data) => {
          if (kind !== "position") return;
          write(data, line.root, reviewed);
          setState((before) => ({ ...before, done: before.total - data.at }));
          line.changed();
        },
        mine.signal,
      );
      setState((before) => ({ ...before, running: false }));
    } catch (error) {
      if (wasStopped(error)) return;
      setState((before) => ({ ...before, running: false, problem: /** @type {Error} */ (error).message }));
    }
  };

  const again = async (/** @type {Node} */ node) => {
    const { share, value, payoffs, text, depth } = node;
    node.proven = true;
    const judged = node.children.find((each) => each.mark);
    if (!node.mark && !judged) return;
    const path = pathTo(judged ?? node);
    const ply = pathTo(node).length;
    try {
      await stream(
        "review",
        { game: line.game, start: line.start, actions: actionsTo(judged ?? node), since: Math.max(0, ply - 1) },
        (kind, data) => {
          if (kind !== "position" || data.at > ply) return;
          write(data, line.root, path);
          // A proven value stands, whatever a short search returns.
          if (data.at === ply && !data.proven) Object.assign(node, { share, value, payoffs, text, depth, proven: true });
          // If the best action was played, the previous position has the same value.
          else if (data.at < ply && !data.proven && data.best === node.action && data.first !== null) Object.assign(node.parent ?? {}, { share, value, text });
          line.changed();
        },
        (control.current = new AbortController()).signal,
      );
    } catch (error) {
      if (!wasStopped(error)) setState((before) => ({ ...before, problem: /** @type {Error} */ (error).message }));
    }
  };
  return { ...state, finished: !state.running && judged.length > 0 && judged.every((node) => node.mark !== ""), start, stop, again };
}
