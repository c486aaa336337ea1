// How a node looks after a step, and its screen reader label: only what the search knew by then.
import { labelOf, moreOf } from "./tree-block.js";

/** @typedef {import("./tree-model.js").Part} Part */
/**
 * @typedef {{over: boolean, payoffs: boolean, current: Part | null, focus: Part | null, lit: Set<Part> | null}} Moment
 *   The state of the whole picture: whether the search is over, whether payoffs are shown from the start, the node of the
 *   step, the focused node, and the highlighted nodes.
 * @typedef {{tone: string, edge: string, label: string, name: string, value: string, window: string, more: string,
 *   radius: number, bold: boolean, current: boolean, focus: boolean, dim: boolean, struck: boolean}} Look
 *   `radius` is that of the disc of its visits, if all simulations have 1; `tone` is the colour class of the shape, `edge` the class of the branch that leads there.
 */

/** Whether a branch is known to be cut off. @param {Part} part @param {Moment} moment */
export function isCut(part, moment) {
  return part.node.kind === "pruned" && (moment.over || Boolean(part.cutter?.known.cut));
}

/** Whether the search has reached a node. @param {Part} part @param {Moment} moment */
function isSeen(part, moment) {
  return moment.over || part.known.seen;
}

/** @param {Part} part @param {Moment} moment */
function valueOf(part, moment) {
  const { node, known } = part;
  if (node.kind === "pruned") {
    if (part.kind === "leaf") return moment.over || moment.payoffs ? part.value : "";
    return moment.over && !part.children.length ? "?" : "";
  }
  if (moment.over) return part.value;
  if (known.seen) return known.value || (moment.payoffs && part.kind === "leaf" ? part.value : "");
  return moment.payoffs && part.kind === "leaf" ? part.value : "";
}

/** @param {Part} part @param {Moment} moment @returns {Look} */
export function lookOf(part, moment) {
  const { node, known } = part;
  const cut = isCut(part, moment);
  const seen = node.kind !== "pruned" && node.kind !== "more" && isSeen(part, moment);
  const best = moment.over && Boolean(node.best);
  const open = !moment.over && known.open;
  let tone = "unseen";
  if (node.kind === "more") tone = "rest";
  else if (cut) tone = "pruned";
  else if (seen) {
    tone = part.kind === "player" ? `p${(((node.player ?? 0) % 6) + 6) % 6}` : part.kind;
    if (node.estimate) tone = "estimate";
  } else if (node.estimate) tone = "unseen estimated";
  let edge = "edge";
  if (node.kind === "more" || cut) edge = "edge dashed";
  else if (best) edge = "edge best";
  else if (open || moment.current === part) edge = "edge open";
  else if (!seen) edge = "edge unseen";
  const absent = part.absent && !moment.over && !known.seen;
  if (absent) tone = edge = "absent"; // simulations have not added it yet
  return {
    tone,
    edge,
    label: labelOf(part, cut),
    name: node.name ?? "",
    value: valueOf(part, moment),
    window: node.kind === "leaf" ? "" : known.window || (moment.over && !known.seen ? (part.windows.values().next().value ?? "") : ""),
    more: part.folded ? moreOf(part) : "",
    radius: !part.share ? 0 : moment.over ? part.share : part.share * Math.sqrt(known.visits / (node.visits || 1)),
    bold: best,
    current: moment.current === part,
    focus: moment.focus === part,
    dim: moment.lit !== null && !moment.lit.has(part),
    struck: cut && part.parent?.node.kind !== "pruned",
  };
}

const SIGNS = /** @type {[string, string][]} */ ([
  ["≲ ", "at most about "], ["≳ ", "at least about "], ["≤ ", "at most "], ["≥ ", "at least "], ["≈ ", "about "],
]); // prettier-ignore

/** A value in words. @param {string} value */
function spoken(value) {
  const sign = SIGNS.find(([each]) => value.startsWith(each));
  return (sign ? sign[1] + value.slice(sign[0].length) : value).replaceAll("−", "minus ").replaceAll("∞", "infinity").replaceAll("+", "");
}

/** A node in words: "c, MIN, by Right, value at most 2, window 3 to infinity, cut". @param {Part} part @param {Moment} moment */
export function spokenOf(part, moment) {
  const { node, known } = part;
  const shown = lookOf(part, moment);
  if (node.kind === "more") return `${(node.hidden ?? 0).toLocaleString("en")} more nodes, not shown`;
  const words = [node.name, part.kind === "leaf" ? "leaf" : node.title, node.label && `by ${shown.label}`];
  if (isCut(part, moment)) words.push("pruned");
  else if (node.kind === "pruned" || !isSeen(part, moment)) words.push(shown.value ? `payoff ${spoken(shown.value)}` : "", "not searched yet");
  else {
    if (shown.value) words.push(`value ${spoken(shown.value)}`);
    if (shown.window) words.push(`window ${spoken(shown.window)}`);
    if (node.estimate) words.push("an estimate");
    if (moment.over ? part.children.some((child) => child.node.kind === "pruned") : known.cut) words.push("cut");
    if (!moment.over && known.open) words.push("being searched");
    if (moment.over && node.best) words.push("best play");
  }
  if (part.folded) words.push(`${part.below.toLocaleString("en")} more folded away`);
  return words.filter(Boolean).join(", ");
}

/** A node in one line, as a tooltip; for a pruned branch, the reason. @param {Part} part @param {Moment} moment */
export function noteOf(part, moment) {
  const { node } = part;
  const look = lookOf(part, moment);
  if (node.kind === "more") return `${(node.hidden ?? 0).toLocaleString("en")} more nodes are not shown.`;
  if (isCut(part, moment)) return `${node.label ?? node.name ?? ""}: pruned. ${node.reason ?? ""}`;
  const who = [node.name, node.title].filter(Boolean).join(" ");
  const way = [node.label, node.chance].filter(Boolean).join(" · ");
  const words = [who && way ? `${who} by ${way}` : who || way, look.value, look.window].filter(Boolean);
  return words.join("  ");
}
