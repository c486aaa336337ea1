// Why: the sentence of a step, and what its node's value and window mean, in words.
import { html } from "../vendor/preact.js";
import { STACKED, useMedia } from "./media.js";

/**
 * @typedef {{kind: string, node: number, value?: string, window?: string, say: string}} Step
 * @typedef {{id: any, parent: any, number?: number | null, action?: GameAction | null, kind: string, label?: string, chance?: string,
 *   name?: string, title?: string, value?: string, window?: string, reason?: string, estimate?: boolean,
 *   hidden?: number, leaves?: string[]}} TreeNode
 */

const NOTHING = "Nothing has been searched yet. Press play, or go one step forward.";
const SHAPES = { max: "▲", min: "▼", chance: "●", player: "◆", leaf: "■", pruned: "✂", more: "…" };

/**
 * @param {{say?: string, node?: TreeNode | null, known?: {value?: string, window?: string} | null,
 *   names?: [string, string]}} props  `known` is what the search knows of the node by now; null where it was not there
 */
export function Why({ say = "", node = null, known = null, names = ["MAX", "MIN"] }) {
  const value = known?.value ?? "";
  const entry = known?.window ? (node?.window ?? "") : "";
  const window = entry && (known?.window ?? "");
  const under = useMedia(STACKED);
  return html`<div class="why">
    ${!under && html`<p class="why-say" aria-live="polite">${say || NOTHING}</p>`}
    <dl class="why-facts">
      <dt>Node</dt>
      <dd>${node ? html`<span class=${`why-${node.kind}`} aria-hidden="true">${SHAPES[
        /** @type {keyof typeof SHAPES} */ (node.kind)
      ]}</span> ${called(node)}` : "–"}</dd>
      <dt>Value</dt>
      <dd>${node?.kind === "pruned" ? "never looked at" : value ? inWords(value) : "not known yet"}</dd>
      <dt>Window on entry</dt>
      <dd class="digits">${entry ? typed(entry) : html`<span class="quiet">–</span>`}</dd>
      <dt>Window now</dt>
      <dd>${window ? windowInWords(window, names) : html`<span class="quiet">–</span>`}</dd>
    </dl>
  </div>`;
}

/** The sentence of a step right below its tree, for windows in which the panel is farther down. @param {{say?: string}} props */
export function Under({ say = "" }) {
  return useMedia(STACKED) && html`<p class="why-under" aria-live="polite">${say || NOTHING}</p>`;
}

/** An action in a sentence: where its name is a number, nobody would take it for one otherwise. @param {string} name */
export function actionOf(name) {
  return /^\d+$/.test(name) ? `action ${name}` : name;
}

/** What a node is called. @param {TreeNode} node */
export function called(node) {
  const who = node.kind === "leaf" ? (node.estimate ? "leaf at the depth limit" : "leaf") : (node.title ?? "");
  const by = node.label ? `after ${node.chance ? node.label : actionOf(node.label)}` : "the root";
  if (node.kind === "more") return `${(node.hidden ?? 0).toLocaleString("en")} nodes that are not drawn`;
  if (node.kind === "pruned") return `${node.name ? `${node.name}, ` : ""}${by}, cut off`;
  return [node.name, who, by].filter(Boolean).join(", ");
}

/** A value with its sign, in words: "≤ 2" is "at most 2". @param {string} value */
export function inWords(value) {
  const found = /^(=|≲|≳|≤|≥|≈)?\s*(.*)$/.exec(value);
  const [, sign = "", number = value] = found ?? [];
  const word = { "≤": "at most ", "≥": "at least ", "≈": "about ", "≲": "at most about ", "≳": "at least about " };
  return html`${word[/** @type {keyof typeof word} */ (sign)] ?? ""}<b class="digits">${typed(number)}</b>`;
}

/** Numbers with a true minus. @param {string} text */
export function typed(text) {
  return text.replace(/-(?=[\d.∞])/g, "−");
}

/** A window in words. @param {string} window @param {[string, string]} names */
function windowInWords(window, [max, min]) {
  const found = /^\((.*), (.*)\)$/.exec(window);
  if (!found) return window;
  const [, alpha, beta] = found;
  const first = alpha === "-∞" ? `${max} is sure of nothing` : html`${max} is sure of <b class="digits">${typed(alpha)}</b>`;
  const second =
    beta === "+∞" ? `${min} of nothing` : html`${min} can hold it to <b class="digits">${typed(beta)}</b>`;
  return html`<span class="digits">${typed(window)}</span><br /><span class="quiet small"
      >${first}, ${second}</span>`;
}
