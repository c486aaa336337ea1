// What a click on a place means after the clicks before it. Some actions take several: a piece and where it goes, a man
// and the one that its mill captures. Everything here is a function of the offer (offer.js) and the clicks so far.
import { open, outcome } from "./offer.js";
import { pieceAt } from "./picture.js";

/** @typedef {import("./offer.js").Offer} Offer */

/**
 * Whether the last click picked up a piece that can still be put back.
 * @param {Offer} from
 * @param {string[]} clicked
 */
export function isHeld(from, clicked) {
  const last = clicked.at(-1);
  return last !== undefined && clicked.length % 2 === 1 && (from.stands(last) || clicked.indexOf(last) < clicked.length - 1);
}

/**
 * Whether the action begun ends with capturing another player's piece.
 * @param {Offer} from
 * @param {string[]} clicked
 * @param {import("./plan.js").Board | null} board
 * @param {number | null | undefined} player  who acts
 */
export function isTaking(from, clicked, board, player) {
  if (!clicked.length || isHeld(from, clicked) || board?.look === "table") return false;
  const next = [...open(from, clicked).keys()].map((key) => pieceAt(from.rows, key)?.player);
  return next.length > 0 && next.every((owner) => owner !== undefined && owner !== player);
}

/**
 * The clicks after one more on a place; null if that place neither continues nor undoes them: a misplaced click never
 * plays a different action.
 * @param {Offer} from
 * @param {string[]} clicked
 * @param {string} key
 * @param {boolean} taking  see isTaking
 * @param {Map<string, GameAction[]>} [next]  the places that continue
 * @param {Map<string, GameAction[]>} [instead]  the alternatives to the last click
 * @returns {string[] | null}
 */
export function afterClick(from, clicked, key, taking, next = open(from, clicked), instead = open(from, clicked.slice(0, -1))) {
  if (next.has(key)) return [...clicked, key];
  if (clicked.includes(key)) return clicked.slice(0, clicked.lastIndexOf(key));
  const before = clicked.slice(0, -1);
  const held = isHeld(from, clicked);
  if (!instead.has(key)) return held || !clicked.length ? before : null;
  const { done, more } = outcome(from, [...before, key]);
  const plays = done.length > 0 && !more;
  return !plays && (held || (clicked.length === 1 && !taking)) ? [...before, key] : null;
}
