// A room: a game of hidden information, of which this page is sent what its seats may see.
//
// The address holds the tokens of the seats at this device. With one, the page follows it. With several the first is the
// onlooker's: it is followed while the curtain is closed, and a seat's own only after its player has opened it.
import { ask, stream, wasStopped } from "../api.js";
import { useKeys } from "../keys.js";
import { Advice } from "../part/advice.js";
import { Board } from "../part/board.js";
import { Links } from "../part/link.js";
import { Opening } from "../part/opening.js";
import { Replay } from "../part/replay.js";
import { address, go } from "../route.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { watch } from "../watch.js";

/**
 * @typedef {{game: string, title: string, viewer: number | null, players: string[], seats: {kind: "here" | "link" | "computer", name: string, free: boolean}[],
 *   invitations: string[], entrance: string, onlooker: string, number: number, games: number, totals: number[], note: string, turn: number, mover: number | null,
 *   choosing: number[], yours: boolean, chosen: boolean, over: boolean, outcome: string, utilities: number[] | null, board: import("../api.js").Board,
 *   text: string, legal: import("../api.js").Legal[], log: {player: number, who: string, name: string}[]}} Glimpse  what a seat sees
 */

const CHANCE = -1;
const SIMULTANEOUS = -2;
/** Milliseconds after which a page that waits reminds the server of its computers: another page may have left. */
const REMIND = 4000;
/** @type {never[]} */
const NOTHING = [];

/** @param {{route: import("../route.js").Route}} props */
export default function Page({ route }) {
  if (route.query.join) return html`<${Join} invitation=${route.query.join} />`;
  if (!route.name) return html`<${Opening} key=${route.query.game ?? ""} game=${route.query.game ?? ""} />`;
  return html`<${Room} key=${route.name} tokens=${route.name.split(".")} />`;
}

/** Takes a seat, once; afterwards the address is that of the seat. @param {{invitation: string}} props */
function Join({ invitation }) {
  const [problem, setProblem] = useState("");
  const [isTaking, setTaking] = useState(false);
  const take = () => {
    setTaking(true);
    ask("room/join", { invitation }).then(
      (told) => go(address("room", told.token), true),
      (error) => setProblem(error.message),
    );
  };
  return html`<section class="room-join panel">
    <h1>You are invited to a game</h1>
    <p>Only you will see what is in your hand. The seat is yours from now on, in this browser and at the address that follows.</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : html`<button type="button" class="main" disabled=${isTaking} onClick=${take}>Take the seat</button>`}
  </section>`;
}

/** What the holder of a token sees, as it changes. @param {string} token @returns {[Glimpse | null, string]} */
function useGlimpse(token) {
  const [seen, setSeen] = useState(/** @type {{token: string, data: Glimpse} | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setProblem("");
    return watch("room/follow", { token }, (_, data) => setSeen({ token, data }), (error) => setProblem(error.message));
  }, [token]);
  return [seen?.token === token ? seen.data : null, problem];
}

/** Lets computers act whenever somebody waits for them. @param {string} token @param {Glimpse | null} seen @returns {string} */
function useComputers(token, seen) {
  const [problem, setProblem] = useState("");
  const waits = Boolean(seen && !seen.over && (!seen.yours || seen.mover === SIMULTANEOUS) && seen.seats.some((each) => each.kind === "computer"));
  useEffect(() => {
    if (!waits) return;
    const control = new AbortController();
    let isBusy = false;
    const remind = async () => {
      if (isBusy) return;
      isBusy = true;
      try {
        await stream("room/think", { token }, () => {}, control.signal);
        setProblem("");
      } catch (error) {
        if (!wasStopped(error)) setProblem(/** @type {Error} */ (error).message);
      }
      isBusy = false;
    };
    remind();
    const timer = setInterval(remind, REMIND);
    return () => {
      clearInterval(timer);
      control.abort();
    };
  }, [token, waits, seen?.turn, seen?.number]);
  return problem;
}

/** @param {{tokens: string[]}} props */
function Room({ tokens }) {
  const [own, setOwn] = useState(0); // which token is followed; 0 is the onlooker's where several sit at this device
  const token = tokens[own] ?? tokens[0];
  const [seen, gone] = useGlimpse(token);
  const waiting = useComputers(token, seen);
  const [problem, setProblem] = useState("");
  const shares = tokens.length > 1;
  const here = (seen?.seats ?? []).flatMap((each, seat) => (each.kind === "here" ? [seat] : []));
  const next = seen && shares && !seen.over ? nextHere(seen, here) : null;
  const handle = useRef(/** @type {import("/views/board.js").BoardView | null} */ (null));
  useEffect(() => {
    if (seen) document.title = `${seen.title} · Countermove`;
  }, [seen?.title]);
  useEffect(() => setProblem(""), [seen?.turn, seen?.number, own]);
  /** @param {string} call @param {object} [more] */
  const tell = (call, more = {}) => ask(`room/${call}`, { token, ...more }).then(() => setProblem(""), (error) => setProblem(error.message));
  useKeys(seen?.over ? [{ keys: "n", does: "Play again", act: () => tell("again") }] : NOTHING);
  if (gone) return html`<section class="room-gone"><p class="problem" role="alert">${gone}</p><p><a class="button" href="#/">All games</a></p></section>`;
  if (!seen) return html`<p class="quiet">Opening…</p>`;
  const isClosed = shares && own === 0 && !seen.over && next !== null;
  return html`<div class="room-page">
    <header class="room-head">
      <h1>${seen.title}${seen.game.includes(":") && html` <span class="quiet small">${seen.game.slice(seen.game.indexOf(":") + 1)}</span>`}</h1>
      <p class="quiet">${seen.viewer === null ? "You are looking on: you see what everybody sees." : html`You are <strong class=${`name p${seen.viewer % 6}`}>${seen.players[seen.viewer]}</strong>. This page is sent what you may see, and nothing else.`}</p>
    </header>
    <div class="room-stage">
      ${isClosed && next !== null
        ? html`<${Curtain} who=${seen.players[next]} open=${() => setOwn(1 + here.indexOf(next))} />`
        : html`<${Board} board=${seen.board} legal=${seen.legal} interactive=${seen.yours} names=${seen.players} player=${seen.viewer}
            line=${`${seen.number}.${seen.turn}`} act=${(/** @type {GameAction} */ action) => tell("act", { turn: seen.turn, game: seen.number, action })}
            label=${`${seen.title} as ${seen.viewer === null ? "an onlooker" : seen.players[seen.viewer]} sees it`} handle=${handle} />`}
      <p class="room-status" role="status">${status(seen)}</p>
      ${seen.note && html`<p class="note">${seen.note}</p>`}
      ${(problem || waiting) && html`<p class="problem" role="alert">${problem || waiting}</p>`}
      <div class="row">
        ${shares && !seen.over && own > 0 && next !== null && next !== seen.viewer && html`<button type="button" class="main" onClick=${() => setOwn(0)}>Hide and pass to ${seen.players[next]}</button>`}
        ${seen.over && (seen.viewer !== null || seen.invitations.length > 0) && html`<button type="button" class="main" onClick=${() => { setOwn(0); tell("again"); }} title="Play again (n)">Play again</button>`}
        ${!seen.over && seen.viewer !== null && html`<button type="button" onClick=${() => tell("resign")}>Resign</button>`}
        <a class="button" href=${address("room", "", { game: seen.game })}>Other players</a>
      </div>
    </div>
    <aside class="room-side">
      <${Score} seen=${seen} />
      ${seen.yours && html`<${Advice} key=${`${seen.number} ${seen.turn} ${own}`} token=${token} />`}
      ${seen.over && html`<${Replay} key=${seen.number} token=${token} seen=${seen} />`}
      <${Links} seen=${seen} />
      <${Log} seen=${seen} />
    </aside>
  </div>`;
}

/** Which seat at this device acts next, if any. @param {Glimpse} seen @param {number[]} here @returns {number | null} */
function nextHere(seen, here) {
  const due = seen.mover === SIMULTANEOUS ? seen.choosing : [seen.mover];
  return here.find((seat) => due.includes(seat)) ?? null;
}

/** Nothing is shown, or even fetched, until the next player opens it. @param {{who: string, open: () => void}} props */
function Curtain({ who, open }) {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus(), [who]);
  return html`<section class="curtain" aria-label="Curtain">
    <h2>${upper(who)}, it is your turn</h2>
    <p>Take the device, and open when nobody else sees the screen.</p>
    <button type="button" class="main" ref=${button} onClick=${open}>Open for ${who}</button>
  </section>`;
}

/** Whose turn it is, in words. @param {Glimpse} seen */
function status(seen) {
  if (seen.over) return html`<strong>${upper(seen.outcome)}.</strong> Everything is shown now.`;
  if (seen.mover === SIMULTANEOUS) return seen.yours ? "Choose; the others choose at the same time." : "Waiting until all have chosen.";
  if (seen.yours) return html`<strong>Your turn.</strong>`;
  if (seen.mover === null || seen.mover === CHANCE) return "Dealing…";
  const seat = seen.seats[seen.mover];
  const name = upper(seen.players[seen.mover]);
  return seat?.kind === "computer" ? `${name} is thinking…` : seat?.free ? `${name} has not come yet: send the link.` : `${name} to move.`;
}

/** @param {{seen: Glimpse}} props */
function Score({ seen }) {
  return html`<section class="panel" aria-label="Players">
    <h2>Players</h2>
    <ul class="room-seats">
      ${seen.players.map((name, seat) => {
        const { kind, name: computer, free } = seen.seats[seat];
        const who = seat === seen.viewer ? "you" : kind === "computer" ? computer.split(":")[0] : free ? "not here yet" : "a person";
        return html`<li><span class=${`seat-dot p${seat % 6}`} aria-hidden="true"></span>${name} <span class="quiet small">${who}</span>
          ${seen.games > 0 && html`<span class="room-total digits">${signed(seen.totals[seat])}</span>`}</li>`;
      })}
    </ul>
    ${seen.games > 0 && html`<p class="quiet small">After ${seen.games === 1 ? "1 game" : `${seen.games} games`}.</p>`}
  </section>`;
}

/** What this seat has seen happen. @param {{seen: Glimpse}} props */
function Log({ seen }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [seen.log.length]);
  return html`<section class="panel" aria-label="What happened">
    <h2>${seen.over ? "What happened" : "What you have seen"}</h2>
    <ol class="room-log" ref=${list} tabindex="0">
      ${seen.log.map((each) => html`<li><span class=${each.player < 0 ? "quiet" : `name p${each.player % 6}`}>${each.who}</span>: ${each.name === "?" ? html`<span class="quiet">something hidden</span>` : each.name}</li>`)}
    </ol>
    ${!seen.log.length && html`<p class="quiet">Nothing yet.</p>`}
  </section>`;
}

/** @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** @param {string} text */
function upper(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
