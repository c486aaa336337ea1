// A race: two algorithms search the same position side by side, step by step or node by node.
import { html, useMemo, useState } from "../vendor/preact.js";
import { address, go } from "../route.js";
import { Algorithm, flawOf, prunes, titleOf, useAlgorithms } from "../part/algorithm.js";
import { Conventions, SWITCHES } from "../part/conventions.js";
import { isList, searchOf, switching, useIndex, useTree, useWorthwhile } from "../part/search.js";
import { Searched, useFold } from "../part/searched.js";
import { Setup } from "../part/setup.js";
import { Stepper, cutsOf, usePlayer } from "../part/stepper.js";
import { Tree } from "../part/tree.js";
import { actionOf } from "../part/why.js";

/** @typedef {import("../part/search.js").Found} Found */

/** The default pair of algorithms, by the algorithm that fits the game. @type {Record<string, [string, string]>} */
const RUNNERS = {
  alphabeta: ["minimax", "alphabeta"],
  expectiminimax: ["expectimax", "expectiminimax"],
  maxn: ["maxn", "paranoid"],
  induction: ["induction", "deepening"],
};

/** @param {{route: import("../route.js").Route}} props */
export default function Page({ route }) {
  const query = useWorthwhile("race", route.query);
  if (!query) return html`<h1>Race</h1><p class="quiet">Looking for a position…</p>`;
  return html`<${Race} query=${query} />`;
}

/** @param {{query: Record<string, string>}} props */
function Race({ query }) {
  const search = searchOf(query);
  const algorithms = useAlgorithms(search.game, { root: query.root, players: search.players ?? undefined });
  const usual = RUNNERS[algorithms.fitting ?? ""] ?? RUNNERS.alphabeta;
  const runners = [query.first || usual[0], query.second || usual[1]];
  /** @param {Record<string, string | null>} changes */
  const change = (changes) => go(address("race", "", { ...query, algorithm: null, at: null, ...changes }), true);
  const ready = algorithms.fitting !== null || Boolean(query.first && query.second);
  const { isFolded, fold } = useFold();
  const one = html`<a class="button" href=${address("tree", "", { ...query, first: null, second: null, by: null })}>One tree</a>`;
  return html`<div class=${`race ${isFolded ? "folded" : ""}`}>
    <div class="race-head">
      <h1>Race</h1>
      ${isFolded
        ? html`<${Searched} query=${query} who=${runners.map(titleOf).join(" and ")} conventions=${search.conventions} open=${() => fold(false)}>${one}<//>`
        : html`<p class="quiet">Two algorithms search the same position. Who needs fewer nodes?</p>`}
    </div>
    ${!isFolded && html`<form class="panel tree-form" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()} aria-label="What to search">
      <div class="tree-fields">
        <${Setup} query=${query} change=${(/** @type {Record<string, string | null>} */ changes) =>
          change("game" in changes && !isList(changes.game ?? "") ? { ...changes, first: null, second: null } : changes)}
          expectimax=${runners.includes("expectimax")} />
        ${one}
        <button type="button" class="plain small" aria-expanded="true" onClick=${() => fold(true)}>Fold this form</button>
      </div>
      <details open=${Object.keys(search.conventions).length > 0}>
        <summary>Conventions</summary>
        <${Conventions} value=${search.conventions} prunes=${runners.some((name) => prunes(name))}
          change=${(/** @type {string} */ name, /** @type {string} */ value) => change(switching(query, name, value))}
          reset=${() => change(Object.fromEntries(SWITCHES.map((each) => [each.name, null])))} />
      </details>
    </form>`}
    ${ready
      ? html`<${Track} query=${query} search=${search} runners=${runners} algorithms=${algorithms} change=${change} />`
      : html`<div class="race-lanes"><div class="panel race-lane"></div><div class="panel race-lane"></div></div>`}
  </div>`;
}

/**
 * The two lanes, once both algorithms are known.
 * @param {{query: Record<string, string>, search: import("../part/search.js").Search, runners: string[],
 *   algorithms: import("../part/algorithm.js").Algorithms, change: (changes: Record<string, string | null>) => void}} props
 */
function Track({ query, search, runners, algorithms, change }) {
  // Both trees must be of the same position: when one cannot be searched, the old one does not stay.
  const askings = [useTree({ ...search, algorithm: runners[0] }), useTree({ ...search, algorithm: runners[1] })].map(
    (asking) => (asking.problem ? { ...asking, found: null } : asking),
  );
  const indices = [useIndex(askings[0].found), useIndex(askings[1].found)];
  const both = askings.every((asking) => asking.found && !asking.busy); // a new search begins at its start
  const byNode = query.by === "node";
  const ends = useMemo(() => indices.map((index) => (byNode ? nodeEnds(index.entered) : null)), [...indices, byNode]);
  const lengths = indices.map((index, lane) => (ends[lane] ? ends[lane].length - 1 : index.steps.length));
  const cuts = useMemo(() => {
    const places = indices.flatMap((index) => cutsOf(index.steps).map((cut) => (byNode ? index.entered[cut] : cut)));
    return [...new Set(places)].sort((one, other) => one - other);
  }, [...indices, byNode]);
  const [start] = useState(query.at);
  const key = useMemo(() => ({}), [askings[0].found, askings[1].found, byNode]);
  const player = usePlayer(both ? Math.max(...lengths) : 0, { cuts, key, pace: 20, at: Number(start) || 0 });
  /** The number of steps a lane has done. @param {number} lane */
  const steps = (lane) => {
    const at = Math.min(player.at, lengths[lane]);
    return ends[lane]?.[at] ?? at;
  };
  const most = Math.max(1, ...askings.map((asking) => asking.found?.nodes ?? 0));
  const over = both && player.at >= player.length && player.length > 0;
  return html`
    <div class="race-lanes">
      ${[0, 1].map(
        (lane) => html`<${Lane} key=${lane} title=${lane ? "Second" : "First"} asking=${askings[lane]} index=${indices[lane]}
          at=${steps(lane)} most=${most} change=${change}
          won=${both && !isWrong(askings[lane].found) && player.at >= lengths[lane] && (askings[lane].found?.nodes ?? 0) < (askings[1 - lane].found?.nodes ?? 0)}>
          <${Algorithm} label=${lane ? "Second" : "First"} algorithms=${algorithms} value=${runners[lane]}
            change=${(/** @type {string} */ name) => change({ [lane ? "second" : "first"]: name })} />
        <//>`,
      )}
    </div>
    <section class="panel race-bar" aria-label="The race">
      <p class="race-verdict" role="status">${over ? verdict(askings[0].found, askings[1].found) : told(askings, both, player)}</p>
      <div class="race-controls">
        <${Stepper} player=${player} unit=${byNode ? "Node" : "Step"} />
        <div class="row" role="group" aria-label="What counts">
          ${[["", "by step"], ["node", "by node"]].map(
            ([by, text]) => html`<button type="button" aria-pressed=${(query.by ?? "") === by} onClick=${() => change({ by })}>${text}</button>`,
          )}
        </div>
      </div>
    </section>
  `;
}

/**
 * One lane.
 * @param {{title: string, asking: ReturnType<typeof useTree>, index: ReturnType<typeof useIndex>, at: number,
 *   most: number, won: boolean, change: (changes: Record<string, string | null>) => void, children?: any}} props
 */
function Lane({ title, asking, index, at, most, won, change, children }) {
  const { found } = asking;
  const done = found !== null && at >= index.steps.length;
  // nodes not drawn are counted at the end
  const nodes = done ? found.nodes : (index.entered[at] ?? 0);
  const leaves = done ? found.leaves : (index.leaves[at] ?? 0);
  return html`<section class="panel race-lane" aria-label=${title}>
    <div class="race-runner">
      ${children}
      <dl class="race-counts">
        <div><dt>nodes</dt><dd class="digits race-nodes">${nodes.toLocaleString("en")}</dd></div>
        <div><dt>leaves</dt><dd class="digits">${leaves.toLocaleString("en")}</dd></div>
      </dl>
    </div>
    <div class="race-meter" aria-hidden="true"><div style=${{ width: `${(100 * nodes) / most}%` }}></div></div>
    <p class="race-state">${state(asking, at, done)} ${won && html`<span class="badge">finished first</span>`}
      ${asking.offer && html`<button type="button" onClick=${() => change({ depth: String(asking.offer) })}>Race at depth ${asking.offer}</button>`}</p>
    <div class="race-stage">
      ${found && html`<${Tree} tree=${found.tree} at=${at} label=${`Search tree of ${titleOf(found.algorithm)}`} />`}
    </div>
  </section>`;
}

/** @param {ReturnType<typeof useTree>} asking @param {number} at @param {boolean} done */
function state(asking, at, done) {
  if (asking.problem) return html`<span class="race-problem" role="alert">${asking.problem}</span>`;
  if (!asking.found) return `Searching… ${asking.nodes ? `${asking.nodes.toLocaleString("en")} nodes` : ""}`;
  if (!done) return at === 0 ? "Ready" : "Searching…";
  const chosen = asking.found.name === null ? "" : `, action ${asking.found.name}`;
  return html`Done: value <b class="digits">${asking.found.text}</b>${chosen}`;
}

/** The number of steps for every number of nodes entered. @param {number[]} entered */
function nodeEnds(entered) {
  /** @type {number[]} */
  const ends = [];
  entered.forEach((nodes, steps) => {
    ends[nodes] = steps;
  });
  return ends;
}

/** @param {ReturnType<typeof useTree>[]} askings @param {boolean} both @param {import("../part/stepper.js").Player} player */
function told(askings, both, player) {
  if (askings.some((asking) => asking.problem)) return "The race cannot start; see the lanes for the reason.";
  if (!both) return "Searching; then the race can start.";
  return player.at === 0 ? "Ready. Press play." : player.playing ? "Running…" : "Paused.";
}

/** The end of the race in a sentence. @param {Found | null} one @param {Found | null} other */
export function verdict(one, other) {
  if (!one || !other) return "";
  if (isWrong(one) !== isWrong(other)) return isWrong(one) ? mistaken(one, other) : mistaken(other, one);
  const [quick, slow] = one.nodes <= other.nodes ? [one, other] : [other, one];
  const names = [quick, slow].map((each) => titleOf(each.algorithm));
  const nodes = [quick, slow].map((each) => each.nodes.toLocaleString("en"));
  const lead =
    quick.nodes === slow.nodes
      ? `Both needed ${nodes[0]} nodes`
      : `${names[0]} needed ${nodes[0]} nodes where ${names[1]} needed ${nodes[1]}`;
  if (JSON.stringify(quick.value) !== JSON.stringify(slow.value))
    return `${lead}, and they disagree: ${answer(quick, names[0])}, ${answer(slow, names[1])}.`;
  return quick.action === slow.action
    ? `${lead}, and found the same action.`
    : `${lead}, and found a different action of the same value: ${actionOf(quick.name ?? "")} instead of ${actionOf(slow.name ?? "")}.`;
}

/** @param {Found | null} found */
function isWrong(found) {
  return Boolean(found?.algorithm.startsWith("wrong:"));
}

/** The effect of a mistake, next to the right search. @param {Found} wrong @param {Found} right */
function mistaken(wrong, right) {
  const flaw = `The mistake (${flawOf(wrong.algorithm)})`;
  const nodes = `${wrong.nodes.toLocaleString("en")} nodes instead of ${right.nodes.toLocaleString("en")}`;
  if (JSON.stringify(wrong.value) !== JSON.stringify(right.value) || wrong.action !== right.action)
    return `${flaw} shows: ${answer(right, titleOf(right.algorithm))}, and with the mistake it is ${wrong.text}${wrong.name === null ? "" : ` by ${actionOf(wrong.name)}`}.`;
  return wrong.nodes === right.nodes
    ? `${flaw} changes neither the answer nor the number of nodes here.`
    : `${flaw} does not change the answer here, only the work: ${nodes}.`;
}

/** @param {Found} found @param {string} name */
function answer(found, name) {
  return `${name} finds ${found.text}${found.name === null ? "" : ` by ${actionOf(found.name)}`}`;
}
