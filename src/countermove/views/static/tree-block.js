// The block of a node: its shape and text positions around an anchor (views/block.py does the same for pictures).
//
//     Left                 the action                 Left ▲ a ≤ 2 (-∞, 5)     the same in one row, for
//      /\                                                                      trees with too many nodes
//   a /  \ (-∞, 5)         name and window go                                  to fit side by side
//    / ≤2 \                where the shape leaves room
//    ------
//
// If a node has a board, that is its shape, and a small sign of who acts precedes the value. The size allows for the
// longest text that a node will ever show, so that nothing moves during the search.
import { boardSize } from "./tree-board.js";

/** @typedef {import("./tree-model.js").Part} Part */
/** @typedef {(text: string, size: number, bold?: boolean) => number} Measure */
/** @typedef {{x: number, y: number, size: number, anchor: "start"|"middle"|"end"}} Slot */
/** @typedef {{kind: string, x: number, y: number, half: number, high: number}} Shape */
/**
 * @typedef {{left: number, right: number, top: number, bottom: number, leave: number,
 *   shape: Shape | null, sign: Shape | null, disc: {x: number, y: number, radius: number} | null, board: {x: number, y: number, scale: number} | null,
 *   slots: {label?: Slot, name?: Slot, value?: Slot, window?: Slot, more?: Slot}}} Block
 *   The disc is that of all simulations; the visits of a node are a part of its area. `left` and `right` are its extents from the anchor, `leave` is where the branches of children start; a shape is
 *   centred on (x, y).
 */

const VALUE = 13;
const LABEL = 11;
const WINDOW = 10;
const TRIANGLE_HEIGHT = 40;
const MAX_LABEL = 22;
const MAX_RADIUS = 18; // of the disc of all simulations, in a tree that simulations grow
const MAX_ROW_RADIUS = 9;
const MAX_VALUE_WIDTH = 64; // the widest value that all nodes allow for, in pixels

/** The words on a branch: the action and its probability. @param {Part} part @param {boolean} cut */
export function labelOf(part, cut) {
  const { label = "", chance = "", together = 1, kind, hidden = 0 } = part.node;
  if (kind === "more") return `… ${hidden.toLocaleString("en")} more`;
  if (together > 1) return cut ? `${together} pruned` : `${together} branches`;
  const name = label.length <= MAX_LABEL ? label : `${label.slice(0, MAX_LABEL - 1)}…`;
  return chance && name ? `${name} · ${chance}` : chance || name;
}

/** What a folded node hides. @param {Part} part */
export function moreOf(part) {
  return part.below ? `… ${part.below.toLocaleString("en")} more` : "…";
}

/** @param {Iterable<string>} texts @param {number} size @param {Measure} measure @param {boolean} [bold] */
function widest(texts, size, measure, bold = false) {
  let most = 0;
  for (const text of texts) if (text) most = Math.max(most, measure(text, size, bold));
  return most;
}

/**
 * The width for the values of all inner nodes: the same for all, so that a node's size does not reveal its value.
 * @param {Part[]} parts @param {Measure} measure
 */
export function commonWidth(parts, measure) {
  const values = parts.filter((part) => part.kind !== "leaf").flatMap((part) => [...part.values]);
  return Math.min(MAX_VALUE_WIDTH, widest(new Set(values), VALUE, measure, true));
}

/** @param {Part} part @param {Measure} measure */
function labelWidth(part, measure) {
  return widest([labelOf(part, true), labelOf(part, false)], LABEL, measure, true);
}

/**
 * A node with its children below it; the anchor is the middle of its top edge. `common` is the width for the value of
 * any node but a leaf.
 * @param {Part} part @param {Measure} measure @param {number} common @returns {Block}
 */
export function uprightBlock(part, measure, common) {
  const { node } = part;
  /** @type {Block} */
  const block = { left: 0, right: 0, top: 0, bottom: 0, leave: 0, shape: null, sign: null, disc: null, board: null, slots: {} };
  /** @param {number} left @param {number} right */
  const reach = (left, right) => {
    block.left = Math.max(block.left, left);
    block.right = Math.max(block.right, right);
  };
  let y = 0;
  const label = labelWidth(part, measure);
  if (label) {
    block.slots.label = { x: 0, y: y + 7, size: LABEL, anchor: "middle" };
    reach(label / 2, label / 2);
    y += 15;
  }
  if (node.kind !== "more") y = uprightShape(part, y, block, reach, measure, common);
  if (node.visits !== undefined) {
    const radius = MAX_RADIUS * part.share;
    block.disc = { x: 0, y: y + 3 + radius, radius: MAX_RADIUS };
    y += 3 + 2 * radius;
  }
  block.leave = y;
  if (part.folded) {
    const more = measure(moreOf(part), LABEL, true);
    block.slots.more = { x: 0, y: y + 9, size: LABEL, anchor: "middle" };
    reach(more / 2, more / 2);
    y += 18;
  }
  block.bottom = y;
  return block;
}

/** @param {Part} part @param {number} y @param {Block} block @param {(left: number, right: number) => void} reach @param {Measure} measure @param {number} common */
function uprightShape(part, y, block, reach, measure, common) {
  const { node, kind } = part;
  const wide = Math.max(widest(part.values, VALUE, measure, true), kind === "leaf" ? 0 : common);
  const name = node.name ? measure(node.name, LABEL) : 0;
  const window = widest(part.windows, WINDOW, measure);
  const board = boardSize(node.board);
  if (board) return uprightBoard(part, y, block, reach, board, wide, window);
  /** Name and window are on both sides of the tip. @param {number} at @param {number} away */
  const beside = (at, away) => {
    if (name) block.slots.name = { x: -away, y: at, size: LABEL, anchor: "end" };
    if (window) block.slots.window = { x: away, y: at, size: WINDOW, anchor: "start" };
    reach(name ? away + name : 0, window ? away + window : 0);
  };
  if (kind === "max" || kind === "min") {
    const half = Math.max(28, wide * 0.95 + 2);
    block.shape = { kind, x: 0, y: y + TRIANGLE_HEIGHT / 2, half, high: TRIANGLE_HEIGHT };
    block.slots.value = { x: 0, y: y + TRIANGLE_HEIGHT * (kind === "max" ? 0.68 : 0.32), size: VALUE, anchor: "middle" };
    reach(half + 1, half + 1);
    beside(kind === "max" ? y + 7 : y + TRIANGLE_HEIGHT - 5, 5 + 0.28 * half);
    return y + TRIANGLE_HEIGHT;
  }
  if (kind === "chance") {
    const radius = Math.max(19, wide / 2 + 6);
    block.shape = { kind, x: 0, y: y + radius, half: radius, high: 2 * radius };
    block.slots.value = { x: 0, y: y + radius, size: VALUE, anchor: "middle" };
    reach(radius + 1, radius + 1);
    beside(y + 5, radius * 0.75 + 5);
    return y + 2 * radius;
  }
  if (kind === "player") {
    const half = Math.max(22, wide / 2 + 11);
    block.shape = { kind, x: 0, y: y + 15, half, high: 30 };
    block.slots.value = { x: 0, y: y + 15, size: VALUE, anchor: "middle" };
    reach(half + 1, half + 1);
    if (name) {
      block.slots.name = { x: -half - 4, y: y + 7, size: LABEL, anchor: "end" };
      reach(half + 4 + name, 0);
    }
    return y + 30;
  }
  const half = Math.max(13, wide / 2 + 6);
  block.shape = { kind: "leaf", x: 0, y: y + 13, half, high: 26 };
  block.slots.value = { x: 0, y: y + 13, size: VALUE, anchor: "middle" };
  reach(half + 1, half + 1);
  if (!name) return y + 26;
  block.slots.name = { x: 0, y: y + 34, size: LABEL - 1, anchor: "middle" };
  reach(name / 2, name / 2);
  return y + 41;
}

/** @typedef {{label: number, board: number, shape: number, name: number, value: number, window: number}} Columns  Widths in a level. */

/**
 * @param {Part} part @param {number} y @param {Block} block @param {(left: number, right: number) => void} reach
 * @param {{width: number, height: number, scale: number}} board @param {number} wide @param {number} window
 */
function uprightBoard(part, y, block, reach, board, wide, window) {
  const half = board.width / 2 + 4;
  block.shape = { kind: "board", x: 0, y: y + board.height / 2 + 4, half, high: board.height + 8 };
  block.board = { x: -board.width / 2, y: y + 4, scale: board.scale };
  reach(half + 1, half + 1);
  const below = y + board.height + 8;
  const acts = part.kind !== "leaf" && part.kind !== "";
  if (acts) block.sign = { kind: part.kind, x: -wide / 2 - 2, y: below + 11, half: 5.5, high: 11 };
  block.slots.value = { x: acts ? 8 : 0, y: below + 11, size: VALUE, anchor: "middle" };
  reach(wide / 2 + 10, wide / 2 + 10);
  if (!window) return below + 21;
  block.slots.window = { x: 0, y: below + 27, size: WINDOW, anchor: "middle" };
  reach(window / 2, window / 2);
  return below + 35;
}

/** Whether a row aligns with the others of its level; one that combines several does not. @param {Part} part */
function inColumns(part) {
  return part.node.kind !== "more" && (part.node.together ?? 1) === 1;
}

/**
 * How wide the columns of a level must be for all of its rows.
 * @param {Part[]} level @param {Measure} measure @returns {Columns}
 */
export function columnsOf(level, measure) {
  const columns = { label: 0, board: 0, shape: 0, name: 0, value: 0, window: 0 };
  for (const part of level) {
    if (!inColumns(part)) continue;
    columns.label = Math.max(columns.label, labelWidth(part, measure));
    columns.board = Math.max(columns.board, boardSize(part.node.board)?.width ?? 0);
    if (part.kind !== "leaf" && part.kind !== "") columns.shape = 12;
    columns.name = Math.max(columns.name, part.node.name ? measure(part.node.name, LABEL) : 0);
    columns.value = Math.max(columns.value, widest(part.values, VALUE, measure, true), 12);
    columns.window = Math.max(columns.window, widest(part.windows, WINDOW, measure));
  }
  return columns;
}

/**
 * A node with its children to the right, its text in the columns of its level; the anchor is the middle of the row's
 * left edge.
 * @param {Part} part @param {Measure} measure @param {Columns} columns @returns {Block}
 */
export function rowBlock(part, measure, columns) {
  const { node, kind } = part;
  /** @type {Block["slots"]} */
  const slots = {};
  /** @type {Block["shape"]} */
  let shape = null;
  /** @type {Block["board"]} */
  let board = null;
  let high = 10;
  let x = 4;
  let end = x;
  /** @param {keyof Block["slots"]} slot @param {number} width @param {number} size @param {number} column */
  const say = (slot, width, size, column) => {
    if (width) {
      slots[slot] = { x, y: 0, size, anchor: "start" };
      end = x + width + 6;
    }
    x += column ? column + 7 : 0;
  };
  if (node.kind === "more") say("label", labelWidth(part, measure), LABEL, 0);
  else {
    const label = labelWidth(part, measure);
    say("label", label, LABEL, inColumns(part) ? columns.label : label);
    const size = boardSize(node.board);
    if (size) {
      board = { x, y: -size.height / 2, scale: size.scale };
      high = size.height / 2 + 6;
      end = x + size.width + 6;
    }
    x += columns.board ? columns.board + 10 : 0;
    if (kind !== "leaf" && kind !== "") shape = { kind, x: x + 6, y: 0, half: 6, high: 12 };
    if (inColumns(part)) {
      x += columns.shape ? columns.shape + 6 : 0;
      say("name", node.name ? measure(node.name, LABEL) : 0, LABEL, columns.name);
    }
    if (shape) say("value", columns.value, VALUE, columns.value);
    else {
      const half = Math.max(widest(part.values, VALUE, measure, true), 12) / 2 + 5;
      shape = { kind: "leaf", x: x + half, y: 0, half, high: 17 };
      slots.value = { x: x + half, y: 0, size: VALUE, anchor: "middle" };
      end = x + 2 * half + 2;
      x = Math.max(x + columns.value + 7, end + 5);
    }
    say("window", widest(part.windows, WINDOW, measure), WINDOW, columns.window);
  }
  /** @type {Block["disc"]} */
  let disc = null;
  if (node.visits !== undefined) {
    disc = { x: end + MAX_ROW_RADIUS, y: 0, radius: MAX_ROW_RADIUS };
    end += 2 * MAX_ROW_RADIUS + 4;
  }
  if (part.folded) {
    x = end + 2;
    say("more", measure(moreOf(part), LABEL, true), LABEL, 0);
  }
  return { left: 0, right: end, top: -high, bottom: high, leave: end, shape, sign: null, disc, board, slots };
}
