// A search tree in a page: a wrapper for /views/tree.js, kept in sync with step, highlight and data.
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { mountTree } from "/views/tree.js";

/**
 * A view numbers its steps from 0; here `at` is the number done, and before the first one only the root is shown as
 * started.
 * @param {{tree: any, at: number, lit?: any[] | null, payoffs?: boolean, label?: string,
 *   hovered?: (id: any) => void, selected?: (id: any) => void}} props  `lit` are ids of nodes; null highlights nothing
 */
export function Tree({ tree, at, lit = null, payoffs, label = "Search tree", hovered, selected }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {ReturnType<typeof mountTree> | null} */ (null));
  const shown = useRef(/** @type {any} */ (null));
  const told = useRef({ hovered, selected });
  told.current = { hovered, selected };
  useLayoutEffect(() => {
    if (!box.current || !tree) return;
    const done = at - 1; // pages count steps done, the view numbers them from 0
    if (!view.current) {
      view.current = mountTree(box.current, tree, {
        at: done,
        payoffs,
        label,
        hovered: (/** @type {any} */ id) => told.current.hovered?.(id),
        selected: (/** @type {any} */ id) => told.current.selected?.(id),
      });
    } else if (shown.current !== tree) view.current.show(tree, { at: done });
    else view.current.go(done);
    shown.current = tree;
  }, [tree, at]);
  useEffect(() => view.current?.light(lit), [lit, tree]);
  useEffect(() => () => view.current?.destroy(), []);
  return html`<div class="tree-box" ref=${box}></div>`;
}
