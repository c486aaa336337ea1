// Actions that take several clicks: which places can follow those already clicked, and what a chain of clicks plays.
//
// A chain of four or more places, from, to, from, to, is steps in any order (the men of one dice roll); a step may
// start where a man is, or where an earlier step has put one. All other chains are clicked in order.
import { keyOf } from "./plan.js";

/** @typedef {{action: GameAction, keys: string[]}} Way */

/**
 * @param {import("./plan.js").Board} board
 * @param {Set<GameAction> | null} legal  the legal actions; null if all clicks of the board are
 * @returns {Way[]}
 */
export function ways(board, legal) {
  return board.clicks
    .filter((click) => !legal || legal.has(click.action))
    .map((click) => ({ action: click.action, keys: click.places.map(([row, column]) => keyOf(row, column)) }));
}

/** @param {Way} way */
function isSteps(way) {
  return way.keys.length >= 4 && way.keys.length % 2 === 0;
}

/**
 * What may follow the clicks so far: for each next place, the actions it leads to.
 * @param {Way[]} known
 * @param {string[]} clicked
 * @param {(key: string) => boolean} stands  whether a place has a piece
 * @returns {Map<string, GameAction[]>}
 */
export function following(known, clicked, stands) {
  /** @type {Map<string, GameAction[]>} */
  const found = new Map();
  for (const way of known) {
    for (const key of new Set(nextOf(way, clicked, stands))) found.set(key, [...(found.get(key) ?? []), way.action]);
  }
  return found;
}

/** @param {Way} way @param {string[]} clicked @param {(key: string) => boolean} stands @returns {string[]} */
function nextOf(way, clicked, stands) {
  const straight = clicked.every((key, at) => way.keys[at] === key) && way.keys.length > clicked.length ? [way.keys[clicked.length]] : [];
  const left = isSteps(way) ? stepsLeft(way, clicked) : null;
  if (!left) return straight;
  if (clicked.length % 2) {
    const from = clicked[clicked.length - 1];
    return left.filter((step) => step[0] === from).map((step) => step[1]);
  }
  const reached = new Set(clicked.filter((_, at) => at % 2));
  return [...straight, ...left.map((step) => step[0]).filter((from) => stands(from) || reached.has(from))];
}

/** The remaining steps of a way; null if the clicks are not part of it. @param {Way} way @param {string[]} clicked */
function stepsLeft(way, clicked) {
  const left = [];
  for (let at = 0; at < way.keys.length; at += 2) left.push([way.keys[at], way.keys[at + 1]]);
  for (let at = 0; at + 1 < clicked.length; at += 2) {
    const made = left.findIndex((step) => step[0] === clicked[at] && step[1] === clicked[at + 1]);
    if (made < 0) return null;
    left.splice(made, 1);
  }
  return left;
}

/** The actions that exactly these clicks play. @param {Way[]} known @param {string[]} clicked @returns {GameAction[]} */
export function played(known, clicked) {
  return known
    .filter((way) => way.keys.length === clicked.length)
    .filter((way) => (isSteps(way) ? stepsLeft(way, clicked)?.length === 0 : way.keys.every((key, at) => key === clicked[at])))
    .map((way) => way.action);
}

/** The steps made by the clicks so far, each from and to. @param {string[]} clicked @returns {[string, string][]} */
export function moves(clicked) {
  /** @type {[string, string][]} */
  const made = [];
  for (let at = 0; at + 1 < clicked.length; at += 2) made.push([clicked[at], clicked[at + 1]]);
  return made;
}
