// The branch to a node. Downwards it starts below its parent's whole level and ends above the child, so it never
// crosses a node; to the right it runs straight to the end of the parent's column and then bends; in an outline it runs
// down to the child's row. A pruned branch is struck through.

/** @typedef {import("./tree-model.js").Part} Part */
/** @typedef {import("./tree-layout.js").Layout} Layout */
/** @typedef {[number, number, number, number, number, number]} Edge  Where it starts, turns and ends: x, y each. */

/** @param {Part} part @param {Layout} layout @returns {Edge} */
export function edgeOf(part, layout) {
  const parent = /** @type {Part} */ (part.parent);
  const leave = parent.block?.leave ?? 0;
  if (layout.grows === "right") return [parent.x + leave, parent.y, part.x - layout.step, parent.y, part.x, part.y];
  if (layout.grows === "outline") {
    const x = parent.x + layout.step / 2;
    return [x, parent.y + (parent.block?.bottom ?? 0), x, part.y, part.x, part.y];
  }
  const start = parent.y + leave + 1;
  const level = layout.levels[parent.depth].end - layout.levels[parent.depth].start + parent.y;
  return [parent.x, start, parent.x, level > start + 3 ? level + 1 : start, part.x, part.y - 1];
}

/** The branch as the path of an SVG element. @param {Edge} edge @param {Layout} layout */
export function edgePath([x1, y1, x2, y2, x3, y3], layout) {
  const places = [x1, y1, x2, y2, x3, y3].map((place) => place.toFixed(1));
  const middle = ((x2 + x3) / 2).toFixed(1);
  const [a, b, c, d, e, f] = places;
  return layout.grows === "right" ? `M${a} ${b}L${c} ${d}C${middle} ${d} ${middle} ${f} ${e} ${f}` : `M${a} ${b}L${c} ${d}L${e} ${f}`;
}

/** Two short strokes across a branch, near its end, where branches are far apart: x, y, x, y of each. @param {Edge} edge @param {Layout} layout */
export function strikeOf([, , x1, y1, x2, y2], layout) {
  const part = 0.8;
  const rest = 1 - part;
  let x = x1 + 0.62 * (x2 - x1);
  let y = y1 + 0.62 * (y2 - y1);
  let dx = x2 - x1;
  let dy = y2 - y1;
  if (layout.grows === "right") {
    const early = rest ** 3 + 3 * rest ** 2 * part;
    x = ((x1 + x2) / 2) * (3 * rest ** 2 * part + 3 * rest * part ** 2) + x1 * rest ** 3 + x2 * part ** 3;
    y = y1 * early + y2 * (1 - early);
    dx *= 1.5 * (rest ** 2 + part ** 2);
    dy *= 6 * rest * part;
  }
  const length = Math.hypot(dx, dy) || 1;
  const [ax, ay] = [dx / length, dy / length];
  const [cx, cy] = ax <= 0 ? [-ay, ax] : [ay, -ax];
  const [lx, ly] = [cx * 6 + ax * 2, cy * 6 + ay * 2];
  return [-2.2, 2.2].map((step) => [x + step * ax - lx, y + step * ay - ly, x + step * ax + lx, y + step * ay + ly]);
}
