// Choosing a textbook algorithm: those that fit the game, those that do not and why, and those that are wrong on purpose.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask } from "../api.js";

/**
 * @typedef {{fitting: string | null, algorithms: {algorithm: string, about: string, refused: string | null}[],
 *   wrong: {algorithm: string, about: string}[]}} Algorithms
 */

/** @type {Map<string, Promise<Algorithms>>} */
const known = new Map();
/** Seen before, so that a page can show them at once. @type {Map<string, Algorithms>} */
const ready = new Map();

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
    asked.then(
      (told) => {
        ready.set(key, told);
        if (wanted) changed(key);
      },
      () => known.delete(key), // the tree itself says what is wrong
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  return ready.get(key) ?? NONE;
}

/** The name of an algorithm as people say it. @param {string} algorithm */
export function titleOf(algorithm) {
  if (algorithm.startsWith("wrong:")) return `Wrong: ${algorithm.slice(6).replaceAll("-", " ")}`;
  const titles = { alphabeta: "Alpha-beta", maxn: "Max^n", bestreply: "Best reply", deepening: "Iterative deepening" };
  return (
    titles[/** @type {keyof typeof titles} */ (algorithm)] ?? algorithm[0].toUpperCase() + algorithm.slice(1)
  );
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
      title=${each.refused ?? each.about}>${titleOf(each.algorithm)}</option>`;
  return html`<label class="field algorithm" title=${chosen?.about ?? ""}>
    <span>${label}</span>
    <select value=${now} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
      ${now && !chosen && !refused.some((each) => each.algorithm === now) &&
      html`<option value=${now} selected>${titleOf(now)}</option>`}
      ${fits.map(option)}
      ${refused.length > 0 && html`<optgroup label="Do not fit this game">${refused.map(option)}</optgroup>`}
      ${wrong && algorithms.wrong.length > 0 &&
      html`<optgroup label="Wrong on purpose">${algorithms.wrong.map(option)}</optgroup>`}
    </select>
  </label>`;
}
