// The game as notation: the main line, variations indented where they start, and their buttons.
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { CHANCE } from "../api.js";
import { SIGNS } from "./review.js";
import { isMain, variationOf } from "./variation.js";

/** @typedef {import("./variation.js").Node} Node */

/**
 * @param {{root: Node, here: Node, paired: boolean, visit: (node: Node) => void, promote: () => void,
 *   remove: () => void, undo: (() => void) | null, version: number}} props
 */
export function Actions({ root, here, paired, visit, promote, remove, undo }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  // Keep the current action in view without scrolling the page.
  useLayoutEffect(() => {
    const box = list.current;
    const current = box?.querySelector("[aria-current]");
    if (!box || !(current instanceof HTMLElement)) return;
    const top = current.offsetTop - box.offsetTop;
    if (top < box.scrollTop + 8 || top + current.offsetHeight > box.scrollTop + box.clientHeight - 8) box.scrollTop = top - box.clientHeight / 2;
  }, [here]);
  const inVariation = variationOf(here) !== null;
  return html`<div class="actions-box">
    <div class="notation" ref=${list} tabindex="0" role="region" aria-label="Actions so far">
      ${root.children.length ? html`<p class="notation-line">${flow(root, { here, paired, visit })}</p>` : html`<p class="quiet">No action yet.</p>`}
    </div>
    <div class="row small-buttons">
      <button type="button" disabled=${!inVariation} onClick=${promote} title="Make this variation the main line">Promote</button>
      <button type="button" disabled=${!here.parent} onClick=${remove} title="Delete this action and everything after it">Delete</button>
      <button type="button" disabled=${!undo} onClick=${undo ?? undefined} title="Restore what was deleted last (z)">Undo</button>
      <span class="quiet small">${!here.parent ? "Start" : isMain(here) ? "Main line" : "Variation"}</span>
    </div>
  </div>`;
}

/**
 * The lines below a node: the main line runs on, the others are indented after the action they replace.
 * @param {Node} from
 * @param {{here: Node, paired: boolean, visit: (node: Node) => void}} shared
 * @returns {any[]}
 */
function flow(from, shared) {
  const parts = [];
  let first = true;
  for (let node = from; node.children.length; ) {
    const [main, ...others] = node.children;
    parts.push(html`<${Action} key=${main.id} node=${main} first=${first} shared=${shared} />`, " ");
    first = false;
    for (const other of others) {
      parts.push(html`<span class="variation" key=${`v${other.id}`}>
        <${Action} node=${other} first=${true} shared=${shared} />${" "}${flow(other, shared)}
      </span>`);
      first = true;
    }
    node = main;
  }
  return parts;
}

/**
 * The number before an action, as people count: dice do not count; where pieces move, as in chess, both players' actions
 * share a number; where pieces are put, as in Othello, each has its own.
 * @param {Node} node
 * @param {boolean} paired
 */
export function numberOf(node, paired) {
  let before = 0;
  for (let at = node.parent; at?.parent; at = at.parent) before += Number(at.player !== CHANCE);
  return paired ? `${Math.floor(before / 2) + 1}${before % 2 ? "…" : "."}` : `${before + 1}.`;
}

/** Whether two actions share a number on a board. @param {import("../api.js").Board} board @param {number} players */
export function isPaired(board, players) {
  return players === 2 && (board.style === "points" || ["pawns", "draughts", "chess", "table"].includes(board.look ?? ""));
}

/**
 * @param {{node: Node, first: boolean, shared: {here: Node, paired: boolean, visit: (node: Node) => void}}} props
 */
function Action({ node, first, shared }) {
  const { here, paired, visit } = shared;
  const sign = SIGNS[node.mark] ?? "";
  const number = numberOf(node, paired);
  const numbered = node.player !== CHANCE && (first || !paired || number.endsWith("."));
  const kind = node.player === CHANCE ? "chance" : node.player !== null && node.player >= 0 ? `p${node.player}` : "";
  return html`<span class="notation-item">${numbered && html`<span class="ply">${number}</span>`}<button type="button"
    class=${`action ${kind} ${node.mark}`} aria-current=${node === here ? "true" : null} onClick=${() => visit(node)}>${node.name || "…"}${sign &&
    html`<span class=${`sign ${node.mark}`} aria-hidden="true">${sign}</span><span class="sr"> ${node.mark}</span>`}</button></span>`;
}
