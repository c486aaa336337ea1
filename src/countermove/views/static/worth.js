// The value of an action as a chip: colour, shape and number.
//
// An upward triangle is good for the acting player, a circle is even, a downward triangle is bad; filled if proven,
// hollow if estimated. The best action has a heavy border. A bound is not a value: it is grey, with a dash for a shape
// and its sign before the number.
import { svg } from "./svg.js";

/**
 * @typedef {{text: string, best: boolean, proven: boolean, outcome: string, share: number | null, distance: number | null, bound: string}} Worth
 *   `share` is null if only a bound is known
 */

const SHAPES = { up: "M0 -10L11 9H-11Z", down: "M0 10L11 -9H-11Z", even: "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0Z", bound: "M-9 0H9" };
const WORDS = { win: "win", draw: "draw", loss: "loss" };

/** The number on a chip: "W5" for a win in 5, else the value with its bound. @param {Worth} worth */
export function short(worth) {
  const letter = { win: "W", draw: "D", loss: "L" }[worth.outcome];
  if (letter && worth.distance !== null && worth.distance !== undefined) return `${letter}${worth.distance || ""}`;
  const bound = worth.bound === "<=" ? "≤" : worth.bound === ">=" ? "≥" : "";
  return `${bound}${worth.text}`;
}

/** The same in words, for screen readers. @param {Worth} worth */
export function spoken(worth) {
  const bound = worth.bound === "<=" ? "at most " : worth.bound === ">=" ? "at least " : "";
  const word = WORDS[/** @type {keyof typeof WORDS} */ (worth.outcome)];
  const inN = word && worth.distance ? `${word} in ${worth.distance}` : "";
  return `${inN || `${bound}${worth.text}`}${worth.best ? ", best" : ""}`;
}

/** Which shape it has. @param {Worth} worth @returns {"up" | "even" | "down" | "bound"} */
function direction(worth) {
  if (worth.outcome) return worth.outcome === "win" ? "up" : worth.outcome === "loss" ? "down" : "even";
  if (worth.bound !== "=" || worth.share === null) return "bound";
  return worth.share > 0.6 ? "up" : worth.share < 0.4 ? "down" : "even";
}

/** The better of two for the acting player. @param {Worth | undefined} one @param {Worth} other @returns {Worth} */
export function better(one, other) {
  if (!one || other.best) return other;
  return one.best || (one.share ?? -1) >= (other.share ?? -1) ? one : other;
}

/** Widths of bold characters at font size 1, in the widest of the usual fonts. @type {Record<string, number>} */
const WIDTHS = { W: 1.1, D: 0.83, ".": 0.38, ",": 0.38, "+": 0.84, "−": 0.84, "≤": 0.84, "≥": 0.84 };

/** The largest width of a text in such characters. @param {string} text */
function ems(text) {
  return [...text].reduce((sum, sign) => sum + (WIDTHS[sign] ?? 0.7), 0);
}

/**
 * A chip about (0, 0). A large one fills an empty cell, shape above number; a small one has them side by side. The
 * longer the number, the smaller its letters, so that it stays clear of the border.
 * @param {Worth} worth
 * @param {boolean} small
 * @returns {SVGElement}
 */
export function chip(worth, small = false) {
  const text = short(worth);
  const way = direction(worth);
  const kind = `chip ${way}${worth.proven ? " proven" : ""}${worth.best ? " best" : ""}`;
  if (small) {
    const size = Math.min(27, 58 / ems(text));
    const wide = ems(text) * size + 40;
    return svg(
      "g",
      { class: kind },
      svg("rect", { x: -wide / 2, y: -17, width: wide, height: 34, rx: 10 }),
      svg("path", { class: "shape", d: SHAPES[way], transform: `translate(${-wide / 2 + 18} 0) scale(.75)` }),
      svg("text", { "font-size": size, x: wide / 2 - 9 - (ems(text) * size) / 2 }, text),
    );
  }
  const size = Math.min(32, 66 / ems(text));
  return svg(
    "g",
    { class: kind },
    svg("rect", { x: -43, y: -38, width: 86, height: 76, rx: 12 }),
    svg("path", { class: "shape", d: SHAPES[way], transform: "translate(0 -18)" }),
    svg("text", { "font-size": size, y: 14 }, text),
  );
}

/** A flat chip about (0, 0), without a shape, for the lower edge of a cell: the piece above it stays in sight. @param {Worth} worth @returns {SVGElement} */
export function label(worth) {
  const text = short(worth);
  const size = Math.min(22, 84 / ems(text));
  const wide = Math.min(96, ems(text) * size + 12);
  return svg(
    "g",
    { class: `chip ${direction(worth)}${worth.proven ? " proven" : ""}${worth.best ? " best" : ""}` },
    svg("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 7 }),
    svg("text", { "font-size": size }, text),
  );
}

/** A small chip as an SVG of its own, for a button. @param {Worth} worth */
export function chipImage(worth) {
  const drawn = chip(worth, true);
  const wide = Number(drawn.firstElementChild?.getAttribute("width")) + 6;
  return svg("svg", { class: "chip-image", viewBox: `${-wide / 2} -20 ${wide} 40`, width: wide * 0.6, height: 24, "aria-hidden": "true" }, drawn);
}
