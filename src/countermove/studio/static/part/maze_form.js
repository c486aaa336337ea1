// The setup form: Pacman, the ghosts and the maze.
import { html, useState } from "../vendor/preact.js";

/**
 * @typedef {import("./maze_run.js").Setup} Setup
 * @typedef {{layouts: string[], orders: string[], evaluations: {name: string, title: string}[]}} Choices
 */

const PACMAN = [["person", "a person (you)"], ["reflex", "reflex (no search)"], ["minimax", "minimax"], ["alphabeta", "alpha-beta"], ["expectimax", "expectimax"]];
const GHOSTS = [["random", "random"], ["directional", "directional (towards Pacman)"], ["alone", "each searches alone"], ["coordinated", "one search for all"]];
const MODELS = [["uniform", "random"], ["directional", "directional"]];
const ADVICE = [["none", "none"], ["minimax", "minimax values"], ["expectimax", "expectimax values"]];
/** @type {Record<string, string>} */
const ORDERS = { "NSEW-": "N S E W Stop", "W-ENS": "W Stop E N S", "WENS-": "W E N S Stop" };
const CUSTOM = "custom";
const EXAMPLE = "%%%%%%%%%\n%P..%..o%\n%.%...%.%\n%...%..G%\n%%%%%%%%%";

/**
 * @param {{setup: Required<Omit<Setup, "rows">> & Setup, choices: Choices, change: (fields: Setup) => void}} props
 */
export function Form({ setup, choices, change }) {
  const [text, setText] = useState(setup.rows ?? EXAMPLE);
  const [writing, setWriting] = useState(Boolean(setup.rows));
  const searches = ["minimax", "alphabeta", "expectimax"].includes(setup.pacman) || (setup.pacman === "person" && setup.advice !== "none");
  const models = setup.pacman === "expectimax" || (setup.pacman === "person" && setup.advice === "expectimax");
  /** @param {string} layout */
  const chooseLayout = (layout) => {
    setWriting(layout === CUSTOM);
    if (layout !== CUSTOM) change({ layout, rows: undefined });
  };
  return html`<form class="maze-form" aria-label="Setup" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <fieldset>
      <legend>Pacman</legend>
      ${choose("Agent", setup.pacman, PACMAN, (pacman) => change({ pacman }))}
      ${setup.pacman === "person" && choose("Advice", setup.advice, ADVICE, (advice) => change({ advice }))}
      ${searches && choose("Depth in cycles", String(setup.cycles), numbers(10), (cycles) => change({ cycles: Number(cycles) }))}
      ${models && choose("Ghost model", setup.opponent, MODELS, (opponent) => change({ opponent }))}
      ${(searches || setup.pacman === "reflex") &&
      choose("Evaluation", setup.evaluation, choices.evaluations.map(({ name, title }) => [name, title]), (evaluation) => change({ evaluation }))}
    </fieldset>
    <fieldset>
      <legend>Ghosts</legend>
      ${choose("Ghosts", setup.ghosts, GHOSTS, (ghosts) => change({ ghosts }))}
      ${["alone", "coordinated"].includes(setup.ghosts) &&
      choose("Their depth in cycles", String(setup.ghost_cycles), numbers(6), (cycles) => change({ ghost_cycles: Number(cycles) }))}
    </fieldset>
    <fieldset>
      <legend>Maze</legend>
      ${choose("Layout", writing ? CUSTOM : setup.layout, [...choices.layouts.map((name) => [name, name]), [CUSTOM, "custom…"]], chooseLayout)}
      ${writing &&
      html`<label class="field">Rows: % wall, . food, o capsule, P Pacman, G ghost
          <textarea rows="7" spellcheck="false" maxlength="1200" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
        </label>
        <button type="button" onClick=${() => change({ rows: text })}>Use this maze</button>`}
      ${choose("Order of actions", setup.directions, choices.orders.map((order) => [order, ORDERS[order] ?? order]), (directions) => change({ directions }))}
    </fieldset>
  </form>`;
}

/** @param {number} most */
function numbers(most) {
  return Array.from({ length: most }, (_, at) => [String(at + 1), String(at + 1)]);
}

/** @param {string} label @param {string} value @param {string[][]} options @param {(value: string) => void} chosen */
function choose(label, value, options, chosen) {
  return html`<label class="field">${label}
    <select value=${value} onChange=${(/** @type {any} */ event) => chosen(event.target.value)}>
      ${options.map(([name, title]) => html`<option key=${name} value=${name} selected=${name === value}>${title}</option>`)}
    </select>
  </label>`;
}
