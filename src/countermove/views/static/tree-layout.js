// The layout of a tree: the same tidy layout as in pictures (views/layout.py).
//
// Positions are along one axis, the breadth of the tree; each level has its own band along the other. Subtrees are laid
// out bottom-up, each with its contour, and the children of a node are pushed together until contours touch, once from
// the left and once from the right; the mean of both keeps every gap and is as symmetric as the tree. (Reingold and
// Tilford, "Tidier drawings of trees", 1981.)
import { columnsOf, commonWidth, rowBlock, uprightBlock } from "./tree-block.js";

/** @typedef {import("./tree-model.js").Part} Part */
/** @typedef {{grows: "down"|"right"|"outline", width: number, height: number, step: number, levels: {start: number, end: number, title: string}[]}} Layout */
/** @typedef {{left: number[], right: number[], shift: number}} Contour  How far a subtree extends, deepest level first. */

const EDGE = 18;
const ZOOM_BUTTONS = 26; // space below the last row, for the zoom buttons
const MARGIN = 44; // left margin for the names of levels
const STEP = 44; // distance between levels, to the right
const INDENT = 20; // the same in an outline
const NARROW_SCREEN = 600; // width below which a tree that does not fit is an outline
const MIN_NODE_WIDTH = 26; // the least width of a node
const MAX_CENTRED_HEIGHT = 2000; // the height above which parents are beside their first child

/**
 * Gives every visible part its block and position. `wide` is the width above which a tree grows to the right instead of
 * downwards, or on a narrow screen is an outline.
 * @param {Part[]} parts
 * @param {{direction: "auto"|"down"|"right"|"outline", wide: number, measure: (text: string, size: number, bold?: boolean) => number}} options
 * @returns {Layout}
 */
export function layOut(parts, { direction, wide, measure }) {
  const at = new Map(parts.map((part, index) => [part, index]));
  const children = parts.map((part) => (part.folded ? [] : part.children.map((child) => /** @type {number} */ (at.get(child)))));
  const broadest = byLevel(parts).reduce((most, level) => Math.max(most, level.length), 0);
  if (direction === "down" || (direction === "auto" && broadest * MIN_NODE_WIDTH < wide)) {
    const layout = downwards(parts, children, measure, direction === "down" ? Infinity : wide);
    if (layout) return layout;
  }
  const isOutline = direction === "outline" || (direction === "auto" && wide < NARROW_SCREEN);
  return isOutline ? outlined(parts, children, measure) : rightwards(parts, children, measure);
}

/** @param {Part[]} parts @returns {Part[][]} */
function byLevel(parts) {
  /** @type {Part[][]} */
  const levels = [];
  for (const part of parts) (levels[part.depth] ??= []).push(part);
  return levels;
}

/** Who acts at a level, if it is a single side. @param {Part[]} level */
function titleOf(level) {
  const titles = new Set(level.filter((part) => part.node.title && part.node.kind !== "pruned").map((part) => part.node.title));
  return titles.size === 1 ? /** @type {string} */ ([...titles][0]) : "";
}

/**
 * @param {Part[]} parts @param {number[][]} children
 * @param {(text: string, size: number, bold?: boolean) => number} measure @param {number} wide
 * @returns {Layout | null}
 */
function downwards(parts, children, measure, wide) {
  const common = commonWidth(parts, measure);
  const blocks = parts.map((part) => uprightBlock(part, measure, common));
  const places = tidy(blocks.map(({ left, right }) => [left, right]), children, 10, 10); // prettier-ignore
  const levels = byLevel(parts);
  const margin = levels.length > 1 && levels.some(titleOf) ? MARGIN : 0;
  const width = blocks.reduce((most, block, index) => Math.max(most, places[index] + block.right), 0) + 2 * EDGE + margin;
  if (width > wide) return null;
  const index = new Map(parts.map((part, each) => [part, each]));
  const spread = levels.map((level) => {
    let most = 0;
    for (const part of level) {
      const each = /** @type {number} */ (index.get(part));
      for (const child of children[each]) most = Math.max(most, Math.abs(places[each] - places[child]));
    }
    return most;
  });
  let y = EDGE;
  const bands = levels.map((level, depth) => {
    const start = y;
    let high = 0;
    for (const part of level) high = Math.max(high, blocks[/** @type {number} */ (index.get(part))].bottom);
    y += high;
    const band = { start, end: y, title: margin ? titleOf(level) : "" };
    y += Math.min(80, 32 + 0.09 * spread[depth]);
    return band;
  });
  parts.forEach((part, each) => {
    part.block = blocks[each];
    part.x = EDGE + margin + places[each];
    part.y = bands[part.depth].start;
  });
  return { grows: "down", step: 0, width, height: bands[bands.length - 1].end + EDGE, levels: bands };
}

/**
 * @param {Part[]} parts @param {number[][]} children
 * @param {(text: string, size: number, bold?: boolean) => number} measure
 * @returns {Layout}
 */
function rightwards(parts, children, measure) {
  const levels = byLevel(parts);
  const columns = levels.map((level) => columnsOf(level, measure));
  const blocks = parts.map((part) => rowBlock(part, measure, columns[part.depth]));
  let places = tidy(blocks.map(({ top, bottom }) => [-top, bottom]), children, 2, 4); // prettier-ignore
  if (places.some((place) => place > MAX_CENTRED_HEIGHT)) places = stacked(blocks, children);
  /** @type {number[]} */
  const widths = levels.map(() => 0);
  parts.forEach((part, each) => {
    widths[part.depth] = Math.max(widths[part.depth], blocks[each].right);
  });
  let x = EDGE;
  const lefts = widths.map((width) => {
    const left = x;
    x += width + STEP;
    return left;
  });
  let height = 0;
  parts.forEach((part, each) => {
    part.block = blocks[each];
    part.x = lefts[part.depth];
    part.y = EDGE + places[each];
    height = Math.max(height, part.y + blocks[each].bottom);
  });
  return { grows: "right", step: STEP, width: x - STEP + EDGE, height: height + EDGE + ZOOM_BUTTONS, levels: [] };
}

/**
 * One row below the other, each indented below its parent.
 * @param {Part[]} parts @param {number[][]} children
 * @param {(text: string, size: number, bold?: boolean) => number} measure
 * @returns {Layout}
 */
function outlined(parts, children, measure) {
  const columns = byLevel(parts).map((level) => columnsOf(level, measure));
  let [width, y] = [0, EDGE / 2];
  const open = [0];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const part = parts[each];
    const block = (part.block = rowBlock(part, measure, columns[part.depth]));
    part.x = EDGE / 2 + INDENT * part.depth;
    part.y = y - block.top;
    y = part.y + block.bottom + 2;
    width = Math.max(width, part.x + block.right);
    open.push(...children[each].toReversed());
  }
  return { grows: "outline", step: INDENT, width: width + EDGE / 2, height: y + EDGE / 2, levels: [] };
}

/**
 * Positions of rows with each parent beside its first child, to be read from the top.
 * @param {{top: number, bottom: number}[]} blocks @param {number[][]} children
 */
function stacked(blocks, children) {
  const places = blocks.map(() => 0);
  let top = 0;
  let bottom = 0;
  for (const block of blocks) {
    top = Math.max(top, -block.top);
    bottom = Math.max(bottom, block.bottom);
  }
  const waiting = [0];
  let y = top;
  while (waiting.length) {
    const node = /** @type {number} */ (waiting.pop());
    places[node] = y;
    waiting.push(...children[node].toReversed());
    if (!children[node].length) y += top + bottom + 2;
  }
  return places;
}

/**
 * The positions of the nodes of a tree; node 0 is the root, and the leftmost extent is 0. `sizes` is how far each node
 * extends before and after its position; children have larger numbers than their parents. Nodes of a level keep the
 * `gap`; subtrees, if one has children, are `apart` by that much more.
 * @param {number[][]} sizes @param {number[][]} children @param {number} gap @param {number} apart
 */
export function tidy(sizes, children, gap, apart) {
  const offsets = sizes.map(() => 0);
  /** @type {Contour[]} */
  const contours = [];
  for (let node = sizes.length - 1; node >= 0; node -= 1) {
    const [before, after] = sizes[node];
    const below = children[node].map((child) => contours[child]);
    /** @type {Contour} */
    let joined = { left: [], right: [], shift: 0 };
    if (below.length) {
      const deep = below.some((one) => one.left.length > 1);
      const placed = place(below, gap + (deep ? apart : 0));
      joined = placed.joined;
      children[node].forEach((child, each) => {
        offsets[child] = placed.places[each];
      });
    }
    joined.left.push(-before - joined.shift);
    joined.right.push(after - joined.shift);
    contours[node] = joined;
  }
  const positions = sizes.map(() => 0);
  let least = Infinity;
  sizes.forEach(([before], node) => {
    for (const child of children[node]) positions[child] = positions[node] + offsets[child];
    least = Math.min(least, positions[node] - before);
  });
  return positions.map((position) => position - least);
}

/** The positions of children, relative to the middle of the first and last, and their joint contour. @param {Contour[]} below @param {number} gap */
function place(below, gap) {
  if (below.length === 1) return { places: [0], joined: below[0] };
  const copies = below.map(({ left, right, shift }) => ({ left: left.slice(), right: right.slice(), shift }));
  const rightward = push(copies, gap);
  const mirrored = below.toReversed().map(({ left, right, shift }) => ({
    left: right.map((each) => -each), right: left.map((each) => -each), shift: -shift,
  })); // prettier-ignore
  const last = rightward[rightward.length - 1];
  const leftward = push(mirrored, gap).toReversed().map((each) => last - each); // prettier-ignore
  const places = rightward.map((each, index) => (each + leftward[index]) / 2 - last / 2);
  below.forEach((one, index) => {
    one.shift += places[index];
  });
  return { places, joined: below.reduce(join) };
}

/** Positions from left to right, each as far left as possible; the first is 0. @param {Contour[]} below @param {number} gap */
function push(below, gap) {
  const places = [0];
  let joined = below[0];
  for (const one of below.slice(1)) {
    const put = Math.max(clash(joined, one) + gap, places[places.length - 1]);
    one.shift += put;
    places.push(put);
    joined = join(joined, one);
  }
  return places;
}

/** How far `other` must move to clear `one`. @param {Contour} one @param {Contour} other */
function clash(one, other) {
  let most = -Infinity;
  const shared = Math.min(one.right.length, other.left.length);
  for (let back = 1; back <= shared; back += 1) {
    most = Math.max(most, one.right[one.right.length - back] - other.left[other.left.length - back]);
  }
  return most + one.shift - other.shift;
}

/** The contour of both; takes time proportional to the depth of the shallower one. @param {Contour} one @param {Contour} other @returns {Contour} */
function join(one, other) {
  const higher = one.left.length >= other.left.length;
  const [kept, lower] = higher ? [one, other] : [other, one];
  const moved = lower.shift - kept.shift;
  const [into, from] = higher ? [kept.right, lower.right] : [kept.left, lower.left];
  for (let back = 1; back <= from.length; back += 1) into[into.length - back] = from[from.length - back] + moved;
  return kept;
}
