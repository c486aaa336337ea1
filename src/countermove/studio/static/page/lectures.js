// Every item of the lectures, by section, with a field to search them.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { useKeys } from "../keys.js";
import { titleOf } from "../part/algorithm.js";
import { address, go } from "../route.js";

/**
 * @typedef {{name: string, title: string, numbers: number[], question: string, algorithms: string[], runs: number,
 *   tables: boolean, plot: boolean, demos: number, proof: boolean}} Entry
 * @typedef {{number: number, title: string, items: Entry[]}} Section
 */

/** @param {{route: import("../route.js").Route}} props */
export default function Lectures({ route }) {
  const [sections, setSections] = useState(/** @type {Section[] | null} */ (null));
  const [problem, setProblem] = useState("");
  const [words, setWords] = useState(route.query.search ?? "");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    ask("lectures").then(
      (told) => setSections(told.sections),
      (error) => setProblem(error.message),
    );
  }, []);
  useKeys([{ keys: "/", does: "Search the lectures", act: () => field.current?.focus() }]);
  const found = useMemo(() => matching(sections ?? [], words), [sections, words]);
  const many = found.reduce((sum, section) => sum + section.items.length, 0);
  /** @param {string} text */
  const search = (text) => {
    setWords(text);
    go(address("lectures", "", { search: text }), true);
  };
  return html`<div class="lectures">
    <div class="lectures-head">
      <div>
        <h1>Lectures</h1>
        <p class="quiet">Every example, quiz and claim of the lectures: step through it, predict it, change its conventions.</p>
      </div>
      <label class="field lectures-search"><span>Search</span>
        <input type="search" ref=${field} value=${words} placeholder="cut, chance, Grundy, …"
          onInput=${(/** @type {any} */ event) => search(event.target.value)} /></label>
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <p class="sr" role="status">${sections ? `${many} ${many === 1 ? "example" : "examples"}` : ""}</p>
    ${sections && !many && html`<p class="note">No matching examples.</p>`}
    ${found.map(
      (section) => html`<section key=${section.number} aria-label=${section.title}>
        <h2><span class="lectures-number digits">${section.number}</span>${section.title}</h2>
        <ul class="lectures-items">
          ${section.items.map(
            (item) => html`<li key=${item.name}>
              <a class="lectures-item panel" href=${address("lecture", item.name)}>
                <span class="lectures-title">${item.title}</span>
                <span class="lectures-question">${item.question}</span>
                <span class="lectures-holds">${holds(item).map((word) => html`<span class="badge">${word}</span>`)}</span>
              </a>
            </li>`,
          )}
        </ul>
      </section>`,
    )}
  </div>`;
}

/** An item's contents in a few words. @param {Entry} item @returns {string[]} */
function holds(item) {
  return [
    ...item.algorithms.map(titleOf),
    ...(item.proof ? ["Proof"] : []),
    ...(item.plot ? ["Plot"] : item.tables ? ["Table"] : []),
    ...(item.demos ? ["Pacman"] : []),
  ];
}

/** Sections with the items that contain all of the words. @param {Section[]} sections @param {string} words */
function matching(sections, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return sections;
  return sections
    .map((section) => ({
      ...section,
      items: section.items.filter((item) => {
        const text = [item.name, item.title, item.question, section.title, ...holds(item)].join(" ").toLowerCase();
        return wanted.every((word) => text.includes(word));
      }),
    }))
    .filter((section) => section.items.length);
}
