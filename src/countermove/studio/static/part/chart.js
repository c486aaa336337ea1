// A small line chart: a few series over integers, each with its own colour and mark, linear or logarithmic.
import { html } from "../vendor/preact.js";

/**
 * @typedef {{title: string, x: string, y: string, log: boolean, series: {name: string, points: [number, number][]}[]}} Plot
 */

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 64;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 44;

/** @param {{plot: Plot}} props */
export function Chart({ plot }) {
  const points = plot.series.flatMap((series) => series.points);
  const xs = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b);
  const ticks = plot.log ? powers(points) : steps(points);
  const low = scale(ticks[0], plot.log);
  const high = scale(ticks[ticks.length - 1], plot.log);
  const [first, last] = [xs[0], xs[xs.length - 1]];
  /** @param {number} x */
  const across = (x) => LEFT + 12 + ((x - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT - 24);
  /** @param {number} y */
  const down = (y) => TOP + (1 - (scale(y, plot.log) - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  return html`<figure class="chart">
    <figcaption>${plot.title}${plot.log ? " (logarithmic scale)" : ""}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${plot.title}: ${plot.y} by ${plot.x}`}>
      ${ticks.map(
        (tick) => html`<g>
          <line class="chart-grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${down(tick)} y2=${down(tick)} />
          <text class="chart-text" x=${LEFT - 8} y=${down(tick) + 4} text-anchor="end">${tick.toLocaleString("en")}</text>
        </g>`,
      )}
      ${xs.map((x) => html`<text class="chart-text" x=${across(x)} y=${HEIGHT - BOTTOM + 20} text-anchor="middle">${x}</text>`)}
      <text class="chart-text" x=${(LEFT + WIDTH - RIGHT) / 2} y=${HEIGHT - 6} text-anchor="middle">${plot.x}</text>
      ${plot.series.map(
        (series, index) => html`<g class=${`chart-series chart-${index % 6}`}>
          <polyline points=${series.points.map(([x, y]) => `${across(x)},${down(y)}`).join(" ")} />
          ${series.points.map(
            ([x, y]) => html`<path d=${mark(index, across(x), down(y))}><title>${series.name}, ${plot.x} ${x}: ${y.toLocaleString("en")}</title></path>`,
          )}
        </g>`,
      )}
    </svg>
    <ul class="chart-legend">
      ${plot.series.map(
        (series, index) => html`<li><svg viewBox="0 0 28 12" width="28" height="12" aria-hidden="true" class=${`chart-series chart-${index % 6}`}>
          <polyline points="0,6 28,6" /><path d=${mark(index, 14, 6)} /></svg>${series.name}</li>`,
      )}
    </ul>
  </figure>`;
}

/** @param {number} y @param {boolean} log */
function scale(y, log) {
  return log ? Math.log10(y) : y;
}

/** Powers of ten around the points. @param {[number, number][]} points */
function powers(points) {
  const ys = points.map(([, y]) => y);
  const low = Math.floor(Math.log10(Math.min(...ys)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...ys))));
  return Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
}

/** Round numbers from 0 up. @param {[number, number][]} points */
function steps(points) {
  const most = Math.max(...points.map(([, y]) => y), 1);
  const size = 10 ** Math.floor(Math.log10(most));
  const step = most / size > 5 ? size * 2 : most / size > 2 ? size : size / 2;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** The mark of a series. @param {number} index @param {number} x @param {number} y */
function mark(index, x, y) {
  const shapes = [
    `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
    `M${x - 4} ${y - 4}h8v8h-8z`,
    `M${x} ${y - 5}l5 9h-10z`,
    `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
    `M${x} ${y + 5}l5 -9h-10z`,
    `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`,
  ];
  return shapes[index % shapes.length];
}
