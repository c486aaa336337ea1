// The tree of a search, step by step, with the reason for every step, the position at every node, and what a convention
// changes. All settings are in the address.
import { html, useCallback, useEffect, useMemo, useState } from "../vendor/preact.js";
import { lineWords } from "../part/address.js";
import { address, go } from "../route.js";
import { Algorithm, aboutOf, prunes, titleOf, useAlgorithms } from "../part/algorithm.js";
import { Conventions, SWITCHES } from "../part/conventions.js";
import { Export } from "../part/export.js";
import { usePrediction } from "../part/predict.js";
import { usePresentation } from "../part/present.js";
import { Preview } from "../part/preview.js";
import { RootActions } from "../part/rootaction.js";
import { EXAMPLES, isList, searchOf, switching, useIndex, useTree, useWorthwhile } from "../part/search.js";
import { Setup } from "../part/setup.js";
import { Searched, switchedWords, useFold } from "../part/searched.js";
import { Stepper, cutsOf, usePlayer } from "../part/stepper.js";
import { Tree } from "../part/tree.js";
import { Under, Why, typed } from "../part/why.js";

/** @param {{route: import("../route.js").Route}} props */
export default function Page({ route }) {
  const query = useWorthwhile("tree", route.query);
  if (!query) return html`<h1>Search tree</h1><p class="quiet">Looking for a position…</p>`;
  return html`<${Study} query=${query} />`;
}

/** @param {{query: Record<string, string>}} props */
function Study({ query }) {
  const search = searchOf(query);
  const switched = Object.keys(search.conventions).length > 0;
  const algorithms = useAlgorithms(search.game, { root: query.root, players: search.players ?? undefined });
  const asking = useTree(search, switched ? { before: {} } : {});
  const { found } = asking;
  const shown = asking.search ?? search; // the search of the tree on screen, while another one runs or fails
  const index = useIndex(found);
  const cuts = useMemo(() => cutsOf(index.steps), [index]);
  const player = usePlayer(index.steps.length, { cuts, at: started(query.at), key: found, least: 1 });
  useStepInAddress(query, player, found !== null);
  const prediction = usePrediction(found?.tree, shown, player);

  const [hovered, setHovered] = useState(/** @type {any} */ (null));
  const [selected, setSelected] = useState(/** @type {any} */ (null));
  const [action, setAction] = useState(/** @type {GameAction | null} */ (null));
  const [marked, setMarked] = useState(true);
  const [presents, present] = usePresentation();
  useEffect(() => {
    setHovered(null);
    setSelected(null);
    setAction(null);
  }, [found]);
  useEffect(() => setSelected(null), [player.at]);

  const root = index.nodes[0] ?? null;
  const node = index.byId.get(hovered) ?? index.byId.get(selected) ?? index.current(player.at) ?? root;
  const known = node ? index.known(node, player.at) : null;
  const here = node === index.current(player.at);
  const none = asking.busy ? "Searching…" : asking.problem ? "No tree to step through." : "";
  const say = !found ? none : here ? (index.steps[player.at - 1]?.say ?? "") : node && told(index, node, player.at);
  const lit = useMemo(() => {
    const child = action === null ? null : (index.children.get(root?.id) ?? []).find((each) => each.action === action);
    if (child) return [child.id];
    if (marked && found?.changed?.length)
      return found.changed.map((number) => index.byNumber.get(number)?.id).filter((id) => id !== undefined);
    return null;
  }, [index, action, marked]);

  /** @param {Record<string, string | null>} changes */
  const change = (changes) => go(address("tree", "", { ...query, at: null, ...changes }), true);
  const list = isList(shown.game);
  const { isFolded, fold } = useFold();
  const folded = isFolded && !asking.problem;
  const done = player.at === player.length;
  const names = sides(found);
  const runner = query.algorithm || found?.algorithm || algorithms.fitting;
  const select = useCallback((/** @type {any} */ id) => setSelected(id), []);
  return html`<div class=${`tree-page ${folded ? "folded" : ""} ${presents ? "presenting" : ""}`}>
    <div class="tree-head">
      <h1>Search tree</h1>
      ${folded ? html`<${Searched} query=${query} who=${runner ? titleOf(runner) : "A search"} conventions=${search.conventions} open=${() => fold(false)} />` : html`<nav class="row" aria-label="Examples">
        ${EXAMPLES.map((each) => html`<a class="button small" href=${address("tree", "", each.query)}>${each.title}</a>`)}
      </nav>`}
    </div>
    ${!folded && html`<form class="panel tree-form" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()} aria-label="What to search">
      <div class="tree-fields">
        <${Setup} query=${query} change=${change} expectimax=${(query.algorithm ?? algorithms.fitting) === "expectimax"} mcts=${query.algorithm === "mcts"}>
          <${Algorithm}
            algorithms=${algorithms}
            value=${query.algorithm ?? ""}
            change=${(/** @type {string} */ name) => change({ algorithm: name === algorithms.fitting ? null : name })}
          />
        <//>
      </div>
      <div class="row spread">
        <p class="quiet small tree-about">${aboutOf(algorithms, query.algorithm ?? "")}</p>
        <button type="button" class="plain small" aria-expanded="true" onClick=${() => fold(true)} disabled=${asking.problem !== ""}>Fold this form</button>
      </div>
      <details open=${switched}>
        <summary>Conventions <span class="quiet small">${switchedWords(search.conventions)}</span></summary>
        <${Conventions}
          value=${search.conventions}
          prunes=${prunes(query.algorithm ?? algorithms.fitting, found?.model)}
          change=${(/** @type {string} */ name, /** @type {string} */ value) => change(switching(query, name, value))}
          reset=${() => change(Object.fromEntries(SWITCHES.map((each) => [each.name, null])))}
        />
        ${switched && html`<${Changes} found=${found} busy=${asking.busy} marked=${marked} mark=${setMarked} />`}
      </details>
    </form>`}
    ${asking.problem && html`<div class="problem tree-problem" role="alert"><span>${asking.problem}${found ? " Below is the last tree searched." : ""}</span>
      ${asking.offer && html`<button type="button" onClick=${() => change({ depth: String(asking.offer) })}>Search at depth ${asking.offer}</button>`}</div>`}
    <div class="tree-grid">
      <section class=${`panel tree-main ${asking.problem ? "tree-old" : ""}`} aria-label="The tree" aria-busy=${asking.busy}>
        <div class="tree-sum">
          <p class="tree-summary" role="status">${summary(asking, index, player, done)}</p>
          <div class="row">
            ${!list && html`<a class="button" href=${address("game", shown.game, { start: shown.start, line: lineWords(shown.actions) })}>Board</a>`}
            <a class="button" href=${raceOf(query, found)}>Race</a>
            <button type="button" onClick=${() => present(true)} title="Large type, keys only (p)">Present</button>
            <button type="button" onClick=${prediction.begin} disabled=${!found || found.model === "mcts" || prediction.on}>Predict</button>
            <${Export}
              search=${found && shown}
              board=${list || !found ? null : { game: shown.game, start: shown.start, actions: [...shown.actions, ...((node && index.path(node)) ?? [])] }}
              at=${player.at}
              whole=${done}
              boards=${!list}
            />
          </div>
        </div>
        <div class="tree-stage">
          ${found && html`<${Tree} tree=${prediction.tree} at=${player.at} lit=${prediction.on ? null : lit} hovered=${setHovered} selected=${select} />`}
          ${asking.busy && asking.nodes > 0 && html`<p class="tree-wait">
            <span>Searching… <b class="digits">${asking.nodes.toLocaleString("en")}</b> nodes</span>
            <button type="button" onClick=${asking.stop}>Stop</button></p>`}
        </div>
        ${presents ? html`<p class="presented" aria-live="polite">${say || "Press → to begin, p to leave."}</p>` : !prediction.on && html`<${Under} say=${say} />`}
        ${prediction.on ? html`<p class="quiet small tree-hint">Steps are shown as you predict them.</p>` : html`<${Stepper} player=${player} />`}
      </section>
      <aside class="tree-side" aria-label="About the step">
        ${prediction.on ? html`<section class="panel">${prediction.panel}</section>` : html`<section class="panel">
          <h2>${here ? "Why" : "This node"}</h2>
          <${Why} say=${say} node=${node} known=${known} names=${names} />
        </section>`}
        ${!prediction.on && html`<${RootActions} found=${found} index=${index} at=${player.at} lit=${action} light=${setAction} />`}
        ${!list && html`<${Preview} search=${shown} path=${node ? index.path(node) : null} />`}
        ${found && !prediction.on && html`<${Notes} found=${found} index=${index} player=${player} change=${change} />`}
      </aside>
    </div>
  </div>`;
}

/** @param {string | undefined} text */
function started(text) {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The race on the same position; a chosen algorithm runs second, a wrong one against the right one. */
function raceOf(/** @type {Record<string, string>} */ query, /** @type {import("../part/search.js").Found | null} */ found) {
  const { algorithm, at, ...rest } = query;
  if (!algorithm || algorithm === "minimax") return address("race", "", rest);
  return address("race", "", { ...rest, first: algorithm.startsWith("wrong:") ? found?.model : null, second: algorithm });
}

/** Keeps the step in the address, without a history entry or a new request. */
function useStepInAddress(/** @type {Record<string, string>} */ query, /** @type {import("../part/stepper.js").Player} */ player, /** @type {boolean} */ ready) {
  useEffect(() => {
    if (!ready || player.playing) return;
    const at = player.at === player.length ? null : player.at;
    const wait = setTimeout(() => history.replaceState(null, "", address("tree", "", { ...query, at })), 200);
    return () => clearTimeout(wait);
  }, [player.at, player.playing, ready, JSON.stringify(query)]);
}

/** The sentence about a node other than the current step's. */
function told(/** @type {ReturnType<typeof useIndex>} */ index, /** @type {import("../part/why.js").TreeNode} */ node, /** @type {number} */ at) {
  if (node.kind === "pruned") return index.isCut(node, at) ? (node.reason ?? "") : "Not searched yet.";
  if (node.kind === "more") return "Searched, but not drawn.";
  return index.known(node, at)?.say ?? "Not searched yet.";
}

/** The names of the two sides under these conventions. @param {import("../part/search.js").Found | null} found @returns {[string, string]} */
function sides(found) {
  const title = (/** @type {string} */ kind) => found?.tree.nodes.find((node) => node.kind === kind)?.title;
  return [title("max") ?? "MAX", title("min") ?? "MIN"];
}

/** One line above the tree: the progress of the search, and at the end its result. */
function summary(/** @type {any} */ asking, /** @type {any} */ index, /** @type {any} */ player, /** @type {boolean} */ done) {
  if (!asking.found) return asking.busy ? "Searching…" : "";
  if (done) return html`<b>${titleOf(asking.found.algorithm)}</b>${asking.found.summary.slice(asking.found.algorithm.length)}`;
  const nodes = index.entered[player.at];
  const leaves = index.leaves[player.at];
  return html`<b>${titleOf(asking.found.algorithm)}</b>: <span class="digits">${nodes.toLocaleString("en")}</span> ${nodes === 1 ? "node" : "nodes"},
    <span class="digits"> ${leaves.toLocaleString("en")}</span> ${asking.found.model === "mcts" ? (leaves === 1 ? "simulation" : "simulations") : leaves === 1 ? "leaf" : "leaves"} so far.`;
}

/** What the changed conventions change, next to the switches. */
function Changes(/** @type {{found: import("../part/search.js").Found | null, busy: boolean, marked: boolean, mark: (on: boolean) => void}} */ { found, busy, marked, mark }) {
  const told = busy ? ["Comparing…"] : (found?.changes ?? []);
  return html`<div class="note tree-changes" role="status" aria-label="What the convention changes">
    <p>${told.join(" ")}</p>
    ${found?.changed?.length
      ? html`<button type="button" aria-pressed=${marked} onClick=${() => mark(!marked)}>Mark in the tree</button>`
      : null}
  </div>`;
}

/** Further notes on a search. */
function Notes(/** @type {{found: import("../part/search.js").Found, index: ReturnType<typeof useIndex>, player: import("../part/stepper.js").Player, change: (changes: Record<string, string | null>) => void}} */ { found, index, player, change }) {
  const done = player.at === player.length;
  return html`
    ${found.mistake &&
    html`<section class="panel" aria-label="Deliberately wrong">
      <h2>Deliberately wrong</h2>
      <p>${found.mistake}</p>
      <p class="quiet">${found.hint}</p>
      ${found.divergence
        ? html`<p>${found.divergence.say}</p>
            <button type="button" onClick=${() => player.go(found.divergence?.step ?? 0)}>Go to that step</button>`
        : html`<p>On this tree it takes the same steps as ${found.model}.</p>`}
    </section>`}
    ${found.iterations.length > 0 &&
    html`<section class="panel" aria-label="Iterations">
      <h2>Depth by depth</h2>
      <div class="row">
        ${found.iterations.map(
          (each) => html`<button type="button" onClick=${() => change({ depth: String(each.depth) })}>
            depth ${each.depth}</button>`,
        )}
      </div>
      <p class="quiet small">The tree shows the last depth.</p>
    </section>`}
    ${found.leaves_visited &&
    html`<section class="panel" aria-label="Leaves">
      <h2>Leaves</h2>
      <dl class="tree-leaves">
        <dt>visited</dt>
        <dd class="digits">${values(visitedBy(found, player.at))}</dd>
        <dt>pruned</dt>
        <dd class="digits">${done ? values(found.leaves_pruned ?? []) : values(prunedBy(index, player.at))}</dd>
      </dl>
    </section>`}
    ${found.strategies.map((each) => html`<p class="note">${each}</p>`)}
    ${found.shown < found.nodes && found.iterations.length === 0 &&
    html`<p class="note">Of ${found.nodes.toLocaleString("en")} nodes the first
      ${` ${found.shown.toLocaleString("en")}`} are drawn, level by level.</p>`}
  `;
}

/** @param {import("../part/search.js").Found} found @param {number} at */
function visitedBy(found, at) {
  const steps = found.tree.steps.slice(0, at);
  return steps.filter((step) => step.kind === "leaf").map((step) => step.value);
}

/** The leaves cut off so far. @param {ReturnType<typeof useIndex>} index @param {number} at */
function prunedBy(index, at) {
  return index.nodes
    .filter((node) => node.kind === "pruned" && !index.children.has(node.id) && index.isCut(node, at))
    .flatMap((node) => node.leaves ?? (node.value ? [node.value.replace(/^= /, "")] : []));
}

/** @param {any[]} list */
function values(list) {
  const shown = list.slice(0, 60).map((each) => (Array.isArray(each) ? `(${each.join(", ")})` : String(each)));
  return shown.length ? typed(shown.join(", ")) + (list.length > 60 ? ` and ${list.length - 60} more` : "") : "none";
}
