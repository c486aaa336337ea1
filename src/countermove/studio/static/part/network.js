// What a network of policy and value thinks of every action, before any search, next to what the search found.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask, wasStopped } from "../api.js";

/**
 * @typedef {{player: string, value: string, actions: {action: GameAction, name: string, policy: number, value: string}[]}} Opinion
 */

/** @param {{at: import("../api.js").At, found: import("./live.js").Found | null}} props */
export function Network({ at, found }) {
  const [open, setOpen] = useState(false);
  const [opinion, setOpinion] = useState(/** @type {Opinion | null} */ (null));
  const [problem, setProblem] = useState("");
  const key = JSON.stringify(at);
  useEffect(() => {
    if (!open) return;
    const control = new AbortController();
    ask("network", at, control.signal).then(
      (answer) => {
        setOpinion(answer);
        setProblem("");
      },
      (error) => wasStopped(error) || setProblem(error.message),
    );
    return () => control.abort();
  }, [open, key]);
  return html`<details class="reasons network" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>What the network thinks</summary>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : opinion && html`<${Actions} opinion=${opinion} found=${found} />`}
  </details>`;
}

/** @param {{opinion: Opinion, found: import("./live.js").Found | null}} props */
function Actions({ opinion, found }) {
  return html`<table>
    <caption class="small quiet">For ${opinion.player}, before any search; the position is worth ${opinion.value}</caption>
    <thead><tr><th scope="col">Action</th><th scope="col" colspan="2">Policy</th><th scope="col" class="number">Value</th><th scope="col" class="number">Search</th></tr></thead>
    <tbody>
      ${opinion.actions.map((each) => {
        const searched = found?.values[String(each.action)];
        return html`<tr>
          <th scope="row">${each.name}</th>
          <td class="mix" style=${{ width: "35%" }}><span class="mix-bar p0" style=${{ width: `${(100 * each.policy).toFixed(1)}%` }}></span></td>
          <td class="number">${(100 * each.policy).toFixed(0)} %</td>
          <td class="number">${each.value}</td>
          <td class="number">${searched ? searched.text : "–"}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
