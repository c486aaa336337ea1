// The lectures' conventions as a bar of switches: each disagreement between notes, with an explanation.
import { html } from "../vendor/preact.js";

/**
 * @typedef {{prune?: string, returns?: string, ply?: string, root_depth?: number, payoff?: string, window?: string,
 *   names?: string}} Chosen  Omitted ones are as in the lectures.
 * @typedef {{name: keyof Chosen, label: string, about: string, choices: [string, string][]}} Switch
 */

/** @type {Switch[]} */
export const SWITCHES = [
  {
    name: "prune",
    label: "Cut when",
    about: "Cut off a node when its value reaches the other side's bound, or only when it exceeds it.",
    choices: [
      [">=", "α ≥ β"],
      [">", "α > β"],
    ],
  },
  {
    name: "returns",
    label: "A node returns",
    about: "Fail-soft returns the best value seen; fail-hard never a value outside the window.",
    choices: [
      ["soft", "the best value seen"],
      ["hard", "a value in its window"],
    ],
  },
  {
    name: "window",
    label: "First window",
    about: "Alpha-beta starts with an infinite window, or with the smallest and largest payoff of the game.",
    choices: [
      ["infinite", "(−∞, +∞)"],
      ["utilities", "all payoffs"],
    ],
  },
  {
    name: "payoff",
    label: "Payoffs",
    about: "As the rules give them, or scaled to +1, 0, −1, or to 1, ½, 0.",
    choices: [
      ["given", "as given"],
      ["signed", "+1, 0, −1"],
      ["unit", "1, ½, 0"],
    ],
  },
  {
    name: "ply",
    label: "A ply is",
    about: "The unit of depth: every action, or cycles in which each player acts once.",
    choices: [
      ["action", "one action"],
      ["cycle", "one cycle"],
    ],
  },
  {
    name: "root_depth",
    label: "The root is at",
    about: "Some notes count the root as depth 0, others as level 1.",
    choices: [
      ["0", "depth 0"],
      ["1", "level 1"],
    ],
  },
  {
    name: "names",
    label: "Players are called",
    about: "The names of the two sides.",
    choices: [
      ["max-min", "MAX, MIN"],
      ["plus-minus", "PLUS, MINUS"],
      ["agent-opponent", "agent, opponent"],
    ],
  },
];

/** Conventions that matter only with a window. @type {(keyof Chosen)[]} */
const PRUNING = ["prune", "returns", "window"];

/** The conventions in a query that differ from the lectures'. @param {Record<string, any>} query @returns {Chosen} */
export function chosenIn(query) {
  /** @type {Record<string, any>} */
  const chosen = {};
  for (const { name, choices } of SWITCHES) {
    const value = query[name];
    if (value === undefined || String(value) === choices[0][0]) continue;
    if (choices.some(([known]) => known === String(value)))
      chosen[name] = name === "root_depth" ? Number(value) : String(value);
  }
  return chosen;
}

/**
 * @param {{value: Chosen, change: (name: keyof Chosen, value: string) => void, reset?: () => void,
 *   only?: (keyof Chosen)[], prunes?: boolean}} props  `change` gets "" for the lectures' default; `prunes` is
 *   whether the search prunes, since some switches only matter then
 */
export function Conventions({ value, change, reset, only, prunes = true }) {
  const shown = SWITCHES.filter((each) => !only || only.includes(each.name));
  const switched = Object.keys(value).length;
  return html`<div class="conventions" role="group" aria-label="Conventions">
    ${shown.map(({ name, label, about, choices }) => {
      const standard = choices[0][0];
      const now = value[name] === undefined ? standard : String(value[name]);
      return html`<label class=${`field ${now === standard ? "" : "switched"}`} title=${!prunes && PRUNING.includes(name) ? "Only for alpha-beta" : about} key=${name}>
        <span>${label}</span>
        <select
          value=${now}
          disabled=${!prunes && PRUNING.includes(name)}
          onChange=${(/** @type {any} */ event) => change(name, event.target.value === standard ? "" : event.target.value)}
        >
          ${choices.map(([key, text]) => html`<option value=${key} selected=${key === now}>${text}</option>`)}
        </select>
      </label>`;
    })}
    ${reset && html`<button type="button" onClick=${reset} disabled=${!switched}>As in the lectures</button>`}
  </div>`;
}
