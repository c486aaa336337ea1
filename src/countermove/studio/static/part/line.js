// The current place in a game: the tree of lines, the position, and the address. The tree is stored per game and tab, and
// for tabs opened later; the current line and the place in it are in the address, so that a link shows the same.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { actionsIn, lineWords } from "./address.js";
import { ask, wasStopped } from "../api.js";
import { address, go, here as placeNow } from "../route.js";
import { isOwn, recall, remember } from "./memory.js";
import { actionsTo, extend, keep, lineOf, makeRoot, pathTo, remove, restore, unjudge } from "./variation.js";

/**
 * @typedef {import("./variation.js").Node} Node
 * @typedef {import("../api.js").Position} Position
 * @typedef {{game: string, start: string | null, root: Node, here: Node, position: Position | null, ready: boolean,
 *   problem: string, note: string, version: number, rules: number,
 *   at: {game: string, start: string | null, actions: GameAction[]},
 *   now: () => Node, visit: (node: Node) => void, play: (action: GameAction, name?: string, player?: number | null) => Node,
 *   changed: () => void, dismiss: () => void, drop: (node: Node) => void, restart: () => void,
 *   replace: (actions: GameAction[], variations?: Named[]) => void, undo: (() => void) | null}} Line  `undo` restores what was dropped last
 * @typedef {{actions: GameAction[], names: string[]}} Named  a line from the start
 * @typedef {{lines: import("./variation.js").Kept[], at: GameAction[], hash: string}} Dropped  a game before something was
 *   removed from it, and its address then
 */

/** @type {Map<string, Position>} */
const seen = new Map();
const KEPT = 400;
/** Maximum games that can be restored. */
const UNDONE = 40;
addEventListener("authorchange", () => seen.clear()); // even while no board is open

/**
 * The position after some actions, cached.
 * @param {{game: string, start: string | null, actions: GameAction[]}} at
 * @param {AbortSignal} [signal]
 * @returns {Promise<Position>}
 */
export async function positionAt(at, signal) {
  const key = JSON.stringify(at);
  const old = seen.get(key);
  if (old) return old;
  const told = await ask("position", at, signal);
  if (seen.size >= KEPT) seen.clear();
  seen.set(key, told);
  return told;
}

/** @param {string} game @param {string | null} start */
function storeOf(game, start) {
  return `game ${game}${start === null ? "" : ` from ${start}`}`;
}

/** The games that can be restored, the last one at the end. @param {string} key @returns {Dropped[]} */
function droppedOf(key) {
  const kept = recall(`before ${key}`);
  return Array.isArray(kept) ? kept.filter((each) => Array.isArray(each?.lines) && Array.isArray(each.at)) : [];
}

/**
 * @param {import("../route.js").Route} route
 * @param {string} seats  the seats in the address
 * @returns {Line}
 */
export function useLine(route, seats) {
  const game = route.name;
  const start = route.query.start ?? null;
  const key = storeOf(game, start);
  const state = useRef(/** @type {{key: string, root: Node, here: Node} | null} */ (null));
  const written = useRef("");
  const dropped = useRef(/** @type {{key: string, games: Dropped[]} | null} */ (null));
  // Restores the previous game; what was played since becomes a variation of it.
  const bringBack = (/** @type {Node} */ to, game = dropped.current?.games.at(-1)) => {
    if (!game) return to;
    const games = (dropped.current?.games ?? []).filter((each) => each !== game);
    dropped.current = { key, games };
    remember(`before ${key}`, games, true);
    const since = keep(to);
    to.children = [];
    restore(to, game.lines);
    restore(to, since);
    return along(to, game.at);
  };
  const [version, setVersion] = useState(0);
  const [shown, setShown] = useState(/** @type {{position: Position, key: string} | null} */ (null));
  const [problem, setProblem] = useState("");
  const [note, setNote] = useState(() =>
    route.query.line && !actionsIn(route.query.line) ? `The line in this address, ${route.query.line.slice(0, 40)}, is not a list of actions: separate numbers with dots, such as 3.4.2, or names, such as ~left.~right.` : "",
  );
  const [rules, setRules] = useState(0);

  // An address we did not write: another game, or another line of this one.
  if (state.current?.key !== key) {
    state.current = opened(key, route.query);
    dropped.current = { key, games: droppedOf(key) };
    written.current = location.hash;
  } else if (written.current !== location.hash) {
    const now = placeNow();
    if (now.page === "game" && now.name === game && (now.query.start ?? null) === start) {
      // Going back from a new game restores the previous one, with all its lines.
      const before = dropped.current?.games.findLast((each) => each.hash === location.hash);
      state.current.here = before ? bringBack(state.current.root, before) : merge(state.current.root, now.query) ?? state.current.here;
      written.current = location.hash;
    }
  }
  const { root, here } = /** @type {{root: Node, here: Node}} */ (state.current);
  const actions = actionsTo(here);
  const at = { game, start, actions };
  const atKey = JSON.stringify(at);

  // The latest place: keys may arrive faster than the page is drawn.
  const now = useCallback(() => /** @type {{here: Node}} */ (state.current).here, []);
  const changed = useCallback(() => setVersion((before) => before + 1), []);
  const visit = useCallback((/** @type {Node} */ node) => {
    if (!state.current) return;
    for (let each = node; each.parent; each = each.parent) each.parent.next = each;
    state.current.here = node;
    setVersion((before) => before + 1);
  }, []);
  const play = useCallback((/** @type {GameAction} */ action, /** @type {string} */ name = "", /** @type {number | null} */ player = null) => {
    const from = /** @type {{here: Node}} */ (state.current).here;
    const child = extend(from, action, name, player);
    visit(child);
    return child;
  }, []);
  // Save lines before removing them.
  const keepBefore = () => {
    const games = [...(dropped.current?.games ?? []), { lines: keep(root), at: actionsTo(here), hash: location.hash }].slice(-UNDONE);
    dropped.current = { key, games };
    remember(`before ${key}`, games, true);
  };
  const drop = (/** @type {Node} */ node) => {
    keepBefore();
    visit(remove(node));
  };
  const replace = (/** @type {GameAction[]} */ given, /** @type {Named[]} */ variations = []) => {
    keepBefore();
    root.children = [];
    const node = extendAll(root, given);
    for (const each of variations) extendAll(root, each.actions, each.names);
    visit(node);
  };
  const restart = () => {
    history.pushState(null, "", location.hash); // so that the browser's back button restores the previous game
    replace([]);
  };
  const undo = () => visit(bringBack(root));

  // The position, and the names of the actions that led to it. Actions no longer legal are cut off.
  useEffect(() => {
    const control = new AbortController();
    const whole = lineOf(here);
    const nameless = whole.some((node) => !node.name || node.player === null);
    const asked = nameless ? whole.map((node) => /** @type {GameAction} */ (node.action)) : actions;
    /** @param {Position} position @param {Node[]} nodes */
    const name = (position, nodes) =>
      position.played.forEach((each, ply) => {
        if (nodes[ply]?.action === each.action) Object.assign(nodes[ply], { name: each.name, player: each.player });
      });
    const load = async () => {
      try {
        if (nameless) {
          name(await positionAt({ game, start, actions: asked }, control.signal), whole);
        }
        const position = await positionAt(at, control.signal);
        name(position, pathTo(here));
        setProblem("");
        setShown({ position, key: atKey });
      } catch (error) {
        if (wasStopped(error)) return;
        await mend(asked, /** @type {Error} */ (error));
      }
    };
    /** @param {GameAction[]} given @param {Error} error */
    const mend = async (given, error) => {
      try {
        const kept = await ask("follow", { game, start, actions: given }, control.signal);
        if (!kept.cut) throw error;
        const bad = whole[kept.actions.length] ?? pathTo(here)[kept.actions.length];
        if (!bad || !state.current) throw error;
        const before = remove(bad);
        setNote(cutNote(kept.actions.length, given.length));
        visit(pathTo(here).includes(bad) ? before : here);
        setRules((count) => count + 1);
      } catch (again) {
        if (!wasStopped(again)) setProblem(/** @type {Error} */ (again).message);
      }
    };
    load();
    return () => control.abort();
  }, [atKey, rules]);

  // Update address and storage at once: copying the address or leaving keeps what the board shows.
  useLayoutEffect(() => {
    const nodes = lineOf(here);
    const line = lineWords(nodes.map((node) => /** @type {GameAction} */ (node.action)));
    const query = { start, line, at: line && actions.length < nodes.length ? actions.length : null, seats };
    const to = address("game", game, query);
    if (location.hash !== to && placeNow().page === "game") {
      written.current = to;
      go(to, true);
    }
    remember(key, { lines: keep(root), at: actions }, true);
  }, [atKey, version, seats]);

  useEffect(() => {
    const authorChanged = (/** @type {any} */ event) => {
      const named = event.detail?.game;
      if (named && named !== game && !game.startsWith(`${named}:`)) return;
      if (state.current) unjudge(state.current.root); // its grades belong to the old rules
      setRules((before) => before + 1);
    };
    addEventListener("authorchange", authorChanged);
    return () => removeEventListener("authorchange", authorChanged);
  }, [game]);

  return {
    game, start, root, here, at, now, version, rules, problem, note, visit, play, changed, drop, restart, replace,
    undo: dropped.current?.games.length ? undo : null,
    position: shown?.position ?? null,
    ready: shown?.key === atKey,
    dismiss: () => setNote(""),
  };
}

/**
 * The stored tree, with the address's line in it.
 * @param {string} key
 * @param {Record<string, string>} query
 */
function opened(key, query) {
  let root = makeRoot();
  const kept = recall(key);
  restore(root, kept?.lines);
  const line = actionsIn(query.line) ?? [];
  // A link to a line that another tab does not have shows that line alone: tabs do not mix their lines.
  if (!isOwn(key) && line.length && actionsTo(along(root, line)).length < line.length) root = makeRoot();
  return { key, root, here: merge(root, query) ?? along(root, Array.isArray(kept?.at) ? kept.at : []) };
}

/** The node at the end of some actions, created if missing. @param {Node} root @param {GameAction[]} actions @param {string[]} [names] */
function extendAll(root, actions, names = []) {
  return actions.reduce((node, action, ply) => extend(node, action, names[ply]), root);
}

/** Adds lines to those stored for a game that is not open. @param {string} game @param {string | null} start @param {Named[]} lines */
export function storeLines(game, start, lines) {
  const key = storeOf(game, start);
  const { root, here } = opened(key, {});
  for (const each of lines) extendAll(root, each.actions, each.names);
  remember(key, { lines: keep(root), at: actionsTo(here) }, true);
}

/** The node some actions lead to, or the last one that exists. @param {Node} root @param {GameAction[]} actions */
function along(root, actions) {
  let node = root;
  for (const action of actions) {
    /** @type {Node | undefined} */
    const child = node.children.find((each) => each.action === action);
    if (!child) break;
    node.next = child;
    node = child;
  }
  return node;
}

/** Adds the line of an address to a tree, and returns the node it names. @param {Node} root @param {Record<string, string>} query */
function merge(root, query) {
  const line = actionsIn(query.line);
  if (!line) return null;
  const at = query.at === undefined ? line.length : Number(query.at);
  let node = root;
  let place = root;
  line.forEach((action, ply) => {
    node = extend(node, action);
    if (ply + 1 === at || (at >= line.length && ply + 1 === line.length)) place = node;
  });
  return place;
}

/** The message when a line is cut off. @param {number} kept @param {number} given */
function cutNote(kept, given) {
  if (given === 1) return "The action of this line is not legal here and was dropped.";
  if (kept === 0) return `The first of the line's ${given} actions is not legal here; the line was dropped.`;
  const legal = kept === 1 ? "is" : `${kept} are`;
  return `Of the line's ${given} actions only the first ${legal} legal here; the rest was dropped.`;
}
