// One game of Pacman: its title and score, the maze, and the agent's value of every legal action.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { Elapsed } from "./elapsed.js";
import { mountMaze } from "/views/maze.js";

/** @typedef {import("./maze_run.js").Run} Run */

const NAMES = ["North", "South", "East", "West", "Stop"];
const ARROWS = ["↑", "↓", "→", "←", "■"];
/** The order of the tiles, as on a keyboard. */
const TILES = [3, 0, 1, 2, 4];

/**
 * @param {{run: Run, title: string, milliseconds: number, values: boolean, plans: boolean, quiet: boolean,
 *   version: number, children?: any}} props  `quiet` while the game plays: nothing is announced
 */
export function Lane({ run, title, milliseconds, values, plans, quiet, version, children }) {
  const frame = run.frame;
  return html`<section class="lane panel" aria-label=${title}>
    <header class="row spread">
      <h2>${title}</h2>
      <dl class="tally">
        ${tally("Score", frame?.score)} ${tally("Food", frame?.food)} ${tally("Cycle", frame && run.cycles)}
      </dl>
    </header>
    <${Maze} run=${run} title=${title} milliseconds=${milliseconds} values=${values} plans=${plans} version=${version} />
    ${children}
    ${run.problem
      ? html`<div class="problem" role="alert">
          <p>${run.problem}</p>
          <button type="button" onClick=${() => run.change(run.setup)}>Try again</button>
        </div>`
      : html`<p class="say" aria-live=${quiet ? "off" : "polite"}>${sentence(run, values)}</p>`}
    <${Tiles} run=${run} values=${values} />
    <${Log} run=${run} effort=${values && !run.isOver ? effort(run.thought) : ""} />
  </section>`;
}

/** @param {string} name @param {number | null | undefined} value */
function tally(name, value) {
  return html`<div><dt>${name}</dt><dd class="digits">${value === undefined || value === null ? "–" : number(value)}</dd></div>`;
}

/** @param {number} value */
function number(value) {
  return String(value).replace("-", "−");
}

/** The sentence about the frame. @param {Run} run @param {boolean} values */
function sentence(run, values) {
  const frame = run.frame;
  if (!frame) return "Building the maze…";
  if (frame.over) return html`<strong>${frame.outcome}</strong> The score is ${number(frame.score)} after ${run.cycles === 1 ? "one cycle" : `${run.cycles} cycles`}.`;
  if (run.hasStarved) return html`<strong>Pacman starves.</strong> ${run.cycles} cycles have passed, and food is left.`;
  if (run.isOver) return html`<strong>The game ends here.</strong> It has reached the maximum number of actions.`;
  const thought = run.thought;
  if (thought && values) return thought.say;
  if (run.isPerson) return "Your turn: use the arrow keys, or click where to go.";
  const next = run.turns[run.at];
  if (next) return `${next.agent === 0 ? "Pacman" : `Ghost ${next.agent}`} is about to ${next.name === "Stop" ? "stop" : `go ${next.name}`}.`;
  return html`Thinking… <${Elapsed} of=${run.turns.length} />`;
}

/** @param {{run: Run, title: string, milliseconds: number, values: boolean, plans: boolean, version: number}} props */
function Maze({ run, title, milliseconds, values, plans, version }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const maze = useRef(/** @type {ReturnType<typeof mountMaze> | null} */ (null));
  const moved = useRef(/** @type {any} */ (null));
  const frame = run.frame;
  useEffect(() => {
    if (!place.current) return;
    maze.current = mountMaze(place.current, { label: title, act: (action) => run.isPerson && run.act(action) });
    moved.current = null;
    return () => maze.current?.destroy();
  }, [run, title]);
  const thought = run.thought;
  useEffect(() => {
    if (!frame) return;
    // A frame already shown is not animated again, whatever data arrives later.
    if (moved.current === frame) return maze.current?.enrich(options());
    moved.current = frame;
    maze.current?.show(frame.board, { ...options(), from: run.before?.board ?? null, milliseconds });
  }, [frame, thought, values, plans, version, run]);
  const options = () => ({
    values: values && !frame?.over ? (thought?.values ?? {}) : {},
    legal: frame?.legal.map((each) => each.action) ?? [],
    actor: frame?.agent ?? 0,
    plans: plans && frame && !frame.over ? run.plans() : [],
  });
  const rows = frame?.board.rows;
  const ratio = rows ? rows[0].length / rows.length : 20 / 7;
  return html`<div class="arena" ref=${place} style=${{ aspectRatio: String(ratio), maxWidth: `calc(var(--arena) * ${ratio})` }}></div>`;
}

/** The value of each action; buttons when a person is to act. @param {{run: Run, values: boolean}} props */
function Tiles({ run, values }) {
  const frame = run.frame;
  const thought = values ? run.thought : null;
  const mine = run.isPerson && !run.isOver && frame?.agent === 0;
  const who = !frame || frame.agent === 0 ? "Pacman" : `ghost ${frame.agent}`;
  const legal = new Set(frame && !frame.over ? frame.legal.map((each) => each.action) : []);
  return html`<ul class="tiles" aria-label=${`Value of each action to ${who}`}>
      ${TILES.map((action) => {
        const worth = legal.has(action) && !run.isOver ? thought?.values[action] : undefined;
        const kind = ["tile", legal.has(action) ? "" : "closed", worth?.best ? "best" : "", worth?.taken ? "taken" : ""].join(" ");
        const inside = html`<span class="way"><span aria-hidden="true">${ARROWS[action]}</span> ${NAMES[action]}</span>
          <span class="value digits">${worth ? html`${worth.tied ? "= " : ""}${worth.text}` : legal.has(action) ? " " : "·"}</span>
          <span class="sr">${worth?.best ? (worth.tied ? "tied for the best" : "the best") : legal.has(action) ? "" : "not possible"}</span>`;
        return html`<li key=${action}>
          ${mine
            ? html`<button type="button" class=${kind} disabled=${!legal.has(action)} onClick=${() => run.act(action)}>${inside}</button>`
            : html`<div class=${kind}>${inside}</div>`}
        </li>`;
      })}
    </ul>`;
}

/** @param {import("./maze_run.js").Thought | null | undefined} thought */
function effort(thought) {
  if (!thought?.nodes) return "";
  const bounds = Object.values(thought.values).some((worth) => worth.known);
  const words = [`${thought.nodes.toLocaleString("en")} nodes`];
  if (thought.cycles) words.push(thought.cycles === 1 ? "1 cycle deep" : `${thought.cycles} cycles deep`);
  if (bounds) words.push("the rest only bounded");
  return words.join(" · ");
}

/** The log, and the game as a film. @param {{run: Run, effort: string}} props */
function Log({ run, effort }) {
  const [problem, setProblem] = useState("");
  const save = async () => {
    setProblem("");
    try {
      const actions = run.turns.slice(0, run.at).map((turn) => turn.action);
      const film = await ask("film", { ...run.setup, actions });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([film.svg], { type: "image/svg+xml" }));
      link.download = "pacman.svg";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<div class="lane-foot row spread">
    <details class="log">
      <summary>Log</summary>
      <div class="wide" tabindex="0" role="region" aria-label="Log of the game">
        <table class="small">
          <thead><tr><th class="number">Cycle</th><th>Pacman</th><th class="number">Value</th><th>Ghosts</th><th class="number">Score</th></tr></thead>
          <tbody>${cycles(run).slice(-40).reverse().map((row) => html`<tr key=${row.cycle}>
            <td class="number">${row.cycle}</td><td>${row.name}</td><td class="number digits">${row.value}</td><td>${row.ghosts}</td>
            <td class="number digits">${row.score}</td></tr>`)}</tbody>
        </table>
      </div>
    </details>
    <span class="effort quiet small">${effort}</span>
    <button type="button" class="plain small" onClick=${save} disabled=${run.at === 0}>Save as film</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </div>`;
}

/** The turns shown, grouped by cycle. @param {Run} run */
function cycles(run) {
  /** @type {{cycle: number, name: string, value: string, ghosts: string, score: string}[]} */
  const rows = [];
  run.turns.slice(0, run.at).forEach((turn, at) => {
    const score = number(run.frames[at + 1]?.score ?? 0);
    if (turn.agent === 0) {
      const value = turn.thought?.values[turn.action]?.text ?? "";
      rows.push({ cycle: rows.length + 1, name: turn.name, value, ghosts: "", score });
    } else {
      const row = rows[rows.length - 1];
      row.ghosts += `${row.ghosts && ", "}${turn.name}`;
      row.score = score;
    }
  });
  return rows;
}
