// The evaluation bar: how the expected points are shared between player 0 and whoever is against it.
import { html } from "../vendor/preact.js";

const HOW =
  "Expected points: a proven win is 1, a draw 1/2, a loss 0. Estimates are squashed smoothly between, by what a win is worth or by how far the scores of random games spread.";

/**
 * @param {{share: number | null, text: string, names: string[], stale?: boolean}} props  `share` is what player 0 can
 *   expect, from 0 to 1; null where nothing is known
 */
export function EvalBar({ share, text, names, stale = false }) {
  const [first = "player 1", second = "player 2"] = names;
  const known = share !== null;
  const part = known ? share : 0.5;
  const words = known
    ? `${first} ${Math.round(part * 100)} %, ${second} ${Math.round((1 - part) * 100)} %${text ? `, value ${text}` : ""}`
    : "not known";
  return html`<div
    class=${`evalbar${known ? "" : " unknown"}${stale ? " stale" : ""}`}
    role="meter" aria-label="Evaluation" aria-valuemin="0" aria-valuemax="100"
    aria-valuenow=${Math.round(part * 100)} aria-valuetext=${words}
    title=${known ? `${words}. ${HOW}` : "Switch the analysis on to see who stands better."}
    style=${{ "--share": `${(part * 100).toFixed(1)}%` }}
  >
    <div class="evalbar-first"></div>
    ${known && html`<span class=${part >= 0.5 ? "evalbar-text at-first" : "evalbar-text at-second"} aria-hidden="true">${text.replace(/^[+−]/, "")}</span>`}
  </div>`;
}
