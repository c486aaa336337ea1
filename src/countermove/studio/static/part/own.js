// The author's own games: one stream for the whole app tells how their files stand. Whenever a new version can be
// played, the window gets an event "ownchange" with {game, version}, and open pages load their position again.
import { address } from "../route.js";
import { lineWords } from "./address.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { watch } from "../watch.js";

/**
 * @typedef {{law: string, about: string, sentence: string, example: string, actions: GameAction[]}} Found
 * @typedef {{ok: boolean, summary: string, problems: Found[], games: number, states: number, compared: number,
 *   compiled: boolean | null, note: string, seconds: number}} Report
 * @typedef {{game: string, version: number, state: "checking" | "ready" | "broken", error: string | null,
 *   report: Report | null, compiled: boolean | null, compile_error: string | null}} OwnGame
 */

/** @type {OwnGame[] | null} */
let now = null;
/** @type {Set<(games: OwnGame[]) => void>} */
const listeners = new Set();

/** @param {OwnGame[]} games */
function tell(games) {
  const before = new Map((now ?? []).map((each) => [each.game, each.version]));
  const isFirst = now === null;
  now = games;
  for (const listener of listeners) listener(games);
  for (const { game, version } of games) {
    if (!isFirst && before.get(game) !== version) dispatchEvent(new CustomEvent("ownchange", { detail: { game, version } }));
  }
}

const end = watch("own", {}, (_, data) => {
  tell(data.games);
  if (!data.games.length) end(); // without files of one's own there is nothing to wait for
});

/** The author's games as they stand now. @returns {OwnGame[]} */
export function useOwn() {
  const [games, setGames] = useState(now ?? []);
  useEffect(() => {
    if (now) setGames(now);
    listeners.add(setGames);
    return () => {
      listeners.delete(setGames);
    };
  }, []);
  return games;
}

/** How one of the author's games stands: loading errors, what the check found, whether it is compiled. @param {{own: OwnGame}} props */
export function OwnPanel({ own }) {
  const { report } = own;
  const file = own.game.split(":")[0];
  return html`<section class="own-panel panel" aria-label=${`Check of ${own.game}`} aria-live="polite">
    <h3>${file}</h3>
    ${own.state === "broken"
      ? html`<div class="problem">
          <p><strong>This version does not work.</strong> ${own.error}</p>
          ${own.version > 0 && html`<p class="small">The version before it is still on the board. Save the file again and it is tried at once.</p>`}
        </div>`
      : !report
        ? html`<p class="note">${own.state === "checking" ? "Reading the file…" : "It can be played. Random games are being checked…"}</p>`
        : html`<p class=${report.ok ? "success" : "problem"}>
            <strong>${report.ok ? "The rules hold." : "Something is wrong with the rules."}</strong> ${report.summary}
          </p>`}
    ${own.state !== "broken" && report?.problems.length
      ? html`<ul class="own-problems">
          ${report.problems.map(
            (each) => html`<li>
              <p>${each.sentence}</p>
              ${each.about && html`<p class="small quiet">The law: ${each.about}.</p>`}
              ${each.example && html`<pre class="small">${each.example}</pre>`}
              ${each.actions.length > 0 && html`<p class="small"><a href=${address("game", own.game, { line: lineWords(each.actions) })}>See it on the board</a></p>`}
            </li>`,
          )}
        </ul>`
      : null}
    ${own.state !== "broken" && report && html`<${Speed} own=${own} report=${report} />`}
  </section>`;
}

/** @param {{own: OwnGame, report: Report}} props */
function Speed({ own, report }) {
  if (own.compiled) return html`<p class="small"><span class="badge">compiled</span> Searches run as machine code.</p>`;
  if (own.compiled === null) return report.note ? html`<p class="small quiet">${report.note[0].toUpperCase() + report.note.slice(1)}.</p>` : null;
  return html`<div class="note">
    <p><strong>Not compiled:</strong> searches run as plain Python, which is slower.</p>
    <p class="small">${own.compile_error}</p>
  </div>`;
}
