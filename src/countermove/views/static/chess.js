// Chess pieces: an outline, with a few lines on top.
import { SHAPES } from "./chess_shapes.js";
import { svg } from "./svg.js";

/** A chess piece; a small letter is Black's. @param {string} letter @param {number | null | undefined} player @returns {SVGElement | null} */
export function chessman(letter, player) {
  const shape = /** @type {Record<string, {outline: string, lines?: string}>} */ (SHAPES)[letter.toUpperCase()];
  if (!shape) return null;
  const drawn = svg("g", { class: `chessman ${player === 0 ? "white" : "black"}` }, svg("path", { d: shape.outline }));
  if (shape.lines) drawn.append(svg("path", { class: "line", d: shape.lines }));
  return drawn;
}
