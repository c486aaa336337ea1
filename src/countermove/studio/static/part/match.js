// A match: some games between two computers, who change sides after each; every game can be opened.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { stream, wasStopped } from "../api.js";
import { address } from "../route.js";
import { lineWords } from "./address.js";
import { Elapsed } from "./elapsed.js";

/** @typedef {{number: number, swapped: boolean, plies: number, outcome: string, score: number[], actions: GameAction[]}} Played */

/** @param {{game: string, levels: {level: string, player: string}[]}} props */
export function Match({ game, levels }) {
  const [players, setPlayers] = useState(["medium", "easy"]);
  const [games, setGames] = useState("4");
  const [played, setPlayed] = useState(/** @type {Played[]} */ ([]));
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState("");
  const control = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => control.current?.abort(), [game]);
  const start = async () => {
    const mine = (control.current = new AbortController());
    setRunning(true);
    setProblem("");
    const specs = players.map((level) => levels.find((each) => each.level === level)?.player ?? "random");
    const seed = Math.floor(Math.random() * 1e6);
    /** @type {Played[]} */
    let done = [];
    let base = [0, 0];
    setPlayed(done);
    const body = () => {
      base = done.at(-1)?.score ?? [0, 0]; // a match that was broken off goes on with the next game
      return { game, players: specs, games: Number(games), seed, since: done.length };
    };
    /** @param {string} kind @param {any} data */
    const hear = (kind, data) => {
      if (kind !== "game") return;
      done = [...done, { ...data, score: [base[0] + data.score[0], base[1] + data.score[1]] }];
      setPlayed(done);
    };
    try {
      await stream("match", body, hear, mine.signal);
    } catch (error) {
      if (!wasStopped(error)) setProblem(/** @type {Error} */ (error).message);
    }
    setRunning(false);
  };
  const score = played.at(-1)?.score ?? [0, 0];
  return html`<details class="panel match"><summary>Match</summary>
    <div class="row tight">
      ${[0, 1].map((at) => html`<select aria-label=${at ? "Second player" : "First player"} value=${players[at]} disabled=${running}
        onChange=${(/** @type {any} */ event) => setPlayers(players.map((each, seat) => (seat === at ? event.target.value : each)))}>
        ${levels.map((each) => html`<option value=${each.level}>${each.level}</option>`)}</select>`)}
      <select aria-label="Games" value=${games} disabled=${running} onChange=${(/** @type {any} */ event) => setGames(event.target.value)}>
        ${["2", "4", "10", "20", "50", "100"].map((each) => html`<option value=${each}>${each} games</option>`)}</select>
      ${running
        ? html`<button type="button" onClick=${() => control.current?.abort()}>Stop</button> <${Elapsed} />`
        : html`<button type="button" onClick=${start}>Play</button>`}
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${played.length > 0 && html`<p role="status" class="match-score"><b class="digits">${points(score[0])} : ${points(score[1])}</b>
        <span class="quiet small"> after ${played.length} of ${games} games, sides changed after each</span></p>
      <ol class="match-games">${played.map((each) => html`<li><a href=${address("game", game, { line: lineWords(each.actions) })}>${each.outcome}</a>${" "}
        <span class="quiet small">${each.swapped ? "sides changed, " : ""}${each.plies} actions</span></li>`)}</ol>`}
  </details>`;
}

/** @param {number} value */
function points(value) {
  return String(value).replace(/^0?\.5$/, "½").replace(".5", "½");
}
