// The reason for a step, and its node's value and window in words.
import { html } from "../vendor/preact.js";
import { STACKED, useMedia } from "./media.js";

/**
 * @typedef {{kind: string, node: number, value?: string, window?: string, say: string}} Step
 * @typedef {{id: any, parent: any, number?: number | null, action?: GameAction | null, kind: string, label?: string, chance?: string,
 *   name?: string, title?: string, value?: string, window?: string, reason?: string, estimate?: boolean,
 *   hidden?: number, leaves?: string[]}} TreeNode
 */

const NOTHING = "Nothing searched yet. Press play, or step forward.";
const SHAPES = { max: "▲", min: "▼", chance: "●", player: "◆", leaf: "■", pruned: "✂", more: "…" };

/**
 * @param {{say?: string, node?: TreeNode | null, known?: {value?: string, window?: string} | null,
 *   names?: [string, string]}} props  `known` is the node's current state; null if not visited
 */
export function Why({ say = "", node = null, known = null, names = ["MAX", "MIN"] }) {
  const value = known?.value ?? "";
  const visits = /visits?$/.test(known?.window ?? "") ? known?.window : "";
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
      <dd>${node?.kind === "pruned" ? "never visited" : value ? inWords(value) : "unknown"}</dd>
      ${visits ? html`<dt>Visits</dt><dd class="digits">${visits.replace(/ .*/, "")}</dd>` : html`<dt>Window on entry</dt>
      <dd class="digits">${entry ? typed(entry) : html`<span class="quiet">–</span>`}</dd>
      <dt>Window now</dt>
      <dd>${window ? windowInWords(window, names) : html`<span class="quiet">–</span>`}</dd>`}
    </dl>
  </div>`;
}

/** The step's sentence right below the tree, for windows in which the panel is further down. @param {{say?: string}} props */
export function Under({ say = "" }) {
  return useMedia(STACKED) && html`<p class="why-under" aria-live="polite">${say || NOTHING}</p>`;
}

/** An action in a sentence, marked as one if its name is a number. @param {string} name */
export function actionOf(name) {
  return /^\d+$/.test(name) ? `action ${name}` : name;
}

/** The description of a node. @param {TreeNode} node */
export function called(node) {
  const who = node.kind === "leaf" ? (node.estimate ? "leaf at the depth limit" : "leaf") : (node.title ?? "");
  const by = node.label ? `after ${node.chance ? node.label : actionOf(node.label)}` : "the root";
  if (node.kind === "more") return `${(node.hidden ?? 0).toLocaleString("en")} nodes not drawn`;
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

/** Numbers with a proper minus sign. @param {string} text */
export function typed(text) {
  return text.replace(/-(?=[\d.∞])/g, "−");
}

/** A window in words. @param {string} window @param {[string, string]} names */
function windowInWords(window, [max, min]) {
  const found = /^\((.*), (.*)\)$/.exec(window);
  if (!found) return window;
  const [, alpha, beta] = found;
  const first = alpha === "-∞" ? `${max} is guaranteed nothing` : html`${max} is guaranteed <b class="digits">${typed(alpha)}</b>`;
  const second =
    beta === "+∞" ? `${min} guarantees nothing` : html`${min} can hold it to <b class="digits">${typed(beta)}</b>`;
  return html`<span class="digits">${typed(window)}</span><br /><span class="quiet small"
      >${first}, ${second}</span>`;
}
