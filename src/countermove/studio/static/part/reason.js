// Why this evaluation: its parts as bars, positive ones to the right.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask, wasStopped } from "../api.js";

/**
 * @typedef {{name: string, value: number, details: number[]}} Part
 * @typedef {{player: string, unit: string, total: number, estimate: number, headings: string[], parts: Part[]}} Explanation
 */

/** @param {{at: import("../api.js").At, over: boolean}} props */
export function Reasons({ at, over }) {
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState(/** @type {Explanation | null} */ (null));
  const [problem, setProblem] = useState("");
  const key = JSON.stringify(at);
  useEffect(() => {
    if (!open || over) return;
    const control = new AbortController();
    ask("explain", at, control.signal).then(
      (answer) => {
        setFound(answer);
        setProblem("");
      },
      (error) => wasStopped(error) || setProblem(error.message),
    );
    return () => control.abort();
  }, [open, over, key]);
  return html`<details class="reasons" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>Why this evaluation?</summary>
    ${over
      ? html`<p class="quiet small">The game is over.</p>`
      : problem
        ? html`<p class="problem" role="alert">${problem}</p>`
        : found && html`<${Parts} found=${found} />`}
  </details>`;
}

/** @param {{found: Explanation}} props */
function Parts({ found }) {
  const largest = Math.max(...found.parts.map((part) => Math.abs(part.value)), 1e-9);
  return html`<table>
      <caption class="small quiet">Before any search, for ${found.player}${found.unit ? `, in ${found.unit}` : ""}</caption>
      <tbody>
        ${found.parts.map(
          (part) => html`<tr title=${part.details.map((detail, at) => `${found.headings[at]} ${detail.toFixed(2)}`).join(", ")}>
            <th scope="row">${part.name}</th>
            <td class="reason-room"><span class=${`reason-bar ${part.value < 0 ? "minus" : "plus"}`} style=${{ "--part": `${((50 * Math.abs(part.value)) / largest).toFixed(1)}%` }}></span></td>
            <td class="number">${signed(part.value)}</td>
          </tr>`,
        )}
      </tbody>
      <tfoot><tr><th scope="row">total</th><td></td><td class="number">${signed(found.total)}</td></tr></tfoot>
    </table>`;
}

/** @param {number} value */
const signed = (value) => (Math.abs(value) < 0.005 ? "0.00" : `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`);
