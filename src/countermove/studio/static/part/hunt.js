// Find the mistake: step through a deliberately wrong search and mark the first wrong step, or name the mistake.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Problem, ask } from "../api.js";
import { address, go } from "../route.js";
import { titleOf } from "./algorithm.js";
import { recall, remember } from "./memory.js";
import { Verdict } from "./predict.js";
import { Walk } from "./walk.js";

/**
 * @typedef {{seed: number, algorithm: string, rule: string, tree: any, choices: {name: string, mistake: string}[]}} Asked
 * @typedef {{correct: boolean, category: string, text: string, details: string[], answer: string, step: number,
 *   mistake: string, right: any}} Graded
 */

const SCORE = "hunt score";

/** @param {{query: Record<string, string>}} props */
export function Hunt({ query }) {
  const seed = Number(query.seed) || 1;
  const algorithm = query.algorithm || null;
  const key = `hunt ${seed} ${algorithm ?? ""}`;
  const busy = useRef(false);
  const [asked, setAsked] = useState(/** @type {(Asked & {key: string}) | null} */ (null));
  const [graded, setGraded] = useState(/** @type {Graded | null} */ (null));
  const [chosen, setChosen] = useState("");
  const [at, setAt] = useState(0);
  const [beside, setBeside] = useState(false);
  const [problem, setProblem] = useState("");
  const [score, setScore] = useState(() => /** @type {{found: number, of: number}} */ ({ found: 0, of: 0, ...recall(SCORE) }));
  useEffect(() => remember(SCORE, score), [score]);
  useEffect(() => {
    let wanted = true;
    setGraded(null);
    setChosen("");
    setBeside(false);
    setProblem("");
    const before = recall(key); // an earlier answer is not counted again
    Promise.all([ask("mistake", { seed, algorithm }), before && ask("mistake_grade", { seed, algorithm, ...before })]).then(
      ([told, known]) => {
        if (!wanted) return;
        setAsked({ ...told, key });
        setGraded(known);
      },
      (error) => wanted && setProblem(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [seed, algorithm]);
  /** @param {object} found */
  const check = async (found) => {
    if (busy.current || asked?.key !== key) return;
    busy.current = true;
    try {
      setProblem("");
      const told = await ask("mistake_grade", { seed, algorithm, ...found });
      setGraded(told);
      remember(key, found);
      setScore((before) => ({ found: before.found + (told.correct ? 1 : 0), of: before.of + 1 }));
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    } finally {
      busy.current = false;
    }
  };
  /** @param {string} [name] */
  const next = (name = query.algorithm ?? "") =>
    go(address("quiz", "", { mode: "wrong", seed: 1 + Math.floor(Math.random() * 999_999), algorithm: name }));
  if (!asked) return problem ? html`<p class="problem" role="alert">${problem}</p>` : html`<p class="quiet">Opening…</p>`;
  const found = graded
    ? html`<${Verdict} feedback=${{ ...graded, answer: "" }} />
        <p class="hunt-mistake"><span class="quiet">The mistake:</span> ${graded.mistake}</p>
        <div class="row">
          <button type="button" class="main" onClick=${() => next()}>Next mistake</button>
          <button type="button" aria-pressed=${beside} onClick=${() => setBeside(!beside)}>Show the right search</button>
        </div>`
    : html`<div class="row">
          <button type="button" class="main" disabled=${at === 0} onClick=${() => check({ step: at - 1 })}>This is the first wrong step</button>
        </div>
        <form class="hunt-list" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); if (chosen) check({ name: chosen }); }}>
          <fieldset>
            <legend>Or name the mistake</legend>
            ${asked.choices.map((each) => html`<label class="hunt-choice">
              <input type="radio" name="mistake" checked=${chosen === each.name} onChange=${() => setChosen(each.name)} />
              <span>${each.mistake}</span></label>`)}
            <button disabled=${!chosen}>That is the mistake</button>
          </fieldset>
        </form>`;
  const tree = beside && graded ? graded.right : asked.tree;
  return html`<div class="hunt">
    <div class="quiz-progress">
      <p class="hunt-lead">This should be <b>${titleOf(asked.algorithm)}</b>: ${asked.rule}. But it has one mistake.
        Which step is the first that goes wrong?</p>
      <div class="row end">
        <label class="field"><span>Mistakes in</span>
          <select value=${algorithm ?? ""} onChange=${(/** @type {any} */ event) => next(event.target.value)}>
            ${[["", "any algorithm"], ...["minimax", "alphabeta", "expectimax"].map((name) => [name, titleOf(name)])].map(
              ([value, text]) => html`<option value=${value} selected=${value === (algorithm ?? "")}>${text}</option>`,
            )}
          </select></label>
        <p class="digits hunt-score" role="status" aria-label="Score">Found ${score.found} of ${score.of}</p>
      </div>
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <${Walk} tree=${tree} begin=${true} told=${setAt} jump=${graded ? graded.step + 1 : null} side=${found}
      label=${beside ? "The right search" : "The search with a mistake"} />
  </div>`;
}
