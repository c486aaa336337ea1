// What a solution, or in a large game a search, does with what this seat knows: its own decision, by its own information.
import { stream, wasStopped } from "../api.js";
import { useKeys } from "../keys.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const MAX_SHOWN = 8;

/** @param {{token: string}} props */
export function Advice({ token }) {
  const [shares, setShares] = useState(/** @type {{name: string, share: number | null}[] | null} */ (null));
  const [source, setSource] = useState("");
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);
  const find = async () => {
    if (isAsking || shares) return;
    setAsking(true);
    try {
      const told = await stream("room/advice", { token }, () => {}, control.current.signal);
      setSource(told.source);
      setShares(told.actions.length > MAX_SHOWN ? likely(told.actions) : told.actions);
    } catch (error) {
      if (wasStopped(error)) return;
      setProblem(/** @type {Error} */ (error).message);
    }
    setAsking(false);
  };
  useKeys([{ keys: "h", does: "What the computer would do", act: find }]);
  return html`<section class="panel" aria-label="Advice" aria-live="polite">
    <h2>Your decision</h2>
    ${shares
      ? shares.some((each) => each.share === null)
        ? html`<p class="quiet">${source}, nobody comes here, so there is no advice.</p>`
        : html`<${Shares} shares=${shares} /><p class="quiet small">${source}, with what you know.</p>`
      : problem
        ? html`<p class="note">${problem}</p>`
        : html`<button type="button" disabled=${isAsking} onClick=${find} title="Hint (h)">${isAsking ? "Thinking…" : "What would the computer do?"}</button>`}
  </section>`;
}

/** The likeliest actions. @param {{name: string, share: number | null}[]} shares */
function likely(shares) {
  return [...shares].sort((one, other) => (other.share ?? 0) - (one.share ?? 0)).slice(0, MAX_SHOWN);
}

/** Actions with their probabilities, as bars. @param {{shares: {name: string, share: number | null, played?: boolean}[]}} props */
export function Shares({ shares }) {
  return html`<table class="shares-table">
    ${shares.map(
      (each) => html`<tr>
        <th scope="row">${each.name}${each.played && html` <span class="badge">played</span>`}</th>
        <td class="number">${((each.share ?? 0) * 100).toFixed(1)} %</td>
        <td class="share-cell"><progress max="1" value=${each.share ?? 0} aria-hidden="true"></progress></td>
      </tr>`,
    )}
  </table>`;
}
