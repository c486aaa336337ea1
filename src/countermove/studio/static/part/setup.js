// The search form: a game or a list, a position, the depth, and the opponent.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { isList } from "./search.js";

/** @type {Promise<{games: import("../api.js").GameEntry[]}> | null} */
let asked = null;
/** @type {import("../api.js").GameEntry[]} */
let known = [];

/** Every game of the gallery, requested once. */
export function useGames() {
  const [games, setGames] = useState(known);
  useEffect(() => {
    asked ??= ask("games");
    asked.then(
      (told) => {
        known = told.games.filter((game) => !game.error);
        setGames(known);
      },
      () => {
        asked = null;
      },
    );
  }, []);
  return games;
}

const LIST = "[[3,12,8],[2,4,6],[14,5,2]]";
const SIMULATIONS = [10, 30, 50, 100, 200, 500, 1000];
const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8];
const OPPONENTS = [
  ["", "any action, uniformly"],
  ["softmax:1", "better actions, more likely"],
  ["epsilon:0.2", "the best, with random slips"],
  ["solve", "the best action"],
];

/**
 * @param {{query: Record<string, string>, change: (changes: Record<string, string | null>) => void,
 *   expectimax?: boolean, mcts?: boolean, children?: any}} props  `children` come after the game
 */
export function Setup({ query, change, expectimax = false, mcts = false, children }) {
  const games = useGames();
  const game = query.game ?? "";
  const list = isList(game);
  const name = list ? "list" : game;
  const deepest = list || mcts ? "0" : query.root_depth === "1" ? "3" : "2";
  const played = (query.line ?? "").split(".").filter(Boolean).length;
  const place = played ? `after ${played} ${played === 1 ? "action" : "actions"}` : "the initial one";
  const depth = query.depth ?? deepest;
  /** @param {string} key @param {string} [standard] the default, not in the address */
  const set = (key, standard) => (/** @type {any} */ event) =>
    change({ [key]: event.target.value === standard ? null : event.target.value });
  /** @param {any} event */
  const choose = (event) =>
    change({
      game: event.target.value === "list" ? LIST : event.target.value,
      start: null, line: null, depth: null, root: null, players: null, algorithm: null, opponent: null,
    });
  return html`
    <label class="field">
      <span>Game</span>
      <select value=${name} onChange=${choose}>
        <option value="list" selected=${list}>A list of numbers</option>
        ${!list && !games.some((each) => each.game === game) && html`<option value=${game} selected>${game}</option>`}
        ${games.map((each) => html`<option value=${each.game} selected=${each.game === name}>${each.title}</option>`)}
      </select>
    </label>
    ${list
      ? html`<label class="field setup-text">
          <span>Tree</span>
          <input class="digits" value=${game} spellcheck="false" autocomplete="off" onChange=${set("game")} />
        </label>`
      : html`<label class="field setup-text">
          <span>Position</span>
          <input class="digits" value=${query.start ?? ""} placeholder=${place} spellcheck="false"
            autocomplete="off" onChange=${(/** @type {any} */ event) => change({ start: event.target.value, line: null })} />
        </label>`}
    ${children}
    <label class="field">
      <span>Depth</span>
      <select value=${depth} onChange=${set("depth")}>
        <option value="0" selected=${depth === "0"}>${mcts ? "no limit" : "to the end"}</option>
        ${!DEPTHS.includes(Number(depth)) && depth !== "0" && html`<option value=${depth} selected>${depth}</option>`}
        ${DEPTHS.map((each) => html`<option value=${each} selected=${String(each) === depth}>${each}</option>`)}
      </select>
    </label>
    ${list &&
    html`${Number(query.players ?? 2) <= 2 &&
      html`<label class="field">
        <span>Root</span>
        <select value=${query.root ?? "max"} onChange=${set("root", "max")}>
          <option value="max" selected=${query.root !== "min"}>MAX</option>
          <option value="min" selected=${query.root === "min"}>MIN</option>
        </select>
      </label>`}
      <label class="field">
        <span>Players</span>
        <select value=${query.players ?? "2"} onChange=${(/** @type {any} */ event) =>
          change({ players: event.target.value === "2" ? null : event.target.value, root: null, algorithm: null })}>
          ${["1", "2", "3", "4"].map(
            (each) => html`<option value=${each} selected=${each === (query.players ?? "2")}>${each}</option>`,
          )}
        </select>
      </label>`}
    ${mcts &&
    html`<label class="field">
      <span>Simulations</span>
      <select value=${query.simulations ?? "50"} onChange=${set("simulations", "50")}>
        ${!SIMULATIONS.includes(Number(query.simulations ?? 50)) && html`<option value=${query.simulations} selected>${query.simulations}</option>`}
        ${SIMULATIONS.map((each) => html`<option value=${each} selected=${String(each) === (query.simulations ?? "50")}>${each}</option>`)}
      </select>
    </label>`}
    ${expectimax &&
    html`<label class="field">
      <span>Opponents play</span>
      <select value=${query.opponent ?? ""} onChange=${set("opponent", "")}>
        ${query.opponent && !OPPONENTS.some(([key]) => key === query.opponent) &&
        html`<option value=${query.opponent} selected>${query.opponent}</option>`}
        ${OPPONENTS.map(
          ([key, text]) => html`<option value=${key} selected=${key === (query.opponent ?? "")}>${text}</option>`,
        )}
      </select>
    </label>`}
  `;
}
