// Predict mode: the next value, window or cut is hidden; the student predicts it and gets an explanation.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Problem, stream, wasStopped } from "../api.js";
import { STACKED } from "./media.js";
import { recall, remember } from "./memory.js";

/**
 * @typedef {{at: number, kind: "value"|"window"|"cut"|"action", node: number, prompt: string, format: string,
 *   options: string[]}} Question
 * @typedef {{correct: boolean, category: string, text: string, details: string[], answer: string, say: string}} Feedback
 * @typedef {{text: string, alpha: string, beta: string, chosen: number[], none: boolean}} Given
 * @typedef {{on: boolean, number: number, right: number, asked: number}} Kept  Progress so far.
 */

/** @type {Given} */
const NOTHING = { text: "", alpha: "", beta: "", chosen: [], none: false };
/** @type {Kept} */
const BEGINNING = { on: true, number: 0, right: 0, asked: 0 };

/**
 * Predict mode beside a tree that is stepped through: whether it is on, the tree to show meanwhile, and the panel.
 * @template {{steps: any[]} | null | undefined} T
 * @param {T} tree @param {object | null} source  the fields of the `predict` call
 * @param {import("./stepper.js").Player} player
 */
export function usePrediction(tree, source, player) {
  const key = JSON.stringify(source);
  const memory = `predict ${key}`;
  const [on, setOn] = useState(() => Boolean(recall(memory)?.on)); // a reloaded page resumes where it was
  const [open, setOpen] = useState(/** @type {Question | null} */ (null));
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) setOn(false);
    before.current = key;
  }, [key]);
  const shown = useMemo(() => (open && on && tree ? { ...tree, steps: veiled(tree.steps, open) } : tree), [tree, open, on]);
  const leave = () => {
    setOn(false);
    remember(memory, { ...BEGINNING, ...recall(memory), on: false });
  };
  return {
    on: on && source !== null && Boolean(tree),
    tree: shown,
    begin: () => setOn(true),
    panel: on && source && tree && html`<${Predict} key=${key} source=${source} memory=${memory} go=${player.go} ask=${setOpen} leave=${leave} />`,
  };
}

/**
 * @param {{source: object, memory: string, go: (at: number) => void, leave: () => void,
 *   ask?: (question: Question | null) => void}} props
 *   `source` are the fields of the `predict` call, `memory` is where the score is kept; `go` shows that many steps of the tree; `ask` gets the open
 *   question, so that the tree does not give the answer away
 */
function Predict({ source, memory, go, leave, ask }) {
  const [kept] = useState(() => /** @type {Kept} */ ({ ...BEGINNING, ...recall(memory) }));
  const [questions, setQuestions] = useState(/** @type {Question[] | null} */ (null));
  const [number, setNumber] = useState(kept.number);
  const [given, setGiven] = useState(NOTHING);
  const [feedback, setFeedback] = useState(/** @type {Feedback | null} */ (null));
  const [score, setScore] = useState({ right: kept.right, asked: kept.asked });
  const busy = useRef(false);
  const [problem, setProblem] = useState("");
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const next = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const question = questions?.[number];

  useEffect(() => {
    const stop = new AbortController();
    go(0);
    stream("predict", source, () => {}, stop.signal).then(
      (told) => setQuestions(told.questions),
      (error) => wasStopped(error) || setProblem(error.message),
    );
    return () => {
      stop.abort();
      ask?.(null);
    };
  }, []);
  useEffect(() => {
    // skip questions already graded
    remember(memory, { on: true, number: number + (feedback ? 1 : 0), ...score });
  }, [number, feedback, score]);
  useEffect(() => {
    ask?.(question ?? null);
    if (!question) return;
    go(question.at);
    const field = form.current?.querySelector("input");
    field?.focus({ preventScroll: true });
    // On a phone it is below its tree, and both should be visible.
    const tree = form.current?.closest(".walk, .tree-grid")?.querySelector(".tree-box");
    if (tree && matchMedia(STACKED).matches) tree.scrollIntoView({ block: "start" });
    else form.current?.scrollIntoView({ block: "nearest" });
  }, [question]);
  useEffect(() => {
    if (!feedback) return;
    next.current?.focus({ preventScroll: true });
    next.current?.scrollIntoView({ block: "nearest" });
  }, [feedback]);

  /** @param {Event} event */
  const answer = async (event) => {
    event.preventDefault();
    if (!question || feedback || busy.current) return;
    const text = question.kind === "window" ? `${given.alpha}; ${given.beta}` : given.text;
    if (question.kind === "cut" && !given.none && !given.chosen.length)
      return setProblem("Tick the skipped children, or none.");
    busy.current = true;
    try {
      setProblem("");
      const asked = { ...source, question: number, text, chosen: given.chosen };
      const told = await stream("predict_grade", asked, () => {});
      setFeedback(told);
      ask?.(null);
      setScore((before) => ({ right: before.right + (told.correct ? 1 : 0), asked: before.asked + 1 }));
      go(question.at + 1);
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    } finally {
      busy.current = false;
    }
  };
  const goOn = () => {
    setFeedback(null);
    setGiven(NOTHING);
    setProblem("");
    setNumber(number + 1);
  };
  const again = () => {
    setScore({ right: 0, asked: 0 });
    setFeedback(null);
    setGiven(NOTHING);
    setNumber(0);
  };

  if (problem && !questions)
    return html`<p class="problem" role="alert">${problem}</p>
      <button type="button" onClick=${leave}>Back to the steps</button>`;
  if (!questions) return html`<p class="quiet">Looking for steps worth predicting…</p>`;
  if (!question)
    return html`<div class="predict" role="group" aria-label="Predict">
      <h3>${questions.length ? "All done" : "Nothing to predict"}</h3>
      <p role="status">
        ${questions.length
          ? html`You predicted <b class="digits">${score.right} of ${questions.length}</b>.`
          : "Every step of this search is obvious."}
      </p>
      <div class="row">
        ${questions.length > 0 && html`<button type="button" class="main" onClick=${again}>Predict again</button>`}
        <button type="button" onClick=${leave}>Back to the steps</button>
      </div>
    </div>`;
  return html`<div class="predict" role="group" aria-label="Predict">
    <p class="predict-count">
      <span>Question ${number + 1} of ${questions.length}</span>
      <span class="digits" role="status" aria-label="Score">${score.right} of ${score.asked} right</span>
    </p>
    <form ref=${form} onSubmit=${answer}>
      <p class="predict-prompt">${question.prompt}</p>
      <${Answer} key=${number} question=${question} given=${given} change=${setGiven} off=${feedback !== null} />
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${feedback
        ? html`<${Verdict} feedback=${feedback} />`
        : html`<p class="quiet small">${capital(question.format)}.</p>`}
      <div class="row">
        ${feedback
          ? html`<button key="next" type="button" class="main" ref=${next} onClick=${goOn}>
              ${number + 1 < questions.length ? "Next" : "See the score"}</button>`
          : html`<button key="check" class="main">Check</button>`}
        <button key="leave" type="button" onClick=${leave}>Leave</button>
      </div>
    </form>
  </div>`;
}

/** @param {{question: Question, given: Given, change: (given: Given) => void, off: boolean}} props */
function Answer({ question, given, change, off }) {
  if (question.kind === "window")
    return html`<div class="row predict-window">
      ${field("Alpha", given.alpha, (text) => change({ ...given, alpha: text }), off, "−∞")}
      ${field("Beta", given.beta, (text) => change({ ...given, beta: text }), off, "∞")}
    </div>`;
  if (question.kind === "value") return field("Value", given.text, (text) => change({ ...given, text }), off);
  const many = question.kind === "cut";
  return html`<fieldset class="predict-options" disabled=${off}>
    <legend>${many ? "Skipped children" : "Action"}</legend>
    ${question.options.map(
      (option, index) => html`<label class="predict-option">
        <input type=${many ? "checkbox" : "radio"} name="option" checked=${given.chosen.includes(index)}
          onChange=${() => change({ ...given, none: false, chosen: many ? toggled(given.chosen, index) : [index] })} />
        <span>${option}</span></label>`,
    )}
    ${many && html`<label class="predict-option">
      <input type="checkbox" name="option" checked=${given.none}
        onChange=${() => change({ ...given, none: !given.none, chosen: [] })} />
      <span>none, the search continues</span></label>`}
  </fieldset>`;
}

/**
 * @param {string} label @param {string} value @param {(text: string) => void} change @param {boolean} off
 * @param {string} [hint]
 */
function field(label, value, change, off, hint = "") {
  return html`<label class="field predict-field"><span>${label}</span>
    <input value=${value} readonly=${off} placeholder=${hint} autocomplete="off" spellcheck=${false}
      onInput=${(/** @type {any} */ event) => change(event.target.value)} /></label>`;
}

/** @param {number[]} chosen @param {number} index */
function toggled(chosen, index) {
  return chosen.includes(index) ? chosen.filter((each) => each !== index) : [...chosen, index];
}

/** The feedback on an answer: right or wrong, and why. @param {{feedback: Partial<Feedback>}} props */
export function Verdict({ feedback }) {
  const { correct, text = "", details = [], answer = "" } = feedback;
  return html`<div class=${correct ? "success verdict" : "problem verdict"} role="status">
    <p><b>${text}</b></p>
    ${!correct && answer && html`<p>The answer is <b>${answer.replace(/\.$/, "")}</b>.</p>`}
    ${details.map((each) => html`<p>${each}</p>`)}
  </div>`;
}

/**
 * Steps that do not give the answer away: no windows, and no value for the node in question.
 * @param {any[]} steps @param {Question} question
 */
function veiled(steps, question) {
  return steps.map((step, index) => {
    if (index >= question.at) return step;
    const { window: _, value, ...rest } = step;
    const held = step.node === question.node && question.kind !== "cut";
    return value === undefined || held ? rest : { ...rest, value };
  });
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
