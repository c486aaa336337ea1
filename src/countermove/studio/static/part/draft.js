// A tree being edited: nodes hold what was typed, as text, valid or not. Trees are immutable; every change makes a new
// one, so that undo just goes back.

/**
 * @typedef {{id: number, name: string, value: string, side: string, odds: string, action: string,
 *   children: Draft[] | null}} Draft  `children` is null for a leaf; `side` is "" for players in turn; `odds` and
 *   `action` belong to the branch that leads to the node
 * @typedef {{node: Draft, parent: Draft | null, index: number, depth: number, across: number, mover: string,
 *   called: string}} Place  `mover` is "max", "min", "chance", "leaf" or a player's number
 * @typedef {{id: number, say: string, even?: boolean}} Trouble  `even` if equal odds would help
 */

let last = 0;

/** @param {Partial<Draft>} [given] @returns {Draft} */
export function draft(given = {}) {
  last += 1;
  return { name: "", value: "", side: "", odds: "", action: "", children: null, ...given, id: last };
}

/** A saved tree, with fresh ids. @param {Draft} kept @returns {Draft} */
export function revived(kept) {
  return draft({ ...kept, children: kept.children?.map(revived) ?? null });
}

/** A new tree. */
export function blank() {
  return draft({ children: [draft(), draft()] });
}

/** A tree from the server. @param {any} told @param {string} [odds] @param {string} [action] @returns {Draft} */
export function fromTold(told, odds = "", action = "") {
  const name = told.name ?? "";
  if (!told.children) {
    const value = Array.isArray(told.value) ? told.value.join(", ") : String(told.value);
    return draft({ name, value, odds, action });
  }
  const chance = Boolean(told.chances) || told.player === "chance";
  const children = told.children.map((/** @type {any} */ child, /** @type {number} */ index) =>
    fromTold(child, told.chances ? fraction(told.chances[index]) : "", told.actions?.[index] ?? ""),
  );
  return draft({ name, odds, action, children, side: chance ? "chance" : String(told.player ?? "") });
}

/** A probability as people write it, such as 1/3. @param {number} odds */
function fraction(odds) {
  for (let below = 1; below <= 12; below++) {
    const above = Math.round(odds * below);
    if (Math.abs(above / below - odds) < 1e-12)
      return String(odds).length <= 5 ? String(odds) : `${above}/${below}`;
  }
  return String(odds);
}

/** A number as it was typed, or null. @param {string} text @returns {number | null} */
export function numberIn(text) {
  const found = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(?:\/\s*(\d+))?\s*$/i.exec(text.replace("−", "-"));
  if (!found) return null;
  const number = Number(found[1]) / (found[2] === undefined ? 1 : Number(found[2]));
  return Number.isFinite(number) ? number : null;
}

/** The payoffs of a leaf, one or one per player; null if missing. @param {string} text @param {number} players */
function payoffs(text, players) {
  const numbers = text.replace(/[()]/g, "").split(/[,;]/).map(numberIn);
  const counts = players === 2 ? [1, 2] : [players];
  return counts.includes(numbers.length) && numbers.every((each) => each !== null) ? numbers : null;
}

// Changes.

/** @param {Draft} root @param {number} id @param {(node: Draft) => Draft} change @returns {Draft} */
export function changed(root, id, change) {
  if (root.id === id) return change(root);
  if (!root.children) return root;
  const children = root.children.map((child) => changed(child, id, change));
  return children.some((child, index) => child !== root.children?.[index]) ? { ...root, children } : root;
}

/** A new leaf below a node; a leaf that gets children keeps its value in the first. @param {Draft} root @param {number} id */
export function grown(root, id) {
  const fresh = draft();
  const tree = changed(root, id, (node) =>
    node.children
      ? kept(node, [...node.children, fresh])
      : { ...node, value: "", children: [draft({ value: node.value }), fresh] },
  );
  const node = find(tree, id);
  return { tree, focus: node?.children?.length === 2 && !find(root, id)?.children ? node.children[0].id : fresh.id };
}

/** Removes a node; a node that loses its last child becomes a leaf. @param {Draft} root @param {number} id */
export function pruned(root, id) {
  const parent = parentOf(root, id);
  if (!parent) return { tree: blank(), focus: 0 };
  const left = (parent.children ?? []).filter((child) => child.id !== id);
  const index = (parent.children ?? []).findIndex((child) => child.id === id);
  const tree = changed(root, parent.id, (node) => (left.length ? kept(node, left) : { ...node, children: null, side: "" }));
  return { tree, focus: left.length ? left[Math.min(index, left.length - 1)].id : parent.id };
}

/**
 * Replaces the children; where that would rename actions, the names already shown are kept. A tree without any value has
 * not been searched, so none were shown.
 * @param {Draft} node @param {Draft[]} children @returns {Draft}
 */
function kept(node, children) {
  if (!isBegun(node) && !node.children?.some((child) => child.action.trim())) return { ...node, children };
  const before = new Map(node.children?.map((child, index) => [child.id, actionsOf(node)[index]]));
  const after = actionsOf({ ...node, children });
  if (children.every((child, index) => (before.get(child.id) ?? after[index]) === after[index])) return { ...node, children };
  return { ...node, children: children.map((child) => ({ ...child, action: before.get(child.id) ?? child.action })) };
}

/** Whether a leaf has a value. @param {Draft} node @returns {boolean} */
function isBegun(node) {
  return node.children ? node.children.some(isBegun) : node.value.trim() !== "";
}

/** Resets the action names of a node. @param {Draft} root @param {number} id */
export function renamed(root, id) {
  return changed(root, id, (node) => ({ ...node, children: node.children?.map((child) => ({ ...child, action: "" })) ?? null }));
}

/** Moves a node among its siblings. @param {Draft} root @param {number} id @param {number} to */
export function moved(root, id, to) {
  const parent = parentOf(root, id);
  if (!parent?.children) return root;
  const from = parent.children.findIndex((child) => child.id === id);
  const place = Math.max(0, Math.min(parent.children.length - 1, to));
  if (from === place) return root;
  const children = parent.children.filter((child) => child.id !== id);
  children.splice(place, 0, parent.children[from]);
  return changed(root, parent.id, (node) => ({ ...node, children }));
}

/** Gives every child of a node the same odds. @param {Draft} root @param {number} id */
export function evened(root, id) {
  return changed(root, id, (node) => {
    const count = node.children?.length ?? 1;
    const odds = count === 1 ? "1" : `1/${count}`;
    return { ...node, children: node.children?.map((child) => ({ ...child, odds })) ?? null };
  });
}

/** @param {Draft} root @param {number} id @returns {Draft | null} */
export function find(root, id) {
  if (root.id === id) return root;
  for (const child of root.children ?? []) {
    const found = find(child, id);
    if (found) return found;
  }
  return null;
}

/** @param {Draft} root @param {number} id @returns {Draft | null} */
export function parentOf(root, id) {
  for (const child of root.children ?? []) {
    if (child.id === id) return root;
    const found = parentOf(child, id);
    if (found) return found;
  }
  return null;
}

// Node positions, movers and names.

/**
 * Every node, parents first, level by level. `across` is counted in leaves.
 * @param {Draft} root @param {string} first  who acts at the root @param {number} players @returns {Place[]}
 */
export function places(root, first, players) {
  /** @type {Place[]} */
  const found = [];
  /** @type {Map<number, number>} */
  const across = new Map();
  let leaves = 0;
  /** @param {Draft} node */
  const settle = (node) => {
    if (!node.children) across.set(node.id, leaves++);
    else {
      node.children.forEach(settle);
      const ends = [node.children[0], node.children[node.children.length - 1]].map((end) => across.get(end.id) ?? 0);
      across.set(node.id, (ends[0] + ends[1]) / 2);
    }
  };
  settle(root);
  /** @type {[Draft, Draft | null, number, number, number][]} */
  const waiting = [[root, null, 0, 0, first === "min" ? 1 : 0]];
  for (let at = 0; at < waiting.length; at++) {
    const [node, parent, index, depth, turn] = waiting[at];
    const player = acting(node, turn);
    const mover = !node.children ? "leaf" : player === null ? "chance" : players <= 2 ? ["max", "min"][player] : String(player);
    found.push({ node, parent, index, depth, across: across.get(node.id) ?? 0, mover, called: "" });
    const next = player === null ? turn : (player + 1) % players;
    node.children?.forEach((child, number) => waiting.push([child, node, number, depth + 1, next]));
  }
  name(found);
  return found;
}

/** The player at a node; null is chance. @param {Draft} node @param {number} turn */
function acting(node, turn) {
  if (node.side === "chance") return null;
  return node.side === "" ? turn : node.side === "max" ? 0 : node.side === "min" ? 1 : Number(node.side);
}

/** Names as given, or else a, b, c, ... level by level. @param {Place[]} all */
function name(all) {
  const taken = new Set(all.map((place) => place.node.name.trim()).filter(Boolean));
  let number = 0;
  for (const place of all) {
    place.called = place.node.name.trim();
    while (!place.called) {
      const letters = inLetters(number++);
      if (!taken.has(letters)) place.called = letters;
    }
  }
}

/** 0 is a, 25 is z, 26 is aa. @param {number} number @returns {string} */
function inLetters(number) {
  const rest = String.fromCharCode(97 + (number % 26));
  return number < 26 ? rest : inLetters(Math.floor(number / 26) - 1) + rest;
}

// Problems, and the tree as a list.

/** Problems to fix before the tree can be searched. @param {Place[]} all @param {number} players @returns {Trouble[]} */
export function troubles(all, players) {
  /** @type {Trouble[]} */
  const found = [];
  const names = new Map();
  for (const { node, called } of all) {
    if (names.has(called)) found.push({ id: node.id, say: `Two nodes are called ${called}; node names must be unique.` });
    names.set(called, node.id);
    if (!node.children && payoffs(node.value, players) === null) {
      const wanted = players > 2 ? `${players} numbers, one per player` : "a number";
      const say = node.value.trim() ? `${called} is ${node.value.trim()}; it should be ${wanted}.` : `${called} has no value yet.`;
      found.push({ id: node.id, say });
    }
    if (node.side === "chance" && node.children) {
      const odds = node.children.map((child) => numberIn(child.odds));
      const given = node.children.some((child) => child.odds.trim());
      const sum = odds.reduce((total, each) => (total ?? 0) + (each ?? 0), 0) ?? 0;
      if (given && odds.some((each) => each === null || each <= 0 || each > 1))
        found.push({ id: node.id, even: true, say: `Every branch below ${called} needs a probability above 0 and at most 1.` });
      else if (given && Math.abs(sum - 1) > 1e-9)
        found.push({ id: node.id, even: true, say: `The probabilities below ${called} sum to ${Number(sum.toFixed(4))}; they must sum to 1.` });
    }
    const actions = actionsOf(node);
    if (new Set(actions).size < actions.length)
      found.push({ id: node.id, say: `Two actions at ${called} have the same name.` });
  }
  return found;
}

/** The action names of a node: custom, default, or the first free number. @param {Draft} node */
export function actionsOf(node) {
  const children = node.children ?? [];
  const taken = new Set(children.map((child) => child.action.trim()).filter(Boolean));
  return children.map((child, index) => {
    const given = child.action.trim();
    if (given) return given;
    let name = usual(children.length, index);
    for (let number = index + 1; taken.has(name); number++) name = String(number);
    taken.add(name);
    return name;
  });
}

/** The default name of an action. @param {number} count @param {number} index */
export function usual(count, index) {
  if (count === 2) return ["Left", "Right"][index];
  if (count === 3) return ["Left", "Center", "Right"][index];
  return String(index + 1);
}

/** The tree as nested lists, as all of Countermove reads them. @param {Draft} node @param {number} players @returns {string} */
export function listed(node, players) {
  const named = node.name.trim() ? [`"name": ${JSON.stringify(node.name.trim())}`] : [];
  if (!node.children) {
    const numbers = payoffs(node.value, players) ?? [0];
    const value = numbers.length > 1 ? `(${numbers.join(", ")})` : String(numbers[0]);
    return named.length ? `{${named}, "value": ${value}}` : value;
  }
  const children = `[${node.children.map((child) => listed(child, players)).join(", ")}]`;
  const parts = [...named];
  const chance = node.side === "chance";
  if (chance && node.children.some((child) => child.odds.trim()))
    parts.push(`"chances": [${node.children.map((child) => numberIn(child.odds) ?? 0).join(", ")}]`);
  else if (node.side) parts.push(`"player": ${/^\d+$/.test(node.side) ? node.side : JSON.stringify(node.side)}`);
  if (node.children.some((child) => child.action.trim())) {
    parts.push(`"actions": [${actionsOf(node).map((each) => JSON.stringify(each)).join(", ")}]`);
  }
  return parts.length ? `{${parts.join(", ")}, "children": ${children}}` : children;
}
