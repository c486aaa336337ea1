// Pieces: crosses and rings, discs, pawns, men and kings of draughts, chess pieces (chess.js), tiles, counters, cards, chips
// and dice (card.js), ships (sea.js), and letters for everything else.
//
// The owner of a piece shows in its colour and in its shape or a sign on it, so nothing depends on colour alone.
import { card, dice } from "./card.js";
import { chessman } from "./chess.js";
import { seaPiece } from "./sea.js";
import { svg } from "./svg.js";

/** @typedef {import("./plan.js").Cell} Cell @typedef {import("./plan.js").Board} Board */

const COLOURS = 6;
const PAWN =
  "M0 -34a15 15 0 0 1 9.5 26.6c7 3.4 9.5 7 9.5 10.4h-8.5c1 9.5 5 17 12.5 22.5 5 3.7 7.5 7.5 7.5 12.5h-61c0-5 2.5-8.8 7.5-12.5" +
  " 7.5-5.5 11.5-13 12.5-22.5h-8.5c0-3.4 2.5-7 9.5-10.4a15 15 0 0 1 9.5-26.6z";

const CROWN = "M-19 13v-26l10 11 9-17 9 17 10-11v26z";

/** The class that colours what belongs to a player. @param {number | undefined | null} player */
export function owner(player) {
  return player === undefined || player === null ? "none" : `p${player % COLOURS}`;
}

/**
 * The piece of a cell, drawn about (0, 0) in a cell of 100.
 * @param {Board} board
 * @param {Cell} cell
 * @returns {SVGElement | null}
 */
export function piece(board, cell) {
  if (!cell.piece || !cell.piece.trim()) return null;
  const mine = `${owner(cell.player)}${{ W: " white", B: " black" }[cell.piece] ?? ""}`;
  if (board.look === "tiles") return tile(cell.piece);
  if (board.look === "pawns") return pawn(mine);
  if (board.look === "chess") return chessman(cell.piece, cell.player);
  if (board.look === "draughts") return draught(cell.piece, owner(cell.player));
  if (board.look === "cards") return card(cell.piece, mine, Boolean(cell.marked));
  if (board.look === "dice") return dice(cell.piece, mine);
  if (board.look === "sea") return seaPiece(cell, mine);
  if (board.look === "stones") return disc(cell.player === 0 ? "p0 black" : "p1 white", cell.player === 0 ? "B" : "W", 41);
  if (board.look === "go") return stone(cell);
  if (board.look === "discs" || board.style === "columns" || board.style === "points") {
    return disc(mine, cell.piece, board.style === "points" ? 36 : 41);
  }
  if (board.style === "piles") return counter(mine);
  if (cell.player !== undefined && cell.piece === "X") return cross(mine);
  if (cell.player !== undefined && cell.piece === "O") return ring(mine);
  if (/^[■#█]$/.test(cell.piece)) return svg("rect", { class: "block", x: -42, y: -42, width: 84, height: 84, rx: 8 });
  return letters(cell.piece, mine);
}

/** A man of draughts, or with a capital letter a king, with a crown. @param {string} letter @param {string} mine */
function draught(letter, mine) {
  const colour = letter.toLowerCase() === "w" ? "white" : "black";
  const drawn = svg("g", { class: `disc draught ${mine} ${colour}` }, svg("circle", { r: 38 }), svg("circle", { class: "sign", r: 29 }));
  if (letter !== letter.toLowerCase()) drawn.append(svg("path", { class: "crown", d: CROWN }));
  return drawn;
}

/** @param {string} mine */
function cross(mine) {
  return svg("path", { class: `stroke ${mine}`, d: "M-27 -27L27 27M-27 27L27 -27" });
}

/** @param {string} mine */
function ring(mine) {
  return svg("circle", { class: `stroke ${mine}`, r: 29 });
}

/** A disc; the first player's has a cross and the second's a ring, except for white and black. @param {string} mine @param {string} sign @param {number} radius */
function disc(mine, sign, radius) {
  const scale = radius / 41;
  const drawn = svg("g", { class: `disc ${mine}` }, svg("circle", { r: radius }));
  if (mine === "p0") drawn.append(svg("path", { class: "sign", d: cut(13 * scale) }));
  else if (mine === "p1") drawn.append(svg("circle", { class: "sign", r: 15 * scale }));
  else if (sign === "W" || sign === "B") drawn.append(svg("circle", { class: "sign", r: radius * 0.66 }));
  else if (mine !== "none") drawn.append(svg("text", { class: "sign-text", "font-size": 38 * scale, y: 0 }, sign.slice(0, 2)));
  return drawn;
}

/** A stone of Go, with a label on it, or a ring if it was the last one placed. @param {Cell} cell */
function stone(cell) {
  const drawn = svg("g", { class: `disc stone ${cell.player === 0 ? "p0 black" : "p1 white"}` }, svg("circle", { r: 47 }));
  if (cell.label) drawn.append(svg("text", { class: "stone-label", "font-size": cell.label.length < 3 ? 46 : 36 }, cell.label));
  else if (cell.marked) drawn.append(svg("circle", { class: "stone-last", r: 20 }));
  return drawn;
}

/** @param {number} reach */
function cut(reach) {
  return `M${-reach} ${-reach}L${reach} ${reach}M${-reach} ${reach}L${reach} ${-reach}`;
}

/** @param {string} mine */
function pawn(mine) {
  return svg("path", { class: `pawn ${mine}`, d: PAWN });
}

/** @param {string} mine */
function counter(mine) {
  return svg("circle", { class: `counter ${mine}`, r: 40 });
}

/** A tile of 2048: the larger its number, the deeper its colour. @param {string} text */
function tile(text) {
  const level = Math.min(11, Math.max(1, Math.round(Math.log2(Number(text) || 2))));
  const size = text.length <= 2 ? 44 : text.length === 3 ? 36 : text.length === 4 ? 29 : 23;
  return svg(
    "g",
    { class: `tile t${level}` },
    svg("rect", { x: -45, y: -45, width: 90, height: 90, rx: 9 }),
    svg("text", { "font-size": size }, text),
  );
}

/** @param {string} text @param {string} mine */
function letters(text, mine) {
  const size = Math.min(58, 150 / Math.max(1, text.length));
  return svg("text", { class: `letters ${mine}`, "font-size": size }, text);
}

/**
 * The piece that a player would place: one like those on the board, else its sign.
 * @param {Board} board
 * @param {number | null | undefined} player
 * @returns {SVGElement | null}
 */
export function ghost(board, player) {
  if (player === null || player === undefined || player < 0) return null;
  if (board.look === "tiles" || ["pawns", "draughts", "chess", "cards", "sea"].includes(board.look ?? "") || board.style === "piles" || board.style === "maze") return null;
  const sample = board.rows.flat().find((cell) => cell.player === player && cell.piece);
  const others = board.rows.flat().some((cell) => cell.piece && !["X", "O"].includes(cell.piece));
  const signs = board.look === "go" ? ["●", "○"] : board.style === "points" ? ["W", "B"] : ["X", "O"];
  const sign = sample?.piece ?? (others && board.style !== "points" ? "" : signs[player] ?? "");
  return sign ? piece(board, { piece: sign, player }) : null;
}
