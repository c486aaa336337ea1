// The quiz: questions about small trees, or a deliberately wrong search. Its settings are in the address, so that a link
// gives the same questions.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { titleOf } from "../part/algorithm.js";
import { Hunt } from "../part/hunt.js";
import { Session } from "../part/session.js";
import { address, go } from "../route.js";

/**
 * @typedef {Record<string, string>} Query
 * @typedef {{kinds: {name: string, words: string}[], algorithms: string[], targets: string[]}} Offered
 */

/** Properties that trees can be made to have, in words. @type {Record<string, string>} */
const TARGETS = {
  tie: "a tie, where ≥ and > differ",
  "deep-cut": "a deep cutoff, by a bound from far above",
  "unsafe-root": "a root action that only looks equally good",
  ordering: "children in a bad order",
  chance: "chance nodes",
};

/** A random seed. */
export function newSeed() {
  return 1 + Math.floor(Math.random() * 999_999);
}

/** @param {{route: import("../route.js").Route}} props */
export default function Quiz({ route }) {
  const wrong = route.query.mode === "wrong";
  return html`<div class="quiz">
    <div class="quiz-head">
      <h1>Quiz</h1>
      <nav class="quiz-kinds" aria-label="Kinds of quiz">
        <a href="#/quiz" aria-current=${wrong ? null : "page"}>Questions</a>
        <a href=${address("quiz", "", { mode: "wrong", seed: newSeed() })} aria-current=${wrong ? "page" : null}>Find the mistake</a>
      </nav>
    </div>
    ${wrong
      ? html`<${Hunt} query=${route.query} />`
      : route.query.seed
        ? html`<${Session} key=${JSON.stringify(route.query)} query=${route.query} />`
        : html`<${Form} query=${route.query} />`}
  </div>`;
}

/** @param {{query: Query}} props */
function Form({ query }) {
  const [offered, setOffered] = useState(/** @type {Offered | null} */ (null));
  const [problem, setProblem] = useState("");
  const [kinds, setKinds] = useState(split(query.kinds));
  const [targets, setTargets] = useState(split(query.targets));
  const [more, setMore] = useState(/** @type {Query} */ ({ questions: "5", ...query }));
  useEffect(() => {
    ask("quiz_kinds").then(setOffered, (error) => setProblem(error.message));
  }, []);
  /** @param {Event} event */
  const start = (event) => {
    event.preventDefault();
    go(address("quiz", "", { ...more, kinds: kinds.join(","), targets: targets.join(","), seed: newSeed() }));
  };
  /** @param {string} name @param {string} label @param {[string, string][]} choices */
  const select = (name, label, choices) => html`<label class="field"><span>${label}</span>
    <select value=${more[name] ?? ""} onChange=${(/** @type {any} */ event) => setMore({ ...more, [name]: event.target.value })}>
      ${choices.map(([value, text]) => html`<option value=${value} selected=${value === (more[name] ?? "")}>${text}</option>`)}
    </select></label>`;
  return html`<form class="quiz-form panel" onSubmit=${start}>
    <p class="quiz-lead">Small trees, one question each. Every answer is graded at once, with the mistake by its name and the
      search to step through.</p>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <fieldset class="quiz-ask">
      <legend>What to ask</legend>
      <p class="quiet small">Choose none to get all kinds in turn.</p>
      <div class="quiz-choices">
        ${offered?.kinds.map(({ name, words }) => html`<label class="quiz-choice">
          <input type="checkbox" checked=${kinds.includes(name)} onChange=${() => setKinds(toggled(kinds, name))} />
          <span>${words.charAt(0).toUpperCase()}${words.slice(1)}</span></label>`)}
      </div>
    </fieldset>
    <fieldset class="quiz-trees">
      <legend>The trees</legend>
      <div class="row quiz-fields">
        ${select("questions", "Questions", ["3", "5", "10", "20"].map((each) => [each, each]))}
        ${select("algorithm", "Algorithm", [["", "as the question needs"], ...(offered?.algorithms ?? []).map((name) => /** @type {[string, string]} */ ([name, titleOf(name)]))])}
        ${select("branching", "Children of a node", [["", "2 or 3"], ["2", "2"], ["3", "3"], ["4", "4"]])}
        ${select("depth", "Depth", [["", "2 to 4"], ["2", "2"], ["3", "3"], ["4", "4"]])}
        ${select("prune", "Cut when", [["", "α ≥ β"], [">", "α > β"]])}
        ${select("root", "At the root", [["", "MAX"], ["min", "MIN"]])}
      </div>
    </fieldset>
    <fieldset class="quiz-trees">
      <legend>Every tree has</legend>
      <div class="quiz-choices">
        ${offered?.targets.map((name) => html`<label class="quiz-choice">
          <input type="checkbox" checked=${targets.includes(name)} onChange=${() => setTargets(toggled(targets, name))} />
          <span>${TARGETS[name] ?? name}</span></label>`)}
      </div>
    </fieldset>
    <button class="main">Start</button>
  </form>`;
}

/** @param {string | undefined} words @returns {string[]} */
function split(words) {
  return (words ?? "").split(",").filter(Boolean);
}

/** @param {string[]} chosen @param {string} name */
function toggled(chosen, name) {
  return chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name];
}
