// Before a game of hidden information: who sits where, or a saved game to go on with.
import { ask } from "../api.js";
import { address, go } from "../route.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @typedef {{hidden: boolean, game: string, title: string, about: string, players: string[], computers: {player: string, about: string}[], opponent: string}} Look */

const PEOPLE = { here: "A person at this device", link: "A person elsewhere, by a link" };

/** @param {{game: string}} props */
export function Opening({ game }) {
  const [look, setLook] = useState(/** @type {Look | null} */ (null));
  const [seats, setSeats] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    if (!game) return;
    const control = new AbortController();
    ask("room/look", { game }, control.signal).then(
      (told) => {
        if (!told.hidden) return go(address("game", game), true);
        setLook(told);
        setSeats(told.players.map((/** @type {string} */ _, /** @type {number} */ at) => (at ? told.opponent : "here")));
      },
      (error) => control.signal.aborted || setProblem(error.message),
    );
    return () => control.abort();
  }, [game]);
  /** @param {object} body */
  const open = (body) => {
    setOpening(true);
    ask("room/open", body).then(
      (told) => go(address("room", told.tokens.join("."))),
      (error) => {
        setProblem(error.message);
        setOpening(false);
      },
    );
  };
  if (!game) return html`<h1>Rooms</h1><p>Games in which players do not see everything are played in a room. Choose one in <a href="#/">the gallery</a>.</p>`;
  if (!look) return problem ? html`<p class="problem" role="alert">${problem}</p>` : html`<p class="quiet">Opening…</p>`;
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    open({ game, seats });
  };
  /** @param {any} event */
  const load = async (event) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file) open({ record: await file.text(), seats });
  };
  const people = seats.filter((each) => each === "here").length;
  return html`<section class="room-opening panel">
    <h1>${look.title}</h1>
    <p>${look.about}</p>
    <form class="stack" onSubmit=${submit}>
      ${look.players.map(
        (name, seat) => html`<label class="field">${upper(name)}
          <select value=${seats[seat]} onChange=${(/** @type {any} */ event) => setSeats(seats.map((each, at) => (at === seat ? event.target.value : each)))}>
            ${Object.entries(PEOPLE).map(([kind, words]) => html`<option value=${kind}>${words}</option>`)}
            ${look.computers.map((each) => html`<option value=${each.player}>Computer, ${each.player.split(":")[0]}</option>`)}
          </select>
          <span class="small quiet">${look.computers.find((each) => each.player === seats[seat])?.about ?? ""}</span>
        </label>`,
      )}
      <p class="quiet small">${people > 1 ? "Players at this device take turns behind a curtain." : "The state of the game stays in the studio; each page is sent what its seat may see."}</p>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <div class="row">
        <button class="main" disabled=${isOpening}>Start</button>
        <label class="button">Load a saved game<input class="sr" type="file" accept=".json,application/json" onChange=${load} /></label>
      </div>
    </form>
  </section>`;
}

/** @param {string} text */
function upper(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
