// The evaluation bar: the expected points of player 0 against the other side.
import { html } from "../vendor/preact.js";

const HOW =
  "Expected points: a proven win is 1, a draw 1/2, a loss 0. Estimates lie in between, scaled by the value of a win or the spread of scores in random games.";

/** Characters that fit across the bar; longer text runs along it. */
const SHORT = 5;

/**
 * @param {{share: number | null, text: string, names: string[], stale?: boolean}} props  `share` is the expected points
 *   of player 0, from 0 to 1; null if unknown
 */
export function EvalBar({ share, text, names, stale = false }) {
  const [first = "player 1", second = "player 2"] = names;
  const known = share !== null;
  const part = known ? share : 0.5;
  const words = known
    ? `${first} ${Math.round(part * 100)} %, ${second} ${Math.round((1 - part) * 100)} %${text ? `, value ${text}` : ""}`
    : "unknown";
  return html`<div
    class=${`evalbar${known ? "" : " unknown"}${stale ? " stale" : ""}`}
    role="meter" aria-label="Evaluation" aria-valuemin="0" aria-valuemax="100"
    aria-valuenow=${Math.round(part * 100)} aria-valuetext=${words}
    title=${known ? `${words}. ${HOW}` : "Switch on the analysis to see who is ahead."}
    style=${{ "--share": `${(part * 100).toFixed(1)}%` }}
  >
    <div class="evalbar-first"></div>
    ${known && html`<span class=${`evalbar-text ${part >= 0.5 ? "at-first" : "at-second"} ${text.length > SHORT ? "long" : ""}`} aria-hidden="true">${text}</span>`}
  </div>`;
}
