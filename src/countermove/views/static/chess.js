// Chess pieces, drawn for this project: outlines about (0, 0) in a cell of 100, with a few lines on top.
import { svg } from "./svg.js";

/** @type {Record<string, {outline: string, lines?: string}>} */
const SHAPES = {
  P: {
    outline:
      "M0 -30a13 13 0 0 1 8.3 23.1c6 3 8.2 6 8.2 9h-7.4c.9 8.2 4.4 14.8 10.9 19.6 4.3 3.2 6.5 6.5 6.5 10.9v5.4h-53v-5.4c0-4.4 2.2-7.7 6.5-10.9" +
      " 6.5-4.8 10-11.4 10.9-19.6h-7.4c0-3 2.2-6 8.2-9a13 13 0 0 1 8.3-23.1z",
  },
  R: { outline: "M-26 -34h12v8h8v-8h12v8h8v-8h12v17l-9 8v24l9 9v6h6v8h-64v-8h6v-6l9-9v-24l-9-8z", lines: "M-17 -9h34M-17 15h34M-26 30h52" },
  N: {
    outline: "M-22 38c0-18 6-24 14-32-8 2-14 6-19 10l-9-9c4-14 10-26 20-34v-11l9 8c20 0 35 18 35 44v24z",
    lines: "M-15 -14h5M-29 6h4M-7 -30c14 5 23 20 23 44",
  },
  B: {
    outline:
      "M0 -42a6 6 0 0 1 4 10.4c12 8.5 18 18 18 27.6 0 8-5 14-11 18l3 10h14v14h-56v-14h14l3-10c-6-4-11-10-11-18 0-9.6 6-19.1 18-27.6a6 6 0 0 1 4-10.4z",
    lines: "M0 -20v17M-8 -12h16M-11 14h22M-14 24h28",
  },
  Q: {
    outline: "M-34 -20l12 22 2-32 12 28 8-34 8 34 12-28 2 32 12-22-8 42v6h6v10h-64v-10h6v-6z",
    lines: "M-26 22c16 -5 36 -5 52 0M-26 28h52",
  },
  K: {
    outline:
      "M-4 -42h8v7h7v8h-7v8c4 2 6 5 7 9 5-6 8-9 13-9 8 0 13 6 13 13 0 10-6 18-13 28v6h6v10h-60v-10h6v-6c-7-10-13-18-13-28 0-7 5-13 13-13 5 0 8 3 13 9 1-4 3-7 7-9v-8h-7v-8h7z",
    lines: "M-24 22c15 -5 33 -5 48 0M-24 28h48M-11 -10c5 6 9 16 11 28M11 -10c-5 6 -9 16 -11 28",
  },
};

/** A chess piece; a small letter is Black's. @param {string} letter @param {number | null | undefined} player @returns {SVGElement | null} */
export function chessman(letter, player) {
  const shape = SHAPES[letter.toUpperCase()];
  if (!shape) return null;
  const drawn = svg("g", { class: `chessman ${player === 0 ? "white" : "black"}` }, svg("path", { d: shape.outline }));
  if (shape.lines) drawn.append(svg("path", { class: "line", d: shape.lines }));
  return drawn;
}
