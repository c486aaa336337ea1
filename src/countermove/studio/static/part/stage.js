// The board with the evaluation bar, and below it whose turn it is and the navigation.
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { CHANCE, SIMULTANEOUS } from "../api.js";
import { Board } from "./board.js";
import { EvalBar } from "./evalbar.js";
import { Elapsed } from "./elapsed.js";
import { isPerson } from "./turn.js";
import { svg } from "/views/svg.js";
import { die } from "/views/table.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("./turn.js").Turns} Turns
 */

/** Legal actions on the board when no player is to move: chance and simultaneous turns have their own buttons. @type {never[]} */
const NOTHING = [];
/** Width to height from which a board is too low for words beside it. */
const LOW = 2.2;

/**
 * @param {{position: Position, shown: Position, last: number | null, interactive: boolean,
 *   values: Record<string, import("/views/board.js").Worth> | null, arrows: import("/views/arrow.js").Arrow[], flipped: boolean, act: (action: GameAction) => void,
 *   hover: (action: GameAction | null) => void, asked: (event: Event) => void, title: string,
 *   bar: {share: number | null, text: string, stale: boolean} | null,
 *   handle: {current: import("/views/board.js").BoardView | null}}} props  `shown` is a preview, or the position itself
 */
export function Stage({ position, shown, last, interactive, values, arrows, flipped, act, hover, asked, title, bar, handle }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isPreview = shown !== position;
  const flat = shown.board.style === "choices";
  // The bar is as tall as the board; for boards of text, and for low ones, it lies above.
  useLayoutEffect(() => {
    const box = place.current?.querySelector(".board-picture:not([hidden])")?.getAttribute("viewBox")?.split(" ").map(Number);
    const aspect = box ? box[2] / box[3] : 1;
    place.current?.style.setProperty("--aspect", String(aspect));
    place.current?.classList.toggle("low", aspect > LOW);
  });
  const kind = `stage-board${bar ? "" : " barless"}${flat ? " flat" : ""}${isPreview ? " preview" : ""}`;
  const acts = shown.player !== null && shown.player >= 0;
  return html`<div class=${kind} ref=${place} onContextMenu=${asked}>
    ${bar && html`<${EvalBar} share=${bar.share} text=${bar.text} names=${position.players} stale=${bar.stale} />`}
    <${Board} board=${shown.board} legal=${acts ? shown.legal : NOTHING} values=${isPreview ? null : values} arrows=${isPreview ? NOTHING : arrows} flipped=${flipped}
      last=${last} interactive=${interactive && !isPreview} names=${shown.players} player=${shown.player} line=${(isPreview ? position : shown).played.map((each) => each.action).join(".")} act=${act} hover=${hover}
      label=${`Board of ${title}`} handle=${handle} />
  </div>`;
}

/** What has just happened: the dice as a picture, and a sentence. @param {{position: Position}} props */
export function Told({ position }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const { told } = position;
  const faces = told?.dice.join() ?? "";
  useLayoutEffect(() => {
    const dice = told?.dice.map((face) => svg("svg", { class: "thrown", viewBox: "-2 -2 64 64", width: 56, height: 56, "aria-hidden": "true" }, die(0, 0, 60, face))) ?? [];
    place.current?.replaceChildren(...dice);
  }, [faces, position.played.length]);
  return html`<p class="told"><span ref=${place}></span>${told ? `${upper(told.sentence)}.` : ""}</p>`;
}

/**
 * @param {{position: Position, ready: boolean, turns: Turns, seats: string[], isEnd: boolean, rolls: boolean,
 *   setRolls: (rolls: boolean) => void, play: (action: GameAction, name: string) => void}} props
 */
export function Status({ position, ready, turns, seats, isEnd, rolls, setRolls, play }) {
  const { player, players, over } = position;
  const computers = seats.some((seat) => !isPerson(seat));
  return html`<div class="status">
    <p class="status-words" role="status">
      ${over
        ? html`<strong>${upper(position.outcome)}.</strong>`
        : turns.thinking !== null
          ? html`<span class=${`seat-dot p${turns.thinking}`} aria-hidden="true"></span>${upper(players[turns.thinking])} is thinking… <${Elapsed} of=${position.played.length} /> <span class="quiet small">${turns.wait}</span>`
          : player === CHANCE
            ? html`<span class="seat-dot chance" aria-hidden="true"></span>Chance decides.`
            : player === SIMULTANEOUS
              ? "Both players choose at once."
              : html`<span class=${`seat-dot p${player}`} aria-hidden="true"></span>${upper(position.mover)} to move.`}
      ${turns.thinking === null && turns.note && html`<span class="quiet small">${turns.note}</span>`}
      ${position.opening && html`<span class="quiet small opening">${position.opening}</span>`}
    </p>
    <div class="row tight">
      ${computers && !over && isEnd && (turns.paused
        ? html`<button type="button" onClick=${turns.goOn}>Resume computer</button>`
        : html`<button type="button" onClick=${turns.stop}>Pause computer</button>`)}
      ${player === CHANCE && html`<button type="button" class="main" disabled=${!ready} onClick=${turns.roll} title="Roll (r)">Roll</button>`}
    </div>
    ${turns.problem && html`<p class="problem" role="alert">${turns.problem}</p>`}
    ${player === CHANCE && html`<${Outcomes} position=${position} rolls=${rolls} setRolls=${setRolls} play=${play} />`}
    ${player === SIMULTANEOUS && position.choices && html`<${AtOnce} position=${position} turns=${turns} seats=${seats} />`}
  </div>`;
}

/** @param {{position: Position, rolls: boolean, setRolls: (rolls: boolean) => void, play: (action: GameAction, name: string) => void}} props */
function Outcomes({ position, rolls, setRolls, play }) {
  return html`<div class="outcomes">
    <label class="small"><input type="checkbox" checked=${rolls} onChange=${(/** @type {any} */ event) => setRolls(event.target.checked)} /> Roll automatically</label>
    <details><summary class="small">Choose the outcome</summary>
      <div class="row">${position.legal.map((each) => html`<button type="button" onClick=${() => play(each.action, each.name)}>${each.name}
        <span class="quiet small">${percent(each.chance ?? 0)}</span></button>`)}</div>
    </details>
  </div>`;
}

/** @param {{position: Position, turns: Turns, seats: string[]}} props */
function AtOnce({ position, turns, seats }) {
  return html`<div class="at-once">
    ${(position.choices ?? []).map((choices, seat) => {
      const name = position.players[seat];
      if (!isPerson(seats[seat] ?? "human")) {
        return html`<p><strong>${name}</strong> <span class="quiet">${turns.chosen[seat] === null ? "is choosing…" : "has chosen."}</span></p>`;
      }
      return html`<fieldset><legend>${name}</legend>
        ${turns.chosen[seat] === null
          ? html`<div class="row">${choices.map((each) => html`<button type="button" onClick=${() => turns.choose(seat, each.choice)}>${each.name}</button>`)}</div>`
          : html`<p class="quiet">Has chosen; hidden until both have.</p>`}
      </fieldset>`;
    })}
  </div>`;
}

const ICONS = {
  first: "M4 4h2.5v12H4zM16 4v12L7.5 10z",
  back: "M14 4v12L5.5 10z",
  forward: "M6 4v12l8.5-6z",
  last: "M13.5 4H16v12h-2.5zM4 4v12l8.5-6z",
};

/**
 * @param {{first: (() => void) | null, back: (() => void) | null, forward: (() => void) | null, last: (() => void) | null,
 *   takeBack: (() => void) | null, restart: (() => void) | null, flip: (() => void) | null}} props  null if there is nowhere to go
 */
export function Way({ first, back, forward, last, takeBack, restart, flip }) {
  /** @param {keyof typeof ICONS} sign @param {string} label @param {(() => void) | null} to */
  const step = (sign, label, to) =>
    html`<button type="button" class="step" disabled=${!to} onClick=${to ?? undefined} aria-label=${label} title=${label}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d=${ICONS[sign]} fill="currentColor" /></svg></button>`;
  return html`<div class=${flip ? "way flips" : "way"} role="group" aria-label="Navigate the game">
    ${step("first", "First position (Home)", first)}
    ${step("back", "Back (left arrow)", back)}
    ${step("forward", "Forward (right arrow)", forward)}
    ${step("last", "Last position (End)", last)}
    <span class="way-gap"></span>
    <button type="button" disabled=${!takeBack} onClick=${takeBack ?? undefined} title="Undo the last action (u)">Take back</button>
    <button type="button" disabled=${!restart} onClick=${restart ?? undefined} title="Start a new game">New game</button>
    ${flip && html`<button type="button" onClick=${flip} title="See the board from the other side (f)">Flip</button>`}
  </div>`;
}

/** @param {number} chance */
function percent(chance) {
  return `${(chance * 100).toFixed(chance < 0.095 ? 1 : 0)} %`;
}

/** @param {string} text */
function upper(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
