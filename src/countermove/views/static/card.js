// Cards, chips and dice, each about (0, 0) in a cell of 100. What is hidden is drawn as such: the back of a card, a cup.
import { svg } from "./svg.js";
import { die } from "./table.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** The most chips drawn in a stack; the number beside it says how many there are. */
const MAX_CHIPS = 6;
const CUP = "M-28 -34h56l10 66q-38 14 -76 0z";

/** A playing card, its back, the place of one that is still to be dealt, or chips. @param {string} text @param {string} mine @param {boolean} marked */
export function card(text, mine, marked) {
  const chips = chipsIn(text);
  if (chips !== null) return stackOf(chips, mine);
  const shape = () => svg("rect", { x: -34, y: -46, width: 68, height: 92, rx: 9 });
  if (text === "·") return svg("g", { class: "card slot" }, shape());
  if (text === "?") {
    const lines = svg("path", { class: "weave", d: "M-24 -36L24 36M-24 -12L8 36M-24 12L-8 36M-8 -36L24 12M8 -36L24 -12M24 -36L-24 36M24 -12L-8 36M24 12L8 36M8 -36L-24 12M-8 -36L-24 -12" });
    return svg("g", { class: `card back ${mine}` }, shape(), lines, svg("rect", { class: "edge", x: -26, y: -38, width: 52, height: 76, rx: 5 }));
  }
  const [rank, suit] = suited(text);
  const kind = `card ${mine}${marked ? " up" : ""}${suit === "d" || suit === "h" ? " red" : ""}`;
  const sign = suit && SUITS[suit];
  return svg(
    "g",
    { class: kind },
    shape(),
    svg("text", { "font-size": Math.min(44, 84 / rank.length), y: sign ? -10 : 0 }, rank),
    ...(sign ? [svg("text", { "font-size": 34, y: 24 }, sign)] : []),
    ...(rank.length < 3 ? [svg("text", { class: "corner", "font-size": 18, x: -22, y: -32 }, rank)] : []),
  );
}

/** The number of chips that a text such as "●3" stands for; null for a card. @param {string} text */
function chipsIn(text) {
  const found = text.match(/^●(\d+)$/);
  return found ? Number(found[1]) : null;
}

/** @param {string} text @returns {[string, keyof typeof SUITS | null]} */
function suited(text) {
  const found = text.match(/^(10|[2-9TJQKA])([cdhs])$/);
  return found ? [found[1] === "T" ? "10" : found[1], /** @type {keyof typeof SUITS} */ (found[2])] : [text, null];
}

/** @param {number} count @param {string} mine */
function stackOf(count, mine) {
  const chips = Array.from({ length: Math.min(count, MAX_CHIPS) }, (_, at) => {
    const y = 22 - at * 9;
    return svg("g", {}, svg("path", { class: "side", d: `M-30 ${y - 8}v8a30 11 0 0 0 60 0v-8z` }), svg("ellipse", { class: "top", cx: 0, cy: y - 8, rx: 30, ry: 11 }));
  });
  return svg("g", { class: `chips ${mine}` }, ...chips, svg("text", { "font-size": 24, y: 46 }, String(count)));
}

/** A die, or the cup over it. @param {string} text @param {string} mine */
export function dice(text, mine) {
  if (text === "?") {
    return svg("g", { class: `cup ${mine}` }, svg("path", { d: CUP }), svg("ellipse", { cx: 0, cy: -34, rx: 28, ry: 8 }), svg("path", { class: "band", d: "M-34 8q34 11 68 0" }));
  }
  const face = Number(text);
  const drawn = svg("g", { class: mine }, die(-38, -38, 76, face));
  drawn.append(svg("rect", { class: "die-edge", x: -38, y: -38, width: 76, height: 76, rx: 14 }));
  if (face > 6) drawn.append(svg("text", { class: "die-number", "font-size": 44 }, text));
  return drawn;
}

/** What a cell of cards, chips or dice shows, in words. @param {string} look @param {string} text */
export function spokenCard(look, text) {
  if (look === "dice") return text === "?" ? "under a cup" : text;
  const chips = chipsIn(text);
  if (chips !== null) return chips === 1 ? "1 chip" : `${chips} chips`;
  if (text === "?") return "face down";
  if (text === "·") return "not dealt yet";
  const [rank, suit] = suited(text);
  return suit ? `${rank} of ${SUIT_NAMES[suit]}` : text;
}
