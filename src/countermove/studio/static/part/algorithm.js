// Choosing a textbook algorithm: those that fit the game, those that do not and why, and deliberately wrong ones.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask } from "../api.js";

/**
 * @typedef {{fitting: string | null, algorithms: {algorithm: string, about: string, refused: string | null}[],
 *   wrong: {algorithm: string, about: string}[]}} Algorithms
 */

/** @type {Map<string, Promise<Algorithms>>} */
const known = new Map();
/** Cached, so that a page can show them at once. @type {Map<string, Algorithms>} */
const ready = new Map();

/** Offered while the fitting algorithms are unknown: these work on any small tree. */
const ANY = "[[3,12,8],[2,4,6],[14,5,2]]";
const NONE = /** @type {Algorithms} */ ({ fitting: null, algorithms: [], wrong: [] });

/** @param {string} game @param {{root?: string, players?: number}} [more] @returns {Algorithms} */
export function useAlgorithms(game, more = {}) {
  const key = JSON.stringify([game, more.root ?? null, more.players ?? null]);
  const [, changed] = useState("");
  useEffect(() => {
    if (!game) return;
    let wanted = true;
    const asked = known.get(key) ?? ask("algorithms", { game, root: more.root, players: more.players });
    known.set(key, asked);
    /** @param {Algorithms} told */
    const take = (told) => {
      ready.set(key, told);
      if (wanted) changed(key);
    };
    asked.then(take, () => {
      known.delete(key); // the tree itself reports the error
      ask("algorithms", { game: ANY }).then(take, () => {});
    });
    return () => {
      wanted = false;
    };
  }, [key]);
  return ready.get(key) ?? NONE;
}

/** Mistakes by name, in a few words. @type {Record<string, string>} */
const FLAWS = {
  sign: "leaves with the wrong sign", "leaf-sign": "negamax with leaves always MAX's", "mover-utility": "leaves valued for the mover",
  "no-negation": "negamax that does not negate", "all-max": "every player maximizes", "all-min": "every player minimizes",
  "first-child": "only the first child is searched", swapped: "min and max swapped", "zero-start": "the best starts from 0",
  "same-start": "both sides start from the same infinity", "depth-short": "one ply too shallow", "depth-long": "one ply too deep",
  "depth-ignored": "the depth limit is ignored", "depth-in-loop": "depth counted down in the loop",
  "partial-ply": "a ply is one action", "first-reply": "only the first opponent replies", "draw-loss": "a draw counts as a loss",
  "mutated-state": "the state is not restored", "prune-equal": "cuts on equality", "prune-strict": "cuts only beyond the bound",
  "prune-one-side": "cuts on equality on one side only", "no-prune": "never cuts", "one-sided": "one side cuts too little",
  "wrong-bound": "compares with the wrong bound", "wrong-update": "updates the wrong bound", "loose-update": "a bound is overwritten",
  "window-turned": "children get the window reversed", "shared-beta": "one beta for the whole search",
  "shared-alpha": "one alpha for the whole search", "shared-window": "one window for the whole search",
  "root-bound": "bounds treated as values at the root", "root-window": "the root never narrows its window",
  "divided-twice": "averages divided twice", unweighted: "averages without probabilities", undivided: "sums instead of averages",
  "floor-average": "averages rounded down", "chance-min": "chance plays against MAX", "chance-max": "chance plays for MAX",
}; // prettier-ignore

/** The display name of an algorithm. @param {string} algorithm */
export function titleOf(algorithm) {
  if (algorithm.startsWith("wrong:")) return `Wrong: ${flawOf(algorithm)}`;
  const titles = { alphabeta: "Alpha-beta", maxn: "Max^n", bestreply: "Best reply", deepening: "Iterative deepening", mcts: "Monte Carlo tree search" };
  return (
    titles[/** @type {keyof typeof titles} */ (algorithm)] ?? algorithm[0].toUpperCase() + algorithm.slice(1)
  );
}

/** A mistake in words. @param {string} algorithm */
export function flawOf(algorithm) {
  return FLAWS[algorithm.slice(6)] ?? algorithm.slice(6).replaceAll("-", " ");
}

/** An algorithm in a sentence; "" while unknown. @param {Algorithms} algorithms @param {string} value "" for the one that fits */
export function aboutOf(algorithms, value) {
  const name = value || algorithms.fitting;
  return [...algorithms.algorithms, ...algorithms.wrong].find((each) => each.algorithm === name)?.about ?? "";
}

/** Whether an algorithm prunes; `model` is the right version of a wrong one. @param {string | null} algorithm @param {string} [model] */
export function prunes(algorithm, model) {
  const name = algorithm?.startsWith("wrong:") ? model : algorithm;
  return !name || ["alphabeta", "star1", "star2", "shallow", "paranoid", "bestreply", "deepening"].includes(name);
}

/**
 * @param {{algorithms: Algorithms, value: string, change: (algorithm: string) => void, label?: string,
 *   wrong?: boolean}} props  `value` is "" for the one that fits
 */
export function Algorithm({ algorithms, value, change, label = "Algorithm", wrong = true }) {
  const now = value || algorithms.fitting || "";
  const fits = algorithms.algorithms.filter((each) => !each.refused);
  const refused = algorithms.algorithms.filter((each) => each.refused);
  const chosen = [...fits, ...algorithms.wrong].find((each) => each.algorithm === now);
  /** @param {{algorithm: string, about: string, refused?: string | null}} each */
  const option = (each) =>
    html`<option value=${each.algorithm} selected=${each.algorithm === now} disabled=${Boolean(each.refused)}
      title=${each.refused ?? each.about}>${each.algorithm.startsWith("wrong:") ? capital(flawOf(each.algorithm)) : titleOf(each.algorithm)}</option>`;
  return html`<label class="field algorithm" title=${chosen?.about ?? ""}>
    <span>${label}</span>
    <select value=${now} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
      ${now && !chosen && !refused.some((each) => each.algorithm === now) &&
      html`<option value=${now} selected>${titleOf(now)}</option>`}
      ${fits.map(option)}
      ${refused.length > 0 && html`<optgroup label="Do not fit this game">${refused.map(option)}</optgroup>`}
      ${wrong && algorithms.wrong.length > 0 &&
      html`<optgroup label="Deliberately wrong">${algorithms.wrong.map(option)}</optgroup>`}
    </select>
  </label>`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
