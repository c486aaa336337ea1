// What is folded at first in a large tree, so that a reader sees its top rather than a few of thousands of lines, and
// what a step unfolds while it is current. What is folded by hand stays folded.

/** @typedef {import("./tree-model.js").Part} Part */

const MAX_SHOWN_WHOLE = 150; // the largest tree shown whole
const SHOWN_AT_FIRST = 60; // nodes of a larger one shown at first
const NARROW_WHOLE = 16; // the largest tree shown whole on a phone; of others, the children along the current path

/** Folds a large tree except its top; returns what was folded. @param {Part[]} parts @param {boolean} narrow */
function foldLarge(parts, narrow) {
  /** @type {Set<Part>} */
  const resting = new Set();
  if (parts.length <= (narrow ? NARROW_WHOLE : MAX_SHOWN_WHOLE)) return resting;
  const shown = [parts[0]];
  for (const part of shown) {
    if (part.parent && (narrow || shown.length + part.children.length > SHOWN_AT_FIRST)) resting.add(part);
    else shown.push(...part.children);
  }
  const top = new Set(shown);
  for (const part of parts) {
    if (!part.children.length) resting.delete(part);
    else if (!top.has(part)) resting.add(part);
  }
  for (const part of resting) part.folded = true;
  return resting;
}

/** @param {Part[]} parts @param {boolean} narrow whether the stage is, as on a phone @param {boolean} [fresh] whether to reset folds */
export function makeFolds(parts, narrow, fresh = true) {
  /** Those that a step may open. */
  let resting = fresh ? foldLarge(parts, narrow) : /** @type {Set<Part>} */ (new Set());
  /** @type {Set<Part>} */
  const opened = new Set();
  return {
    large: parts.length > (narrow ? NARROW_WHOLE : MAX_SHOWN_WHOLE),
    /** Whether anything is folded. */
    any: () => parts.some((part) => part.folded),
    /** Unfolds the path to a part and folds what earlier steps had unfolded; returns whether anything changed. @param {Part} part */
    follow(part) {
      let changed = false;
      /** @type {Set<Part>} */
      const way = new Set();
      for (let above = /** @type {Part | null} */ (part); above; above = above.parent) way.add(above);
      for (const each of opened) {
        if (way.has(each)) continue;
        each.folded = true;
        opened.delete(each);
        changed = true;
      }
      way.delete(part);
      const closed = [...way].filter((each) => each.folded);
      if (!closed.every((each) => resting.has(each))) return changed;
      for (const each of closed) {
        each.folded = false;
        opened.add(each);
      }
      return changed || closed.length > 0;
    },
    /** Folds or unfolds a part by hand. @param {Part} part */
    byHand(part) {
      resting.delete(part);
      opened.delete(part);
    },
    /** Shows everything, or only the top again. @param {boolean} on */
    unfold(on) {
      opened.clear();
      for (const part of parts) part.folded = false;
      resting = on ? new Set() : foldLarge(parts, narrow);
    },
  };
}
