// One item of the lectures: its question, its searches as trees to step through, tables, plots, proofs, and the answer.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask, stream, wasStopped } from "../api.js";
import { titleOf } from "../part/algorithm.js";
import { Chart } from "../part/chart.js";
import { Conventions, SWITCHES } from "../part/conventions.js";
import { Walk } from "../part/walk.js";
import { address, go } from "../route.js";
import { Elapsed } from "../part/elapsed.js";

/**
 * @typedef {{caption: string, differs: string, algorithm: string, depth: number | null, conventions: Record<string, any>,
 *   list: string | null, root: string, players: number}} Run
 * @typedef {{name: string, title: string, numbers: number[], section: {number: number, title: string}, question: string,
 *   answer: string, words: string, runs: Run[], tables: boolean, wrong: string, slow: string, plot: boolean, proof: boolean,
 *   demos: {name: string, title: string}[], before: Link | null, after: Link | null}} Item
 * @typedef {{name: string, title: string}} Link
 * @typedef {{title: string, columns: string[], rows: string[][], right: boolean[]}} Table
 */

/** @param {{route: import("../route.js").Route}} props */
export default function Lecture({ route }) {
  const [item, setItem] = useState(/** @type {Item | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let wanted = true;
    setProblem("");
    ask("lecture", { name: route.name }).then(
      (told) => {
        if (!wanted) return;
        document.title = `${told.title} · Countermove`;
        setItem(told);
      },
      (error) => wanted && setProblem(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [route.name]);
  if (problem)
    return html`<h1>Lecture</h1>
      <p class="problem" role="alert">${problem}</p>
      <p>The <a href="#/lectures">list of lectures</a> shows them all.</p>`;
  if (!item) return html`<h1>Lecture</h1><p class="quiet">Opening…</p>`;
  return html`<article class="lecture" key=${item.name}>
    <nav class="lecture-path" aria-label="Lectures">
      <a href="#/lectures">Lectures</a><span class="quiet" aria-hidden="true">›</span>
      <span class="quiet">${item.section.number}. ${item.section.title}</span>
      ${item.numbers.length > 0 && html`<span class="quiet small">No. ${item.numbers.join(", ")} in the notes</span>`}
      <span class="lecture-turn">
        ${item.before && html`<a href=${address("lecture", item.before.name)} title=${item.before.title}>← Previous</a>`}
        ${item.after && html`<a href=${address("lecture", item.after.name)} title=${item.after.title}>Next →</a>`}
      </span>
    </nav>
    <h1>${item.title}</h1>
    <p class="lecture-question">${item.question}</p>
    ${item.runs.length > 0 && html`<${Runs} item=${item} route=${route} />`}
    ${item.demos.length > 0 && html`<${Demos} demos=${item.demos} />`}
    ${item.proof && html`<${Proofs} name=${item.name} />`}
    ${item.tables && html`<${Tables} item=${item} />`}
    <${TheAnswer} item=${item} />
  </article>`;
}

/** The answer, hidden until requested. @param {{item: Item}} props */
function TheAnswer({ item }) {
  const [shown, setShown] = useState(false);
  return html`<section class="panel lecture-answer" aria-label="Answer">
    ${shown
      ? html`<h2>Answer</h2>
          <p class="lecture-says" role="status">${item.answer}</p>
          <p>${item.words}</p>`
      : html`<div class="row spread">
          <p class="quiet">Do you have an answer?</p>
          <button type="button" class="main" onClick=${() => setShown(true)}>Show the answer</button>
        </div>`}
  </section>`;
}

/** The searches of an item, one at a time. @param {{item: Item, route: import("../route.js").Route}} props */
function Runs({ item, route }) {
  const at = Math.min(Math.max(0, (Number(route.query.run) || 1) - 1), item.runs.length - 1);
  const run = item.runs[at];
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const given = switched(route.query, run);
  const source = { lecture: item.name, run: at, conventions: given };
  const key = JSON.stringify(source);
  useEffect(() => {
    const stop = new AbortController();
    setProblem("");
    stream("lecture_run", { name: item.name, run: at, conventions: given }, () => {}, stop.signal).then(
      (done) => setTold({ ...done, key, at }),
      (error) => wasStopped(error) || setProblem(error.message),
    );
    return () => stop.abort();
  }, [key]);
  /** @param {Record<string, string | number>} query */
  const turn = (query) => go(address("lecture", item.name, query), true);
  const now = { ...run.conventions, ...given };
  return html`<section aria-label="Search">
    ${item.runs.length > 1 &&
    html`<div class="tabs" role="tablist" aria-label="Searches of this lecture">
      ${item.runs.map(
        (each, index) => html`<button type="button" role="tab" aria-selected=${index === at}
          onClick=${() => turn({ ...given, run: index + 1 })}>${index + 1}. ${titleOf(each.algorithm)}${each.differs && `, ${each.differs}`}</button>`,
      )}
    </div>`}
    <div class="lecture-caption">
      <p>${run.caption || `${titleOf(run.algorithm)} on this tree.`}</p>
      ${run.list &&
      html`<span class="row">
        ${item.wrong && run.algorithm === "alphabeta" &&
        html`<a href=${address("race", "", { game: run.list, root: run.root === "max" ? "" : run.root, first: run.algorithm, second: item.wrong })}>See it go wrong</a>`}
        <a href=${address("editor", "", { tree: run.list, root: run.root === "max" ? "" : run.root, players: run.players === 2 ? "" : run.players, algorithm: run.algorithm })}>Change this tree</a>
      </span>`}
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${told
      ? html`<${Walk} tree=${told.tree} source=${source} search=${source} exporting="lecture_export" title=${`${item.title}: ${titleOf(run.algorithm)}${run.differs && `, ${run.differs}`}`} names=${now.names}
          changed=${told.changed} begin=${true} />`
      : html`<div class="walk-room panel"><p class="quiet">Searching… <${Elapsed} /></p></div>`}
    <div class="panel lecture-conventions">
      <${Conventions} value=${shown(now)}
        change=${(/** @type {string} */ name, /** @type {string} */ value) => turn({ ...queried(given, run, name, value), run: at + 1 })}
        reset=${() => turn({ run: at + 1 })} />
      <p class="lecture-changes" role="status">
        ${told?.changes.length ? told.changes.join(" ") : "As in the lecture. Change a convention to see what it does."}
      </p>
    </div>
  </section>`;
}

/** The conventions in the address that differ from the run's. @param {Record<string, string>} query @param {Run} run */
function switched(query, run) {
  /** @type {Record<string, any>} */
  const given = {};
  for (const { name, choices } of SWITCHES) {
    const value = query[name];
    if (value === undefined || !choices.some(([known]) => known === value)) continue;
    if (String(run.conventions[name]) !== value) given[name] = name === "root_depth" ? Number(value) : value;
  }
  return given;
}

/** The query after changing one convention. @param {Record<string, any>} given @param {Run} run @param {string} name @param {string} value */
function queried(given, run, name, value) {
  const first = SWITCHES.find((each) => each.name === name)?.choices[0][0] ?? "";
  const { [name]: _, ...rest } = given;
  const wanted = value || first;
  return String(run.conventions[name]) === wanted ? rest : { ...rest, [name]: wanted };
}

/** Conventions for the bar of switches: without the defaults. @param {Record<string, any>} now */
function shown(now) {
  return Object.fromEntries(
    SWITCHES.filter(({ name, choices }) => String(now[name]) !== choices[0][0]).map(({ name }) => [name, now[name]]),
  );
}

/** @param {{demos: {name: string, title: string}[]}} props */
function Demos({ demos }) {
  return html`<section class="panel" aria-label="Demonstrations">
    <h2>Watch it</h2>
    <ul class="lecture-demos">
      ${demos.map((demo) => html`<li><a class="button" href=${address("pacman", "", { demo: demo.name })}>${demo.title}</a></li>`)}
    </ul>
  </section>`;
}

/** Tables are computed, which may take seconds: small ones at once, others on request. @param {{item: Item}} props */
function Tables({ item }) {
  const [told, setTold] = useState(/** @type {{tables: Table[], plot: any} | null} */ (null));
  const [asked, setAsked] = useState(!item.runs.length && !item.slow);
  const [problem, setProblem] = useState("");
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    const clock = setInterval(() => setSeconds((before) => before + 1), 1000);
    const end = () => clearInterval(clock);
    setSeconds(0);
    setProblem("");
    stream("lecture_tables", { name: item.name }, () => {}, stop.signal)
      .then(setTold, (error) => {
        if (!wasStopped(error)) setProblem(error.message);
      })
      .finally(end);
    return () => {
      stop.abort();
      end();
    };
  }, [asked]);
  const what = item.plot ? "the table and its plot" : "the table";
  return html`<section class="panel lecture-tables" aria-label="Tables">
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${!asked
      ? html`<div class="row spread">
          <p class="quiet">${item.plot ? "A table with a plot" : "A table"}, computed on request${item.slow && `: ${item.slow}`}.</p>
          <button type="button" onClick=${() => setAsked(true)}>Compute ${what}</button>
        </div>`
      : !told
        ? !problem &&
          html`<div class="row spread">
            <p class="quiet"><span role="status">Computing ${what}${item.slow && `: ${item.slow}`}…</span> <${Elapsed} />${" "}
              <span class="digits">${seconds} s</span></p>
            <button type="button" onClick=${() => setAsked(false)}>Stop</button>
          </div>`
        : html`${told.plot && html`<${Chart} plot=${told.plot} />`}
            ${told.tables.map((table) => html`<${Rows} table=${table} />`)}`}
  </section>`;
}

/** @param {{table: Table}} props */
function Rows({ table }) {
  return html`<div class="lecture-table">
    ${table.title && html`<h2>${table.title}</h2>`}
    <div class="wide" tabindex="0" role="region" aria-label=${table.title || "Table"}>
    <table>
      <thead>
        <tr>${table.columns.map((word, at) => html`<th scope="col" class=${table.right[at] ? "number" : ""}>${word}</th>`)}</tr>
      </thead>
      <tbody>
        ${table.rows.map(
          (row) => html`<tr>${row.map((cell, at) => html`<td class=${table.right[at] ? "number" : ""}>${cell}</td>`)}</tr>`,
        )}
      </tbody>
    </table>
    </div>
  </div>`;
}

/** The proofs by problem reduction. @param {{name: string}} props */
function Proofs({ name }) {
  const [proofs, setProofs] = useState(/** @type {any[] | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    stream("lecture_proof", { name }, () => {}, stop.signal).then(
      (told) => setProofs(told.proofs),
      (error) => wasStopped(error) || setProblem(error.message),
    );
    return () => stop.abort();
  }, [name]);
  return html`<section class="lecture-proofs" aria-label="Proofs">
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${!proofs && !problem && html`<p class="quiet">Proving… <${Elapsed} /></p>`}
    ${proofs?.map(
      (proof) => html`<div class="panel" key=${proof.statement}>
        <h2>${proof.statement} is ${proof.true ? "true" : "false"}</h2>
        <p>${proof.headline}</p>
        <div class="wide" tabindex="0" role="region" aria-label=${`Proof of ${proof.statement}`}>
          <table class="lecture-proof">
            <thead><tr><th scope="col">Statement</th><th scope="col">Needs</th><th scope="col">Holds</th><th scope="col"><span class="sr">Remark</span></th></tr></thead>
            <tbody>
              ${proof.lines.map(
                (/** @type {string[]} */ [branch, kind, truth, remark]) => html`<tr>
                  <td class="lecture-branch">${branch}</td>
                  <td>${{ OR: "one below", AND: "all below", end: "the end" }[kind] ?? kind}</td>
                  <td><span class=${truth === "true" ? "lecture-true" : "lecture-false"}>${truth}</span></td>
                  <td class="quiet">${remark}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>
        ${proof.told.map((/** @type {string} */ sentence) => html`<p>${sentence}</p>`)}
      </div>`,
    )}
  </section>`;
}
