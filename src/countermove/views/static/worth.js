// What an action is worth, as a chip: by colour and shape and number.
//
// An upward triangle is good for whoever acts, a circle is even, a downward triangle is bad; filled where it is proven,
// hollow where it is estimated. The best action has a heavy border.
import { svg } from "./svg.js";

/**
 * @typedef {{text: string, best: boolean, outcome: string, share: number, distance: number | null, bound: string}} Worth
 */

const SHAPES = { up: "M0 -10L11 9H-11Z", down: "M0 10L11 -9H-11Z", even: "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0Z" };
const WORDS = { win: "win", draw: "draw", loss: "loss" };

/** The number on a chip: "W5" for a win in 5, else the value with its bound. @param {Worth} worth */
export function short(worth) {
  const letter = { win: "W", draw: "D", loss: "L" }[worth.outcome];
  if (letter && worth.distance !== null && worth.distance !== undefined) return `${letter}${worth.distance || ""}`;
  const bound = worth.bound === "<=" ? "≤" : worth.bound === ">=" ? "≥" : "";
  return `${bound}${worth.text}`;
}

/** The same in words, for those who listen. @param {Worth} worth */
export function spoken(worth) {
  const bound = worth.bound === "<=" ? "at most " : worth.bound === ">=" ? "at least " : "";
  const word = WORDS[/** @type {keyof typeof WORDS} */ (worth.outcome)];
  const inN = word && worth.distance ? `${word} in ${worth.distance}` : "";
  return `${inN || `${bound}${worth.text}`}${worth.best ? ", best" : ""}`;
}

/** Which shape it has. @param {Worth} worth @returns {"up" | "even" | "down"} */
function direction(worth) {
  if (worth.outcome) return worth.outcome === "win" ? "up" : worth.outcome === "loss" ? "down" : "even";
  return worth.share > 0.6 ? "up" : worth.share < 0.4 ? "down" : "even";
}

/** The better of two for whoever acts. @param {Worth | undefined} one @param {Worth} other @returns {Worth} */
export function better(one, other) {
  if (!one || other.best) return other;
  return one.best || one.share >= other.share ? one : other;
}

/**
 * A chip about (0, 0). A large one fills an empty cell, shape above number; a small one has them side by side.
 * @param {Worth} worth
 * @param {boolean} small
 * @returns {SVGElement}
 */
export function chip(worth, small = false) {
  const text = short(worth);
  const way = direction(worth);
  const kind = `chip ${way}${worth.outcome ? " proven" : ""}${worth.best ? " best" : ""}`;
  if (small) {
    const size = Math.min(27, 108 / Math.max(4, text.length));
    const wide = text.length * size * 0.68 + 36;
    return svg(
      "g",
      { class: kind },
      svg("rect", { x: -wide / 2, y: -17, width: wide, height: 34, rx: 10 }),
      svg("path", { class: "shape", d: SHAPES[way], transform: `translate(${-wide / 2 + 15} 0) scale(.75)` }),
      svg("text", { "font-size": size, x: 10 }, text),
    );
  }
  const size = Math.min(34, 124 / Math.max(3, text.length));
  return svg(
    "g",
    { class: kind },
    svg("rect", { x: -43, y: -38, width: 86, height: 76, rx: 12 }),
    svg("path", { class: "shape", d: SHAPES[way], transform: "translate(0 -18)" }),
    svg("text", { "font-size": size, y: 14 }, text),
  );
}

/** A small chip as an SVG of its own, for a button. @param {Worth} worth */
export function chipImage(worth) {
  const drawn = chip(worth, true);
  const wide = Number(drawn.firstElementChild?.getAttribute("width")) + 6;
  return svg("svg", { class: "chip-image", viewBox: `${-wide / 2} -20 ${wide} 40`, width: wide * 0.6, height: 24, "aria-hidden": "true" }, drawn);
}
