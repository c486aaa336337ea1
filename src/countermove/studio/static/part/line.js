// Where one is in a game: the tree of lines, the position at hand, and the address that says so. The tree is kept for
// the game in this browser; the line at hand and the place in it stand in the address, so that a link shows the same.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { actionsIn, lineWords } from "./address.js";
import { ask, wasStopped } from "../api.js";
import { address, go, here as placeNow } from "../route.js";
import { actionsTo, extend, keep, lineOf, makeRoot, pathTo, remove, restore, unjudge } from "./variation.js";

/**
 * @typedef {import("./variation.js").Node} Node
 * @typedef {import("../api.js").Position} Position
 * @typedef {{game: string, start: string | null, root: Node, here: Node, position: Position | null, ready: boolean,
 *   problem: string, note: string, version: number, rules: number,
 *   at: {game: string, start: string | null, actions: GameAction[]},
 *   now: () => Node, visit: (node: Node) => void, play: (action: GameAction, name?: string, player?: number | null) => Node,
 *   changed: () => void, dismiss: () => void, drop: (node: Node) => void, restart: () => void,
 *   replace: (actions: GameAction[], variations?: Named[]) => void, undo: (() => void) | null}} Line  `undo` brings back what was dropped last
 * @typedef {{actions: GameAction[], names: string[]}} Named  a line from the start
 * @typedef {{lines: import("./variation.js").Kept[], at: GameAction[], hash: string}} Dropped  a game before something was
 *   taken out of it, and the address that it had
 */

/** @type {Map<string, Position>} */
const seen = new Map();
const KEPT = 400;
/** So many games can be brought back. */
const UNDONE = 40;
addEventListener("ownchange", () => seen.clear()); // also while no board is open

/**
 * The position that some actions lead to; asked for once.
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

/** The games that can be brought back, the last one at the end. @param {string} key @returns {Dropped[]} */
function droppedOf(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(`before ${key}`) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => Array.isArray(each?.lines) && Array.isArray(each.at)) : [];
  } catch {
    return []; // nothing was kept, or it is damaged
  }
}

/** @param {string} key @param {Dropped[]} dropped */
function keepDropped(key, dropped) {
  try {
    localStorage.setItem(`before ${key}`, JSON.stringify(dropped));
  } catch {
    // storage is full or switched off: they can be brought back until the page is closed
  }
}

/**
 * @param {import("../route.js").Route} route
 * @param {string} seats  how the seats stand in the address
 * @returns {Line}
 */
export function useLine(route, seats) {
  const game = route.name;
  const start = route.query.start ?? null;
  const key = storeOf(game, start);
  const state = useRef(/** @type {{key: string, root: Node, here: Node} | null} */ (null));
  const written = useRef("");
  const dropped = useRef(/** @type {{key: string, games: Dropped[]} | null} */ (null));
  // Puts the game before back; what was played since then becomes a variation of it.
  const bringBack = (/** @type {Node} */ to, game = dropped.current?.games.at(-1)) => {
    if (!game) return to;
    const games = (dropped.current?.games ?? []).filter((each) => each !== game);
    dropped.current = { key, games };
    keepDropped(key, games);
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
    route.query.line && !actionsIn(route.query.line) ? `The line of this address, ${route.query.line.slice(0, 40)}, is not a list of actions: write their numbers with points between them, such as 3.4.2, or their names, such as ~left.~right.` : "",
  );
  const [rules, setRules] = useState(0);

  // An address that is not ours: another game, or another line of this one.
  if (state.current?.key !== key) {
    state.current = opened(key, route.query);
    dropped.current = { key, games: droppedOf(key) };
    written.current = location.hash;
  } else if (written.current !== location.hash) {
    const now = placeNow();
    if (now.page === "game" && now.name === game && (now.query.start ?? null) === start) {
      // Back from a new game is the game before, with all its lines.
      const before = dropped.current?.games.findLast((each) => each.hash === location.hash);
      state.current.here = before ? bringBack(state.current.root, before) : merge(state.current.root, now.query) ?? state.current.here;
      written.current = location.hash;
    }
  }
  const { root, here } = /** @type {{root: Node, here: Node}} */ (state.current);
  const actions = actionsTo(here);
  const at = { game, start, actions };
  const atKey = JSON.stringify(at);

  // Where one is by now: keys may come faster than the page is drawn.
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
  // What takes lines away remembers them first.
  const remember = () => {
    const games = [...(dropped.current?.games ?? []), { lines: keep(root), at: actionsTo(here), hash: location.hash }].slice(-UNDONE);
    dropped.current = { key, games };
    keepDropped(key, games);
  };
  const drop = (/** @type {Node} */ node) => {
    remember();
    visit(remove(node));
  };
  const replace = (/** @type {GameAction[]} */ given, /** @type {Named[]} */ variations = []) => {
    remember();
    root.children = [];
    const node = extendAll(root, given);
    for (const each of variations) extendAll(root, each.actions, each.names);
    visit(node);
  };
  const restart = () => {
    history.pushState(null, "", location.hash); // so that one step back in the browser is the game before
    replace([]);
  };
  const undo = () => visit(bringBack(root));

  // The position, and with it the names of the actions that led to it. What is not legal any more is cut off.
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

  // The address and the store follow at once: who copies the address or leaves takes along what the board shows.
  useLayoutEffect(() => {
    const nodes = lineOf(here);
    const line = lineWords(nodes.map((node) => /** @type {GameAction} */ (node.action)));
    const query = { start, line, at: line && actions.length < nodes.length ? actions.length : null, seats };
    const to = address("game", game, query);
    if (location.hash !== to && placeNow().page === "game") {
      written.current = to;
      go(to, true);
    }
    try {
      localStorage.setItem(key, JSON.stringify({ lines: keep(root), at: actions }));
    } catch {
      // storage is full or switched off: the address still holds the line
    }
  }, [atKey, version, seats]);

  useEffect(() => {
    const ownChanged = (/** @type {any} */ event) => {
      const named = event.detail?.game;
      if (named && named !== game && !game.startsWith(`${named}:`)) return;
      if (state.current) unjudge(state.current.root); // what was said of it was said of other rules
      setRules((before) => before + 1);
    };
    addEventListener("ownchange", ownChanged);
    return () => removeEventListener("ownchange", ownChanged);
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
 * The tree that was kept, with the line of the address in it.
 * @param {string} key
 * @param {Record<string, string>} query
 */
function opened(key, query) {
  const root = makeRoot();
  /** @type {GameAction[]} */
  let at = [];
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    restore(root, kept?.lines);
    if (Array.isArray(kept?.at)) at = kept.at;
  } catch {
    // nothing was kept, or it is damaged: begin anew
  }
  return { key, root, here: merge(root, query) ?? along(root, at) };
}

/** The node at the end of some actions, made if it is not there. @param {Node} root @param {GameAction[]} actions @param {string[]} [names] */
function extendAll(root, actions, names = []) {
  return actions.reduce((node, action, ply) => extend(node, action, names[ply]), root);
}

/** Puts lines beside those that are kept of a game which is not open. @param {string} game @param {string | null} start @param {Named[]} lines */
export function keepBeside(game, start, lines) {
  const key = storeOf(game, start);
  const { root, here } = opened(key, {});
  for (const each of lines) extendAll(root, each.actions, each.names);
  try {
    localStorage.setItem(key, JSON.stringify({ lines: keep(root), at: actionsTo(here) }));
  } catch {
    // storage is full or switched off: the address still holds the line that was played
  }
}

/** The node that some actions lead to, or as far as they are there. @param {Node} root @param {GameAction[]} actions */
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

/** Puts the line of an address into a tree, and gives the place that it names. @param {Node} root @param {Record<string, string>} query */
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

/** What is said where a line breaks off. @param {number} kept @param {number} given */
function cutNote(kept, given) {
  if (given === 1) return "The action of this line is not legal here, and was left out.";
  if (kept === 0) return `The first of the line's ${given} actions is not legal here; the line was left out.`;
  const legal = kept === 1 ? "is" : `${kept} are`;
  return `Of the line's ${given} actions only the first ${legal} legal here; the rest was left out.`;
}
