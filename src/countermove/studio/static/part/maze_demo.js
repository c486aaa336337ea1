// The lectures' demonstrations: the list, what to notice, their tables, and a guess.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { stream } from "../api.js";
import { address } from "../route.js";
import { Elapsed } from "./elapsed.js";

/**
 * @typedef {{title: string, setup: import("./maze_run.js").Setup}} LaneSetup
 * @typedef {{name: string, title: string, short: string, games: number, lanes: LaneSetup[], seeds: number[], longest: number,
 *   plans?: boolean, notice: string[], guess?: {agents: string[], answers: string[], why: string[]}}} Demo
 */

/** @param {{demos: Demo[], chosen: string}} props */
export function Demos({ demos, chosen }) {
  /** @param {string} to @param {string} title @param {string} short @param {boolean} current */
  const card = (to, title, short, current) =>
    html`<li key=${to}><a class="demo" href=${to} aria-current=${current ? "page" : null}><strong>${title}</strong><span>${short}</span></a></li>`;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => list.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }), [chosen]);
  return html`<nav aria-label="Demonstrations">
    <ul class="demos" ref=${list}>
      ${card(address("pacman"), "Free play", "Any agent, any ghosts, any maze.", !chosen)}
      ${demos.map((demo) => card(address("pacman", "", { demo: demo.name }), shortTitle(demo.title), demo.short, demo.name === chosen))}
    </ul>
  </nav>`;
}

/** A title up to its first colon or comma. @param {string} title */
function shortTitle(title) {
  return title.split(/[:,]/)[0];
}

/** @param {{demo: Demo}} props */
export function Notice({ demo }) {
  const title = demo.guess ? "Over several games" : "What to notice"; // with a guess, the form says what to look for
  return html`<section class="panel notice" aria-label=${title}>
    <h2>${title}</h2>
    ${!demo.guess && html`<${Sentences} all=${demo.notice} />`}
    <${Tables} key=${demo.name} demo=${demo} />
  </section>`;
}

/** @param {{all: string[]}} props */
function Sentences({ all }) {
  return html`<ul>${all.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ul>`;
}

/** The tables over several games, on request. @param {{demo: Demo}} props */
function Tables({ demo }) {
  const [shown, setShown] = useState(/** @type {{tables: {title: string, columns: string[], rows: (string | number)[][]}[], notice: string[]} | null} */ (null));
  const [state, setState] = useState("");
  const count = async () => {
    setState("Playing…");
    try {
      setShown(await stream("demo", { name: demo.name }, () => {}));
      setState("");
    } catch (error) {
      setState(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<div class="row">
      <button type="button" onClick=${count} disabled=${state === "Playing…"}>
        ${demo.games > 1 ? `Play ${demo.games} games each and count` : "Show the tables"}
      </button>
      <span class="quiet" role="status">${state} ${state === "Playing…" && html`<${Elapsed} />`}</span>
    </div>
    ${shown &&
    html`<div class="stack tables">
      ${shown.tables.map(
        (table) => html`<figure key=${table.title} class="wide" tabindex="0" role="group" aria-label=${table.title}>
          <figcaption>${table.title}</figcaption>
          <table class="small">
            <thead><tr>${table.columns.map((name, at) => html`<th key=${at} class=${kind(table.rows, at)} scope="col">${name}</th>`)}</tr></thead>
            <tbody>${table.rows.map((row, line) => html`<tr key=${line}>${row.map((cell, at) => html`<td key=${at} class=${kind(table.rows, at)}>${text(cell)}</td>`)}</tr>`)}</tbody>
          </table>
        </figure>`,
      )}
      <${Sentences} all=${shown.notice} />
    </div>`}`;
}

/** @param {(string | number)[][]} rows @param {number} at */
function kind(rows, at) {
  return rows.some((row) => typeof row[at] === "number") ? "number" : "";
}

/** @param {string | number} cell */
function text(cell) {
  return typeof cell === "number" ? Number(cell.toFixed(Number.isInteger(cell) ? 0 : 3)).toLocaleString("en").replace("-", "−") : cell;
}

/** Which agent is which? @param {{demo: Demo, told: () => void}} props  `told` when the answer is shown */
export function Guess({ demo, told }) {
  const guess = demo.guess;
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [checked, setChecked] = useState(false);
  if (!guess) return null;
  const right = guess.answers.filter((answer, at) => chosen[at] === answer).length;
  const check = (/** @type {Event} */ event) => {
    event.preventDefault();
    setChecked(true);
    told();
  };
  return html`<form class="panel guess" aria-label="Your guess" onSubmit=${check}>
    <h2>Which agent is which?</h2>
    <${Sentences} all=${demo.notice} />
    <div class="row end">
      ${demo.lanes.map(
        (lane, at) => html`<label class="field" key=${lane.title}>${lane.title}
          <select required value=${chosen[at] ?? ""} onChange=${(/** @type {any} */ event) => setChosen(Object.assign([...chosen], { [at]: event.target.value }))}>
            <option value="">…</option>
            ${guess.agents.toSorted().map((agent) => html`<option key=${agent} value=${agent}>${agent}</option>`)}
          </select>
        </label>`,
      )}
      <button class="main">Check</button>
    </div>
    <div role="status">
      ${checked &&
      html`<p class=${right === guess.answers.length ? "success" : "note"}>
          ${right === guess.answers.length ? "All correct: you know your agents." : `${right} of ${guess.answers.length} right.`}
        </p>
        <${Sentences} all=${guess.why} />`}
    </div>
  </form>`;
}
