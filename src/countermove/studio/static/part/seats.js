// The players: a row per seat, with a form for person or computer.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { TIMES, timeWords } from "./clock.js";
import { isPerson } from "./turn.js";
import { MODELS } from "./model.js";

/**
 * @typedef {{title: string, parameters: string, about: string, players: number, words: string, opposed: boolean, winning: boolean,
 *   chance: boolean, explains: boolean, network: boolean, opponent: string, names: string[], models: string[], levels: {level: string, player: string, about: string}[],
 *   kinds: {kind: string, about: string, options: string[], refused: string}[],
 *   algorithms: {algorithm: string, about: string, refused: string}[]}} Seats
 * @typedef {{kind: string, budget: string, amount: string, model: string}} Form
 */

const PARAMETERS = /** @type {Record<string, {option: string, label: string, amount: string}>} */ ({
  softmax: { option: "temperature", label: "Temperature", amount: "0.5" },
  epsilon: { option: "epsilon", label: "Slip probability, 0 to 1", amount: "0.2" },
  alone: { option: "cycles", label: "Cycles", amount: "2" },
  coordinated: { option: "cycles", label: "Cycles", amount: "2" },
});
const BUDGETS = /** @type {Record<string, {label: string, amount: string, unit: string}>} */ ({
  seconds: { label: "Seconds", amount: "1", unit: "s" },
  depth: { label: "Depth, in plies", amount: "4", unit: "plies" },
  nodes: { label: "Nodes", amount: "100000", unit: "nodes" },
});

/** The players a game supports, requested once, and again when its file changes. @param {string} game */
export function useSeats(game) {
  const [told, setTold] = useState(/** @type {{game: string, seats: Seats} | null} */ (null));
  useEffect(() => {
    const control = new AbortController();
    const load = () =>
      ask("seats", { game }, control.signal).then(
        (seats) => setTold({ game, seats }),
        () => {}, // the position reports the error
      );
    load();
    addEventListener("authorchange", load);
    return () => {
      control.abort();
      removeEventListener("authorchange", load);
    };
  }, [game]);
  return told?.game === game ? told.seats : null;
}

/** A specification parsed for the form. @param {string} spec @returns {Form} */
function formOf(spec) {
  const [kind, ...more] = spec.split(":");
  const rest = more.join(":");
  const [options, model = ""] = rest.split(/,?opponent=/);
  const budget = Object.keys(BUDGETS).find((each) => options.includes(`${each}=`)) ?? "seconds";
  const named = /(?:seconds|depth|nodes|cycles|temperature|epsilon)=([^,]+)/.exec(options);
  const amount = named?.[1] ?? (PARAMETERS[kind] ? options.split(",")[0] : "");
  return { kind, budget, amount, model };
}

/** The specification of a form. @param {Form} form @param {string[]} options */
function specOf({ kind, budget, amount, model }, options) {
  if (kind === "human") return kind;
  const parameter = PARAMETERS[kind];
  if (parameter) {
    const given = `${kind}:${parameter.option}=${amount || parameter.amount}`;
    return kind === "epsilon" ? `${given},depth=4` : given;
  }
  if (!options.includes(budget)) return options.includes("seconds") ? `${kind}:seconds=${amount || 1}` : kind;
  const given = `${kind}:${budget}=${amount || BUDGETS[budget].amount}`;
  return kind === "expectimax" && model && model !== "uniform" ? `${given},opponent=${model}` : given;
}

/** A player in a few words. @param {string} spec */
function wordsOf(spec) {
  if (isPerson(spec)) return "person";
  const { kind, budget, amount, model } = formOf(spec);
  if (PARAMETERS[kind]) return `${kind} ${amount}`.trim();
  if (!amount) return kind;
  const { unit } = BUDGETS[budget];
  return `${kind}, ${budget === "depth" ? `${amount} plies` : `${Number(amount).toLocaleString("en")} ${unit}`}${model ? `, others ${model}` : ""}`;
}

/**
 * @param {{seats: Seats | null, chosen: string[], change: (seats: string[]) => void, turn: number | null,
 *   thinking: number | null, clock: import("./clock.js").Clock | null, setClock: (time: string) => void}} props
 */
export function Players({ seats, chosen, change, turn, thinking, clock, setClock }) {
  if (!seats) return html`<section class="panel players" aria-label="Players"></section>`;
  const level = seats.levels.find((each) => chosen.some((spec) => !isPerson(spec)) && chosen.every((spec) => isPerson(spec) || spec === each.player));
  const computer = level?.player ?? seats.opponent;
  /** @param {number} seat @param {string} spec */
  const sit = (seat, spec) => change(chosen.map((each, at) => (at === seat ? spec : each)));
  /** @type {[string, string[]][]} */
  const presets =
    seats.players === 1
      ? [["A person plays", ["human"]], ["The computer plays", [computer]]]
      : [
          [seats.players === 2 ? "Two people" : "All people", chosen.map(() => "human")],
          ["Against the computer", chosen.map((_, seat) => (seat === 0 ? "human" : computer))],
          ["Computers only", chosen.map((_, seat) => (seat === 0 && !level ? "best:seconds=1" : computer))],
        ];
  return html`<section class="panel players" aria-labelledby="players-title">
    <h2 id="players-title" class="sr">Players</h2>
    <div class="row presets" role="group" aria-label="Who plays">
      ${presets.map(([label, wanted]) => html`<button type="button" aria-pressed=${wanted.join("|") === chosen.join("|")} onClick=${() => change(wanted)}>${label}</button>`)}
    </div>
    <div class="row presets levels">
      <div class="row tight" role="group" aria-label="Level of the computer">
        ${seats.levels.map((each) => html`<button type="button" class="small" title=${each.about} aria-pressed=${each === level}
          onClick=${() => change(withLevel(chosen, each.player))}>${each.level}</button>`)}
      </div>
      ${seats.players === 2 && chosen[0] !== chosen[1] && html`<button type="button" class="small" onClick=${() => change([...chosen].reverse())} title="Play the other side">Swap sides</button>`}
    </div>
    <ul class="seat-list">
      ${seats.names.map((name, seat) => html`<${Seat} key=${seat} seat=${seat} name=${name} spec=${chosen[seat] ?? "human"} seats=${seats}
        sit=${(/** @type {string} */ spec) => sit(seat, spec)} turn=${turn === seat} thinking=${thinking === seat} clock=${clock ? timeWords(clock.left[seat]) : ""} />`)}
    </ul>
    <label class="row tight small clock-choice"><span>Clock</span>
      <select value=${clock?.time ?? ""} onChange=${(/** @type {any} */ event) => setClock(event.target.value)}>
        <option value="">none</option>
        ${TIMES.map((time) => html`<option value=${time}>${time.replace("+", " min + ")} s</option>`)}
      </select></label>
  </section>`;
}

/** The seats with the computers at a level; if there are none, the last seat becomes one. @param {string[]} chosen @param {string} player */
function withLevel(chosen, player) {
  const some = chosen.some((spec) => !isPerson(spec));
  return chosen.map((spec, seat) => (some ? !isPerson(spec) : seat === chosen.length - 1) ? player : spec);
}

/**
 * @param {{seat: number, name: string, spec: string, seats: Seats, sit: (spec: string) => void, turn: boolean,
 *   thinking: boolean, clock: string}} props
 */
function Seat({ seat, name, spec, seats, sit, turn, thinking, clock }) {
  const form = formOf(spec);
  const kind = seats.kinds.find((each) => each.kind === form.kind);
  const options = kind?.options ?? [];
  const parameter = PARAMETERS[form.kind];
  const budgets = Object.keys(BUDGETS).filter((each) => options.includes(each));
  /** @param {Partial<Form>} part */
  const change = (part) => {
    const next = { ...form, ...part };
    const known = seats.kinds.find((each) => each.kind === next.kind)?.options ?? [];
    sit(specOf(next, known));
  };
  const refused = seats.kinds.filter((each) => each.refused);
  return html`<li>
    <details>
      <summary aria-current=${turn ? "true" : null}>
        <span class=${`seat-dot p${seat}`} aria-hidden="true"></span>
        <strong>${name}</strong>
        <span class="quiet seat-words">${seats.levels.find((each) => each.player === spec)?.level ?? wordsOf(spec)}</span>${clock && html`<span class="digits clock" role="timer">${clock}</span>`}
        <span class="sr">${thinking ? "is thinking" : turn ? "to move" : ""}</span>
      </summary>
      <div class="settings-form">
        <label class="field"><span>${name} is</span>
          <select value=${form.kind} onChange=${(/** @type {any} */ event) => change({ kind: event.target.value, amount: "", model: "" })}>
            <option value="human">A person</option>
            ${seats.kinds.filter((each) => !each.refused).map((each) => html`<option value=${each.kind}>${each.about} (${each.kind})</option>`)}
            ${refused.length > 0 && html`<optgroup label="Cannot play this game">${refused.map((each) => html`<option value=${each.kind} disabled title=${each.refused}>${each.kind}: ${each.refused}</option>`)}</optgroup>`}
          </select></label>
        ${parameter
          ? html`<${Amount} label=${parameter.label} value=${form.amount || parameter.amount} change=${(/** @type {string} */ amount) => change({ amount })} />`
          : budgets.length > 0 && html`
            ${budgets.length > 1 && html`<label class="field"><span>Limited by</span>
              <select value=${form.budget} onChange=${(/** @type {any} */ event) => change({ budget: event.target.value, amount: "" })}>
                ${budgets.map((each) => html`<option value=${each}>${each}</option>`)}
              </select></label>`}
            <${Amount} label=${BUDGETS[form.budget].label} value=${form.amount || BUDGETS[form.budget].amount} change=${(/** @type {string} */ amount) => change({ amount })} />`}
        ${form.kind === "expectimax" && html`<label class="field"><span>Opponents play</span>
          <select value=${form.model || "uniform"} onChange=${(/** @type {any} */ event) => change({ model: event.target.value })}>
            ${Object.entries(MODELS).filter(([each]) => seats.models.includes(each.split(":")[0])).map(([each, words]) => html`<option value=${each}>${words}</option>`)}
          </select></label>`}
      </div>
    </details>
  </li>`;
}

/** @param {{label: string, value: string, change: (amount: string) => void}} props */
function Amount({ label, value, change }) {
  return html`<label class="field"><span>${label}</span>
    <input type="number" min="0" step="any" value=${value} onChange=${(/** @type {any} */ event) => {
      if (Number(event.target.value) > 0) change(event.target.value);
      else event.target.value = value;
    }} /></label>`;
}
