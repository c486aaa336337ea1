// What of a large tree is folded at first, so that a reader sees its top and not a few lines of thousands, and what a
// step opens for as long as it is there. What somebody folds by hand stays folded.

/** @typedef {import("./tree-model.js").Part} Part */

const MANY = 150; // nodes of a tree up to which all of them are shown
const VIEW = 60; // nodes of a larger one that are shown at first

/** Folds a large tree, the top excepted; gives what was folded. @param {Part[]} parts */
function foldLarge(parts) {
  /** @type {Set<Part>} */
  const resting = new Set();
  if (parts.length <= MANY) return resting;
  const shown = [parts[0]];
  for (const part of shown) {
    if (part.parent && shown.length + part.children.length > VIEW) resting.add(part);
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

/** @param {Part[]} parts @param {boolean} [fresh] whether folds are made anew */
export function makeFolds(parts, fresh = true) {
  /** Those that a step may open. */
  let resting = fresh ? foldLarge(parts) : /** @type {Set<Part>} */ (new Set());
  /** @type {Set<Part>} */
  const opened = new Set();
  return {
    large: parts.length > MANY,
    /** Whether anything is folded. */
    any: () => parts.some((part) => part.folded),
    /** Opens the way to a part and closes what earlier steps had opened; says whether that changed anything. @param {Part} part */
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
    /** A part is folded or unfolded by hand. @param {Part} part */
    byHand(part) {
      resting.delete(part);
      opened.delete(part);
    },
    /** Shows everything, or only the top again. @param {boolean} on */
    unfold(on) {
      opened.clear();
      for (const part of parts) part.folded = false;
      resting = on ? new Set() : foldLarge(parts);
    },
  };
}
