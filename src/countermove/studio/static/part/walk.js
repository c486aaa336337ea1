// A search to step through: its tree, the stepper, the reason for each step, predict mode, and export.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { Export } from "./export.js";
import { usePrediction } from "./predict.js";
import { Stepper, cutsOf, usePlayer } from "./stepper.js";
import { Tree } from "./tree.js";
import { Under, Why } from "./why.js";

/** @typedef {import("./why.js").TreeNode} TreeNode */

/** The names of the two sides. @type {Record<string, [string, string]>} */
const NAMES = { "max-min": ["MAX", "MIN"], "plus-minus": ["PLUS", "MINUS"], "agent-opponent": ["agent", "opponent"] };

/**
 * @param {{tree: any, source?: object | null, search?: object | null, title?: string, names?: string,
 *   changed?: number[], head?: any, side?: any, begin?: boolean, told?: (at: number) => void, label?: string,
 *   jump?: number | null, exporting?: string}} props
 *   `source` holds the fields of the `predict` call and `search` those of `exporting`; without them there is neither.
 *   `changed` are nodes to highlight; `head` and `side` come before and after the step's sentence; `begin` starts at
 *   the first step, not the last; `told` gets the current step; a new `jump` goes to that step
 */
export function Walk({
  tree, source = null, search = null, title = "", names = "max-min", changed = [], head = null, side = null, begin = false,
  told, label = "Search tree", jump = null, exporting = "export",
}) {
  const steps = tree.steps;
  const cuts = useMemo(() => cutsOf(steps), [tree]);
  const player = usePlayer(steps.length, { cuts, key: tree, at: begin ? 1 : undefined, least: 1 });
  const prediction = usePrediction(tree, source, player);
  const [picked, setPicked] = useState(/** @type {any} */ (null));
  useEffect(() => setPicked(null), [player.at, tree]);
  useEffect(() => told?.(player.at), [player.at]);
  useEffect(() => {
    if (jump !== null) player.go(jump);
  }, [jump, tree]);
  const step = player.at > 0 ? steps[player.at - 1] : null;
  /** Clicking a node selects it, without folding it. @param {any} id */
  const pick = (id) => {
    setPicked(id);
    return false;
  };
  const byNumber = useMemo(() => numbered(tree.nodes), [tree]);
  const node = picked !== null ? tree.nodes[picked] : step ? byNumber.get(step.node) : null;
  const known = useMemo(() => knownAt(steps, player.at, node?.number), [tree, player.at, node]);
  const lit = useMemo(() => {
    const ids = changed.map((number) => byNumber.get(number)?.id).filter((id) => id !== undefined);
    return ids.length && player.at === steps.length ? ids : null;
  }, [tree, changed, player.at]);
  const say = picked !== null && node?.reason ? node.reason : step?.say;
  return html`<div class="walk">
    <div class="walk-tree panel">
      <${Tree} tree=${prediction.tree} at=${player.at} lit=${prediction.on ? null : lit} label=${label}
        selected=${(/** @type {any} */ id) => pick(id)} />
      ${!prediction.on && html`<${Under} say=${say} />`}
      <div class="walk-bar">
        ${prediction.on
          ? html`<p class="quiet small walk-hint">Steps are shown as you predict them.</p>`
          : html`<${Stepper} player=${player} />`}
      </div>
    </div>
    <div class="walk-side panel">
      ${prediction.on
        ? prediction.panel
        : html`${head}
            <${Why} say=${say} node=${node} known=${known} names=${NAMES[names] ?? NAMES["max-min"]} />
            ${side}
            <div class="row walk-acts">
              ${source && html`<button type="button" class="main" onClick=${prediction.begin}>Predict</button>`}
              ${search && html`<${Export} search=${search} at=${player.at} whole=${player.at === steps.length} title=${title} call=${exporting} />`}
            </div>`}
    </div>
  </div>`;
}

/** Nodes by number. @param {TreeNode[]} nodes @returns {Map<number, TreeNode>} */
function numbered(nodes) {
  const found = new Map();
  for (const node of nodes) if (node.number !== undefined && node.number !== null) found.set(node.number, node);
  return found;
}

/**
 * The state of a node after `at` steps.
 * @param {{node: number, value?: string, window?: string}[]} steps @param {number} at @param {number | null} [number]
 */
function knownAt(steps, at, number) {
  if (number === undefined || number === null) return null;
  /** @type {{value?: string, window?: string}} */
  const known = {};
  for (let index = 0; index < at; index++) {
    const step = steps[index];
    if (step.node !== number) continue;
    if (step.value !== undefined) known.value = step.value;
    if (step.window !== undefined) known.window = step.window;
  }
  return known;
}
