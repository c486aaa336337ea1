// The legal actions of the root, each with its current value; pointing at one highlights its subtree.
import { html } from "../vendor/preact.js";
import { typed } from "./why.js";

/** Maximum characters in half the width, beside the star. */
const MAX_LABEL = 9;

/**
 * @param {{found: import("./search.js").Found | null, index: ReturnType<import("./search.js").useIndex>, at: number,
 *   lit: GameAction | null, light: (action: GameAction | null) => void}} props
 */
export function RootActions({ found, index, at, lit, light }) {
  const root = index.nodes[0];
  const children = index.children.get(root?.id) ?? [];
  const over = at === index.steps.length;
  const long = children.some((child) => `${child.label ?? ""}${(child.value ?? "").replace(/^= /, "")}`.length > MAX_LABEL);
  return html`<section class="panel" aria-label="Actions">
    <h2>Actions</h2>
    <ul class=${`root-actions ${long ? "long" : ""}`}>
      ${(found?.legal ?? []).map(({ action, name }) => {
        const child = children.find((each) => each.action === action);
        const known = child && index.known(child, at);
        const skipped = over && found?.values[action] === undefined;
        const value = known?.done ? (known.value ?? "") : skipped ? "cut" : "";
        const best = over && action === found?.action;
        return html`<li key=${action}>
          <button
            type="button"
            class=${best ? "best" : ""}
            aria-pressed=${lit === action}
            onPointerEnter=${() => light(action)}
            onPointerLeave=${() => light(null)}
            onFocus=${() => light(action)}
            onBlur=${() => light(null)}
          >
            <span>${best ? html`<span aria-hidden="true">★ </span>` : ""}${name}</span>
            <span class="digits">${typed(value) || "·"}</span>
            ${best && html`<span class="sr">, chosen</span>`}
          </button>
        </li>`;
      })}
    </ul>
  </section>`;
}
