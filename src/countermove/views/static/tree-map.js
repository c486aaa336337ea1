// A minimap beside a large tree: a dot for every node, as high as the stage. It shows the progress of the search, its
// current node, and the visible part; a click goes there.
import { lookOf } from "./tree-look.js";

/** @typedef {import("./tree-model.js").Part} Part */
/** @typedef {import("./tree-look.js").Moment} Moment */
/** @typedef {import("./tree-layout.js").Layout} Layout */

const EDGE = 6;

/** @param {(x: number, y: number) => void} reach  called with the place on the sheet to go to */
export function makeMap(reach) {
  const element = document.createElement("div");
  element.className = "map";
  element.setAttribute("aria-hidden", "true");
  const canvas = document.createElement("canvas");
  const frame = document.createElement("div");
  frame.className = "frame";
  const here = document.createElement("div");
  here.className = "here";
  element.append(canvas, frame, here);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** @type {Layout} */
  let layout = { grows: "right", step: 0, width: 1, height: 1, levels: [] };
  /** @type {CSSStyleDeclaration} */
  let style = getComputedStyle(element);
  /** @type {Map<string, string>} */
  const colours = new Map();
  let [across, down] = [1, 1];

  /** @param {string} name */
  function colour(name) {
    let found = colours.get(name);
    if (found === undefined) colours.set(name, (found = style.getPropertyValue(`--cm-${name}`).trim() || "#777"));
    return found;
  }

  /** @param {Part} part @param {Moment} moment */
  function toneOf(part, moment) {
    const { tone, dim } = lookOf(part, moment);
    if (dim || tone.startsWith("unseen") || tone === "rest") return "line";
    if (tone === "pruned") return "rule";
    if (tone === "leaf" || tone === "estimate" || tone === "") return "muted";
    return tone === "p0" ? "max" : tone === "p1" ? "min" : tone;
  }

  /** @param {PointerEvent} event */
  const go = (event) => {
    const box = element.getBoundingClientRect();
    reach((event.clientX - box.left - EDGE) / across, (event.clientY - box.top - EDGE) / down);
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    go(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (event.buttons) go(event);
  });

  return {
    element,
    /** @param {Part[]} parts @param {Layout} laid @param {Moment} moment */
    lay(parts, laid, moment) {
      layout = laid;
      style = getComputedStyle(element);
      colours.clear();
      const fine = devicePixelRatio || 1;
      const [wide, high] = [element.clientWidth, element.clientHeight];
      if (!wide || !high) return;
      canvas.width = Math.round(wide * fine);
      canvas.height = Math.round(high * fine);
      across = (wide - 2 * EDGE) / layout.width;
      down = (high - 2 * EDGE) / layout.height;
      pen.setTransform(fine, 0, 0, fine, 0, 0);
      this.paint(parts, moment);
    },
    /** @param {Iterable<Part>} parts @param {Moment} moment */
    paint(parts, moment) {
      for (const part of parts) {
        if (part.away) continue;
        pen.fillStyle = colour(toneOf(part, moment));
        // whole pixels, so that a dot covers its previous self
        pen.fillRect(Math.round(EDGE + part.x * across), Math.round(EDGE + part.y * down), Math.max(3, Math.round(60 * across)), 1);
      }
      here.hidden = !moment.current;
      if (moment.current) here.style.transform = `translateY(${(EDGE + moment.current.y * down).toFixed(1)}px)`;
    },
    /** @param {import("./tree-svg.js").Seen} seen */
    view({ zoom, x, y, left, top, width, height }) {
      const box = [(left - x) / zoom, (top - y) / zoom, width / zoom, height / zoom];
      const start = [Math.max(0, box[0]), Math.max(0, box[1])];
      frame.style.transform = `translate(${(EDGE + start[0] * across - 2).toFixed(1)}px, ${(EDGE + start[1] * down - 2).toFixed(1)}px)`;
      frame.style.width = `${(Math.min(layout.width - start[0], box[2]) * across + 4).toFixed(1)}px`;
      frame.style.height = `${Math.max(6, Math.min(layout.height - start[1], box[3]) * down + 4).toFixed(1)}px`;
    },
  };
}
