// A quiz session: questions one by one, graded and explained, with a score and a summary at the end.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Problem, ask } from "../api.js";
import { address, go } from "../route.js";
import { recall, remember } from "./memory.js";
import { Verdict } from "./predict.js";
import { Tree } from "./tree.js";
import { Walk } from "./walk.js";

/**
 * @typedef {{number: number, kind: string, words: string, algorithm: string, prompt: string, format: string,
 *   tree: any}} Question
 * @typedef {{correct: boolean, category: string, text: string, details: string[], answer: string, tree: any,
 *   source: object, given: string | null}} Feedback  `given` is the answer; null if skipped
 */

/** The fields of the `quiz` call in an address. @param {Record<string, string>} query */
export function fieldsOf(query) {
  /** @type {Record<string, any>} */
  const fields = {};
  for (const name of ["seed", "questions", "branching", "depth", "cuts"])
    if (query[name]) fields[name] = Number(query[name]);
  for (const name of ["algorithm", "prune", "root"]) if (query[name]) fields[name] = query[name];
  for (const name of ["kinds", "targets"]) if (query[name]) fields[name] = query[name].split(",").filter(Boolean);
  return fields;
}

/** @param {{query: Record<string, string>}} props */
export function Session({ query }) {
  const fields = useMemo(() => fieldsOf(query), [query]);
  const memory = `quiz ${JSON.stringify(fields)}`;
  const [kept] = useState(() => keptIn(memory));
  const [quiz, setQuiz] = useState(/** @type {{seed: number, conventions: string, questions: Question[]} | null} */ (null));
  const [at, setAt] = useState(0);
  const [results, setResults] = useState(/** @type {Feedback[]} */ ([]));
  const [text, setText] = useState(kept.text);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    /** Resumes a session: earlier answers are graded again. */
    const begin = async () => {
      const made = await ask("quiz", fields);
      const answered = kept.answers.slice(0, made.questions.length);
      const told = await Promise.all(answered.map((given, index) => grade(fields, index + 1, given)));
      setResults(told);
      setAt(Math.min(kept.at, told.length));
      setQuiz(made);
    };
    begin().catch((error) => setProblem(error.message));
  }, []);
  useEffect(() => {
    if (quiz) remember(memory, { answers: results.map((each) => each.given), at, text }, true);
  }, [quiz, results, at, text]);
  const settings = address("quiz", "", { ...query, seed: "" });
  if (problem)
    return html`<p class="problem" role="alert">${problem}</p><p><a class="button" href=${settings}>Other settings</a></p>`;
  if (!quiz) return html`<p class="quiet">Making questions…</p>`;
  const again = () => {
    setResults([]);
    setAt(0);
    setText("");
  };
  if (at >= quiz.questions.length)
    return html`<${Summary} questions=${quiz.questions} results=${results} again=${again} show=${setAt} query=${query} settings=${settings} />`;
  const question = quiz.questions[at];
  return html`<div>
    <div class="quiz-progress">
      <ol class="quiz-dots" aria-label="Questions">
        ${quiz.questions.map((each, index) => html`<li><button type="button" class=${dot(results[index], index === at)}
          aria-label=${`Question ${each.number}: ${state(results[index])}`} aria-current=${index === at ? "step" : null}
          disabled=${index > results.length} onClick=${() => setAt(index)}>
          <span aria-hidden="true">${results[index] ? (results[index].correct ? "✓" : "✗") : each.number}</span></button></li>`)}
      </ol>
      <p class="digits" role="status" aria-label="Score">Score ${right(results)} of ${results.length}</p>
    </div>
    <${Handout} fields=${fields} />
    <${Asking} key=${at} question=${question} fields=${fields} conventions=${quiz.conventions}
      count=${quiz.questions.length} feedback=${results[at] ?? null} text=${text} type=${setText}
      graded=${(/** @type {Feedback} */ told) => { setResults([...results, told]); setText(""); }} next=${() => setAt(at + 1)} />
  </div>`;
}

/** The quiz on paper: the same questions as a sheet and a key. @param {{fields: object}} props */
export function Handout({ fields }) {
  const [problem, setProblem] = useState("");
  /** @param {string} what @param {string} format */
  const save = async (what, format) => {
    try {
      const file = await ask("quiz_sheet", { ...fields, what, format });
      const link = document.createElement("a");
      link.href = `data:application/octet-stream;base64,${file.base64}`;
      link.download = file.name;
      link.click();
      setProblem("");
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  return html`<div class="row tight quiz-handout" role="group" aria-label="Hand out these questions">
    <span class="small">Hand out these questions:</span>
    <button type="button" class="small" onClick=${() => save("sheet", "pdf")}>Sheet</button>
    <button type="button" class="small" onClick=${() => save("key", "pdf")}>Key</button>
    <button type="button" class="small" onClick=${() => save("sheet", "md")}>Sheet as Markdown</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </div>`;
}

/** @param {object} fields @param {number} number @param {string | null} given @returns {Promise<Feedback>} */
async function grade(fields, number, given) {
  return { ...(await ask("grade", { ...fields, number, text: given })), given };
}

/** The saved progress of a quiz. @param {string} memory @returns {{answers: (string | null)[], at: number, text: string}} */
function keptIn(memory) {
  const { answers, at, text } = recall(memory) ?? {};
  const known = Array.isArray(answers) && answers.every((each) => each === null || typeof each === "string");
  return { answers: known ? answers : [], at: known ? Number(at) || 0 : 0, text: typeof text === "string" ? text : "" };
}

/** @param {Feedback | undefined} result @param {boolean} now */
function dot(result, now) {
  return ["quiz-dot", result ? (result.correct ? "right" : "wrong") : "", now ? "now" : ""].join(" ");
}

/** @param {Feedback | undefined} result */
function state(result) {
  return !result ? "not answered" : result.correct ? "right" : result.category === "skipped" ? "skipped" : "wrong";
}

/** @param {Feedback[]} results */
function right(results) {
  return results.filter((each) => each.correct).length;
}

/**
 * One question.
 * @param {{question: Question, fields: object, conventions: string, count: number, feedback: Feedback | null,
 *   text: string, type: (text: string) => void, graded: (feedback: Feedback) => void, next: () => void}} props  `text` is
 *   the answer typed so far
 */
function Asking({ question, fields, conventions, count, feedback, text, type, graded, next }) {
  const busy = useRef(false);
  const [hint, setHint] = useState("");
  const [problem, setProblem] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const on = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.form?.querySelector("button")?.scrollIntoView({ block: "nearest" }); // below the tree on a phone
  }, []);
  useEffect(() => {
    if (!feedback) return;
    on.current?.focus({ preventScroll: true });
    on.current?.scrollIntoView({ block: "nearest" });
  }, [feedback]);
  /** @param {string | null} answer */
  const send = async (answer) => {
    if (busy.current) return;
    busy.current = true;
    try {
      setProblem("");
      graded(await grade(fields, question.number, answer));
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    } finally {
      busy.current = false;
    }
  };
  /** @param {Event} event */
  const answer = (event) => {
    event.preventDefault();
    if (text.trim()) send(text);
    else setProblem(`The answer is empty; enter ${question.format}.`);
  };
  const help = () =>
    ask("hint", { ...fields, number: question.number }).then(
      (told) => setHint(told.hint),
      (error) => setProblem(error.message),
    );
  // Which leaves are never visited is answered by clicking them.
  const clicks = question.kind === "pruned";
  const chosen = text.split(/[\s,]+/).filter(Boolean);
  const lit = useMemo(() => {
    const ids = question.tree.nodes.filter((/** @type {any} */ node) => chosen.includes(node.name)).map((/** @type {any} */ node) => node.id);
    return clicks && ids.length ? ids : null;
  }, [text, question]);
  const pick = (/** @type {any} */ id) => {
    const node = question.tree.nodes.find((/** @type {any} */ each) => each.id === id);
    if (node?.kind !== "leaf" || !node.name) return;
    type((chosen.includes(node.name) ? chosen.filter((each) => each !== node.name) : [...chosen, node.name]).join(" "));
  };
  const head = html`<p class="quiet small quiz-number">Question ${question.number} of ${count}: ${question.words}</p>
    <p class="predict-prompt">${question.prompt}</p>`;
  if (feedback) {
    const done = html`<div class="quiz-done">
      ${head}
      ${feedback.given && html`<p>Your answer: <b>${feedback.given}</b></p>`}
      <${Verdict} feedback=${feedback} />
      <div class="row"><button type="button" class="main" ref=${on} onClick=${next}>${question.number < count ? "Next question" : "See the score"}</button></div>
      <h3>The search</h3>
    </div>`;
    return html`<${Walk} tree=${feedback.tree} head=${done} source=${feedback.source} search=${feedback.source} title=${`Question ${question.number}: ${question.words}`} label="The search, step by step" />`;
  }
  return html`<div class="walk">
    <div class="walk-tree panel">
      <${Tree} tree=${question.tree} at=${0} label="The tree of the question" lit=${lit} selected=${clicks ? pick : undefined} />
      <div class="walk-bar"></div>
    </div>
    <form class="walk-side panel" onSubmit=${answer}>
      ${head}
      <label class="field"><span>Your answer</span>
        <input ref=${field} value=${text} autocomplete="off" spellcheck=${false} maxlength="500"
          onInput=${(/** @type {any} */ event) => type(event.target.value)} /></label>
      <p class="quiet small quiz-format">${clicks ? "Click the leaves in the tree, or enter" : "Enter"} ${question.format}.</p>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${hint && html`<p class="note" role="status">${hint}</p>`}
      <div class="row">
        <button class="main">Check</button>
        <button type="button" onClick=${help} disabled=${hint !== ""}>Hint</button>
        <button type="button" onClick=${() => send(null)}>Skip</button>
      </div>
      <p class="quiet small quiz-conventions">${conventions}</p>
    </form>
  </div>`;
}

/**
 * @param {{questions: Question[], results: Feedback[], again: () => void, show: (index: number) => void, query: Record<string, string>,
 *   settings: string}} props
 */
function Summary({ questions, results, again, show, query, settings }) {
  const [copied, setCopied] = useState("");
  const score = right(results);
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setCopied("Link copied: it gives the same questions."),
      () => setCopied(`Copy this link: ${location.href}`),
    );
  const fresh = () => go(address("quiz", "", { ...query, seed: 1 + Math.floor(Math.random() * 999_999) }));
  return html`<section class="panel quiz-summary" aria-label="Summary">
    <h2>You got <span class="digits">${score} of ${questions.length}</span> right</h2>
    <div class="wide" tabindex="0" role="region" aria-label="Questions and results">
      <table>
        <thead><tr><th scope="col" class="number">Question</th><th scope="col">About</th><th scope="col">Result</th><th scope="col">Answer</th></tr></thead>
        <tbody>
          ${questions.map((question, index) => html`<tr>
            <td class="number"><button type="button" class="plain" title="Show it again" onClick=${() => show(index)}>${question.number}</button></td>
            <td>${question.words}</td>
            <td class=${results[index].correct ? "quiz-right" : "quiz-wrong"}>${results[index].correct ? "✓ right" : results[index].category === "skipped" ? "– skipped" : `✗ ${results[index].category.replaceAll("-", " ")}`}</td>
            <td>${results[index].answer}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
    <div class="row">
      <button type="button" class="main" onClick=${fresh}>New questions</button>
      <button type="button" onClick=${again}>Same questions again</button>
      <a class="button" href=${settings}>Other settings</a>
      <button type="button" onClick=${copy}>Copy the link</button>
    </div>
    <p class="quiet small quiz-copied" role="status">${copied}</p>
    <${Handout} fields=${fieldsOf(query)} />
  </section>`;
}
