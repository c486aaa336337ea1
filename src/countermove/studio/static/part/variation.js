// A game as a tree of lines: the first child of a node is its main line, the others are variations. Plain data and
// functions on it; drawing is elsewhere.

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {GameAction | null} action  what led here; null at the root
 * @property {string} name  the action's name; "" while unknown
 * @property {number | null} player  who acted; null while unknown
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {Node | null} next  the child that was visited last
 * @property {number | null} share  expected points of player 0, if searched
 * @property {number | null} value  the value for the player to move
 * @property {number[] | null} payoffs  every player's expected payoff, if known, without two opposed sides
 * @property {string} text  the value as text
 * @property {boolean | null} proven  whether that is certain; null if not searched
 * @property {number} depth  the depth of that search
 * @property {string} mark  the class of the action: "best", "good", "inaccuracy", "mistake", "blunder"; "" if not graded
 * @property {number} loss  the points it gave away
 * @property {string} better  the best action instead
 *
 * @typedef {{a: GameAction, n: string, p: number | null, m?: string, l?: number, b?: string, s?: number, v?: number, u?: number[], t?: string, x?: boolean, d?: number, c?: Kept[]}} Kept
 *   A node as stored, with short keys.
 */

let last = 0;

/** @returns {Node} */
export function makeRoot() {
  return { id: ++last, action: null, name: "", player: null, parent: null, children: [], next: null, share: null, value: null, payoffs: null, text: "", proven: null, depth: 0, mark: "", loss: 0, better: "" };
}

/**
 * The child an action leads to, created if missing.
 * @param {Node} node
 * @param {GameAction} action
 * @param {string} [name]
 * @param {number | null} [player]
 * @returns {Node}
 */
export function extend(node, action, name = "", player = null) {
  let child = node.children.find((each) => each.action === action);
  if (!child) {
    child = { ...makeRoot(), action, parent: node };
    node.children.push(child);
  }
  if (name) child.name = name;
  if (player !== null) child.player = player;
  node.next = child;
  return child;
}

/** The nodes from the first action to a node. @param {Node} node @returns {Node[]} */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.push(at);
  return path.reverse();
}

/** @param {Node} node @returns {GameAction[]} */
export function actionsTo(node) {
  return pathTo(node).map((each) => /** @type {GameAction} */ (each.action));
}

/** The continuation after a node: the last visited, else the main line. @param {Node} node @returns {Node[]} */
export function restOf(node) {
  const rest = [];
  for (let at = nextOf(node); at; at = nextOf(at)) rest.push(at);
  return rest;
}

/** @param {Node} node @returns {Node | null} */
export function nextOf(node) {
  return node.next && node.children.includes(node.next) ? node.next : node.children[0] ?? null;
}

/** The whole line through a node. @param {Node} node @returns {Node[]} */
export function lineOf(node) {
  return [...pathTo(node), ...restOf(node)];
}

/** Every line of a tree to its end, the main line first. @param {Node} node @returns {GameAction[][]} */
export function linesOf(node) {
  if (!node.children.length) return node.parent ? [actionsTo(node)] : [];
  return node.children.flatMap(linesOf);
}

/** Whether a node is in the main line. @param {Node} node */
export function isMain(node) {
  return pathTo(node).every((each) => each.parent?.children[0] === each);
}

/** The first node of a node's variation; null in the main line. @param {Node} node @returns {Node | null} */
export function variationOf(node) {
  return pathTo(node).reverse().find((each) => each.parent?.children[0] !== each) ?? null;
}

/** Promotes a node's variation to the main line where it starts. @param {Node} node */
export function promote(node) {
  const first = variationOf(node);
  if (!first?.parent) return;
  const others = first.parent.children.filter((each) => each !== first);
  first.parent.children = [first, ...others];
}

/** Removes a node with everything after it, and returns its parent. @param {Node} node @returns {Node} */
export function remove(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((each) => each !== node);
  if (parent.next === node) parent.next = null;
  return parent;
}

/** Removes search results from a tree. @param {Node} root */
export function unjudge(root) {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    Object.assign(node, { share: null, value: null, payoffs: null, text: "", proven: null, depth: 0, mark: "", loss: 0, better: "" });
    open.push(...node.children);
  }
}

/** @param {Node} root @returns {Kept[]} */
export function keep(root) {
  return root.children.map((node) => {
    /** @type {Kept} */
    const kept = { a: /** @type {GameAction} */ (node.action), n: node.name, p: node.player };
    if (node.mark) Object.assign(kept, { m: node.mark, l: node.loss, b: node.better });
    if (node.share !== null) Object.assign(kept, { s: Math.round(node.share * 1000) / 1000, v: node.value ?? undefined, u: node.payoffs ?? undefined, t: node.text });
    if (node.proven !== null) Object.assign(kept, { x: node.proven, d: node.depth });
    if (node.children.length) kept.c = keep(node);
    return kept;
  });
}

/** Restores stored nodes below a node. @param {Node} node @param {unknown} kept */
export function restore(node, kept) {
  if (!Array.isArray(kept)) return;
  for (const each of kept) {
    if (!Number.isSafeInteger(each?.a) && typeof each?.a !== "string") continue;
    const child = extend(node, each.a, typeof each.n === "string" ? each.n : "", typeof each.p === "number" ? each.p : null);
    if (typeof each.m === "string") child.mark = each.m;
    if (typeof each.l === "number") child.loss = each.l;
    if (typeof each.b === "string") child.better = each.b;
    if (typeof each.s === "number") child.share = each.s;
    if (typeof each.v === "number") child.value = each.v;
    if (Array.isArray(each.u) && each.u.every(Number.isFinite)) child.payoffs = each.u;
    if (typeof each.t === "string") child.text = each.t;
    if (typeof each.x === "boolean") child.proven = each.x;
    if (typeof each.d === "number") child.depth = each.d;
    restore(child, each.c);
  }
  node.next = null;
}
