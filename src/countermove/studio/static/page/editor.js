// The tree editor: build a tree by clicking and typing, searched as it grows. The tree is in the address.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { ask, stream, wasStopped } from "../api.js";
import { useKeys } from "../keys.js";
import { Algorithm, useAlgorithms } from "../part/algorithm.js";
import { Conventions, chosenIn } from "../part/conventions.js";
import { actionsOf, blank, changed, draft, evened, find, fromTold, grown, listed, moved, parentOf, places, pruned, renamed, revived, troubles, usual } from "../part/draft.js";
import { recall, remember } from "../part/memory.js";
import { Sketchpad, WHO } from "../part/sketchpad.js";
import { Walk } from "../part/walk.js";
import { actionOf, typed } from "../part/why.js";
import { address, go } from "../route.js";

/**
 * @typedef {import("../part/draft.js").Draft} Draft
 * @typedef {{tree: Draft, root: string, players: number}} Sketch  What can be undone.
 * @typedef {{now: Sketch, past: Sketch[], future: Sketch[], tag: string}} History
 */

const MAX_NODES = 400;
const WAIT = 250;
const MEMORY = "editor";
/** Whether the editor was opened since the studio was loaded. */
let opened = false;

/** @param {{route: import("../route.js").Route}} props */
export default function Editor({ route }) {
  const query = route.query;
  const [history, setHistory] = useState(/** @type {History | null} */ (null));
  const [selected, setSelected] = useState(0);
  const [focus, setFocus] = useState(/** @type {{id: number} | null} */ (null));
  const [problem, setProblem] = useState("");
  const written = useRef("");

  // The address: read on arrival, written as the tree changes.
  useEffect(() => {
    const wanted = keyOf(query);
    if (wanted === written.current) return;
    const fresh = !written.current;
    written.current = wanted;
    // An incomplete tree is not in the address. It is restored after a reload, and when the address names no tree.
    const kept = recall(MEMORY);
    const back = !query.tree || (!opened && kept?.key === wanted);
    opened = true;
    if (fresh && back && kept?.now?.tree) return start({ ...kept.now, tree: revived(kept.now.tree) });
    if (!query.tree) return start({ tree: example(), root: query.root ?? "max", players: Number(query.players) || 2 });
    ask("read_tree", { text: query.tree, players: Number(query.players) || null }).then(
      (told) => start({ tree: fromTold(told.tree), root: query.root ?? "max", players: Number(query.players) || told.players }),
      (error) => {
        setProblem(error.message);
        start({ tree: example(), root: "max", players: 2 });
      },
    );
  }, [query.tree, query.root, query.players]);
  useEffect(() => {
    if (history) remember(MEMORY, { key: keyOf(query), now: history.now });
  }, [history, query]);
  /** @param {Sketch} sketch */
  const start = (sketch) => {
    setHistory((before) => ({ now: sketch, past: before ? [...before.past, before.now] : [], future: [], tag: "" }));
    setSelected(sketch.tree.id);
  };
  /** @param {Partial<Sketch>} change @param {string} [tag]  changes with one tag are undone together */
  const edit = (change, tag = "") =>
    setHistory((before) => {
      if (!before) return before;
      const same = tag !== "" && tag === before.tag;
      return { now: { ...before.now, ...change }, past: same ? before.past : [...before.past, before.now].slice(-200), future: [], tag };
    });
  const undo = () =>
    setHistory((before) => before && before.past.length
      ? { now: before.past[before.past.length - 1], past: before.past.slice(0, -1), future: [before.now, ...before.future], tag: "" }
      : before);
  const redo = () =>
    setHistory((before) => before && before.future.length
      ? { now: before.future[0], past: [...before.past, before.now], future: before.future.slice(1), tag: "" }
      : before);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest("dialog")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) undo();
      else if (key === "y" || (key === "z" && event.shiftKey)) redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  useKeys([
    { keys: "Enter", does: "In a leaf: to the next leaf" },
    { keys: "Alt+↓", does: "Add a child to the node" },
    { keys: "Alt+↑", does: "Delete the node" },
    { keys: "Alt+← Alt+→", does: "Move the node among its siblings" },
    { keys: "Ctrl+Z Ctrl+Y", does: "Undo, redo" },
  ]);
  if (!history) return html`<h1>Tree editor</h1><p class="quiet">Opening…</p>`;
  const { tree, root, players } = history.now;
  const all = places(tree, root, players);
  const wrong = troubles(all, players);
  const text = listed(tree, players);
  /** @param {{tree: Draft, focus: number}} after */
  const grow = (after) => {
    edit({ tree: after.tree });
    setSelected(after.focus || after.tree.id);
    setFocus({ id: after.focus || after.tree.id });
  };
  const acts = {
    /** @param {number} id */
    grow: (id) => all.length < MAX_NODES ? grow(grown(tree, id)) : setProblem(`The editor takes at most ${MAX_NODES} nodes.`),
    /** @param {number} id */
    prune: (id) => grow(pruned(tree, id)),
    /** @param {number} id @param {number} to */
    move: (id, to) => {
      edit({ tree: moved(tree, id, to) });
      setFocus({ id });
    },
    /** @param {number} id @param {string} field @param {string} typed */
    type: (id, field, typed) => edit({ tree: changed(tree, id, (node) => ({ ...node, [field]: typed })) }, `${field} ${id}`),
  };
  return html`<div class="editor">
    <div class="editor-head">
      <h1>Tree editor</h1>
      <${Tools} history=${history} undo=${undo} redo=${redo} start=${start} text=${wrong.length ? "" : text} say=${setProblem} query=${query} written=${written} />
    </div>
    ${problem && html`<p class="problem" role="alert">${problem} <button type="button" class="plain" onClick=${() => setProblem("")}>Close</button></p>`}
    <div class="editor-desk">
      <section class="panel editor-pad" aria-label="Tree">
        <${Sketchpad} places=${all} selected=${selected} focus=${focus} select=${setSelected} ...${acts} />
        <div class="editor-troubles" role="status">
          ${wrong.slice(0, 2).map((each) => html`<p class="note">${each.say}
            ${each.even && html` <button type="button" onClick=${() => edit({ tree: evened(tree, each.id) })}>Make them equal</button>`}</p>`)}
          ${wrong.length > 2 && html`<p class="quiet small">and ${wrong.length - 2} more to fill in</p>`}
          ${!wrong.length && html`<p class="quiet small editor-list"><code>${text}</code></p>`}
        </div>
      </section>
      <${Inspector} tree=${tree} all=${all} selected=${selected} root=${root} players=${players} edit=${edit} acts=${acts} />
    </div>
    <${Result} text=${wrong.length ? "" : text} root=${root} players=${players} query=${query} written=${written} />
  </div>`;
}

/** The lectures' first tree, to start from. */
function example() {
  const leaf = (/** @type {number} */ value) => draft({ value: String(value) });
  return draft({ children: [[3, 12], [4, 6], [15, 2]].map((pair) => draft({ children: pair.map(leaf) })) });
}

/** The part of an address that defines the tree. @param {Record<string, string>} query */
function keyOf(query) {
  return JSON.stringify([query.tree ?? "", query.root ?? "max", Number(query.players) || 2]);
}

/** @param {any} props */
function Tools({ history, undo, redo, start, text, say, query, written }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [examples, setExamples] = useState(/** @type {any[]} */ ([]));
  const [pasted, setPasted] = useState("");
  const [fault, setFault] = useState("");
  const [copied, setCopied] = useState("");
  useEffect(() => {
    ask("editor_examples").then((told) => setExamples(told.examples), () => {});
  }, []);
  /** @param {any} told */
  const take = (told) => {
    start({ tree: fromTold(told.tree), root: String(told.root), players: told.players });
    const { prune } = told.conventions ?? {};
    const wanted = { ...query, algorithm: told.algorithm ?? "", prune: prune === ">" ? prune : "" };
    written.current = keyOf(wanted);
    go(address("editor", "", wanted), true);
  };
  /** @param {Event} event */
  const read = async (event) => {
    event.preventDefault();
    try {
      take(await ask("read_tree", { text: pasted }));
      setFault("");
      setPasted("");
      dialog.current?.close();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => setCopied("Copied"), () => say("The browser blocked copying; select the list below the tree."));
  return html`<div class="row editor-tools">
    <button type="button" onClick=${undo} disabled=${!history.past.length}>Undo</button>
    <button type="button" onClick=${redo} disabled=${!history.future.length}>Redo</button>
    <button type="button" onClick=${() => start({ tree: blank(), root: "max", players: 2 })}>New</button>
    <label><span class="sr">Trees of the lectures</span>
      <select value="" onChange=${(/** @type {any} */ event) => { take(examples[Number(event.target.value)]); event.target.value = ""; }}>
        <option value="" disabled selected>Trees of the lectures…</option>
        ${examples.map((each, index) => html`<option value=${index}>${each.title}</option>`)}
      </select></label>
    <button type="button" onClick=${() => dialog.current?.showModal()}>Paste…</button>
    <button type="button" onClick=${copy} disabled=${!text}>Copy as a list</button>
    <span class="quiet small editor-copied" role="status">${copied}</span>
    <dialog ref=${dialog} class="editor-paste" aria-label="Paste a tree">
      <form onSubmit=${read}>
        <h2>Paste a tree</h2>
        <p class="quiet">Nested lists, a course's <code>.test</code>, a Gambit <code>.efg</code>, or indented text.</p>
        <label class="field"><span>Text</span>
          <textarea rows="10" value=${pasted} maxlength="20000" spellcheck=${false} placeholder=${"[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"}
            onInput=${(/** @type {any} */ event) => setPasted(event.target.value)}></textarea></label>
        ${fault && html`<p class="problem" role="alert">${fault}</p>`}
        <div class="row">
          <button class="main" disabled=${!pasted.trim()}>Open</button>
          <button type="button" onClick=${() => dialog.current?.close()}>Close</button>
        </div>
      </form>
    </dialog>
  </div>`;
}

/** The properties of the selected node and of the whole tree. @param {any} props */
function Inspector({ tree, all, selected, root, players, edit, acts }) {
  const place = all.find((/** @type {any} */ each) => each.node.id === selected) ?? all[0];
  const { node, called, mover, index } = place;
  const parent = parentOf(tree, node.id);
  /** @param {keyof Draft} name @param {string} label @param {string} [hint] */
  const field = (name, label, hint = "") => html`<label class="field"><span>${label}</span>
    <input value=${node[name]} placeholder=${hint} autocomplete="off" maxlength="40"
      onInput=${(/** @type {any} */ event) => acts.type(node.id, name, event.target.value)} /></label>`;
  const turns = find(tree, node.id)?.side === "" ? `in turn (${WHO[mover] ?? Number(mover) + 1})` : "in turn";
  const sides = [["", turns], ...(players <= 2 ? [["max", "MAX"], ["min", "MIN"]].slice(0, players) : Array.from({ length: players }, (_, each) => [String(each), `player ${each + 1}`])), ["chance", "chance"]];
  return html`<section class="panel editor-inspector" aria-label="Selected node">
    <h2>Node ${called}</h2>
    <div class="editor-fields">
      ${field("name", "Name", called)}
      ${node.children
        ? html`<label class="field"><span>Who acts</span>
            <select value=${node.side} onChange=${(/** @type {any} */ event) => acts.type(node.id, "side", event.target.value)}>
              ${sides.map(([value, words]) => html`<option value=${value} selected=${value === node.side}>${words}</option>`)}
            </select></label>`
        : field("value", players > 2 ? "Payoffs" : "Value", players > 2 ? "1, 2, 3" : "")}
      ${parent && field("action", "Action leading here", actionsOf(parent)[index])}
      ${parent?.side === "chance" && field("odds", "Probability", `1/${parent.children?.length}`)}
    </div>
    <div class="row">
      <button type="button" onClick=${() => acts.grow(node.id)}>Add a child</button>
      <button type="button" onClick=${() => acts.move(node.id, index - 1)} disabled=${!parent || index === 0} title="Move left (Alt+←)">←<span class="sr"> Move left</span></button>
      <button type="button" onClick=${() => acts.move(node.id, index + 1)} disabled=${!parent || index + 1 === parent.children?.length} title="Move right (Alt+→)">→<span class="sr"> Move right</span></button>
      <button type="button" onClick=${() => acts.prune(node.id)} disabled=${!parent}>Delete</button>
    </div>
    <p class="editor-actions">
      ${node.children && html`<span class="quiet small">Actions: ${actionsOf(node).join(", ")}</span>`}
      ${node.children && isRenamed(node) && html`<button type="button" onClick=${() => edit({ tree: renamed(tree, node.id) })}>Rename to ${usualNames(node.children.length)}</button>`}
    </p>
    <h2>Tree</h2>
    <div class="editor-fields">
      <label class="field"><span>At the root</span>
        <select value=${root} onChange=${(/** @type {any} */ event) => edit({ root: event.target.value })} disabled=${players !== 2}>
          <option value="max" selected=${root === "max"}>MAX</option><option value="min" selected=${root === "min"}>MIN</option>
        </select></label>
      <label class="field"><span>Players</span>
        <select value=${players} onChange=${(/** @type {any} */ event) => edit({ players: Number(event.target.value), root: "max" })}>
          ${[1, 2, 3, 4].map((each) => html`<option value=${each} selected=${each === players}>${each}</option>`)}
        </select></label>
    </div>
  </section>`;
}

/** Whether the actions of a node have custom names. @param {Draft} node */
function isRenamed(node) {
  return actionsOf(node).some((name, index) => name !== usual(node.children?.length ?? 0, index));
}

/** @param {number} count */
function usualNames(count) {
  return count < 4 ? Array.from({ length: count }, (_, index) => usual(count, index)).join(", ") : `1 to ${count}`;
}

/** The search of the tree while it is edited. @param {any} props */
function Result({ text, root, players, query, written }) {
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const algorithms = useAlgorithms(told?.list ?? "", { root: told?.root, players: told?.players });
  const conventions = chosenIn(query);
  const algorithm = query.algorithm ?? "";
  const search = useMemo(
    () => ({ game: text, root: players === 2 ? root : undefined, players, algorithm: algorithm || undefined, conventions }),
    [text, root, players, algorithm, JSON.stringify(conventions)],
  );
  /** @param {Record<string, string>} change */
  const turn = (change) => go(address("editor", "", { ...query, ...change }), true);
  useEffect(() => {
    if (!text) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const wanted = { ...query, tree: text, root: root === "max" ? "" : root, players: players === 2 ? "" : String(players) };
      written.current = keyOf({ ...wanted, root: wanted.root || "max" });
      go(address("editor", "", wanted), true);
      stream("tree", search, () => {}, stop.signal).then(
        (done) => {
          setProblem("");
          setTold({ ...done, list: text, root: search.root, players, search });
        },
        (error) => wasStopped(error) || setProblem(error.message),
      );
    }, WAIT);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search]);
  const fresh = told && told.search === search;
  return html`<section class="editor-result" aria-label="Search it">
    <div class="panel editor-search">
      <${Algorithm} algorithms=${algorithms} value=${algorithm} change=${(/** @type {string} */ name) => turn({ algorithm: name })} />
      <${Conventions} value=${conventions} only=${["prune", "returns", "window", "names"]}
        change=${(/** @type {string} */ name, /** @type {string} */ value) => turn({ [name]: value })} />
      <p class="editor-found" role="status">${problem ? "" : fresh ? html`<span><b>Value <span class="digits">${typed(told.text)}</span></b>${told.name ? `, ${actionOf(told.name)} is chosen` : ""}; ${told.nodes} nodes, ${told.leaves} leaves.</span>` : text ? "Searching…" : "Fill in what is missing; below is what was searched last."}</p>
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${told?.mistake && !problem && html`<p class="note">Deliberately wrong: ${told.mistake} ${told.divergence ? told.divergence.say : "On this tree it takes the same steps as the right search."}</p>`}
    ${!told && !problem && html`<div class="walk-room panel"></div>`}
    ${told && html`<div class=${text && !problem ? "" : "editor-stale"}>
      <${Walk} tree=${told.tree} source=${told.search} search=${told.search} names=${conventions.names} label="Search tree" />
    </div>`}
  </section>`;
}
