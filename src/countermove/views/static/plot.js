// The value over a game: one point per position, mistakes marked by shape and colour, and a slider.
//
// `mountPlot(element, {go})` gives `show(plot)`. The curve is what player 0 can expect, from 0 at the bottom to 1 at
// the top; below it is the colour of player 0, above it that of player 1. Unknown values leave a gap. If each player
// has its own payoff, there is a curve for each, distinct in colour and dashes.
import { svg } from "./svg.js";

/**
 * @typedef {{share: number | null, text: string, name: string, mark: string}} Point  `name` is the action that led here,
 *   `mark` its class: "inaccuracy", "mistake" or "blunder" are drawn
 * @typedef {{points: Point[], at: number, names: string[], curves?: (number | null)[][]}} Plot  `points[0]` is the position
 *   before the first action; `curves` has the shares of each player, if there is more than one curve
 * @typedef {{show(plot: Plot): void, destroy(): void}} PlotView
 */

const HEIGHT = 110;
const EDGE = 8;
const SHAPES = /** @type {Record<string, string>} */ ({
  inaccuracy: "M0 -5L5 0L0 5L-5 0Z",
  mistake: "M0 -6L6 5H-6Z",
  blunder: "M-5 -5H5V5H-5Z",
});

/**
 * @param {HTMLElement} element
 * @param {{go?: (ply: number) => void, label?: string}} [calls]
 * @returns {PlotView}
 */
export function mountPlot(element, calls = {}) {
  const root = svg("svg", {
    class: "plot", height: HEIGHT, width: "100%", role: "slider", tabindex: 0, "aria-label": calls.label ?? "Value over the game",
    "aria-valuemin": 0,
  });
  /** @type {Plot} */
  let plot = { points: [], at: 0, names: [] };
  let width = 300;
  element.append(root);

  /** @param {number} ply */
  const x = (ply) => EDGE + (plot.points.length > 1 ? (ply / (plot.points.length - 1)) * (width - 2 * EDGE) : 0);
  /** @param {number} share */
  const y = (share) => EDGE + (1 - share) * (HEIGHT - 2 * EDGE);

  const draw = () => {
    root.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    const { points, at } = plot;
    const parts = [svg("rect", { class: "plot-ground", x: 0, y: 0, width, height: HEIGHT, rx: 6 })];
    plot.curves?.forEach((shares, seat) => {
      for (const run of runs(shares)) {
        const along = run.map((ply) => `${x(ply).toFixed(1)} ${y(/** @type {number} */ (shares[ply])).toFixed(1)}`);
        const d = run.length > 1 ? `M${along.join("L")}` : `M${along[0]}h.01`;
        parts.push(svg("path", { class: `plot-curve of-many p${seat}`, d }));
      }
    });
    for (const run of plot.curves ? [] : runs(points.map((point) => point.share))) {
      const along = run.map((ply) => `${x(ply).toFixed(1)} ${y(/** @type {number} */ (points[ply].share)).toFixed(1)}`);
      const [first, last] = [x(run[0]), x(run[run.length - 1])];
      if (run.length > 1) {
        parts.push(svg("path", { class: "plot-above", d: `M${first} ${EDGE}L${along.join("L")}L${last} ${EDGE}Z` }));
        parts.push(svg("path", { class: "plot-below", d: `M${first} ${HEIGHT - EDGE}L${along.join("L")}L${last} ${HEIGHT - EDGE}Z` }));
        parts.push(svg("path", { class: "plot-curve", d: `M${along.join("L")}` }));
      } else {
        parts.push(svg("circle", { class: "plot-alone", cx: first, cy: along[0].split(" ")[1], r: 2.5 }));
      }
    }
    parts.push(svg("line", { class: "plot-middle", x1: 0, x2: width, y1: y(0.5), y2: y(0.5) }));
    if (points.length) parts.push(svg("line", { class: "plot-here", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
    points.forEach((point, ply) => {
      const shape = SHAPES[point.mark];
      if (!shape) return;
      const place = `translate(${x(ply).toFixed(1)} ${y(point.share ?? 0.5).toFixed(1)})`;
      parts.push(svg("path", { class: `plot-mark ${point.mark}`, d: shape, transform: place }));
    });
    const here = points[at];
    if (here && here.share !== null && !SHAPES[here.mark]) parts.push(svg("circle", { class: "plot-dot", cx: x(at), cy: y(here.share), r: 4.5 }));
    root.replaceChildren(...parts);
    root.setAttribute("aria-valuemax", String(Math.max(0, points.length - 1)));
    root.setAttribute("aria-valuenow", String(at));
    root.setAttribute("aria-valuetext", spoken(plot));
  };

  const measure = new ResizeObserver(([entry]) => {
    width = Math.max(80, entry.contentRect.width);
    draw();
  });
  measure.observe(element);

  /** @param {number} ply */
  const go = (ply) => {
    const wanted = Math.max(0, Math.min(plot.points.length - 1, ply));
    if (wanted !== plot.at) calls.go?.(wanted);
  };
  /** @param {PointerEvent} event */
  const point = (event) => {
    if (event.type === "pointermove" && !(event.buttons & 1)) return;
    const box = root.getBoundingClientRect();
    const part = (event.clientX - box.left - EDGE) / Math.max(1, box.width - 2 * EDGE);
    go(Math.round(part * (plot.points.length - 1)));
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
    if (step) go(plot.at + step);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(plot.points.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("pointerdown", /** @type {any} */ (point));
  root.addEventListener("pointermove", /** @type {any} */ (point));
  root.addEventListener("keydown", /** @type {any} */ (pressed));

  return {
    show(next) {
      plot = next;
      draw();
    },
    destroy() {
      measure.disconnect();
      root.remove();
    },
  };
}

/** Runs of positions with known values. @param {(number | null)[]} shares @returns {number[][]} */
function runs(shares) {
  /** @type {number[][]} */
  const found = [];
  shares.forEach((share, ply) => {
    if (share === null) return;
    if (ply && shares[ply - 1] !== null && found.length) found[found.length - 1].push(ply);
    else found.push([ply]);
  });
  return found;
}

/** @param {Plot} plot */
function spoken({ points, at }) {
  const here = points[at];
  if (!here) return "no action yet";
  const where = at === 0 ? "the start" : `after action ${at}, ${here.name}`;
  const mark = SHAPES[here.mark] ? `, ${here.mark}` : "";
  return `${where}${here.share === null ? "" : `: ${here.text || `${Math.round(here.share * 100)} %`}`}${mark}`;
}
