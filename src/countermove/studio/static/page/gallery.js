// The gallery: every game by the lectures' axes, the author's first.
import { ask } from "../api.js";
import { address } from "../route.js";
import { AuthorPanel, useAuthored } from "../part/author.js";
import { Parameters } from "../part/parameters.js";
import { SelfPlay } from "../part/selfplay.js";
import { Twig } from "../part/twig.js";
import { useKeys } from "../keys.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @typedef {import("../api.js").GameEntry} GameEntry */

/** The order of introduction; other games follow by name. */
const FIRST = ["tictactoe", "connect4", "chess", "othello", "hexapawn", "breakthrough", "morris", "nim", "pacman", "mnk", "domineering", "subtract", "grundy", "tree"];

/** @type {{title: string, about: string, has: (game: GameEntry) => boolean}[]} */
const SECTIONS = [
  { title: "Your games", about: "Reloaded whenever you save the file.", has: (game) => game.authored },
  {
    title: "Two players, taking turns, no chance",
    about: "The games of minimax and alpha-beta: zero-sum, with perfect information.",
    has: (game) => !game.authored && game.players === 2 && !game.axes.stochastic && !game.axes.simultaneous && !game.axes.hidden,
  },
  {
    title: "Hidden information",
    about: "Players do not see everything, so the best strategies bluff; each page is sent what its seat may see.",
    has: (game) => !game.authored && game.axes.hidden,
  },
  {
    title: "With dice and chance",
    about: "Chance takes turns too; expectiminimax averages over its outcomes.",
    has: (game) => !game.authored && game.axes.stochastic,
  },
  {
    title: "Three or more players",
    about: "Each player for itself: a payoff vector, and max^n.",
    has: (game) => !game.authored && game.players > 2 && !game.axes.stochastic,
  },
  {
    title: "Simultaneous turns",
    about: "Players choose without seeing the other's choice; the best strategy is often mixed.",
    has: (game) => !game.authored && game.axes.simultaneous && game.players === 2 && !game.axes.stochastic,
  },
  { title: "Other games", about: "", has: () => true },
];

/** @type {{name: string, options: {text: string, has: (game: GameEntry) => boolean}[]}[]} */
const FILTERS = [
  {
    name: "Chance",
    options: [
      { text: "no chance", has: (game) => !game.axes.stochastic },
      { text: "chance", has: (game) => game.axes.stochastic },
    ],
  },
  {
    name: "Players",
    options: [
      { text: "one player", has: (game) => game.players === 1 },
      { text: "two players", has: (game) => game.players === 2 },
      { text: "three or more", has: (game) => game.players > 2 },
    ],
  },
  {
    name: "Information",
    options: [
      { text: "everything seen", has: (game) => !game.axes.hidden },
      { text: "hidden", has: (game) => game.axes.hidden },
    ],
  },
  {
    name: "Turns",
    options: [
      { text: "in turn", has: (game) => !game.axes.simultaneous },
      { text: "simultaneous", has: (game) => game.axes.simultaneous },
    ],
  },
  {
    name: "Payoff",
    options: [
      { text: "zero-sum", has: (game) => game.axes.payoff === "zero" },
      { text: "other payoffs", has: (game) => game.axes.payoff !== "zero" },
    ],
  },
];

export default function Gallery() {
  const [games, setGames] = useState(/** @type {GameEntry[] | null} */ (null));
  const [problem, setProblem] = useState("");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const authored = useAuthored();
  const versions = authored.map((each) => `${each.game} ${each.version}`).join();
  useEffect(() => {
    const stop = new AbortController();
    ask("games", {}, stop.signal).then(
      (told) => {
        setGames(told.games);
        setProblem("");
      },
      (error) => stop.signal.aborted || setProblem(error.message),
    );
    return () => stop.abort();
  }, [versions]);
  useKeys([{ keys: "/", does: "Find a game", act: () => field.current?.focus() }]);
  const shown = (games ?? []).filter((game) => fits(game, text, chosen));
  const sections = sorted(shown);
  return html`<div class="gallery">
    <header class="gallery-head">
      <div>
        <h1>Games</h1>
        <p class="quiet">Pick one: play it, analyse it, and watch the search think.</p>
      </div>
      <label class="field gallery-find">Find a game
        <input ref=${field} type="search" value=${text} placeholder="name or word" onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      </label>
    </header>
    <div class="gallery-filters" role="group" aria-label="Show only">
      ${FILTERS.map(
        (filter) => html`<div class="gallery-filter" role="group" aria-label=${filter.name}>
          ${filter.options.map((option) => {
            const isOn = chosen.includes(option.text);
            const change = () => setChosen(isOn ? chosen.filter((each) => each !== option.text) : [...chosen, option.text]);
            return html`<button type="button" aria-pressed=${isOn} onClick=${change}>${option.text}</button>`;
          })}
        </div>`,
      )}
      <p class="quiet small gallery-count" aria-live="polite">${games ? counted(shown.length) : ""}</p>
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${games && !shown.length && html`<p class="note">No matching games. Remove a filter or shorten the search.</p>`}
    ${!games && !problem && html`<${Waiting} />`}
    ${sections.map(
      ([section, entries]) => html`<section class="gallery-section" key=${section.title} aria-label=${section.title}>
        <h2>${section.title}</h2>
        <p class="quiet">${section.about}</p>
        <ul class=${section === SECTIONS[0] ? "authored-games" : "cards"}>
          ${entries.map((game) => {
            const file = authored.find((each) => each.game === game.game);
            return html`<li key=${game.game}><${Card} game=${game} />${file && html`<${AuthorPanel} authored=${file} />`}</li>`;
          })}
        </ul>
      </section>`,
    )}
    ${games && html`<${WriteYourOwn} />`}
  </div>`;
}

/** Placeholders while the games load, so that nothing jumps. */
function Waiting() {
  return html`<ul class="cards" aria-hidden="true">${Array.from({ length: 8 }, () => html`<li class="card waiting"></li>`)}</ul>`;
}

/** @param {number} number */
function counted(number) {
  return number === 1 ? "1 game" : `${number} games`;
}

/** @param {GameEntry} game @param {string} text @param {string[]} chosen */
function fits(game, text, chosen) {
  const words = [game.game, game.title, game.about ?? "", game.words ?? ""].join(" ").toLowerCase();
  if (!text.toLowerCase().split(/\s+/).every((word) => words.includes(word))) return false;
  if (game.error) return !chosen.length;
  return FILTERS.every((filter) => {
    const wanted = filter.options.filter((option) => chosen.includes(option.text));
    return !wanted.length || wanted.some((option) => option.has(game));
  });
}

/** Each game in the first section it belongs to. @param {GameEntry[]} games @returns {[typeof SECTIONS[0], GameEntry[]][]} */
function sorted(games) {
  /** @param {GameEntry} game */
  const rank = (game) => (FIRST.includes(game.game) ? FIRST.indexOf(game.game) : FIRST.length);
  const ordered = games.map((game, at) => ({ game, at })).sort((one, other) => rank(one.game) - rank(other.game) || one.at - other.at);
  const home = new Map(games.map((game) => [game, SECTIONS.find((section) => (game.error ? game.authored : section.has(game))) ?? SECTIONS[SECTIONS.length - 1]]));
  return SECTIONS.map((section) => /** @type {[typeof section, GameEntry[]]} */ ([section, ordered.map((each) => each.game).filter((game) => home.get(game) === section)])).filter(
    ([, entries]) => entries.length,
  );
}

/** @param {{game: GameEntry}} props */
function Card({ game }) {
  const [playing, setPlaying] = useState(false);
  if (game.error) {
    const why = game.authored ? html`<p class="quiet small">Not playable yet.</p>` : html`<p class="problem small">${game.error}</p>`;
    return html`<article class="card broken"><h3>${game.title}</h3>${why}</article>`;
  }
  const page = game.game === "tree" ? "tree" : "game";
  const to = game.axes.hidden ? address("room", "", { game: game.game }) : address(page, page === "tree" ? "" : game.game);
  return html`<article class="card" onMouseEnter=${() => setPlaying(true)} onMouseLeave=${() => setPlaying(false)}
    onFocusIn=${() => setPlaying(true)} onFocusOut=${() => setPlaying(false)}>
    <div class="card-board" aria-hidden="true">
      ${game.game === "tree" ? html`<${Twig} />` : html`<${SelfPlay} game=${game} playing=${playing && !game.axes.hidden} />`}
    </div>
    <div class="card-text">
      <h3><a href=${to}>${game.title}</a></h3>
      <p class="card-about">${game.about}</p>
      <p class="card-badges">
        <span class="badge">${game.players === 1 ? "1 player" : `${game.players} players`}</span>${" "}
        <span class="badge">${game.axes.stochastic ? "chance" : "no chance"}</span>${" "}
        ${game.axes.hidden && html`<span class="badge">hidden</span>${" "}`}
        ${game.axes.simultaneous && html`<span class="badge">simultaneous</span>${" "}`}
        ${game.axes.payoff !== "zero" && html`<span class="badge">${game.axes.payoff}-sum</span>`}
      </p>
    </div>
    ${game.parameters.length > 0 && html`<details class="card-options">
      <summary>Options<span class="sr"> of ${game.title}</span></summary>
      <${Parameters} game=${game.game} parameters=${game.parameters} />
    </details>`}
  </article>`;
}

function WriteYourOwn() {
  return html`<section class="write-own note" id="write-your-own" aria-label="Write your own">
    <h2>Write your own</h2>
    <ol>
      <li>Write a class with six short methods: <code>initial</code>, <code>player</code>, <code>actions</code>, <code>result</code>, <code>is_terminal</code>, <code>utility</code>.</li>
      <li>Open it: <code>countermove studio mygame.py:MyGame</code>.</li>
      <li>Save the file: the rules are checked and compiled, and the board updates at once.</li>
    </ol>
  </section>`;
}
