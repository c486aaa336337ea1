// A board to look at and to play on, for every game: `mountBoard(element, calls)` gives `show(board, options)`.
//
// One SVG, in layers: the ground, marks, pieces, hints, action values, and on top the places, which are transparent and
// take clicks, focus and screen reader labels. Places stay the same elements during a game, so focus is never lost when
// a position or a value changes. Below are the caption, a status line for unfinished clicks, and a button for every
// action that no place plays.
import { arrowsOf } from "./arrow.js";
import { spokenCard } from "./card.js";
import { moves } from "./chain.js";
import { choices } from "./choice.js";
import { afterClick, isHeld, isTaking } from "./click.js";
import { drags } from "./drag.js";
import { neighbour, spotAt } from "./near.js";
import { bestOf, directions, offer, open, outcome } from "./offer.js";
import { ghost } from "./piece.js";
import { ground, marks, middle, pieceAfter, pieceAt, pieces } from "./picture.js";
import { keyOf, plan as planOf, split } from "./plan.js";
import { spokenSea } from "./sea.js";
import { svg } from "./svg.js";
import { man, stack, stacks } from "./table.js";
import { chip, label, spoken } from "./worth.js";

/**
 * @typedef {import("./plan.js").Board} Board
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./plan.js").Spot} Spot
 * @typedef {import("./worth.js").Worth} Worth
 * @typedef {import("./plan.js").Legal} Legal
 * @typedef {{legal?: Legal[] | null, values?: Record<string, Worth> | null, last?: GameAction | null, interactive?: boolean,
 *   flipped?: boolean, arrows?: import("./arrow.js").Arrow[], names?: string[], player?: number | null, line?: string}} Options  `names` are the players' names, `player` is
 *   who acts, `line` the actions that led here, separated by dots: one more means it was played, else only visited
 * @typedef {{act?: (action: GameAction) => void, hover?: (action: GameAction | null) => void, label?: string, small?: boolean}} Calls
 *   `small` is for pictures of boards: no coordinates, no caption, no buttons, nothing to click
 * @typedef {{show(board: Board, options?: Options): void, focus(): void, destroy(): void}} BoardView
 */

/**
 * @param {HTMLElement} element
 * @param {Calls} [calls]
 * @returns {BoardView}
 */
export function mountBoard(element, calls = {}) {
  return new View(element, calls);
}

/** How long clicks that played an action stay visible while waiting for the answer, in milliseconds. */
const CLICKS_SHOWN_MS = 1500;

/** The width, in pixels, below which two maps are drawn one below the other. */
const NARROW = 620;

class View {
  /** @param {HTMLElement} element @param {Calls} calls */
  constructor(element, calls) {
    this.calls = calls;
    this.element = element;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Options} */
    this.options = {};
    /** @type {Plan} */
    this.plan = { width: 0, height: 0, left: 0, top: 0, columns: 0, rows: 0, spots: new Map() };
    this.signature = "";
    /** @type {string[]} */
    this.clicked = [];
    this.waiting = 0;
    /** @type {string | null} */
    this.pointed = null;
    this.current = "";
    /** @type {Map<string, SVGElement>} */
    this.places = new Map();
    this.most = { width: 0, height: 0 };
    /** @type {import("./offer.js").Offer | null} */
    this.offer = null;
    /** The previous position, to see where the last action was. @type {{board: Board | null, offer: import("./offer.js").Offer | null} | null} */
    this.before = null;
    /** @type {Map<string, number>} */
    this.directions = new Map();
    this.root = /** @type {SVGSVGElement} */ (svg("svg", { class: "board-picture" }));
    this.layers = Object.fromEntries(
      ["ground", "marks", "pieces", "hints", "arrows", "values"].map((name) => [name, svg("g", { "aria-hidden": "true", class: `layer-${name}` })]),
    );
    this.grid = svg("g", { class: "places" });
    this.root.append(...Object.values(this.layers), this.grid);
    this.box = document.createElement("div");
    this.box.className = calls.small ? "board-view small" : "board-view";
    this.caption = document.createElement("div");
    this.caption.className = "board-caption";
    this.status = paragraph("board-status");
    this.live = paragraph("board-live");
    this.live.setAttribute("aria-live", "polite");
    this.choices = choices((action) => this.act(action), (action) => this.calls.hover?.(action));
    this.box.append(this.root);
    this.foot = document.createElement("div");
    this.foot.className = "board-foot";
    this.foot.append(this.status, this.choices.element);
    if (!calls.small) this.box.append(this.caption, this.foot, this.live);
    element.append(this.box);
    this.end = calls.small ? () => {} : this.listen();
  }

  /** @param {Board} board @param {Options} [options] */
  show(board, options = {}) {
    const turned = Boolean(options.flipped) !== Boolean(this.options.flipped);
    const same = this.board !== null && !turned && JSON.stringify(this.board) === JSON.stringify(board);
    if (!same) this.forget();
    const before = this.offer;
    const { last: lastBefore, line: lineBefore } = this.options;
    this.before = same ? this.before : { board: this.board, offer: before };
    this.board = board;
    this.options = options;
    const names = new Map((options.legal ?? []).map((each) => [each.action, each.name]));
    this.plan = planOf(board, split(board, names).rows, !this.calls.small, options.flipped, this.isNarrow());
    this.offer = offer(board, options.legal, this.plan.spots);
    this.directions = options.interactive ? directions(options.legal) : new Map();
    if (!same) this.drawGround();
    this.draw(!same);
    const last = options.last;
    const name = last === null || last === undefined ? undefined : before?.names.get(last);
    const elsewhere = options.line !== undefined && options.line !== lineBefore;
    const forward = elsewhere ? options.line === [lineBefore, last].filter((each) => each !== "").join(".") : last !== lastBefore;
    if (name && forward) this.say(`Played: ${name}.`);
    else if (elsewhere || !same) this.say("");
  }

  /** Whether the room for the board is much higher than wide, as on a phone. */
  isNarrow() {
    return !this.calls.small && this.element.clientWidth > 0 && this.element.clientWidth < NARROW;
  }

  focus() {
    const place = this.places.get(this.current);
    if (place) place.focus();
    else this.choices.focus();
  }

  destroy() {
    this.forget();
    this.end();
    this.box.remove();
  }

  /** @param {string} sentence */
  say(sentence) {
    this.live.textContent = sentence;
  }

  get mayPlay() {
    return Boolean(this.options.interactive) && !this.waiting && !this.calls.small;
  }

  // Drawing

  drawGround() {
    const board = /** @type {Board} */ (this.board);
    const { plan, calls } = this;
    const signature = [board.style, board.look, plan.rows, plan.columns, board.row_names.length, plan.turned].join();
    if (board.style !== "piles" || !this.signature.startsWith("piles")) this.most = { width: 0, height: 0 };
    this.most = { width: Math.max(this.most.width, plan.width), height: Math.max(this.most.height, plan.height) };
    this.box.dataset.style = board.style;
    this.box.classList.toggle("text-only", board.style === "choices");
    this.root.setAttribute("viewBox", `-4 -4 ${this.most.width + 8} ${this.most.height + 8}`);
    this.root.toggleAttribute("hidden", board.style === "choices");
    this.layers.ground.replaceChildren(ground(board, plan, !calls.small, this.options.names));
    const keys = [...plan.spots.keys()].join(" ");
    if (signature !== this.signature || keys !== [...this.places.keys()].join(" ")) this.makePlaces();
    this.signature = signature;
    const facts = board.style === "choices" ? factsOf(board.caption) : null;
    this.caption.replaceChildren(facts ?? board.caption);
    this.caption.classList.toggle("empty", !board.caption);
    this.caption.classList.toggle("tabled", Boolean(facts));
    if (calls.small) {
      this.root.setAttribute("role", "img");
      this.root.setAttribute("aria-label", calls.label ?? "A board");
      if (board.style === "choices") this.drawWords(board.caption);
    }
  }

  /** Small boards that have only text show it as a picture. @param {string} caption */
  drawWords(caption) {
    const lines = caption.split("\n").slice(0, 8).flatMap((line) => line.split(/(?<=[;,]) /));
    const longest = Math.max(1, ...lines.map((line) => line.length)) * 12;
    const [wide, high] = [Math.max(220, longest + 24), Math.max(140, lines.length * 30 + 20)];
    this.root.removeAttribute("hidden");
    this.root.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const [x, y] = [(wide - longest) / 2, (high - lines.length * 30) / 2 + 15];
    const words = lines.map((line, at) => svg("text", { class: "words", x, y: y + at * 30, "font-size": 20 }, line));
    this.layers.ground.replaceChildren(...words);
  }

  /** @param {boolean} arrived  whether the position is new */
  draw(arrived = false) {
    const board = /** @type {Board} */ (this.board);
    const rows = this.offer?.rows ?? [];
    const last = this.lastPlaces();
    this.layers.marks.replaceChildren(marks(board, rows, this.plan, this.clicked.length ? [] : last));
    this.layers.pieces.replaceChildren(pieces(board, rows, this.plan, moves(this.clicked)));
    if (arrived && this.before?.board) this.animate(last);
    this.drawHints();
    this.drawArrows();
    this.drawValues();
    if (this.calls.small) return;
    this.labelPlaces();
    this.drawChoices();
  }

  /** Where the last action was: from the board, else from the previous board's places for that action. @returns {string[]} */
  lastPlaces() {
    const { board, options, before } = this;
    if (board?.last) return board.last.map(([row, column]) => keyOf(row, column));
    if (options.last === null || options.last === undefined || !before?.offer || board?.style === "columns") return [];
    const way = before.offer.ways.find((each) => each.action === options.last);
    if (way) return way.keys;
    return [...before.offer.places].filter(([, action]) => action === options.last).map(([key]) => key).slice(0, 1);
  }

  /** A moved piece slides, jump by jump where there are several; a dropped one falls, a new one appears. @param {string[]} last */
  animate(last) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !last.length || this.board?.look === "table") return;
    const from = this.plan.spots.get(last[0]);
    const jumps = this.board?.look === "draughts";
    const to = this.plan.spots.get(last[jumps ? last.length - 1 : Math.min(1, last.length - 1)]);
    const group = to && this.layers.pieces.querySelector(`[data-key="${to.key}"] > g`);
    if (!from || !to || !group) return;
    if (jumps) {
      const stops = last.map((key) => this.plan.spots.get(key)).filter((spot) => spot !== undefined);
      const frames = stops.map((spot) => ({ transform: `translate(${spot.x - to.x}px, ${spot.y - to.y}px)`, easing: "ease-in-out" }));
      group.animate(frames, { duration: 220 * (frames.length - 1) });
    } else if (from === to && this.board?.style === "columns") {
      const high = this.plan.top - to.y - 60;
      group.animate([{ transform: `translateY(${high}px)` }, { transform: "none" }], { duration: 120 + to.row * 55, easing: "cubic-bezier(.5,0,.9,.6)" });
    } else if (from === to) {
      group.animate([{ transform: "scale(.6)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 140, easing: "ease-out" });
    } else {
      group.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: 200, easing: "ease-out" });
    }
  }

  /** Subtle hints: what can be played, the hovered place, and what a click there would do. */
  drawHints() {
    const layer = this.layers.hints;
    layer.replaceChildren();
    const { board, offer: from, plan } = this;
    if (!board || !from || !this.mayPlay) return;
    const next = open(from, this.clicked);
    for (const key of new Set(this.clicked)) {
      const spot = plan.spots.get(key);
      if (spot) layer.append(frame(spot, "chosen"));
    }
    const pointed = this.pointed && next.has(this.pointed) ? plan.spots.get(this.pointed) : undefined;
    for (const key of next.keys()) {
      const spot = plan.spots.get(key);
      if (spot) layer.append(...this.hint(board, spot, this.clicked.length > 0));
    }
    if (pointed) layer.append(...this.preview(board, pointed));
    // On the first click of an action, its piece is not on the board yet.
    const first = this.clicked[0] && !from.stands(this.clicked[0]) ? plan.spots.get(this.clicked[0]) : undefined;
    if (first && from.ways.length) layer.append(...this.put(board, first));
  }

  /** @param {Board} board @param {Spot} spot @param {boolean} follows @returns {SVGElement[]} */
  hint(board, spot, follows) {
    const kind = follows ? "hint follows" : "hint";
    const [cx, cy] = middle(spot);
    if (board.style === "columns" || board.style === "piles" || board.look === "go") return [];
    if (board.look === "table") {
      const y = spot.row === 1 ? spot.y + spot.h - 40 : spot.y + 40;
      return [svg("circle", { class: kind, cx, cy: y, r: 14 })];
    }
    if (this.offer?.stands(spot.key) || board.style === "maze") return [frame(spot, kind)];
    return [svg("circle", { class: kind, cx, cy, r: follows ? 15 : 7 })];
  }

  /** What a click on a place would do. @param {Board} board @param {Spot} spot @returns {SVGElement[]} */
  preview(board, spot) {
    const rows = this.offer?.rows ?? [];
    if (board.style === "piles") {
      const taken = rows[spot.row].slice(spot.column).map((_, at) => this.plan.spots.get(keyOf(spot.row, spot.column + at)));
      return taken.flatMap((each) => (each ? [svg("circle", { class: "taken", cx: each.x + 50, cy: each.y + 50, r: 44 })] : []));
    }
    if (board.style === "columns") {
      const landing = rows.findLastIndex((row) => !row[spot.column]?.piece);
      const there = this.plan.spots.get(keyOf(landing, spot.column));
      const lane = svg("rect", { class: "lane", x: spot.x, y: this.plan.top, width: spot.w, height: this.plan.rows * 100, rx: 12 });
      return there ? [lane, ...this.put(board, there)] : [lane];
    }
    if (this.offer?.stands(spot.key) || board.look === "table") return [frame(spot, "pointed")];
    return [frame(spot, "pointed"), ...(this.clicked.length ? [] : this.put(board, spot))];
  }

  /** The acting player's piece as it would look on a place. @param {Board} board @param {Spot} spot @returns {SVGElement[]} */
  put(board, spot) {
    const shape = ghost(board, this.options.player);
    const [x, y] = middle(spot);
    return shape ? [svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, shape)] : [];
  }

  drawArrows() {
    const { board, plan, options } = this;
    const arrows = board && !this.clicked.length ? arrowsOf(board, plan, options.arrows ?? [], Boolean(options.values)) : [];
    this.layers.arrows.replaceChildren(...arrows);
  }

  drawValues() {
    const layer = this.layers.values;
    layer.replaceChildren();
    const { board, offer: from, plan } = this;
    const values = this.options.values;
    if (!board || !from || !values) return;
    // On a board with few cells these are large on the screen, and chips need not be.
    const size = plan.columns <= 3 ? 0.72 : plan.columns <= 5 ? 0.86 : 1;
    for (const [key, actions] of open(from, this.clicked)) {
      const spot = plan.spots.get(key);
      const worth = bestOf(actions, values);
      if (!spot || !worth) continue;
      const [x, y] = middle(spot);
      if (board.style === "columns") {
        if (spot.row === 0 && plan.top) layer.append(moved(chip(worth), x, plan.top / 2));
      } else if (board.look === "table") layer.append(moved(chip(worth), x, spot.row === 1 ? spot.y + spot.h - 50 : spot.y + 50));
      else if ((board.style === "grid" || board.style === "points") && from.stands(key)) {
        layer.append(moved(label(worth), x, spot.y + spot.h - 2 - 13 * size, size));
      } else layer.append(moved(chip(worth), x, y, size));
    }
  }

  /** Buttons: actions that no place plays; after clicks, the actions they lead to. */
  drawChoices() {
    const { board, offer: from, options } = this;
    if (!board || !from) return;
    const mayAct = Boolean(options.interactive) && !this.waiting;
    if (!this.clicked.length || !mayAct) {
      // The buttons stay during another player's turn, so that nothing jumps.
      const [best, reply] = options.arrows ?? [];
      const isButton = from.buttons.some((each) => each.action === best?.action);
      this.choices.show(from.buttons, options.values ?? {}, mayAct, isButton ? [best.action, ...(reply ? [reply.action] : [])] : []);
      this.status.textContent = isButton && reply ? `Best: ${best.name}. The reply: ${reply.name}.` : "";
      return;
    }
    const { done, more } = outcome(from, this.clicked);
    this.choices.show(done.map((action) => ({ action, name: from.names.get(action) ?? `action ${action}` })), options.values ?? {}, true);
    this.status.textContent = more ? this.prompt(from) : "Which of these?";
  }

  // Places: clicked, focused and read aloud

  makePlaces() {
    const hadFocus = this.grid.contains(document.activeElement);
    this.places.clear();
    this.grid.replaceChildren();
    if (this.calls.small || !this.plan.spots.size) {
      this.root.removeAttribute("role");
      return;
    }
    this.root.setAttribute("role", "grid");
    this.root.setAttribute("aria-label", this.calls.label ?? "Board");
    /** @type {Map<number, SVGElement>} */
    const lines = new Map();
    for (const spot of this.plan.spots.values()) {
      const line = lines.get(spot.row) ?? svg("g", { role: "row" });
      lines.set(spot.row, line);
      const place = svg("g", { role: "gridcell", class: "place", "data-key": spot.key, tabindex: -1 }, svg("rect", { x: spot.x, y: spot.y, width: spot.w, height: spot.h }));
      // A column can also be clicked above the board, where its value is.
      if (this.board?.style === "columns" && spot.row === 0) place.append(svg("rect", { x: spot.x, y: 0, width: spot.w, height: spot.y }));
      line.append(place);
      this.places.set(spot.key, place);
    }
    this.grid.append(...lines.values());
    if (!this.places.has(this.current)) this.current = [...this.places.keys()][0];
    if (hadFocus) this.places.get(this.current)?.focus();
  }

  labelPlaces() {
    const { board, offer: from, options } = this;
    if (!board || !from) return;
    const next = this.mayPlay ? open(from, this.clicked) : new Map();
    const instead = this.mayPlay && this.clicked.length ? open(from, this.clicked.slice(0, -1)) : new Map();
    const made = moves(this.clicked).filter(([one], at, all) => from.stands(one) || all.slice(0, at).some(([, to]) => to === one));
    const chosen = this.clicked.slice(made.length * 2);
    const taking = this.isTaking(from);
    for (const [key, place] of this.places) {
      const spot = /** @type {Spot} */ (this.plan.spots.get(key));
      const worth = bestOf(next.get(key) ?? [], options.values ?? {});
      const words = [spot.name, this.content(board, spot, made)];
      if (chosen.includes(key)) words.push("chosen");
      else if (made.some(([, to]) => to === key)) words.push("moved here");
      // The legal action is the column, not one of its places, which may be occupied.
      const legal = board.style === "columns" ? `column ${board.column_names[spot.column] ?? spot.column + 1} is legal` : "legal";
      if (next.has(key)) words.push(worth ? `${legal}: ${spoken(worth)}` : legal);
      if (from.rows[spot.row]?.[spot.column]?.marked) words.push("marked");
      place.setAttribute("aria-label", words.filter(Boolean).join(", "));
      const turns = this.clicked.includes(key) || (instead.has(key) && afterClick(from, this.clicked, key, taking, next, instead) !== null);
      place.setAttribute("aria-disabled", String(!next.has(key) && !turns));
      place.setAttribute("class", `place${next.has(key) ? " playable" : ""}${next.has(key) && this.liftable(key) ? " liftable" : ""}`);
      place.setAttribute("tabindex", key === this.current ? "0" : "-1");
    }
  }

  /** What is on a place after steps made by hand, in words. @param {Board} board @param {Spot} spot @param {[string, string][]} made */
  content(board, spot, made) {
    const names = this.options.names ?? [];
    if (board.look === "table") {
      const { count, player } = stacks(board.rows, made).get(spot.key) ?? { count: 0, player: null };
      return count && player !== null ? `${count} ${names[player] ?? `of player ${player + 1}`}` : "empty";
    }
    const isCard = board.look === "cards" || board.look === "dice";
    if (board.style === "piles" && !isCard) return "";
    const cell = pieceAfter(this.offer?.rows ?? [], made, spot.key);
    if (!cell?.piece) return board.look === "sea" ? "water" : "empty";
    if (isCard) return spokenCard(board.look ?? "", cell.piece);
    if (board.look === "sea") return spokenSea(cell);
    const name = cell.player === undefined ? "" : names[cell.player] ?? "";
    if (name && board.look === "stones") return name;
    if (name && board.look === "draughts") return `${cell.piece === cell.piece.toUpperCase() ? "king" : "man"} of ${name}`;
    if (!name || name === cell.piece || board.look === "tiles") return cell.piece;
    return name.startsWith(cell.piece) ? name : `${cell.piece} of ${name}`;
  }

  // Playing

  /** @param {GameAction} action */
  act(action) {
    if (!this.mayPlay) return;
    this.pointed = null;
    this.waiting = window.setTimeout(() => this.forget(true), CLICKS_SHOWN_MS);
    this.drawHints();
    this.calls.act?.(action);
  }

  /** Discard unfinished clicks. @param {boolean} [redraw] */
  forget(redraw = false) {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.clicked = [];
    if (redraw && this.board) this.draw();
  }

  /** Whether the action begun ends with a capture. @param {import("./offer.js").Offer} from */
  isTaking(from) {
    return isTaking(from, this.clicked, this.board, this.options.player);
  }

  /** What to click next, in words. @param {import("./offer.js").Offer} from */
  prompt(from) {
    const what = this.board?.style === "points" ? "men" : "pieces";
    return `${this.isTaking(from) ? `Capture one of the highlighted ${what}` : "Choose a highlighted place"}; Escape undoes.`;
  }

  /** @param {string} key */
  click(key) {
    const from = this.offer;
    if (!from || !this.mayPlay) return;
    const clicked = afterClick(from, this.clicked, key, this.isTaking(from));
    if (!clicked) {
      this.status.textContent = `Not there. ${this.prompt(from)}`;
      this.say(this.status.textContent);
      return;
    }
    this.clicked = clicked;
    const { done, more } = outcome(from, this.clicked);
    if (done.length === 1 && !more) {
      this.act(done[0]);
      if (from.ways.length) this.draw();
      return;
    }
    this.draw();
    if (this.clicked.length) {
      const follow = [...open(from, this.clicked).keys()].map((each) => this.plan.spots.get(each)?.name);
      const then = this.isTaking(from) ? "take" : "then";
      this.say(`${this.plan.spots.get(key)?.name} chosen; ${follow.length ? `${then} ${follow.slice(0, 8).join(" or ")}` : "choose a button"}.`);
    }
  }

  /** @param {string | null} key */
  point(key) {
    if (key === this.pointed) return;
    this.pointed = key;
    this.drawHints();
    const actions = key && this.offer && this.mayPlay ? open(this.offer, this.clicked).get(key) : undefined;
    this.calls.hover?.(actions?.length === 1 ? actions[0] : null);
  }

  /** Whether a piece can be dragged from a place. @param {string} key */
  liftable(key) {
    return Boolean(this.offer?.ways.length) && (this.offer?.stands(key) || this.clicked.includes(key));
  }

  /** Whether a click on a place does something now, or would start over. @param {string} key */
  opens(key) {
    return Boolean(this.offer && (this.clicked.includes(key) || afterClick(this.offer, this.clicked, key, this.isTaking(this.offer))?.length));
  }

  /** @param {string} key @returns {SVGElement | null} */
  lift(key) {
    const from = this.offer;
    if (!from || !this.board || !this.mayPlay || !this.liftable(key)) return null;
    if (this.clicked.at(-1) !== key || !(this.clicked.length % 2)) {
      const before = isHeld(from, this.clicked) ? this.clicked.slice(0, -1) : this.clicked;
      if (this.isTaking(from) || !open(from, before).has(key)) return null;
      this.clicked = [...before, key];
    }
    this.draw();
    if (this.board.look === "table") {
      const whose = stack(this.board.rows, key).player ?? this.options.player ?? 0;
      return svg("g", {}, man(0, 0, whose));
    }
    const shown = this.layers.pieces.querySelector(`[data-key="${key}"] > g`);
    if (!shown) return null;
    shown.classList.add("lifted");
    const copy = svg("g", {}, shown.cloneNode(true));
    copy.firstElementChild?.classList.remove("lifted");
    return copy;
  }

  listen() {
    const { grid, root } = this;
    /** @param {Event} event */
    const keyAt = (event) => (event.target instanceof Element ? event.target.closest(".place")?.getAttribute("data-key") ?? null : null);
    grid.addEventListener("click", (event) => {
      const key = keyAt(event);
      if (!key) return;
      this.rove(key, false);
      this.click(key);
    });
    grid.addEventListener("pointerover", (event) => this.point(keyAt(event)));
    grid.addEventListener("pointerleave", () => this.point(null));
    // In Chromium, Tab stops at an SVG element that listens for focus, so the box around it listens instead.
    this.box.addEventListener("focusin", (event) => {
      const key = keyAt(event);
      if (!key) return;
      if (key !== this.current) this.rove(key, false);
      if (event.target instanceof Element && event.target.matches(":focus-visible")) this.point(key);
    });
    this.box.addEventListener("focusout", () => this.point(null));
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    return drags(root, {
      holds: (key) => this.mayPlay && (this.directions.size > 0 || (key !== null && this.liftable(key) && this.opens(key))),
      lift: (key) => this.lift(key),
      over: (key) => this.point(key),
      drop: (from, to) => {
        if (to !== null && this.offer && open(this.offer, this.clicked).has(to)) return this.click(to);
        this.clicked = this.clicked.slice(0, -1);
        this.draw();
      },
      swipe: (way) => {
        const action = this.directions?.get(way);
        if (action !== undefined) this.act(action);
      },
      spotAt: (x, y) => spotAt(this.plan.spots, x, y),
    });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.clicked.length && !this.waiting) {
      this.clicked = this.clicked.slice(0, -1);
      this.draw();
      this.say("Undone.");
      return stop(event);
    }
    if (!this.grid.contains(document.activeElement)) return;
    if (event.key === "Enter" || event.key === " ") {
      this.click(this.current);
      return stop(event);
    }
    if (!event.key.startsWith("Arrow")) return;
    const played = event.ctrlKey ? undefined : this.directions?.get(event.key);
    if (played !== undefined) this.act(played);
    else if (!this.directions?.size || event.ctrlKey) {
      const to = neighbour(this.plan.spots, this.current, event.key);
      if (to) this.rove(to, true);
    }
    stop(event);
  }

  /** Make a place the one that Tab reaches. @param {string} key @param {boolean} focus */
  rove(key, focus) {
    this.places.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = key;
    const place = this.places.get(key);
    place?.setAttribute("tabindex", "0");
    if (focus) place?.focus();
  }
}

/** @param {KeyboardEvent} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @param {string} name */
function paragraph(name) {
  const made = document.createElement("p");
  made.className = name;
  return made;
}

/** A caption of lines such as "Counters: 60" as a table; null for other captions. @param {string} caption */
function factsOf(caption) {
  const lines = caption.split("\n").map((line) => line.match(/^([^:]{1,40}): (.*)$/));
  if (lines.some((found) => !found)) return null;
  const table = document.createElement("table");
  for (const found of lines) {
    const row = table.insertRow();
    const head = row.appendChild(document.createElement("th"));
    head.scope = "row";
    head.textContent = found?.[1] ?? "";
    row.insertCell().textContent = found?.[2] ?? "";
  }
  return table;
}

/** @param {Spot} spot @param {string} kind */
function frame(spot, kind) {
  return svg("rect", { class: kind, x: spot.x + 4, y: spot.y + 4, width: spot.w - 8, height: spot.h - 8, rx: 8 });
}

/** @param {SVGElement} shape @param {number} x @param {number} y @param {number} [size] */
function moved(shape, x, y, size = 1) {
  shape.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
  return shape;
}
