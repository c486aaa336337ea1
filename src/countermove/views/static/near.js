// Which place is meant by a point on the board, or by an arrow key from another place.
import { middle } from "./picture.js";

/** @typedef {Map<string, import("./plan.js").Spot>} Spots */

/** The place that contains a point. @param {Spots} spots @param {number} x @param {number} y @returns {string | null} */
export function spotAt(spots, x, y) {
  for (const spot of spots.values()) {
    if (x >= spot.x && x < spot.x + spot.w && y >= spot.y && y < spot.y + spot.h) return spot.key;
  }
  return null;
}

/** The nearest place in a direction. @param {Spots} spots @param {string} from @param {string} arrow @returns {string | null} */
export function neighbour(spots, from, arrow) {
  const here = spots.get(from);
  if (!here) return null;
  const [x, y] = middle(here);
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[arrow] ?? [0, 0];
  let best = null;
  let least = Infinity;
  for (const spot of spots.values()) {
    const [toX, toY] = middle(spot);
    const ahead = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    if (ahead <= 1 || aside > ahead * 2) continue;
    if (ahead + aside * 3 < least) [best, least] = [spot.key, ahead + aside * 3];
  }
  return best;
}
