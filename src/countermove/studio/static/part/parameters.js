// The parameters of a game as a form, and the game's name with them: `connect4:rows=5,cols=5`.
import { ask } from "../api.js";
import { address, go } from "../route.js";
import { html, useState } from "../vendor/preact.js";

/** @typedef {import("../api.js").Parameter} Parameter */

/** Labels of fields whose names are not self-explanatory. @type {Record<string, string>} */
const WORDS = {
  cols: "columns", k: "how many in a row", n: "counters", misere: "the last to move loses", rows: "rows", men: "men each",
  piles: "piles, as (3, 4, 5)", cube: "with the doubling cube", tree: "tree, as [[3, 12], [2, 4]]", cards: "cards each",
  points: "count the points", payoffs: "payoffs, as [[2, -3], [-3, 4]]", root: "who begins, max or min", rock: "what rock wins",
};

/**
 * The name of a game with parameters; defaults are omitted.
 * @param {string} game
 * @param {Parameter[]} parameters
 * @param {Record<string, string>} values
 */
export function nameWith(game, parameters, values) {
  const changed = parameters.filter((each) => values[each.name] !== undefined && values[each.name].trim() !== each.value);
  const fields = changed.map((each) => `${each.name}=${values[each.name].trim()}`);
  return fields.length ? `${game}:${fields.join(",")}` : game;
}

/**
 * A form that opens the game with these parameters.
 * @param {{game: string, parameters: Parameter[], open?: (name: string) => void}} props
 */
export function Parameters({ game, parameters, open = (name) => go(address("game", name)) }) {
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({}));
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const name = nameWith(game, parameters, values);
    setAsking(true);
    try {
      const { hidden } = await ask("room/look", { game: name });
      if (!hidden) await ask("position", { game: name });
      setProblem("");
      if (hidden) go(address("room", "", { game: name }));
      else open(name);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setAsking(false);
  };
  return html`<form class="parameters stack" onSubmit=${submit}>
    ${parameters.map(
      (each) => html`<${Field} parameter=${each} value=${values[each.name] ?? each.value}
        change=${(/** @type {string} */ value) => setValues({ ...values, [each.name]: value })} />`,
    )}
    ${problem && html`<p class="problem small" role="alert">${problem}</p>`}
    <button class="main" disabled=${isAsking}>Open with these</button>
  </form>`;
}

/** @param {{parameter: Parameter, value: string, change: (value: string) => void}} props */
function Field({ parameter, value, change }) {
  const words = WORDS[parameter.name] ?? parameter.name;
  const label = words[0].toUpperCase() + words.slice(1);
  if (parameter.kind === "bool") {
    return html`<label class="row"><input type="checkbox" checked=${value === "True"}
      onChange=${(/** @type {any} */ event) => change(event.target.checked ? "True" : "False")} /> ${label}</label>`;
  }
  return html`<label class="field">${label}
    <input type=${parameter.kind === "int" ? "number" : "text"} value=${value} autocomplete="off" spellcheck=${false}
      onInput=${(/** @type {any} */ event) => change(event.target.value)} />
  </label>`;
}
