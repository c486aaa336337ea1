// A board as a picture: the ground, the pieces and the marks; stateless, from data to SVG.
import { drawMaze } from "./maze.js";
import { piece } from "./piece.js";
import { UNIT, isNumbered, keyOf, nameSize, numberAt } from "./plan.js";
import { seaGround } from "./sea.js";
import { svg } from "./svg.js";
import { tableDice, tableGround, tableMen } from "./table.js";

/** @typedef {import("./plan.js").Board} Board @typedef {import("./plan.js").Cell} Cell @typedef {import("./plan.js").Plan} Plan @typedef {import("./plan.js").Spot} Spot */

/** The middle of a place. @param {Spot} spot @returns {[number, number]} */
export function middle(spot) {
  return [spot.x + spot.w / 2, spot.y + spot.h / 2];
}

/** What lies under the pieces. @param {Board} board @param {Plan} plan @param {boolean} coordinates @param {string[]} [owners]  names of the players @returns {SVGElement} */
export function ground(board, plan, coordinates, owners = []) {
  if (board.look === "table") return tableGround();
  const drawn = svg("g", { class: `ground ${board.style}${board.look ? ` look-${board.look}` : ""}` });
  if (board.look === "sea") {
    drawn.append(...seaGround(board, plan, coordinates, owners));
    return drawn;
  }
  if (board.style === "grid") drawn.append(...squares(board, plan));
  if (board.style === "columns") drawn.append(...holes(plan));
  if (board.style === "points") drawn.append(...web(board, plan));
  if (coordinates) drawn.append(...names(board, plan));
  return drawn;
}

/** @param {Board} board @param {Plan} plan */
function squares(board, plan) {
  return [...plan.spots.values()].map((spot) => {
    const even = (spot.row + spot.column) % 2 === 0;
    const tone = board.look === "chess" || board.look === "draughts" ? `cell ${even ? "light" : "dark"}` : board.look === "pawns" && even ? "cell even" : "cell";
    return svg("rect", { class: tone, x: spot.x, y: spot.y, width: spot.w, height: spot.h });
  });
}

/** @param {Plan} plan */
function holes(plan) {
  const frame = svg("rect", {
    class: "frame", x: plan.left, y: plan.top, width: plan.columns * UNIT, height: plan.rows * UNIT, rx: 18,
  });
  const round = [...plan.spots.values()].map((spot) => {
    const [cx, cy] = middle(spot);
    return svg("circle", { class: "hole", cx, cy, r: 42 });
  });
  return [frame, ...round];
}

/** The middle of a column, in cells. @param {Plan} plan @param {number} column */
function across(plan, column) {
  return (plan.turned ? plan.columns - 1 - column : column) + 0.5;
}

/** The middle of a row, in cells. @param {Plan} plan @param {number} row */
function along(plan, row) {
  return (plan.turned ? plan.rows - 1 - row : row) + 0.5;
}

/** @param {Board} board @param {Plan} plan */
function web(board, plan) {
  /** @param {[number, number]} place */
  const at = ([row, column]) => [plan.left + across(plan, column) * UNIT, plan.top + along(plan, row) * UNIT];
  const lines = board.lines.map(([one, other]) => {
    const [[x1, y1], [x2, y2]] = [at(one), at(other)];
    return svg("line", { class: "join", x1, y1, x2, y2 });
  });
  const dots = board.look === "go" ? new Set((board.dots ?? []).map(([row, column]) => keyOf(row, column))) : null;
  const points = [...plan.spots.values()].filter((spot) => !dots || dots.has(spot.key)).map((spot) => {
    const [cx, cy] = middle(spot);
    return svg("circle", { class: "point", cx, cy, r: 11 });
  });
  const wood = svg("rect", { class: "wood", x: plan.left, y: plan.top, width: plan.columns * UNIT, height: plan.rows * UNIT, rx: 6 });
  return [...(dots ? [wood] : []), ...lines, ...points];
}

/** @param {Board} board @param {Plan} plan */
function names(board, plan) {
  const drawn = [];
  const size = nameSize(plan.columns);
  if (board.style === "piles") {
    for (const [at, name] of board.row_names.entries()) {
      const first = plan.spots.get(keyOf(at, 0));
      if (first) drawn.push(svg("text", { class: "coordinate", x: plan.left * 0.4, y: first.y + 50, "font-size": size * 1.2 }, name));
    }
    return drawn;
  }
  if (isNumbered(board)) {
    const dark = [...plan.spots.values()].filter((spot) => (spot.row + spot.column) % 2);
    return dark.map((spot) => svg("text", { class: "number", x: spot.x + 16, y: spot.y + 15, "font-size": 19 }, String(numberAt(board, spot.row, spot.column))));
  }
  for (const [at, name] of board.row_names.slice(0, plan.rows).entries()) {
    drawn.push(svg("text", { class: "coordinate", x: plan.left * 0.45, y: plan.top + along(plan, at) * UNIT, "font-size": size }, name));
  }
  for (const [at, name] of board.column_names.slice(0, plan.columns).entries()) {
    const y = plan.top + plan.rows * UNIT + size;
    drawn.push(svg("text", { class: "coordinate", x: plan.left + across(plan, at) * UNIT, y, "font-size": size }, name));
  }
  return drawn;
}

/**
 * The pieces after the steps made by hand; each in a group with its place.
 * @param {Board} board
 * @param {Cell[][]} rows
 * @param {Plan} plan
 * @param {[string, string][]} moves
 * @returns {SVGElement}
 */
export function pieces(board, rows, plan, moves) {
  if (board.look === "table") {
    const table = tableMen(board.rows, moves);
    table.append(...tableDice(board.caption));
    return table;
  }
  if (board.style === "maze") {
    const maze = drawMaze(board, UNIT);
    maze.removeAttribute("class"); // its size is the plan's, not the page's
    return maze;
  }
  const drawn = svg("g");
  rows.forEach((row, at) =>
    row.forEach((_, column) => {
      const key = keyOf(at, column);
      const spot = plan.spots.get(key);
      const cell = pieceAfter(rows, moves, key);
      const shape = cell && piece(board, cell);
      if (!spot || !shape || !cell) return;
      const [x, y] = middle(spot);
      const [right, down] = cell.shift ?? [0, 0];
      const place = `translate(${x + right * UNIT} ${y + down * UNIT})`;
      drawn.append(svg("g", { class: cell.marked ? "piece marked" : "piece", "data-key": key, transform: place }, svg("g", {}, shape)));
    }),
  );
  if (board.look === "go") drawn.append(...shares(rows, plan));
  return drawn;
}

/** Squares that say whose the points are; a dead stone has one of the opponent's on it. @param {Cell[][]} rows @param {Plan} plan */
function shares(rows, plan) {
  const drawn = svg("g", { class: "shares" });
  for (const spot of plan.spots.values()) {
    const cell = rows[spot.row]?.[spot.column];
    const share = cell?.share ?? 0;
    if (!share || cell?.player === (share > 0 ? 0 : 1)) continue;
    const [x, y] = middle(spot);
    const reach = 38 * Math.sqrt(Math.abs(share));
    drawn.append(svg("rect", { class: `share ${share > 0 ? "black" : "white"}`, x: x - reach / 2, y: y - reach / 2, width: reach, height: reach }));
  }
  return [drawn];
}

/** The cell of a place, if it has a piece. @param {Cell[][]} rows @param {string} key @returns {Cell | null} */
export function pieceAt(rows, key) {
  const [row, column] = key.split(",").map(Number);
  const cell = rows[row]?.[column];
  return cell?.piece && cell.piece.trim() ? cell : null;
}

/** The piece on a place after steps made by hand. @param {Cell[][]} rows @param {[string, string][]} moves @param {string} key @returns {Cell | null} */
export function pieceAfter(rows, moves, key) {
  const made = moves.filter(([from]) => pieceAt(rows, from));
  const came = made.findLast(([, to]) => to === key);
  if (came) return pieceAt(rows, came[0]);
  return made.some(([from]) => from === key) ? null : pieceAt(rows, key);
}

/** Highlights: marked cells and the last action. @param {Board} board @param {Cell[][]} rows @param {Plan} plan @param {string[]} last @returns {SVGElement} */
export function marks(board, rows, plan, last) {
  const drawn = svg("g");
  const round = board.style === "columns" || board.style === "points";
  for (const spot of plan.spots.values()) {
    const isLast = last.includes(spot.key);
    const isMarked = Boolean(rows[spot.row]?.[spot.column]?.marked) && board.style !== "maze" && !["cards", "dice", "go"].includes(board.look ?? "");
    if (board.look === "go") continue; // the stone itself is marked
    if (!isLast && !isMarked) continue;
    const kind = isMarked ? "mark" : "last";
    const [cx, cy] = middle(spot);
    if (round) drawn.append(svg("circle", { class: kind, cx, cy, r: board.style === "points" ? 45 : 48 }));
    else if (board.look === "table") drawn.append(svg("rect", { class: "last low", x: spot.x + 4, y: spot.row === 1 ? spot.y : spot.y + spot.h - 8, width: spot.w - 8, height: 8 }));
    else drawn.append(svg("rect", { class: kind, x: spot.x + 2, y: spot.y + 2, width: spot.w - 4, height: spot.h - 4 }));
  }
  return drawn;
}
