// What actions in a maze are worth, shown where each leads: an arrow with its number. The best is filled and ringed; where
// several are equally good each has the sign = as well. Text keeps a size that can be read however small the maze is, so
// on a phone a plate is larger than its cell: it then grows away from whoever acts, and plates do not cover each other.
import { CELL, group, make } from "./maze_svg.js";

/** @typedef {{text: string, best: boolean, tied?: boolean, taken?: boolean}} Worth */

const ARROWS = ["M0 -4L4.5 4H-4.5Z", "M0 4L4.5 -4H-4.5Z", "M4 0L-4 4.5V-4.5Z", "M-4 0L4 4.5V-4.5Z", "M-3.5 -3.5h7v7h-7Z"];
/** From whoever acts to the side of the plate that is nearest: right and down, in cells. The plate of Stop is below right. */
const SIDES = [[0, -0.55], [0, 0.55], [0.55, 0], [-0.55, 0], [0.5, 0.5]];
const ACCENT = "var(--accent, #0067a3)";
const PAPER = "var(--paper, #ffffff)";

/**
 * @param {Record<string, Worth>} values  by action
 * @param {{x: number, y: number}} at  where whoever acts is, in cells
 * @param {number} wide @param {number} high  of the maze, in cells
 * @param {number} pixels  of a cell on the screen
 */
export function drawValues(values, at, wide, high, pixels) {
  const size = (Math.max(11, Math.min(17, 0.27 * pixels)) / pixels) * CELL;
  return Object.entries(values).map(([action, worth]) => plate(Number(action), worth, at, wide * CELL, high * CELL, size));
}

/** @param {number} action @param {Worth} worth @param {{x: number, y: number}} at @param {number} wide @param {number} high @param {number} size */
function plate(action, worth, at, wide, high, size) {
  const words = `${worth.tied ? "= " : ""}${worth.text}`;
  const [long, tall] = [(words.length * 0.62 + 1.9) * size, 1.7 * size];
  const [right, down] = SIDES[action] ?? [0, 0];
  // In the middle of the cell where there is room; else the near side stays and the rest grows outwards.
  const reach = { x: Math.max(CELL, long + 2), y: Math.max(CELL, tall + 2) };
  const middle = {
    x: (at.x + 0.5 + right) * CELL + (Math.sign(right) * reach.x) / 2 - (action === 4 ? reach.x / 2 - long / 2 : 0),
    y: (at.y + 0.5 + down) * CELL + (Math.sign(down) * reach.y) / 2 - (action === 4 ? reach.y / 2 : 0),
  };
  const x = Math.min(Math.max(middle.x, long / 2 + 2), wide - long / 2 - 2);
  const y = Math.min(Math.max(middle.y, tall / 2 + 2), high - tall / 2 - 2);
  const box = { x: -long / 2, y: -tall / 2, width: long, height: tall, rx: tall / 2 };
  const ink = worth.best ? "var(--on-accent, #ffffff)" : "var(--ink, #1a1d21)";
  const parts = [
    make("rect", { ...box, fill: worth.best ? ACCENT : PAPER, stroke: worth.best ? ACCENT : "var(--rule, #8b929b)", "stroke-width": 0.09 * size }),
    make("path", { d: ARROWS[action] ?? "", fill: ink, transform: `translate(${-long / 2 + 0.95 * size} 0) scale(${size / 11})` }),
  ];
  if (worth.best) {
    const gap = 0.17 * size;
    const ring = { x: box.x - gap, y: box.y - gap, width: long + 2 * gap, height: tall + 2 * gap, rx: tall / 2 + gap };
    parts.unshift(make("rect", { ...ring, fill: PAPER, stroke: ACCENT, "stroke-width": 0.11 * size }));
  }
  const text = make("text", {
    x: 0.5 * size, y: 0.35 * size, "text-anchor": "middle", "font-size": size, fill: ink, "font-weight": worth.best ? 700 : 500,
    "font-family": "var(--digits, monospace)",
  });
  text.textContent = words;
  return group([...parts, text], { transform: `translate(${x} ${y})`, class: "worth", "data-action": action });
}
