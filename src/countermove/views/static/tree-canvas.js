// Draws a tree of thousands of nodes on a canvas of the size of the stage, which stays in place while the sheet scrolls
// below it. Only the visible part is drawn, with lines and shapes batched by style, and text only where it is readable.
import { edgeOf, strikeOf } from "./tree-edge.js";
import { lookOf } from "./tree-look.js";

/** @typedef {import("./tree-model.js").Part} Part */
/** @typedef {import("./tree-look.js").Look} Look */
/** @typedef {import("./tree-layout.js").Layout} Layout */
/** @typedef {import("./tree-svg.js").Painter} Painter */
/** @typedef {import("./tree-svg.js").Seen} Seen */

const MIN_TEXT = 5; // text smaller than this is left out, in pixels
const DOTS = 0.3; // zoom below which a node is a dot
const COLOURS = [
  "paper", "ink", "muted", "faint", "rule", "line", "unseen", "accent", "max", "max-tint", "min", "min-tint", "chance", "chance-tint",
  "p2", "p2-tint", "p3", "p3-tint", "p4", "p4-tint", "p5", "p5-tint",
]; // prettier-ignore
const SLOTS = /** @type {const} */ (["label", "name", "value", "window", "more"]);

/** @returns {Painter} */
export function canvasPainter() {
  const canvas = document.createElement("canvas");
  canvas.className = "picture";
  canvas.setAttribute("aria-hidden", "true");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** @type {Record<string, string>} */
  let colours = {};
  let family = "sans-serif";
  /** @type {Map<Part, Look>} */
  const looks = new Map();
  /** @type {Part[]} */
  let parts = [];
  /** @type {(import("./tree-edge.js").Edge | null)[]} */
  let edges = []; // the branch that leads to each part
  /** @type {Layout} */
  let layout = { grows: "down", step: 0, width: 0, height: 0, levels: [] };

  /** A detached canvas has no colours; they are read on layout. */
  function recolour() {
    colours = {};
    if (!canvas.isConnected) return;
    const style = getComputedStyle(canvas);
    family = style.fontFamily;
    colours = Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--cm-${name}`).trim() || "#777"]));
  }

  /** The style of a shape: fill, line, width, dashed. @param {Look} look @returns {[string, string, number, boolean]} */
  function toneOf(look) {
    const { tone, bold, current } = look;
    const wide = current ? 3.4 : bold ? 2.6 : 1.4;
    if (tone.startsWith("unseen")) return [colours.paper, current ? colours.accent : colours.unseen, wide, tone !== "unseen"];
    if (tone === "pruned") return [colours.paper, colours.rule, 1, true];
    if (tone === "leaf" || tone === "estimate" || tone === "") {
      return [colours.paper, current ? colours.accent : bold ? colours.ink : colours.rule, wide, tone === "estimate"];
    }
    const name = tone === "p0" ? "max" : tone === "p1" ? "min" : tone;
    return [colours[`${name}-tint`] ?? colours.paper, colours[name] ?? colours.rule, wide, false];
  }

  /** @param {string} edge @returns {[string, number, boolean]} */
  function lineOf(edge) {
    if (edge === "edge best") return [colours.ink, 3, false];
    if (edge === "edge open") return [colours.accent, 2.6, false];
    if (edge === "edge dashed") return [colours.rule, 1, true];
    return edge === "edge unseen" ? [colours.unseen, 1.2, false] : [colours.rule, 1.2, false];
  }

  /** @param {Seen} seen */
  function draw({ zoom, x, y, left, top, width, height }) {
    const fine = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * fine) || canvas.height !== Math.round(height * fine)) {
      canvas.width = Math.round(width * fine);
      canvas.height = Math.round(height * fine);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const scale = zoom * fine;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(scale, 0, 0, scale, (x - left) * fine, (y - top) * fine);
    pen.lineJoin = "round";
    const view = { left: (left - x) / zoom, top: (top - y) / zoom, right: (left - x + width) / zoom, bottom: (top - y + height) / zoom };
    const seen = parts.filter((part) => {
      const block = part.block;
      return (
        block && part.x + block.right > view.left && part.x - block.left < view.right &&
        part.y + block.bottom > view.top && part.y + block.top < view.bottom
      ); // prettier-ignore
    });
    drawEdges(view, zoom);
    drawShapes(seen, zoom);
    drawWords(seen, zoom);
  }

  /** @param {{left: number, top: number, right: number, bottom: number}} view @param {number} zoom */
  function drawEdges(view, zoom) {
    /** @type {Map<string, import("./tree-edge.js").Edge[]>} */
    const batches = new Map();
    /** @type {number[][]} */
    const strikes = [];
    for (let each = 0; each < parts.length; each += 1) {
      const edge = edges[each];
      if (!edge) continue;
      const [x1, y1, , , x3, y3] = edge;
      if ((x1 < view.left && x3 < view.left) || (x1 > view.right && x3 > view.right)) continue;
      if ((y1 < view.top && y3 < view.top) || (y1 > view.bottom && y3 > view.bottom)) continue;
      const look = looks.get(parts[each]);
      if (!look || look.tone === "absent") continue;
      const key = look.dim ? `${look.edge}|dim` : look.edge;
      let batch = batches.get(key);
      if (!batch) batches.set(key, (batch = []));
      batch.push(edge);
      if (look.struck && zoom > DOTS) strikes.push(...strikeOf(edge, layout));
    }
    for (const key of [...batches.keys()].sort((a, b) => rank(a) - rank(b))) {
      const batch = batches.get(key) ?? [];
      const [colour, width, dashed] = lineOf(key.replace("|dim", ""));
      pen.globalAlpha = key.endsWith("|dim") ? 0.25 : 1;
      pen.strokeStyle = colour;
      pen.lineWidth = Math.max(width, 0.7 / zoom);
      pen.setLineDash(dashed && zoom > DOTS ? [4, 3] : []);
      pen.beginPath();
      for (const [x1, y1, x2, y2, x3, y3] of batch) {
        pen.moveTo(x1, y1);
        pen.lineTo(x2, y2);
        if (layout.grows === "right" && zoom > DOTS) pen.bezierCurveTo((x2 + x3) / 2, y2, (x2 + x3) / 2, y3, x3, y3);
        else pen.lineTo(x3, y3);
      }
      pen.stroke();
    }
    pen.globalAlpha = 1;
    pen.setLineDash([]);
    pen.strokeStyle = colours.min;
    pen.lineWidth = 2;
    pen.beginPath();
    for (const [x1, y1, x2, y2] of strikes) {
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
    }
    pen.stroke();
  }

  /** Thick lines are drawn last. @param {string} key */
  function rank(key) {
    return key.startsWith("edge best") ? 2 : key.startsWith("edge open") ? 1 : 0;
  }

  /** @param {Part[]} seen @param {number} zoom */
  function drawShapes(seen, zoom) {
    /** @type {Map<string, {look: Look, parts: Part[]}>} */
    const batches = new Map();
    for (const part of seen) {
      const look = looks.get(part);
      if (!look || look.tone === "absent" || !part.block?.shape) continue;
      if (look.focus || look.current) halo(part, look, zoom);
      const key = `${look.tone}|${look.bold}|${look.current}|${look.dim}`;
      const batch = batches.get(key);
      if (batch) batch.parts.push(part);
      else batches.set(key, { look, parts: [part] });
    }
    for (const { look, parts: alike } of batches.values()) {
      const [fill, line, width, dashed] = toneOf(look);
      pen.globalAlpha = look.dim ? 0.25 : 1;
      pen.fillStyle = zoom < DOTS ? line : fill;
      pen.strokeStyle = line;
      pen.lineWidth = width;
      pen.setLineDash(dashed ? [3, 2] : []);
      pen.beginPath();
      for (const part of alike) outline(part, zoom);
      pen.fill();
      if (zoom >= DOTS) pen.stroke();
    }
    pen.setLineDash([]);
    pen.fillStyle = colours.p4;
    for (const part of seen) {
      const [look, disc] = [looks.get(part), part.block?.disc];
      if (!look?.radius || !disc) continue;
      pen.globalAlpha = look.dim ? 0.25 : 1;
      pen.beginPath();
      pen.arc(part.x + disc.x, part.y + disc.y, Math.max(1, disc.radius * look.radius), 0, 2 * Math.PI);
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  /** @param {Part} part @param {Look} look @param {number} zoom */
  function halo(part, look, zoom) {
    const block = /** @type {import("./tree-block.js").Block} */ (part.block);
    const [space, round] = [3 / Math.min(1, zoom), 6];
    pen.beginPath();
    pen.roundRect(part.x - block.left - space, part.y + block.top - space, block.left + block.right + 2 * space, block.bottom - block.top + 2 * space, round);
    pen.fillStyle = colours["max-tint"];
    pen.fill();
    if (!look.focus) return;
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2 / zoom;
    pen.stroke();
  }

  /** @param {Part} part @param {number} zoom */
  function outline(part, zoom) {
    const { kind, x, y, half, high } = /** @type {import("./tree-block.js").Shape} */ (part.block?.shape);
    const [cx, cy] = [part.x + x, part.y + y];
    if (zoom < DOTS) {
      const size = Math.max(1.6 / zoom, Math.min(half, high / 2));
      pen.rect(cx - size / 2, cy - size / 2, size, size);
      return;
    }
    const [left, right, top, bottom] = [cx - half, cx + half, cy - high / 2, cy + high / 2];
    if (kind === "chance") {
      pen.moveTo(right, cy);
      pen.arc(cx, cy, half, 0, 2 * Math.PI);
    } else if (kind === "max" || kind === "min") {
      const [tip, base] = kind === "max" ? [top, bottom] : [bottom, top];
      pen.moveTo(cx, tip);
      pen.lineTo(right, base);
      pen.lineTo(left, base);
      pen.closePath();
    } else pen.roundRect(left, top, 2 * half, high, kind === "player" ? high / 2 : 3);
  }

  /** @param {Part[]} seen @param {number} zoom */
  function drawWords(seen, zoom) {
    pen.textBaseline = "alphabetic";
    for (const name of SLOTS) {
      for (const bold of [false, true]) {
        let font = "";
        for (const part of seen) {
          const slot = part.block?.slots[name];
          const look = looks.get(part);
          const text = look?.[name];
          if (!slot || !look || !text || look.tone === "absent" || look.bold !== bold || slot.size * zoom < MIN_TEXT) continue;
          const wanted = `${name === "name" ? "italic " : ""}${bold && name !== "window" && name !== "name" ? 700 : 400} ${slot.size}px ${family}`;
          if (wanted !== font) pen.font = font = wanted;
          const pale = look.tone === "pruned" || look.tone.startsWith("unseen") || look.tone === "rest";
          pen.fillStyle = pale ? colours.faint : name === "value" || bold ? colours.ink : colours.muted;
          pen.globalAlpha = look.dim ? 0.25 : 1;
          pen.textAlign = slot.anchor === "middle" ? "center" : slot.anchor;
          pen.fillText(text, part.x + slot.x, part.y + slot.y + 0.355 * slot.size);
        }
      }
    }
    pen.globalAlpha = 1;
  }

  return {
    element: canvas,
    lay(shown, laid) {
      [parts, layout] = [shown, laid];
      edges = shown.map((part) => (part.parent ? edgeOf(part, laid) : null));
      looks.clear();
      if (!Object.keys(colours).length) recolour();
    },
    place() {},
    paint(changed, moment) {
      for (const part of changed) if (!part.away) looks.set(part, lookOf(part, moment));
    },
    view: draw,
    recolour,
    destroy() {
      canvas.remove();
    },
  };
}
