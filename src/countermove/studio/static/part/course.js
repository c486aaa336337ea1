// The course of the game: the graph of its value, the review with its mistakes, and a retry of each.
import { html } from "../vendor/preact.js";
import { Graph } from "./graph.js";
import { numberOf } from "./moves.js";
import { SIGNS, mistakesOf, sentencesOf } from "./review.js";
import { Elapsed } from "./elapsed.js";

/**
 * @typedef {import("./variation.js").Node} Node
 * @typedef {{node: Node, answer: import("./refutation.js").Why | null, asking: boolean, problem: string}} Trial
 *   A retry of a mistake: `node` is what was played.
 */

/**
 * @param {{nodes: Node[], root: Node, here: Node, review: import("./review.js").Review, names: string[], opposed: boolean, winning: boolean, paired: boolean,
 *   visit: (node: Node) => void, retry: (node: Node) => void, trial: Trial | null, endTrial: () => void,
 *   playOn: () => void, nextMistake: () => void}} props
 */
export function Course({ nodes, root, here, review, names, opposed, winning, paired, visit, retry, trial, endTrial, playOn, nextMistake }) {
  const all = [root, ...nodes];
  const at = all.indexOf(here);
  const mistakes = mistakesOf(nodes);
  const plot = opposed || !all.some((node) => node.payoffs) ? curveOf(all, names, opposed) : curvesOf(all, names);
  const legend = plot.curves
    ? html`Each player's expected payoff, from the game's minimum to its maximum: ${names.map((name, seat) => html`<span class="curve-name"><svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true"><path class=${`plot-curve of-many p${seat}`} d="M0 4H24" /></svg> ${name}</span> `)}`
    : opposed
      ? `${names[0]}'s expected result: ${winning ? "the top is a win, the bottom a loss" : "higher is better for this side, lower for the other; the middle is even"}.`
      : "The mover's expected payoff, from the game's minimum to its maximum.";
  return html`<div class="course">
    <${Graph} plot=${{ ...plot, at: Math.max(0, at) }} go=${(/** @type {number} */ ply) => visit(all[ply])} />
    <p class="small quiet graph-legend">${legend}</p>
    <div class="row">
      ${review.running
        ? html`<button type="button" onClick=${review.stop}>Stop</button>
            <progress max=${review.total} value=${review.done} aria-label="Review"></progress>
            <span class="small quiet digits">${review.done} of ${review.total}</span>`
        : html`<button type="button" disabled=${!nodes.length} onClick=${review.start} title="Evaluate every position of this line">Review game</button>
            <button type="button" disabled=${!mistakes.length} onClick=${nextMistake} title="Next mistake (m)">Next mistake</button>`}
    </div>
    <div aria-live="polite">
      ${review.problem && html`<p class="problem">${review.problem}</p>`}
      ${review.finished && sentencesOf(all, names).map((each) => html`<p class="small accuracy">${each}</p>`)}
    </div>
    ${trial && html`<${Retry} trial=${trial} endTrial=${endTrial} playOn=${playOn} />`}
    ${mistakes.length > 0 && !trial && html`<ul class="mistakes" aria-label="Mistakes">
      ${mistakes.map((node) => html`<li aria-current=${node === here ? "true" : null}>
        <button type="button" class="plain mistake-place" onClick=${() => visit(node)}>
          <span class=${`sign ${node.mark}`} aria-hidden="true">${SIGNS[node.mark]}</span>
          <span><strong>${numberOf(node, paired)} ${node.name}</strong> <span class="quiet">${node.mark}, ${node.loss.toFixed(2)} points; best was ${node.better}</span></span>
        </button>
        <button type="button" class="small" onClick=${() => retry(node)} aria-label=${`Try again instead of ${node.name}`}>Try again</button>
      </li>`)}
    </ul>`}
  </div>`;
}

/** @param {{trial: Trial, endTrial: () => void, playOn: () => void}} props */
function Retry({ trial, endTrial, playOn }) {
  const { node, answer, asking, problem } = trial;
  const good = answer && (answer.as_good || answer.loss <= 0.05);
  return html`<div class=${good ? "success retry" : "note retry"} role="group" aria-label="Try again">
    <p><strong>${node.name}</strong> gave away ${node.loss.toFixed(2)} points. Find a better action.</p>
    <div aria-live="polite">
      ${asking && html`<p>Evaluating… <${Elapsed} /></p>`}
      ${problem && html`<p>${problem}</p>`}
      ${answer && html`<p>${good ? "Yes. " : `No, ${answer.name} gives away ${answer.loss.toFixed(2)} points. `}${good || answer.action === node.action ? answer.sentence : hint(answer)}</p>`}
    </div>
    <div class="row">
      ${good && html`<button type="button" class="main" onClick=${playOn}>Continue from there</button>`}
      <button type="button" onClick=${endTrial}>${good ? "Done" : "Give up"}</button>
    </div>
  </div>`;
}

/**
 * One curve: of player 0, or of the player to move.
 * @param {Node[]} all
 * @param {string[]} names
 * @param {boolean} opposed
 * @returns {import("/views/plot.js").Plot}
 */
function curveOf(all, names, opposed) {
  const shares = opposed ? all.map((node) => node.share) : spread(all.map((node) => node.value));
  return { points: all.map((node, ply) => ({ share: shares[ply], text: node.text, name: node.name, mark: node.mark })), at: 0, names };
}

/**
 * A curve per player, where values are vectors; marks are on the curve of the player who acted.
 * @param {Node[]} all
 * @param {string[]} names
 * @returns {import("/views/plot.js").Plot}
 */
function curvesOf(all, names) {
  const flat = spread(all.flatMap((node) => names.map((_, seat) => node.payoffs?.[seat] ?? null)));
  const curves = names.map((_, seat) => all.map((_, ply) => flat[ply * names.length + seat]));
  const points = all.map((node, ply) => {
    const text = node.payoffs ? names.map((name, seat) => `${name} ${rounded(/** @type {number[]} */ (node.payoffs)[seat])}`).join(", ") : node.text;
    return { share: curves[Math.max(0, node.player ?? 0)][ply], text, name: node.name, mark: node.mark };
  });
  return { points, curves, at: 0, names };
}

/** @param {number} payoff */
function rounded(payoff) {
  return String(Math.round(payoff * 100) / 100).replace("-", "−");
}

/** Values without a fixed range, scaled to the height of the graph. @param {(number | null)[]} values @returns {(number | null)[]} */
function spread(values) {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  return values.map((value) => (value === null ? null : range ? 0.1 + (0.8 * (value - low)) / range : 0.5));
}

/** The refutation, without the better action. @param {import("./refutation.js").Why} answer */
function hint(answer) {
  return `${answer.sentence.split("; ")[0].replace(/\.$/, "")}. Try another.`;
}
