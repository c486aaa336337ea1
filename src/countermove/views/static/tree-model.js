// The tree, and what the search knew about each node after each step.
//
// What is known about a node never changes in place: a step gives it a new record, and the previous one is kept with
// the step. So going forward or back costs one record per step, however large the tree is.

/**
 * @typedef {"max"|"min"|"player"|"chance"|"leaf"|"pruned"|"more"} Kind
 * @typedef {{id: number, parent: number | null, kind: Kind, number?: number, action?: GameAction, label?: string,
 *   chance?: string, name?: string, title?: string, player?: number, value?: string, window?: string, best?: boolean,
 *   chosen?: boolean, estimate?: boolean, hidden?: number, reason?: string, shape?: string, together?: number,
 *   leaves?: string[], board?: any, visits?: number}} TreeNode  A node as in views/tree_json.py; empty fields are omitted.
 * @typedef {{kind: "enter"|"leaf"|"update"|"cut"|"exit"|"select"|"expand"|"simulate"|"backup", node: number, value?: string,
 *   window?: string, visits?: number, say: string}} Step
 * @typedef {{title?: string, summary?: string, size?: number, whole?: boolean,
 *   direction?: "auto"|"down"|"right"|"outline", nodes: TreeNode[], steps: Step[]}} Tree
 * @typedef {{seen: boolean, open: boolean, value: string, window: string, cut: boolean, visits: number}} Known
 * @typedef {{id: number, node: TreeNode, kind: string, parent: Part | null, children: Part[], depth: number,
 *   below: number, cutter: Part | null, known: Known, value: string, values: Set<string>, windows: Set<string>,
 *   share: number, absent: boolean, folded: boolean, away: boolean, block: import("./tree-block.js").Block | null, x: number, y: number}} Part
 *   A node with its place in the tree. `kind` is its shape; `below` counts the searched nodes below it; `cutter` is, for
 *   a pruned branch, the node that cut it off; `share` is the radius of its visits, where all simulations have 1; a node of a tree that
 *   simulations grow is `absent` until it is added; `values` and `windows` are all that it will ever show. The window is the
 *   one on entry, as in pictures: the steps show how it narrows.
 * @typedef {{tree: Tree, parts: Part[], root: Part | null, steps: Step[], cuts: number[], byId: Map<number, Part>,
 *   byNumber: Map<number, Part>}} Model
 */

/** @type {Known} */
const NOTHING = Object.freeze({ seen: false, open: false, value: "", window: "", cut: false, visits: 0 });
const WINDOWED = new Set(["enter", "expand", "backup"]); // steps that say what is beside a node: its window, or its visits

/** Numbers with a true minus. @param {string} text */
const typed = (text) => text.replace(/-(?=[\d.∞])/g, "−");

/** A value without an equals sign, which a picture does not need. @param {string} [value] */
const bare = (value = "") => typed(value.replace(/^= /, ""));

/** @param {Tree} tree @returns {Model} */
export function makeModel(tree) {
  /** @type {Map<number, Part>} */
  const byId = new Map();
  /** @type {Map<number, Part>} */
  const byNumber = new Map();
  const parts = tree.nodes.map((node) => {
    const parent = node.parent === null || node.parent === undefined ? null : (byId.get(node.parent) ?? null);
    const value = bare(node.value);
    /** @type {Part} */
    const part = {
      id: node.id, node, parent, children: [], value, known: NOTHING,
      kind: node.kind === "pruned" ? (node.shape ?? "") : node.kind,
      depth: parent ? parent.depth + 1 : 0,
      cutter: node.kind !== "pruned" ? null : parent?.node.kind === "pruned" ? parent.cutter : parent,
      below: 0, values: new Set([value]), windows: new Set([typed(node.window ?? "")]),
      share: node.visits ? Math.sqrt(node.visits / (tree.nodes[0].visits || 1)) : 0,
      absent: tree.nodes[0].visits !== undefined,
      folded: false, away: false, block: null, x: 0, y: 0,
    }; // prettier-ignore
    parent?.children.push(part);
    byId.set(node.id, part);
    if (node.number !== undefined && node.number !== null) byNumber.set(node.number, part);
    return part;
  });
  for (const part of parts.toReversed()) {
    part.below += part.node.hidden ?? 0;
    const self = part.node.kind === "pruned" || part.node.kind === "more" ? 0 : 1;
    if (part.parent) part.parent.below += part.below + self;
  }
  const steps = tree.steps.filter((step) => byNumber.has(step.node));
  /** @type {number[]} */
  const cuts = [];
  steps.forEach((step, at) => {
    const part = byNumber.get(step.node);
    if (step.value) part?.values.add(typed(step.value));
    if (step.window && WINDOWED.has(step.kind) && part?.kind !== "leaf") part?.windows.add(typed(step.window));
    if (step.kind === "cut") cuts.push(at);
  });
  return { tree, parts, root: parts[0] ?? null, steps, cuts, byId, byNumber };
}

/** What is known about a node after a step at it. @param {Known} known @param {Step} step @returns {Known} */
function after(known, step) {
  return {
    seen: true,
    open: step.kind !== "leaf" && step.kind !== "exit" && step.kind !== "backup",
    value: step.value === undefined ? known.value : typed(step.value),
    window: WINDOWED.has(step.kind) ? typed(step.window ?? "") : known.window,
    cut: known.cut || step.kind === "cut",
    visits: step.visits ?? known.visits,
  };
}

/**
 * A walk through the steps. `go` sets every part to what was known after a step and returns the parts that changed;
 * before the first step, at -1, nothing is known.
 * @param {Model} model
 */
export function makeWalk(model) {
  const { steps, byNumber } = model;
  /** @type {Known[]} */
  const before = [];
  let now = -1;
  for (const part of model.parts) part.known = NOTHING;

  /** @param {number} to @returns {Set<Part>} */
  function go(to) {
    /** @type {Set<Part>} */
    const changed = new Set();
    while (now < to) {
      now += 1;
      const part = /** @type {Part} */ (byNumber.get(steps[now].node));
      before[now] = part.known;
      part.known = after(part.known, steps[now]);
      changed.add(part);
      if (steps[now].kind === "cut") addPruned(part, changed);
    }
    while (now > to) {
      const part = /** @type {Part} */ (byNumber.get(steps[now].node));
      part.known = before[now];
      changed.add(part);
      if (steps[now].kind === "cut") addPruned(part, changed);
      now -= 1;
    }
    return changed;
  }

  return { go };
}

/** @param {Part} part @param {Set<Part>} changed */
function addPruned(part, changed) {
  for (const child of part.children) {
    if (child.node.kind !== "pruned") continue;
    changed.add(child);
    addPruned(child, changed);
  }
}

/** The step for a number, clamped to the steps there are. @param {Model} model @param {unknown} at */
export function within(model, at) {
  const wanted = Number(at);
  if (Number.isNaN(wanted)) return 0;
  return Math.max(0, Math.min(model.steps.length - 1, Math.round(wanted)));
}

/** The unfolded parts, parents first. @param {Model} model @returns {Part[]} */
export function inView(model) {
  /** @type {Part[]} */
  const shown = [];
  for (const part of model.parts) {
    part.away = part.parent !== null && (part.parent.away || part.parent.folded);
    if (!part.away) shown.push(part);
  }
  return shown;
}

/** The part itself, or the folded one that hides it. @param {Part} part @returns {Part} */
export function standIn(part) {
  let shown = part;
  for (let above = part.parent; above; above = above.parent) if (above.folded) shown = above;
  return shown;
}

/** The parts and everything below them. @param {Iterable<Part>} parts @returns {Set<Part>} */
export function withBelow(parts) {
  const all = new Set(parts);
  for (const part of all) for (const child of part.children) all.add(child);
  return all;
}
