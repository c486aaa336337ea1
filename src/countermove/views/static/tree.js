// The tree of a search: draw, step, fold, zoom, listen. One module for the studio, the notebook widget and the HTML
// page; it uses no framework and makes no requests.
//
//   const view = mountTree(element, tree, options)
//
// `tree` is the JSON of views/tree_json.py (the types are in tree-model.js). After the step `at` only what the search
// knew by then is shown; after the last step, everything is: best play, final values, reasons. A branch that will be
// cut off looks like any other until then.
//
// Options:
//   at                     the first step to show; default 0, Infinity for the last
//   controls               adds a toolbar, the sentence of the step, a legend, and keys on the whole element
//   payoffs                shows the payoffs of leaves from the start; default tree.whole
//   direction              "down", "right", "outline" or "auto" (down unless too wide); default tree.direction
//   label                  the name of the tree for screen readers
//   changed(at, step)      after each step
//   played(on)             when playing starts or stops
//   hovered(id | null)     the node under the mouse or the keyboard focus
//   selected(id)           a click or Enter on a node; it folds or unfolds unless this returns false
//
// The view:
//   go(at)  nextCut()  previousCut()  play(on)  speed(milliseconds)     0 is one step per frame
//   at  length  playing  nodes
//   show(tree, {at, keep})     another tree; `keep` keeps zoom, position and folds, for an edited tree
//   light(ids | null)          highlights nodes and everything below them, and dims the rest
//   fold(id, on)               hides what is below a node; a large tree starts with only its top shown
//   unfold(on)                 shows every node, or only the top of a large tree
//   fit()  focus()  destroy()
//
// The element should have a height; without one, the stage takes that of the tree, within limits.
import { canvasPainter } from "./tree-canvas.js";
import { makeControls } from "./tree-controls.js";
import { makeFolds } from "./tree-fold.js";
import { layOut } from "./tree-layout.js";
import { makeLegend } from "./tree-legend.js";
import { makeMap } from "./tree-map.js";
import { noteOf, spokenOf } from "./tree-look.js";
import { inView, makeModel, makeWalk, standIn, within, withBelow } from "./tree-model.js";
import { isDark, measurer } from "./tree-paper.js";
import { makePlayer } from "./tree-play.js";
import { makeReader } from "./tree-reader.js";
import { makeSlide } from "./tree-slide.js";
import { makeStage, zoomButtons } from "./tree-stage.js";
import { svgPainter } from "./tree-svg.js";

/** @typedef {import("./tree-model.js").Tree} Tree */
/** @typedef {import("./tree-model.js").TreeNode} TreeNode */
/** @typedef {import("./tree-model.js").Step} Step */
/** @typedef {import("./tree-model.js").Part} Part */
/**
 * @typedef {{at?: number, controls?: boolean, payoffs?: boolean, direction?: "auto"|"down"|"right"|"outline", label?: string,
 *   changed?: (at: number, step: Step | undefined) => void, played?: (on: boolean) => void,
 *   hovered?: (id: number | null) => void, selected?: (id: number) => boolean | void}} Options
 */

const MAX_SVG_NODES = 400; // the most visible nodes drawn as SVG; more go on a canvas
const MIN_FIRST_ZOOM = 0.62; // the least initial zoom
const MIN_WHOLE_ZOOM = 0.8; // the least zoom at which to show the whole tree rather than a part of it larger
const LEVEL = 11; // font size of the level names, growing with the zoom
const NARROW_STAGE = 500; // width of a stage, as on a phone, below which
const MIN_NARROW_ZOOM = 0.9; // the least zoom is this, so that the smallest text has 9 pixels

/** @param {HTMLElement} element @param {Tree} tree @param {Options} [options] */
export function mountTree(element, tree, options = {}) {
  const root = document.createElement("div");
  root.className = "cm-tree";
  let model = makeModel(tree);
  let walk = makeWalk(model);
  let folds = makeFolds(model.parts, false);
  let now = -1;
  /** @type {import("./tree-look.js").Moment} */
  const moment = { over: true, payoffs: false, current: null, focus: null, lit: null };
  /** @type {Part[]} */
  let shown = [];
  /** @type {import("./tree-layout.js").Layout} */
  let layout = { grows: "down", step: 0, width: 1, height: 1, levels: [] };
  /** @type {"auto"|"down"|"right"|"outline"} */
  let direction = "auto";
  let large = false;
  /** @type {Part | null} */
  let pointed = null;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const stage = makeStage({ moved: refresh, resized: begin, pressed: (at) => press(hit(at)), still: () => still.matches, scale });
  const levels = document.createElement("div");
  levels.className = "levels";
  levels.setAttribute("aria-hidden", "true");
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.setAttribute("aria-hidden", "true");
  const map = makeMap((x, y) => stage.centre(x, y));
  const unfolder = document.createElement("button");
  unfolder.type = "button";
  unfolder.className = "unfold";
  unfolder.addEventListener("click", () => unfold(folds.any()));
  const zooms = zoomButtons(stage);
  zooms.append(unfolder);
  stage.element.append(levels, tip, zooms, map.element);
  const reader = makeReader({
    scroll: stage.scroll,
    label: options.label ?? "Search tree",
    grows: () => layout.grows,
    root: () => model.root,
    level: (depth) => shown.filter((part) => part.depth === depth),
    spoken: (part) => spokenOf(part, moment),
    current: () => moment.current,
    went,
    press: (part) => press(part),
    zoom: stage.zoomBy,
  });
  const pens = { svg: svgPainter(reader), canvas: canvasPainter() };
  let pen = pens.svg;
  const slide = makeSlide(() => pens.svg.place());

  // Steps.

  /** @param {number} at */
  function go(at) {
    const to = within(model, at);
    if (to === now || !model.steps.length) return;
    const changed = walk.go(to);
    now = to;
    const over = now >= model.steps.length - 1;
    const all = over !== moment.over;
    if (moment.current) changed.add(moment.current);
    moment.over = over;
    const step = model.steps[now];
    const part = step && model.byNumber.get(step.node);
    const anchor = part && standIn(part); // visible before and after
    const moved = part !== undefined && folds.follow(over && isNarrow() ? bestLeaf(part) : part);
    const stand = part ? standIn(part) : null;
    moment.current = over ? null : stand;
    if (stand) changed.add(stand);
    if (moved) lay(anchor);
    else paint(all ? shown : changed);
    if (stand) stage.reveal(boxOf(stand), player.playing && player.pace < 60 && !near(stand));
    panel?.show(now, step, model.steps.length, { before: cutFrom(-1) !== undefined, after: cutFrom(1) !== undefined });
    root.classList.toggle("under-way", !over);
    options.changed?.(now, step);
  }

  /** The step of the next cut in a direction. @param {1 | -1} way */
  function cutFrom(way) {
    return way > 0 ? model.cuts.find((at) => at > now) : model.cuts.findLast((at) => at < now);
  }

  const player = makePlayer({
    at: () => now,
    length: () => model.steps.length,
    go,
    played(on) {
      panel?.playing(on);
      options.played?.(on);
    },
  });

  // Drawing.

  /** @param {Iterable<Part>} parts */
  function paint(parts) {
    pen.paint(parts, moment);
    if (large) map.paint(parts, moment);
    reader.refresh();
    refresh();
  }

  let waiting = false;
  function refresh() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const more = stage.settle();
      view();
      if (more) refresh();
    });
  }

  function view() {
    const { scroll, zoom, x, y } = stage;
    const seen = { zoom, x, y, left: scroll.scrollLeft, top: scroll.scrollTop, width: scroll.clientWidth, height: scroll.clientHeight };
    pen.view(seen);
    if (large) map.view(seen);
    levels.hidden = zoom < 0.75; // the margin is then too narrow for them
    levels.style.fontSize = `${(LEVEL * Math.max(1, zoom)).toFixed(1)}px`;
    for (const word of levels.children) {
      const level = layout.levels[Number(/** @type {HTMLElement} */ (word).dataset.level)];
      const middle = ((level.start + level.end) / 2) * zoom + y - scroll.scrollTop;
      /** @type {HTMLElement} */ (word).style.transform = `translateY(${middle.toFixed(1)}px)`;
    }
    pointTip();
  }

  /** Lays out the visible parts; `pivot` stays in place on the screen, and the others slide. @param {Part} [pivot] */
  function lay(pivot) {
    slide.stop();
    const before = pivot && { x: pivot.x, y: pivot.y };
    const places = new Map(shown.map((part) => [part, { x: part.x, y: part.y }]));
    shown = inView(model);
    if (!shown.length) return;
    const style = getComputedStyle(root);
    const room = stage.scroll.clientWidth;
    const wide = isNarrow() ? room / MIN_NARROW_ZOOM : Math.max(700, room / (MIN_FIRST_ZOOM * scale()));
    layout = layOut(shown, { direction, wide, measure: measurer(style) });
    direction = layout.grows;
    if (direction === "outline") {
      // At the upper left, where it stays while it grows.
      layout.width = Math.max(layout.width, room - 1);
      layout.height = Math.max(layout.height, stage.scroll.clientHeight - 1);
    }
    large = shown.length > MAX_SVG_NODES;
    stage.element.classList.toggle("large", large);
    const wanted = large ? pens.canvas : pens.svg;
    if (wanted !== pen || !pen.element.isConnected) {
      pen.element.remove();
      pen = wanted;
      stage.sheet.append(pen.element);
    }
    pen.lay(shown, layout);
    const { x, y } = stage;
    stage.size(layout.width, layout.height);
    const folded = folds.any();
    unfolder.hidden = !folded && !folds.large;
    unfolder.textContent = folded ? "Unfold all" : "Fold";
    levels.replaceChildren(
      ...layout.levels.flatMap(({ title }, depth) => {
        if (!title || layout.levels.length > 60) return [];
        const word = document.createElement("span");
        word.textContent = title;
        word.dataset.level = String(depth);
        return [word];
      }),
    );
    if (moment.current) moment.current = standIn(moment.current);
    paint(shown);
    if (large) map.lay(shown, layout, moment);
    if (pivot && before) {
      stage.scroll.scrollLeft += (pivot.x - before.x) * stage.zoom + stage.x - x;
      stage.scroll.scrollTop += (pivot.y - before.y) * stage.zoom + stage.y - y;
      if (!large && !still.matches) slide.go(shown, places, { x: pivot.x - before.x, y: pivot.y - before.y });
    }
    view();
  }

  /** The font size around the tree, relative to the 16 pixels it is designed for. */
  function scale() {
    return parseFloat(getComputedStyle(root).fontSize) / 16 || 1;
  }

  function isNarrow() {
    return stage.scroll.clientWidth > 0 && stage.scroll.clientWidth < NARROW_STAGE;
  }

  /** Lays out from scratch and shows as much as is readable. */
  function begin() {
    direction = options.direction ?? model.tree.direction ?? "auto";
    if (direction === "auto" && isNarrow() && folds.large) direction = "outline"; // it would not fit once it unfolds
    lay();
    const across = stage.scroll.clientWidth / layout.width;
    const least = isNarrow() ? MIN_NARROW_ZOOM : scale() * (layout.grows === "down" ? MIN_FIRST_ZOOM : 0.8);
    const whole = Math.min(across, stage.scroll.clientHeight / layout.height);
    const isLegible = !isNarrow() && whole >= MIN_WHOLE_ZOOM * scale();
    if (layout.grows === "outline") stage.fit(Math.max(MIN_NARROW_ZOOM, Math.min(1, across)));
    else stage.fit(isLegible ? undefined : Math.max(least, Math.min(scale(), across)));
    const part = moment.current ?? model.root;
    if (part) stage.reveal(boxOf(part), true);
    view();
  }

  /** @param {Part} part */
  function boxOf(part) {
    const { left = 0, right = 0, top = 0, bottom = 0 } = part.block ?? {};
    return { left: part.x - left, right: part.x + right, top: part.y + top, bottom: part.y + bottom };
  }

  /** The end of the best line from a node. @param {Part} part @returns {Part} */
  function bestLeaf(part) {
    const next = part.children.find((child) => child.node.best);
    return next ? bestLeaf(next) : part;
  }

  /** Whether a node is less than a screen away. @param {Part} part */
  function near(part) {
    const { scroll, zoom, x, y } = stage;
    const [left, top] = [part.x * zoom + x - scroll.scrollLeft, part.y * zoom + y - scroll.scrollTop];
    const [wide, high] = [scroll.clientWidth, scroll.clientHeight];
    return left > -wide && left < 2 * wide && top > -high && top < 2 * high;
  }

  // Pointing, pressing, folding.

  /** @param {{x: number, y: number}} at @returns {Part | null} */
  function hit({ x, y }) {
    for (const part of shown) {
      const box = boxOf(part);
      if (x >= box.left - 2 && x <= box.right + 2 && y >= box.top - 2 && y <= box.bottom + 2) return part;
    }
    return null;
  }

  /** @param {Part | null} part */
  function point(part) {
    if (part === pointed) return;
    pointed = part;
    stage.scroll.classList.toggle("over", Boolean(part?.children.length));
    options.hovered?.(part ? part.id : null);
    pointTip();
  }

  /** @param {Part | null} part */
  function went(part) {
    const changed = [moment.focus, part].filter((each) => each !== null);
    moment.focus = part;
    paint(changed);
    if (part) stage.reveal(boxOf(part), false);
    point(part);
  }

  function pointTip() {
    const note = pointed && !pointed.away ? noteOf(pointed, moment) : "";
    tip.hidden = !note;
    if (!note || !pointed) return;
    if (tip.textContent !== note) tip.textContent = note;
    const { scroll, zoom, x, y } = stage;
    const box = boxOf(pointed);
    const middle = ((box.left + box.right) / 2) * zoom + x - scroll.scrollLeft;
    const below = box.bottom * zoom + y - scroll.scrollTop + 8;
    const left = Math.max(8, Math.min(scroll.clientWidth - tip.offsetWidth - 8, middle - tip.offsetWidth / 2));
    const fits = below + tip.offsetHeight < scroll.clientHeight;
    const top = fits ? below : Math.max(4, box.top * zoom + y - scroll.scrollTop - tip.offsetHeight - 8);
    tip.style.transform = `translate(${left.toFixed(0)}px, ${top.toFixed(0)}px)`;
  }

  /** @param {Part | null} part */
  function press(part) {
    if (!part) return;
    if (options.selected?.(part.id) === false) return;
    if (part.children.length) fold(part, !part.folded);
  }

  /** @param {Part} part @param {boolean} on */
  function fold(part, on) {
    if (part.folded === on || !part.children.length) return;
    folds.byHand(part);
    part.folded = on;
    standAgain();
    lay(part);
  }

  /** The node of the step, or the folded one that now hides it. */
  function standAgain() {
    const step = model.steps[now];
    const at = step && model.byNumber.get(step.node);
    if (moment.current && at) moment.current = standIn(at);
  }

  /** @param {boolean} on */
  function unfold(on) {
    folds.unfold(on);
    standAgain();
    begin();
  }

  stage.scroll.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") point(hit(stage.toSheet(event)));
  });
  stage.scroll.addEventListener("pointerleave", () => point(moment.focus));

  // Another tree, colours, the end.

  /** @param {Tree} given @param {{at?: number, keep?: boolean}} [how] */
  function show(given, { at = 0, keep = false } = {}) {
    player.play(false);
    const folded = new Set(keep ? model.parts.filter((part) => part.folded).map((part) => part.id) : []);
    model = makeModel(given);
    folds = makeFolds(model.parts, isNarrow(), !keep);
    if (keep) for (const part of model.parts) part.folded = folded.has(part.id) && part.children.length > 0;
    walk = makeWalk(model);
    now = -1;
    pointed = null;
    Object.assign(moment, { over: true, payoffs: options.payoffs ?? Boolean(given.whole), current: null, focus: null, lit: null });
    if (keep && shown.length) lay();
    else begin();
    go(at);
    reader.reset();
    if (!panel) return;
    if (!model.steps.length) panel.show(0, undefined, 0, { before: false, after: false });
    summary.textContent = given.summary ?? "";
    below.replaceChildren(summary, makeLegend(model.parts));
  }

  function recolour() {
    root.classList.toggle("dark", isDark());
    pens.canvas.recolour();
    if (large) map.lay(shown, layout, moment);
    refresh();
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", recolour);
  addEventListener("themechange", recolour);

  const handle = {
    go,
    play: player.play,
    show,
    nextCut: () => go(cutFrom(1) ?? now),
    previousCut: () => go(cutFrom(-1) ?? now),
    speed: player.speed,
    get at() {
      return now;
    },
    get length() {
      return model.steps.length;
    },
    get playing() {
      return player.playing;
    },
    get nodes() {
      return model.tree.nodes;
    },
    /** @param {Iterable<number> | null} ids */
    light(ids) {
      moment.lit = null;
      if (ids) {
        const parts = [...ids].flatMap((id) => model.byId.get(id) ?? []);
        moment.lit = withBelow(parts);
        for (const part of parts) for (let above = part.parent; above; above = above.parent) moment.lit.add(above);
      }
      paint(shown);
      if (large) map.lay(shown, layout, moment);
    },
    /** @param {number} id @param {boolean} [on] */
    fold(id, on) {
      const part = model.byId.get(id);
      if (part) fold(part, on ?? !part.folded);
    },
    unfold,
    fit: () => stage.fit(),
    focus: () => (panel ? root : stage.scroll).focus({ preventScroll: true }),
    destroy() {
      player.play(false);
      dark.removeEventListener("change", recolour);
      removeEventListener("themechange", recolour);
      stage.destroy();
      root.remove();
    },
  };

  const below = document.createElement("div");
  below.className = "below";
  const summary = document.createElement("p");
  summary.className = "summary";
  const panel = options.controls ? makeControls(handle, player.pace) : null;
  if (panel) {
    root.tabIndex = -1;
    root.append(panel.bar, panel.sentence);
    root.addEventListener("keydown", panel.pressed);
  }
  root.append(stage.element);
  if (panel) root.append(below);
  element.append(root);
  root.classList.toggle("dark", isDark());
  show(tree, { at: options.at ?? 0 });
  return handle;
}
