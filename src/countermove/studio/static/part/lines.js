// The live analysis panel: the verdict, the progress, the best lines, and the value of every action.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Elapsed } from "./elapsed.js";
import { MODELS } from "./model.js";
import { Network } from "./network.js";
import { Reasons } from "./reason.js";

/**
 * @typedef {import("./live.js").Live} Live
 * @typedef {import("./live.js").Found} Found
 * @typedef {import("./live.js").How} How
 * @typedef {import("./seats.js").Seats} Seats
 * @typedef {{walk: (actions: GameAction[], names: string[]) => void, preview: (actions: GameAction[] | null) => void,
 *   why: (action: GameAction) => void}} Calls
 */

const SHOWN = 16;
/** @type {Pick<Calls, "walk" | "preview">} */
const IDLE = { walk: () => {}, preview: () => {} };
const BUDGETS = [
  [5, "5 seconds"],
  [30, "30 seconds"],
  [120, "2 minutes"],
  [600, "10 minutes"],
];

/**
 * @param {{live: Live, on: boolean, switchOn: (on: boolean) => void, values: boolean, showValues: (on: boolean) => void,
 *   how: How, setHow: (how: How) => void, seats: Seats | null, calls: Calls, player: number | null, names: string[],
 *   at: import("../api.js").At, over: boolean, hidden: string, giveUp: (() => void) | null, legal: number, every: boolean, showEvery: (on: boolean) => void}} props  `hidden` is the reason if
 *   nothing is shown, and `giveUp` ends that
 */
export function Analysis(props) {
  const { live, on, switchOn, values, showValues, how, setHow, seats, calls, names, over, hidden, giveUp } = props;
  const { found } = live;
  const stale = !live.fresh;
  const aside = stale ? (live.gone ? " stale gone" : " stale") : "";
  return html`<section class="panel analysis" aria-labelledby="analysis-title">
    <div class="row spread">
      <h2 id="analysis-title">Analysis</h2>
      <div class="row tight">
        <button type="button" aria-pressed=${values} disabled=${!on} onClick=${() => showValues(!values)} title="Show the value of every action on the board (v)">Values</button>
        <${GoOn} live=${live} on=${on && !over && !hidden} />
        <button type="button" class="switch" role="switch" aria-checked=${on} aria-labelledby="analysis-title" onClick=${() => switchOn(!on)} title="Analysis on or off (a)"><span class="knob"></span></button>
      </div>
    </div>
    ${hidden
      ? html`<p class="quiet analysis-idle row">${hidden}${giveUp && html` <button type="button" onClick=${giveUp}>Give up</button>`}</p>`
      : !on
        ? html`<p class="quiet analysis-idle">Off. Switch it on to see who is ahead, the best lines, and the value of every action.</p>`
        : over
          ? html`<p class="quiet analysis-idle">The game is over.</p>`
          : html`<${Verdict} live=${live} found=${found} stale=${stale} names=${names} />
              <${Facts} found=${found} aside=${aside} />
              ${found?.strategies.length
                ? html`<${Strategies} strategies=${found.strategies} names=${names} aside=${aside} />`
                : html`<${Lines} found=${found} aside=${aside} count=${Math.max(1, Math.min(how.lines, props.legal))} calls=${calls} isChance=${props.player === -1} names=${names} />`}
              ${live.problem && html`<p class="problem" role="alert">${live.problem}</p>`}
              ${found?.note && html`<p class=${`small quiet${aside}`}>${found.note}</p>`}
              <${Every} found=${found} stale=${stale} calls=${calls} open=${props.every} setOpen=${props.showEvery} />
              ${seats?.network && html`<${Network} at=${props.at} found=${stale ? null : found} />`}
              ${seats?.explains && html`<${Reasons} at=${props.at} over=${over} />`}
              <${Signs} />`}
    <${Settings} how=${how} setHow=${setHow} seats=${seats} />
  </section>`;
}

/** @param {{live: Live, on: boolean}} props */
function GoOn({ live, on }) {
  const label = live.running ? "Stop" : "Continue";
  return html`<button type="button" class="go-on" disabled=${!on || (!live.running && Boolean(live.found?.exact && live.fresh))}
    onClick=${live.running ? live.stop : live.goOn}>${label}</button>`;
}

/** @param {{live: Live, found: Found | null, stale: boolean, names: string[]}} props */
function Verdict({ live, found, stale, names }) {
  const sentence = live.queued || (found && found.depth > 0 && !live.gone ? upper(found.verdict) : live.running ? "Starting to search…" : "Stopped.");
  const badge = found && found.depth > 0 && !stale ? (found.exact ? "proven" : "estimate") : "";
  return html`<p class=${`verdict${stale ? " stale" : ""}`} aria-busy=${stale}>
    <strong>${sentence}</strong>${live.running && (live.queued || !found?.depth || live.gone) && html` <${Elapsed} />`}
    ${badge && html`<span class=${`badge ${found?.exact ? "proven" : ""}`}>${badge}</span>`}
    <span class="sr">${found && !stale ? `for ${names[found.player] ?? ""}` : ""}</span>
  </p>`;
}

/** @param {{found: Found | null, aside: string}} props  `aside` holds the classes for results of another position */
function Facts({ found, aside }) {
  const rate = found && found.seconds > 0.05 ? found.nodes / found.seconds : 0;
  const facts = [
    ["Depth", found ? String(found.depth) : "–", "Plies searched completely"],
    ["Nodes", found ? short(found.nodes) : "–", found ? `${found.nodes.toLocaleString("en")} nodes` : ""],
    ["Nodes/s", rate ? short(rate) : "–", ""],
    ["Time", found ? `${found.seconds.toFixed(1)} s` : "–", ""],
    found?.known
      ? ["Search", "none", `The ${found.known} knows the answer`]
      : ["Search", found?.algorithm || "–", found ? (found.native ? "compiled" : "interpreted, as in the textbook") : ""],
  ];
  return html`<dl class=${`facts${aside}`} aria-busy=${aside !== ""}>
    ${facts.map(([term, value, title]) => html`<div title=${title}><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** @param {{found: Found | null, aside: string, count: number, calls: Calls, isChance: boolean, names: string[]}} props */
function Lines({ found, aside, count, calls, isChance, names }) {
  const lines = found?.lines.slice(0, count) ?? [];
  // Lines of the previous position stay only to avoid flicker: they cannot be played.
  const { walk, preview } = aside ? IDLE : calls;
  const rows = Array.from({ length: count }, (_, at) => lines[at] ?? null);
  // A preview follows its line while the search changes it.
  const [pointed, setPointed] = useState(/** @type {[number, number] | null} */ (null));
  const followed = pointed ? lines[pointed[0]]?.actions.slice(0, pointed[1] + 1) ?? [] : null;
  useEffect(() => preview(followed), [JSON.stringify(followed)]);
  if (isChance) {
    return html`<p class=${`quiet small lines-room${aside}`} style=${{ "--rows": String(count) }}>Chance acts here: the value is the average over all outcomes.</p>`;
  }
  return html`<ol class=${`lines${aside}`} aria-label="Best lines" aria-busy=${aside !== ""}>
    ${rows.map((line, row) => html`<li class=${line ? "" : "empty"}>
      ${line
        ? html`<span class=${`line-value ${toneOf(line.outcome, line.share)}`} title=${line.words || line.text}>${line.words ? line.words : line.text}</span>
            <span class="line-actions">${line.vector.length > 0 && html`<${Vector} payoffs=${line.vector} names=${names} />`}${line.names.slice(0, SHOWN).map((name, at) => {
              const upTo = line.actions.slice(0, at + 1);
              return html`<button type="button" class="action" onClick=${() => walk(upTo, line.names.slice(0, at + 1))}
                onPointerEnter=${() => setPointed([row, at])} onPointerLeave=${() => setPointed(null)}
                onFocus=${() => setPointed([row, at])} onBlur=${() => setPointed(null)}>${name}</button>`;
            })}${line.names.length > SHOWN ? html`<span class="quiet">…</span>` : ""}</span>`
        : html`<span class="line-value" aria-hidden="true"> </span>`}
    </li>`)}
  </ol>`;
}

/** Every player's payoff at the end of a line. @param {{payoffs: string[], names: string[]}} props */
function Vector({ payoffs, names }) {
  const spelt = `At the end of this line: ${payoffs.map((each, seat) => `${names[seat]} ${each}`).join(", ")}`;
  return html`<span class="line-vector digits" title=${spelt}><span aria-hidden="true">(${payoffs.join(", ")})</span><span class="sr">${spelt}. </span></span>`;
}

/** @param {{strategies: Found["strategies"], names: string[], aside: string}} props */
function Strategies({ strategies, names, aside }) {
  return html`<div class=${`strategies${aside}`} aria-busy=${aside !== ""}>
    ${strategies.map((mix, seat) => html`<table>
      <caption>How often ${names[seat]} should choose each</caption>
      <tbody>${mix.map((each) => html`<tr><th scope="row">${each.name}</th>
        <td class="mix"><span class=${`mix-bar p${seat}`} style=${{ width: `${(each.chance * 100).toFixed(1)}%` }}></span></td>
        <td class="number">${(each.chance * 100).toFixed(1)} %</td></tr>`)}</tbody>
    </table>`)}
  </div>`;
}

/** Every action with its value, best first. @param {{found: Found | null, stale: boolean, calls: Calls, open: boolean, setOpen: (open: boolean) => void}} props */
function Every({ found, stale, calls, open, setOpen }) {
  const entries = open && found && !stale ? Object.entries(found.values).sort(([, one], [, other]) => order(one, other)) : [];
  return html`<details class="every" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary>Every action</summary>
    <div class="every-list" tabindex="0" role="region" aria-label="Every action with its value">
      <table>
        <thead><tr><th scope="col">Action</th><th scope="col" class="number">Value</th><th scope="col">Proven</th><th scope="col"><span class="sr">Why not?</span></th></tr></thead>
        <tbody>${entries.map(([action, worth]) => html`<tr>
          <th scope="row">${worth.name}${worth.best ? html` <span class="badge">best</span>` : ""}</th>
          <td class="number">${bounded(worth.bound)}${worth.text}</td>
          <td>${worth.words || (worth.proven ? "yes" : "")}</td>
          <td>${worth.best || found?.action === null ? "" : html`<button type="button" class="plain small" aria-label=${`Why not ${worth.name}?`} onClick=${() => calls.why(/^-?\d+$/.test(action) ? Number(action) : action)}>Why not?</button>`}</td>
        </tr>`)}</tbody>
      </table>
      ${open && !entries.length && html`<p class="quiet small">No values for single actions yet.</p>`}
    </div>
  </details>`;
}

/** The legend of the chips on the board. */
function Signs() {
  return html`<details class="signs">
    <summary>Legend</summary>
    <dl class="small">
      <dt>▲ ● ▼</dt><dd>proven: good, even, bad for the player to move; in games about winning: win, draw, loss</dd>
      <dt>△ ○ ▽</dt><dd>estimated: good, about even, bad for the player to move; with several players, even is an equal share</dd>
      <dt>W5, L14</dt><dd>a win in 5 plies, a loss in 14</dd>
      <dt>+0.4</dt><dd>the value for the player to move, in the game's units</dd>
      <dt>– ≤ ≥</dt><dd>grey: a bound, at most or at least. Once an action is known to be no better, the search does not refine it. With values on the board or the list above open, all actions are searched in full</dd>
      <dt>(1, 2, 0)</dt><dd>each player's payoff at the end of the line, in player order</dd>
      <dt>heavy border</dt><dd>the best action, or an equally good one</dd>
    </dl>
  </details>`;
}

/** @param {{how: How, setHow: (how: How) => void, seats: Seats | null}} props */
function Settings({ how, setHow, seats }) {
  const algorithms = seats?.algorithms ?? [];
  const chosen = algorithms.find((each) => each.algorithm === how.algorithm);
  return html`<details class="settings">
    <summary>How to search</summary>
    <div class="settings-form">
      <label class="field"><span>Algorithm</span>
        <select value=${how.algorithm} onChange=${(/** @type {any} */ event) => setHow({ ...how, algorithm: event.target.value, opponent: "" })}>
          <option value="">the one that fits</option>
          ${algorithms.filter((each) => !each.refused).map((each) => html`<option value=${each.algorithm}>${each.algorithm}</option>`)}
        </select></label>
      <label class="field"><span>Best lines</span>
        <select value=${how.lines} onChange=${(/** @type {any} */ event) => setHow({ ...how, lines: Number(event.target.value) })}>
          ${[1, 2, 3, 4, 5].map((each) => html`<option value=${each}>${each}</option>`)}
        </select></label>
      <label class="field"><span>Time limit</span>
        <select value=${how.seconds} onChange=${(/** @type {any} */ event) => setHow({ ...how, seconds: Number(event.target.value) })}>
          ${BUDGETS.map(([each, words]) => html`<option value=${each}>${words}</option>`)}
        </select></label>
      ${how.algorithm === "expectimax" && html`<label class="field"><span>Opponents play</span>
        <select value=${how.opponent} onChange=${(/** @type {any} */ event) => setHow({ ...how, opponent: event.target.value })}>
          ${Object.entries(MODELS)
            .filter(([each]) => seats?.models.includes(each.split(":")[0]))
            .map(([each, words]) => html`<option value=${each === "uniform" ? "" : each}>${words}</option>`)}
        </select></label>`}
    </div>
    ${chosen && html`<p class="small quiet">${chosen.about}.</p>`}
    ${algorithms.some((each) => each.refused) && html`<div class="small quiet refused"><p>These do not fit this game:</p>
      <ul>${algorithms.filter((each) => each.refused).map((each) => html`<li><strong>${each.algorithm}</strong>: ${each.refused}</li>`)}</ul></div>`}
  </details>`;
}

/** @param {import("./live.js").Valued} one @param {import("./live.js").Valued} other */
function order(one, other) {
  return Number(other.best) - Number(one.best) || (other.share ?? -1) - (one.share ?? -1) || other.value - one.value;
}

/** @param {string} bound */
function bounded(bound) {
  return bound === "<=" ? "≤ " : bound === ">=" ? "≥ " : "";
}

/** Good, bad or neither, for colours beside the words. @param {string} outcome @param {number | null} share  null for a bound */
function toneOf(outcome, share) {
  if (outcome) return outcome === "win" ? "good" : outcome === "loss" ? "bad" : "even";
  if (share === null) return "bound";
  return share > 0.6 ? "good" : share < 0.4 ? "bad" : "even";
}

/** A large number in three digits. @param {number} number */
function short(number) {
  const [divided, unit] = number >= 1e9 ? [number / 1e9, " G"] : number >= 1e6 ? [number / 1e6, " M"] : number >= 1e4 ? [number / 1e3, " k"] : [number, ""];
  return unit ? `${divided >= 100 ? divided.toFixed(0) : divided.toFixed(1)}${unit}` : Math.round(divided).toLocaleString("en");
}

/** @param {string} text */
function upper(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
