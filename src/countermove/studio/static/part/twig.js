// A small tree with a MAX above and MINs below, the emblem of game trees.
import { html } from "../vendor/preact.js";

const LEAVES = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];
const WIDE = 34;

export function Twig() {
  const top = 4.5 * WIDE;
  return html`<svg class="twig" viewBox="0 0 ${9 * WIDE} 190" width="100%" height="100%">
    ${LEAVES.map((leaves, at) => {
      const x = (at * 3 + 1.5) * WIDE;
      return html`<line x1=${top} y1="24" x2=${x} y2="92" />
        ${leaves.map((_, leaf) => html`<line x1=${x} y1="92" x2=${(at * 3 + leaf + 0.5) * WIDE} y2="160" />`)}
        <path class="min" d=${`M${x} 112L${x - 20} 78H${x + 20}Z`} />
        <text x=${x} y="88">${Math.min(...leaves)}</text>
        ${leaves.map((value, leaf) => html`<text x=${(at * 3 + leaf + 0.5) * WIDE} y="174">${value}</text>`)}`;
    })}
    <path class="max" d=${`M${top} 2L${top + 22} 40H${top - 22}Z`} />
    <text x=${top} y="28">3</text>
  </svg>`;
}
