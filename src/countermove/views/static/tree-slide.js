// When a node folds, the others slide to their new places, relative to the folded node, which stays.

/** @typedef {import("./tree-model.js").Part} Part */
/** @typedef {{x: number, y: number}} Place */

const SLIDE = 180; // milliseconds

/** @param {() => void} place  draws the parts where they are now */
export function makeSlide(place) {
  let turns = 0;

  /**
   * Moves parts from where they were to where they are; unfolded parts emerge from the node that hid them.
   * @param {Part[]} parts @param {Map<Part, Place>} before @param {Place} moved  how far the node that stays has moved
   */
  function go(parts, before, moved) {
    const ways = parts.map((part) => {
      let was = before.get(part);
      for (let above = part.parent; !was && above; above = above.parent) was = before.get(above);
      const to = { x: part.x, y: part.y };
      return { part, to, from: was ? { x: was.x + moved.x, y: was.y + moved.y } : to };
    });
    const begun = performance.now();
    const turn = (turns += 1);
    const frame = () => {
      if (turn !== turns) return; // superseded by another layout
      const done = Math.min(1, (performance.now() - begun) / SLIDE);
      const eased = 1 - (1 - done) ** 3;
      for (const { part, from, to } of ways) {
        part.x = from.x + (to.x - from.x) * eased;
        part.y = from.y + (to.y - from.y) * eased;
      }
      place();
      if (done < 1) requestAnimationFrame(frame);
    };
    frame();
  }

  return {
    go,
    /** Stop; another layout takes over. */
    stop() {
      turns += 1;
    },
  };
}
