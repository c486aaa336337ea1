// The value over the game as a component: a Preact wrapper for `/views/plot.js`.
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { mountPlot } from "/views/plot.js";

/** @param {{plot: import("/views/plot.js").Plot, go: (ply: number) => void}} props */
export function Graph({ plot, go }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {import("/views/plot.js").PlotView | null} */ (null));
  const calls = useRef({ go });
  calls.current = { go };
  useLayoutEffect(() => {
    if (!element.current) return;
    view.current = mountPlot(element.current, { go: (ply) => calls.current.go(ply) });
    return () => view.current?.destroy();
  }, []);
  useLayoutEffect(() => view.current?.show(plot));
  return html`<div class="graph" ref=${element}></div>`;
}
