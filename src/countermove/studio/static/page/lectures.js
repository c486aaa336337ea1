// Every item of the lectures, by section, with a field to search them.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { useKeys } from "../keys.js";
import { titleOf } from "../part/algorithm.js";
import { address, go } from "../route.js";

/**
 * @typedef {{name: string, title: string, numbers: number[], question: string, algorithms: string[], runs: number,
 *   tables: boolean, plot: boolean, demos: number, proof: boolean, picture: {tree: any, kinds: string[]} | null}} Entry
 * @typedef {{number: number, title: string, about: string, items: Entry[]}} Section
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
        <p class="quiet">Adversarial search, as university courses on artificial intelligence teach it: minimax, alpha-beta, chance,
          evaluation. Every example, quiz and claim of the notes: step through it, predict it, change its conventions.</p>
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
        <p class="quiet lectures-about">${section.about}</p>
        <ul class="lectures-items">
          ${section.items.map(
            (item) => html`<li key=${item.name}>
              <a class="lectures-item panel" href=${address("lecture", item.name)}>
                ${item.picture && html`<${Sketch} tree=${item.picture.tree} kinds=${item.picture.kinds} />`}
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

const WIDE = 220;
const HIGH = 84;

/** The tree of an example, as a small picture. @param {{tree: any, kinds: string[]}} props  `kinds` are those of even and of odd levels */
function Sketch({ tree, kinds }) {
  /** @type {{x: number, depth: number, children: any[], leaf: boolean}[]} */
  const nodes = [];
  let leaves = 0;
  /** @param {any} at @param {number} depth @returns {any} */
  const place = (at, depth) => {
    const children = Array.isArray(at) && depth < 6 ? at.map((each) => place(each, depth + 1)) : [];
    const x = children.length ? (children[0].x + children[children.length - 1].x) / 2 : leaves++;
    const node = { x, depth, children, leaf: !children.length };
    nodes.push(node);
    return node;
  };
  place(tree, 0);
  const deepest = Math.max(1, ...nodes.map((node) => node.depth));
  const at = (/** @type {{x: number, depth: number}} */ node) => [((node.x + 0.5) / leaves) * WIDE, 9 + (node.depth / deepest) * (HIGH - 18)];
  const size = Math.max(2.5, Math.min(6, WIDE / leaves / 2.6));
  return html`<svg class="lectures-sketch" viewBox=${`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
    ${nodes.flatMap((node) => node.children.map((child) => html`<line x1=${at(node)[0]} y1=${at(node)[1]} x2=${at(child)[0]} y2=${at(child)[1]} />`))}
    ${nodes.map((node) => {
      const [x, y] = at(node);
      if (node.leaf) return html`<rect x=${x - size * 0.8} y=${y - size * 0.8} width=${size * 1.6} height=${size * 1.6} rx="1" />`;
      const kind = kinds[node.depth % 2];
      if (kind === "chance") return html`<circle class="chance" cx=${x} cy=${y} r=${size} />`;
      const up = kind === "max";
      return html`<path class=${kind} d=${up ? `M${x} ${y - size}L${x + size * 1.1} ${y + size}H${x - size * 1.1}Z` : `M${x} ${y + size}L${x + size * 1.1} ${y - size}H${x - size * 1.1}Z`} />`;
    })}
  </svg>`;
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
