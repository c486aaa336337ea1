// What a click on a place means for the clicks before it. Some actions take several: a piece and where it goes, a man
// and the one that its mill takes. Everything here is a function of the offer (offer.js) and of what has been clicked.
import { open, outcome } from "./offer.js";
import { pieceAt } from "./picture.js";

/** @typedef {import("./offer.js").Offer} Offer */

/**
 * Whether the last click took up a piece that can still be laid down.
 * @param {Offer} from
 * @param {string[]} clicked
 */
export function isHeld(from, clicked) {
  const last = clicked.at(-1);
  return last !== undefined && clicked.length % 2 === 1 && (from.stands(last) || clicked.indexOf(last) < clicked.length - 1);
}

/**
 * Whether what is begun ends with taking a piece of somebody else.
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
 * What has been clicked after a click on a place; null where that place neither goes on with what is begun nor takes it
 * back: a click beside the mark never plays another action instead.
 * @param {Offer} from
 * @param {string[]} clicked
 * @param {string} key
 * @param {boolean} taking  see isTaking
 * @param {Map<string, GameAction[]>} [next]  the places that go on
 * @param {Map<string, GameAction[]>} [instead]  the places that the last click could have been
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
