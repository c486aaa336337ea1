// Action values in a maze, shown where each action leads: an arrow with its number. The best is filled and ringed; tied
// actions also have the sign =. Numbers stay readable: a plate may be larger than its cell, and then grows away from
// the acting agent. Where cells are too small for that, only arrows remain.
import { CELL, group, make } from "./maze_svg.js";

/** @typedef {{text: string, best: boolean, tied?: boolean, taken?: boolean}} Worth */

const ARROWS = ["M0 -4L4.5 4H-4.5Z", "M0 4L4.5 -4H-4.5Z", "M4 0L-4 4.5V-4.5Z", "M-4 0L4 4.5V-4.5Z", "M-3.5 -3.5h7v7h-7Z"];
/** Right and down, in cells: from the acting agent to the near side of the plate. */
const SIDES = [[0, -0.55], [0, 0.55], [0.55, 0], [-0.55, 0]];
const [SOUTH, STOP] = [1, 4];
const ACCENT = "var(--accent, #0067a3)";
const PAPER = "var(--paper, #ffffff)";
/** The smallest cell with numbers, in pixels. */
const MIN_CELL_WITH_NUMBERS = 26;

/**
 * @param {Record<string, Worth>} values  by action
 * @param {{x: number, y: number}} at  where the acting agent is, in cells
 * @param {number} wide @param {number} high  of the maze, in cells
 * @param {number} pixels  of a cell on a screen with a font size of 16 pixels
 */
export function drawValues(values, at, wide, high, pixels) {
  const bare = pixels < MIN_CELL_WITH_NUMBERS;
  const size = bare ? 0.4 * CELL : (Math.max(11, Math.min(17, 0.27 * pixels)) / pixels) * CELL;
  const south = values[SOUTH] ? extent(values[SOUTH], size, bare)[0] / 2 : 0;
  return Object.entries(values).map(([key, worth]) => {
    const [action, [long, tall]] = [Number(key), extent(worth, size, bare)];
    const [x, y] = middle(action, long, tall, south);
    return plate(action, worth, size, bare, [
      Math.min(Math.max((at.x + 0.5) * CELL + x, long / 2 + 3), wide * CELL - long / 2 - 3),
      Math.min(Math.max((at.y + 0.5) * CELL + y, tall / 2 + 3), high * CELL - tall / 2 - 3),
    ]);
  });
}

/** @param {Worth} worth */
function words(worth) {
  return `${worth.tied ? "= " : ""}${worth.text}`;
}

/** The width and height of a plate. @param {Worth} worth @param {number} size @param {boolean} bare */
function extent(worth, size, bare) {
  return bare ? [1.7 * size, 1.7 * size] : [(words(worth).length * 0.62 + 1.9) * size, 1.7 * size];
}

/** From the acting agent to the middle of a plate. That of Stop is below right, clear of East and South. @param {number} action @param {number} long @param {number} tall @param {number} south */
function middle(action, long, tall, south) {
  if (action === STOP) return [Math.max(0.45 * CELL, south + 0.2 * tall) + long / 2, Math.max(0.5 * CELL, 1.25 * tall)];
  const [right, down] = SIDES[action] ?? [0, 0];
  return [right * CELL + (Math.sign(right) * Math.max(0.9 * CELL, long)) / 2, down * CELL + (Math.sign(down) * Math.max(0.9 * CELL, tall)) / 2];
}

/** @param {number} action @param {Worth} worth @param {number} size @param {boolean} bare @param {number[]} at */
function plate(action, worth, size, bare, at) {
  const [long, tall] = extent(worth, size, bare);
  const box = { x: -long / 2, y: -tall / 2, width: long, height: tall, rx: tall / 2 };
  const ink = worth.best ? "var(--on-accent, #ffffff)" : "var(--ink, #1a1d21)";
  const arrow = bare ? 0 : -long / 2 + 0.95 * size;
  const parts = [
    make("rect", { ...box, fill: worth.best ? ACCENT : PAPER, stroke: worth.best ? ACCENT : "var(--rule, #8b929b)", "stroke-width": 0.09 * size }),
    make("path", { d: ARROWS[action] ?? "", fill: ink, transform: `translate(${arrow} 0) scale(${size / 11})` }),
  ];
  if (worth.best) {
    const gap = 0.17 * size;
    const ring = { x: box.x - gap, y: box.y - gap, width: long + 2 * gap, height: tall + 2 * gap, rx: tall / 2 + gap };
    parts.unshift(make("rect", { ...ring, fill: PAPER, stroke: ACCENT, "stroke-width": 0.11 * size }));
  }
  if (!bare) {
    const text = make("text", {
      x: 0.5 * size, y: 0.35 * size, "text-anchor": "middle", "font-size": size, fill: ink, "font-weight": worth.best ? 700 : 500,
      "font-family": "var(--digits, monospace)",
    });
    text.textContent = words(worth);
    parts.push(text);
  }
  return group(parts, { transform: `translate(${at[0]} ${at[1]})`, class: "worth", "data-action": action });
}
