// What can be played from here: which places can be clicked now, what they lead to, and which actions need a button.
//
// Every legal action is available somewhere. One that no place plays gets a button, and so does one that every free
// place would play, such as a pass.
import { following, played, ways } from "./chain.js";
import { pieceAt } from "./picture.js";
import { keyOf, split } from "./plan.js";
import { stack } from "./table.js";
import { better } from "./worth.js";

/**
 * @typedef {import("./plan.js").Board} Board
 * @typedef {import("./plan.js").Cell} Cell
 * @typedef {import("./worth.js").Worth} Worth
 * @typedef {{action: GameAction, name: string, chance?: number}} Legal
 * @typedef {{rows: Cell[][], names: Map<GameAction, string>, places: Map<string, GameAction>, ways: import("./chain.js").Way[],
 *   buttons: Legal[], stands: (key: string) => boolean}} Offer
 */

/**
 * What a position offers.
 * @param {Board} board
 * @param {Legal[] | null | undefined} legal  null if only the board knows what is legal
 * @param {Map<string, unknown>} spots  the places of the plan
 * @returns {Offer}
 */
export function offer(board, legal, spots) {
  const names = new Map((legal ?? []).map((each) => [each.action, each.name]));
  const { rows, buttons } = split(board, names);
  /** @param {GameAction} action */
  const isLegal = (action) => !legal || names.has(action);
  /** @type {Map<string, GameAction>} */
  const places = new Map();
  rows.forEach((row, at) =>
    row.forEach((cell, column) => {
      const action = board.style === "columns" ? columnAction(rows, column) : cell.action;
      if (action !== undefined && isLegal(action) && spots.has(keyOf(at, column))) places.set(keyOf(at, column), action);
    }),
  );
  const only = names.size === 1 ? [...names.values()][0] : "";
  const shared = board.style === "grid" && names.size === 1 && (places.size > 1 || only.toLowerCase() === "pass");
  const known = ways(board, legal ? new Set(names.keys()) : null).filter((way) => way.keys.every((key) => spots.has(key)));
  const covered = new Set([...(shared ? [] : places.values()), ...known.map((way) => way.action)]);
  const wanted = legal ?? buttons.flatMap((cell) => (cell.action === undefined ? [] : [{ action: cell.action, name: cell.piece ?? "" }]));
  return {
    rows,
    names,
    places: shared ? new Map() : places,
    ways: known,
    buttons: wanted.filter((each) => !covered.has(each.action)),
    stands: (key) => (board.look === "table" ? stack(board.rows, key).count > 0 : pieceAt(rows, key) !== null),
  };
}

/** @param {Cell[][]} rows @param {number} column */
function columnAction(rows, column) {
  return rows.map((row) => row[column]?.action).find((action) => action !== undefined);
}

/**
 * The places that can be clicked after some clicks, each with the actions it leads to.
 * @param {Offer} from
 * @param {string[]} clicked
 * @returns {Map<string, GameAction[]>}
 */
export function open(from, clicked) {
  const next = following(from.ways, clicked, from.stands);
  if (!clicked.length) for (const [key, action] of from.places) next.set(key, [...(next.get(key) ?? []), action]);
  return next;
}

/**
 * What the clicks so far play, and whether more clicks could follow. A single place may play an action and begin others.
 * @param {Offer} from
 * @param {string[]} clicked
 * @returns {{done: GameAction[], more: boolean}}
 */
export function outcome(from, clicked) {
  const done = played(from.ways, clicked);
  const direct = clicked.length === 1 ? from.places.get(clicked[0]) : undefined;
  if (direct !== undefined) done.push(direct);
  return { done: [...new Set(done)], more: following(from.ways, clicked, from.stands).size > 0 };
}

/** The best worth among actions. @param {GameAction[]} actions @param {Record<string, Worth>} values @returns {Worth | undefined} */
export function bestOf(actions, values) {
  /** @type {Worth | undefined} */
  let best;
  for (const action of actions) if (values[action]) best = better(best, values[action]);
  return best;
}

const WAYS = { left: "ArrowLeft", west: "ArrowLeft", right: "ArrowRight", east: "ArrowRight", up: "ArrowUp", north: "ArrowUp", down: "ArrowDown", south: "ArrowDown" };

/**
 * If all actions are directions (and perhaps stop), the arrow key of each.
 * @param {Legal[] | null | undefined} legal
 * @returns {Map<string, GameAction>}
 */
export function directions(legal) {
  const keys = new Map();
  for (const each of legal ?? []) {
    const name = each.name.toLowerCase();
    const arrow = WAYS[/** @type {keyof typeof WAYS} */ (name)];
    if (arrow) keys.set(arrow, each.action);
    else if (name !== "stop") return new Map();
  }
  return keys;
}
