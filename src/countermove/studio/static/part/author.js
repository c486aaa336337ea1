// The author's games: one stream for the whole app carries the status of their files. For every new playable version the
// window gets an event "authorchange" with {game, version}, and open pages reload their position.
import { address } from "../route.js";
import { lineWords } from "./address.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { watch } from "../watch.js";

/**
 * @typedef {{law: string, about: string, sentence: string, example: string, actions: GameAction[]}} Found
 * @typedef {{ok: boolean, summary: string, problems: Found[], games: number, states: number, compared: number,
 *   compiled: boolean | null, note: string, seconds: number}} Report
 * @typedef {{game: string, version: number, state: "checking" | "ready" | "broken", error: string | null,
 *   report: Report | null, compiled: boolean | null, compile_error: string | null}} AuthorGame
 */

/** @type {AuthorGame[] | null} */
let now = null;
/** @type {Set<(games: AuthorGame[]) => void>} */
const listeners = new Set();

/** @param {AuthorGame[]} games */
function update(games) {
  const before = new Map((now ?? []).map((each) => [each.game, each.version]));
  const isFirst = now === null;
  now = games;
  for (const listener of listeners) listener(games);
  for (const { game, version } of games) {
    if (!isFirst && before.get(game) !== version) dispatchEvent(new CustomEvent("authorchange", { detail: { game, version } }));
  }
}

const end = watch("author", {}, (_, data) => {
  update(data.games);
  if (!data.games.length) end(); // without an author's files there is nothing to wait for
});

/** The current status of the author's games. @returns {AuthorGame[]} */
export function useAuthored() {
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

/** The status of an author's game: loading errors, the check's report, whether it is compiled. @param {{authored: AuthorGame}} props */
export function AuthorPanel({ authored }) {
  const { report } = authored;
  const file = authored.game.split(":")[0];
  return html`<section class="author-panel panel" aria-label=${`Check of ${authored.game}`} aria-live="polite">
    <h3>${file}</h3>
    ${authored.state === "broken"
      ? html`<div class="problem">
          <p><strong>This version does not work.</strong> ${authored.error}</p>
          ${authored.version > 0 && html`<p class="small">The previous version is still on the board. Save the file to try again.</p>`}
        </div>`
      : !report
        ? html`<p class="note">${authored.state === "checking" ? "Reading the file…" : "Ready to play. Checking random games…"}</p>`
        : html`<p class=${report.ok ? "success" : "problem"}>
            <strong>${report.ok ? "The rules hold." : "The rules have problems."}</strong> ${report.summary}
          </p>`}
    ${authored.state !== "broken" && report?.problems.length
      ? html`<ul class="author-problems">
          ${report.problems.map(
            (each) => html`<li>
              <p>${each.sentence}</p>
              ${each.about && html`<p class="small quiet">The law: ${each.about}.</p>`}
              ${each.example && html`<pre class="small">${each.example}</pre>`}
              ${each.actions.length > 0 && html`<p class="small"><a href=${address("game", authored.game, { line: lineWords(each.actions) })}>See it on the board</a></p>`}
            </li>`,
          )}
        </ul>`
      : null}
    ${authored.state !== "broken" && report && html`<${Speed} authored=${authored} report=${report} />`}
  </section>`;
}

/** @param {{authored: AuthorGame, report: Report}} props */
function Speed({ authored, report }) {
  if (authored.compiled) return html`<p class="small"><span class="badge">compiled</span> Searches run as machine code.</p>`;
  if (authored.compiled === null) return report.note ? html`<p class="small quiet">${report.note[0].toUpperCase() + report.note.slice(1)}.</p>` : null;
  return html`<div class="note">
    <p><strong>Not compiled:</strong> searches run as plain Python, which is slower.</p>
    <p class="small">${authored.compile_error}</p>
  </div>`;
}
