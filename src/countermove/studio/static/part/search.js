// A textbook search as given by an address, and the request for its tree.
import { useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { actionsIn, lineWords } from "./address.js";
import { Problem, ask, stream, wasStopped } from "../api.js";
import { address, go } from "../route.js";
import { recall } from "./memory.js";
import { chosenIn } from "./conventions.js";

/**
 * @typedef {{game: string, start: string | null, actions: GameAction[], algorithm: string | null, depth: number | null,
 *   conventions: import("./conventions.js").Chosen, opponent: string | null, root: string | null,
 *   players: number | null, simulations: number | null}} Search  The fields of the `tree` call; depth 0 searches to the end of the game.
 * @typedef {import("./why.js").Step} Step
 * @typedef {import("./why.js").TreeNode} TreeNode
 * @typedef {{value: any, bound: string, text: string, name: string}} Score
 * @typedef {{tree: {nodes: TreeNode[], steps: Step[], summary: string, size: number, whole: boolean}, summary: string,
 *   game: string, position: string, value: any, text: string, action: GameAction | null, name: string | null,
 *   values: Record<string, Score>, legal: {action: GameAction, name: string}[], line: string[], nodes: number,
 *   leaves: number, shown: number, steps: number, depth: number | null, exact: boolean, algorithm: string,
 *   model: string, iterations: {depth: number, value: any, exact: boolean, nodes: number}[], strategies: string[],
 *   leaves_visited?: any[], leaves_pruned?: any[], mistake?: string, hint?: string,
 *   divergence?: {step: number, say: string} | null, changes?: string[], changed?: number[]}} Found
 */

/** @type {{title: string, query: Record<string, string>}[]} */
export const EXAMPLES = [
  { title: "Tic-tac-toe, near the end", query: { game: "tictactoe", start: "XOXXO.O..", depth: "0" } },
  { title: "Two plies", query: { game: "[[3,12,8],[2,4,6],[14,5,2]]" } },
  { title: "Deeper", query: { game: "[[[10,6],[100,8]],[[1,2],[20,4]]]" } },
  { title: "A careless opponent", query: { game: "[[3,12,9],[2,4,6],[15,6,0]]", algorithm: "expectimax" } },
  { title: "Monte Carlo", query: { game: "tictactoe", start: "XO..X....", algorithm: "mcts", depth: "0", simulations: "60" } },
  { title: "Three players", query: { game: "[[(1,2,6),(4,3,3)],[(6,1,2),(2,5,2)]]", players: "3" } },
];

/**
 * The query of an address; one that names no position gets one that is worth a look, and until that is found the query
 * before it, or null.
 * @param {string} page @param {Record<string, string>} query @returns {Record<string, string> | null}
 */
export function useWorthwhile(page, query) {
  const before = useRef(/** @type {Record<string, string> | null} */ (null));
  const game = query.game ?? recall("game") ?? null;
  const named = ["start", "line", "depth", "at"].some((key) => query[key] !== undefined);
  const open = query.game === undefined || !(named || isList(query.game));
  useEffect(() => {
    if (!open) return;
    const control = new AbortController();
    /** @param {{game: string, start: string | null, actions: GameAction[], depth: number}} found */
    const show = (found) => go(address(page, "", { ...query, game: found.game, start: found.start, line: lineWords(found.actions), depth: found.depth, at: page === "tree" ? 1 : 0 }), true);
    ask("worthwhile", { game }, control.signal).then(show, (error) => wasStopped(error) || show({ game: query.game ?? "tictactoe", start: null, actions: [], depth: 1 }));
    return () => control.abort();
  }, [open, game]);
  if (!open) before.current = query;
  return before.current;
}

/** Whether a game is a tree given as a list. @param {string} game */
export function isList(game) {
  return /^\s*[[{]/.test(game);
}

/** The search in a query. @param {Record<string, string>} query @returns {Search} */
export function searchOf(query) {
  const list = isList(query.game ?? "");
  return {
    game: query.game ?? "",
    start: query.start || null,
    actions: actionsIn(query.line) ?? [],
    algorithm: query.algorithm || null,
    depth: whole(query.depth),
    conventions: chosenIn(query),
    opponent: query.opponent || null,
    root: (list && query.root) || null,
    players: list ? whole(query.players) : null,
    simulations: query.algorithm === "mcts" ? whole(query.simulations) : null,
  };
}

/**
 * The changes to a query when a convention is switched. The depth limit depends on the depth of the root, so it moves
 * along, and the tree keeps its depth.
 * @param {Record<string, string>} query @param {string} name @param {string} value @returns {Record<string, string | null>}
 */
export function switching(query, name, value) {
  const depth = whole(query.depth);
  return name === "root_depth" && depth ? { [name]: value, depth: String(depth + (value ? 1 : -1)) } : { [name]: value };
}

/** @param {string | undefined} text */
function whole(text) {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * The tree of a search. While another one runs, or if it fails, the last one stays.
 * @param {Search} search
 * @param {object} [more]  further fields of the call
 */
export function useTree(search, more = {}) {
  const [shown, setShown] = useState(/** @type {{found: Found | null, search: Search | null}} */ ({ found: null, search: null }));
  const [problem, setProblem] = useState("");
  const [offer, setOffer] = useState(/** @type {number | null} */ (null));
  const [nodes, setNodes] = useState(/** @type {number | null} */ (null));
  const [stop, setStop] = useState(/** @type {AbortController | null} */ (null));
  const [times, setTimes] = useState(0);
  const asked = JSON.stringify({ ...search, ...more });
  useEffect(() => {
    const control = new AbortController();
    setStop(control);
    setNodes(0);
    setOffer(null);
    stream("tree", JSON.parse(asked), (kind, data) => kind === "progress" && setNodes(data.nodes), control.signal).then(
      (told) => {
        setShown({ found: told, search });
        setProblem("");
        setNodes(null);
      },
      (error) => {
        if (control.signal.aborted && wasStopped(error)) return;
        setProblem(error.message);
        setOffer((error instanceof Problem && error.offer?.depth) || null);
        setNodes(null);
      },
    );
    return () => control.abort();
  }, [asked, times]);
  useEffect(() => {
    /** @param {Event} event */
    const changed = (event) => {
      const detail = event instanceof CustomEvent ? event.detail : null;
      if (detail?.game === search.game) setTimes((before) => before + 1);
    };
    addEventListener("authorchange", changed);
    return () => removeEventListener("authorchange", changed);
  }, [search.game]);
  return {
    ...shown, // the last tree and its search
    problem,
    /** If the search is too long, a depth at which it is not. */
    offer,
    busy: nodes !== null,
    nodes: nodes ?? 0,
    stop: () => {
      stop?.abort();
      setNodes(null);
      setProblem("Stopped before the search was complete; no tree to show.");
      setOffer(less(search));
    },
  };
}

/** A depth below the requested one; null if there is none. @param {Search} search */
function less(search) {
  if (isList(search.game) || search.depth === null || search.depth === 1) return null;
  return search.depth === 0 ? 2 : search.depth - 1;
}

/**
 * An index of a tree's nodes by step.
 * @param {Found | null} found
 */
export function useIndex(found) {
  return useMemo(() => makeIndex(found), [found]);
}

/** @param {Found | null} found */
function makeIndex(found) {
  const nodes = found?.tree.nodes ?? [];
  const steps = found?.tree.steps ?? [];
  /** @type {Map<any, TreeNode>} */
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** @type {Map<number, TreeNode>} */
  const byNumber = new Map();
  /** @type {Map<any, TreeNode[]>} */
  const children = new Map();
  for (const node of nodes) {
    if (typeof node.number === "number") byNumber.set(node.number, node);
    if (node.parent === null) continue;
    const own = children.get(node.parent);
    if (own) own.push(node);
    else children.set(node.parent, [node]);
  }
  /** The step indices of each node. @type {Map<number, number[]>} */
  const places = new Map();
  const entered = [0];
  const leaves = [0];
  steps.forEach((step, index) => {
    const own = places.get(step.node);
    if (own) own.push(index);
    else places.set(step.node, [index]);
    entered.push(entered[index] + Number(step.kind === "enter" || step.kind === "expand"));
    leaves.push(leaves[index] + Number(step.kind === "leaf" || step.kind === "simulate"));
  });

  /** The steps of a node among the first `at`, the last one first. @param {TreeNode} node @param {number} at */
  const past = (node, at) =>
    (places.get(node.number ?? -1) ?? [])
      .filter((place) => place < at)
      .map((place) => steps[place])
      .reverse();

  return {
    nodes,
    steps,
    byId,
    byNumber,
    children,
    /** Nodes entered, or added, and leaves visited, or simulations, after each step. */
    entered,
    leaves,
    /** The node of step `at`. @param {number} at */
    current: (at) => (at > 0 ? (byNumber.get(steps[at - 1]?.node) ?? null) : null),
    /** The state of a node after `at` steps; null if not visited. @param {TreeNode} node @param {number} at */
    known: (node, at) => {
      const told = past(node, at);
      if (!told.length) return null;
      return {
        say: told[0].say,
        value: told.find((step) => step.value !== undefined)?.value,
        window: told.find((step) => step.window !== undefined)?.window,
        done: told.some(({ kind }) => kind === "exit" || kind === "leaf" || kind === "backup"),
      };
    },
    /** Whether a pruned branch has been cut off yet. @param {TreeNode} node @param {number} at */
    isCut: (node, at) => {
      let above = byId.get(node.parent);
      while (above?.kind === "pruned") above = byId.get(above.parent);
      return above !== undefined && past(above, at).some((step) => step.kind === "cut");
    },
    /** The actions from the root to a node; null if it stands for several. @param {TreeNode} node */
    path: (node) => {
      /** @type {GameAction[]} */
      const actions = [];
      for (let at = node; at.parent !== null; ) {
        if (at.action === undefined || at.action === null) return null;
        actions.unshift(at.action);
        const above = byId.get(at.parent);
        if (!above) return null;
        at = above;
      }
      return actions;
    },
  };
}
