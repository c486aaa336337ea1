// A saved proof as a tree: what is proven, what is refuted, what is open, and the line that the search follows.
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { ask, stream, wasStopped } from "../api.js";
import { address, go } from "../route.js";
import { Preview } from "../part/preview.js";

/**
 * @typedef {"open" | "proven" | "refuted" | "believed" | "unseen"} Status
 * @typedef {{status: Status, proof: number, disproof: number, nodes: number, ended: "" | "over" | "database", attacks: boolean}} Node
 * @typedef {Node & {action: GameAction, name: string}} Child
 * @typedef {Node & {children: Child[], line: string[], cut: boolean}} Opened
 * @typedef {{name: string, game: string, position: string, opening: string, nodes: number, states: number,
 *   value: number | null, database: boolean, questions: (Node & {text: string})[]}} Proof
 */

/** What a status is called, and its sign. @type {Record<Status, [string, string]>} */
const STATUS = {
  proven: ["yes", "✓"],
  refuted: ["no", "✗"],
  believed: ["no, if play repeats", "✗"],
  open: ["open", "?"],
  unseen: ["not searched", "·"],
};

/** @param {{route: import("../route.js").Route}} props */
export default function Page({ route }) {
  const [proofs, setProofs] = useState(/** @type {Proof[] | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    ask("proofs").then(
      (told) => setProofs(told.proofs),
      (error) => setProblem(error.message),
    );
  }, []);
  const shown = proofs?.find((each) => each.name === route.name) ?? proofs?.[0];
  /** @param {Proof} told */
  const renew = (told) => setProofs((all) => (all ?? []).map((each) => (each.name === told.name ? told : each)));
  return html`<div class="proof-page">
    <h1>Proof</h1>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${!proofs && !problem && html`<p class="quiet">Reading…</p>`}
    ${proofs?.length === 0 &&
    html`<p>No proof is open here. Make one, and show it:</p>
      <pre>countermove solve GAME --method proof --save proof.npz${"\n"}countermove studio --proof GAME=proof.npz</pre>`}
    ${proofs &&
    proofs.length > 1 &&
    html`<label class="field">Proof
      <select value=${shown?.name} onChange=${(/** @type {any} */ event) => go(address("proof", event.target.value))}>
        ${proofs.map((each) => html`<option value=${each.name}>${each.name}</option>`)}
      </select>
    </label>`}
    ${shown && html`<${Tree} key=${shown.name} proof=${shown} renew=${renew} />`}
  </div>`;
}

/** @param {{proof: Proof, renew: (told: Proof) => void}} props */
function Tree({ proof, renew }) {
  const first = Math.max(0, proof.questions.findIndex((each) => each.status !== "proven" && each.status !== "refuted"));
  const [question, setQuestion] = useState(first);
  const [chosen, setChosen] = useState(/** @type {GameAction[]} */ ([]));
  const [line, setLine] = useState(/** @type {{names: string[], cut: boolean}} */ ({ names: [], cut: false }));
  const asked = proof.questions[question];
  return html`<p class="proof-facts">
      <b>${proof.opening || proof.game}</b> ${proof.opening ? html`<span class="quiet">${proof.game}</span>` : ""}
      <code>${proof.position}</code>
      <span>${counted(proof.nodes, "node")}, ${counted(proof.states, "position")}${proof.database ? ", with a database" : ""}</span>
    </p>
    ${proof.questions.length === 0 && html`<p class="quiet">Nothing has been searched yet.</p>`}
    <div class="row" role="group" aria-label="Questions">
      ${proof.questions.map(
        (each, number) => html`<button type="button" aria-pressed=${number === question} onClick=${() => (setQuestion(number), setChosen([]))}>
          ${each.text} <${Badge} node=${each} />
        </button>`,
      )}
      <${Continue} proof=${proof} renew=${renew} />
    </div>
    ${asked &&
    html`<div class="proof-grid">
      <section class="panel proof-tree" aria-label="Tree">
        <${Branch} key=${`${question} ${proof.nodes}`} name=${proof.name} question=${question} path=${[]} node=${asked} label=${asked.text}
          chosen=${chosen} choose=${(/** @type {GameAction[]} */ path, /** @type {Opened | null} */ found) => {
            setChosen(path);
            setLine({ names: found?.line ?? [], cut: found?.cut ?? false });
          }} isOpen=${true} />
      </section>
      <aside class="stack">
        <${Preview} search=${{ game: proof.game, start: proof.position, actions: [] }} path=${chosen} />
        <section class="panel" aria-label="Line">
          <h2>Line</h2>
          <p class="proof-line">${line.names.length ? line.names.join(" ") + (line.cut ? " …" : "") : html`<span class="quiet">The search has not gone beyond this position, or need not.</span>`}</p>
        </section>
        <section class="panel small" aria-label="Legend">
          <p><${Sign} status="proven" /> proven <${Sign} status="refuted" /> refuted <${Sign} status="open" /> open <${Sign} status="unseen" /> not searched</p>
          <p>Open positions have two numbers: how many positions must still be proven, at least, for the answer yes, and how many refuted for no. Actions come in the order in which the search tries them.</p>
        </section>
      </aside>
    </div>`}`;
}

/**
 * A position and, opened, what follows each action.
 * @param {{name: string, question: number, path: GameAction[], node: Node, label: string, chosen: GameAction[],
 *   choose: (path: GameAction[], found: Opened | null) => void, isOpen?: boolean}} props
 */
function Branch({ name, question, path, node, label, chosen, choose, isOpen = false }) {
  const [open, setOpen] = useState(isOpen);
  const [found, setFound] = useState(/** @type {Opened | null} */ (null));
  const [problem, setProblem] = useState("");
  const fetchIt = useCallback(
    () => ask("proof", { name, question, actions: path }).then((told) => (setFound(told), told), (error) => (setProblem(error.message), null)),
    [name, question, path.join(" ")],
  );
  useEffect(() => {
    if (isOpen) fetchIt().then((told) => choose(path, told));
  }, []);
  const isChosen = path.length === chosen.length && path.every((each, index) => each === chosen[index]);
  const leaf = node.ended !== "" || node.status === "unseen";
  const toggle = () => {
    setOpen(!open);
    if (!open && !found) fetchIt();
  };
  const select = async () => choose(path, found ?? (await fetchIt()));
  const shown = found ?? node;
  return html`<div class="proof-branch">
    <div class=${`proof-row ${isChosen ? "chosen" : ""}`}>
      <button type="button" class="plain proof-fold" aria-expanded=${leaf ? null : open} disabled=${leaf} onClick=${toggle}
        aria-label=${`${open ? "Fold" : "Unfold"} ${label}`}>${leaf ? "" : open ? "▾" : "▸"}</button>
      <button type="button" class="plain proof-name" aria-current=${isChosen} onClick=${select}>
        <${Sign} status=${shown.status} /> <span>${label}</span> <${Badge} node=${shown} />
      </button>
    </div>
    ${problem && html`<p class="problem">${problem}</p>`}
    ${open && found && html`<div class="proof-children">
      ${found.children.map(
        (each) => html`<${Branch} key=${each.action} name=${name} question=${question} path=${[...path, each.action]} node=${each}
          label=${each.name} chosen=${chosen} choose=${choose} />`,
      )}
    </div>`}
  </div>`;
}

/** @param {{status: Status}} props */
function Sign({ status }) {
  return html`<span class=${`proof-sign ${status}`} aria-hidden="true">${STATUS[status][1]}</span>`;
}

/** What is known of a node, in a few words. @param {{node: Node}} props */
function Badge({ node }) {
  const why = node.ended === "database" ? ", in the database" : node.ended === "over" ? ", the game is over" : "";
  if (node.status === "open")
    return html`<span class="badge" title="positions to prove : positions to refute">${node.proof.toLocaleString("en")} : ${node.disproof.toLocaleString("en")}</span>
      ${node.nodes > 1 && html`<span class="quiet small">about ${counted(node.nodes, "node")}</span>`}`;
  return html`<span class="quiet small">${STATUS[node.status][0]}${why}</span>`;
}

/** Searches on for a while. @param {{proof: Proof, renew: (told: Proof) => void}} props */
function Continue({ proof, renew }) {
  const [control, setControl] = useState(/** @type {AbortController | null} */ (null));
  const [told, setTold] = useState("");
  useEffect(() => () => control?.abort(), [control]);
  if (proof.value !== null) return html`<span class="quiet">Solved.</span>`;
  const run = async () => {
    const mine = new AbortController();
    setControl(mine);
    setTold("Starting…");
    try {
      const last = await stream("search_on", { name: proof.name, seconds: 30 }, (kind, data) => kind === "progress" && setTold(`${counted(data.nodes, "node")}…`), mine.signal);
      renew(last);
      setTold("Saved.");
    } catch (error) {
      setTold(wasStopped(error) ? "" : /** @type {Error} */ (error).message);
      // The server saves what it has; that takes a moment, which nobody waits for.
      if (wasStopped(error)) for (const pause of [500, 2000, 5000]) setTimeout(() => ask("proofs").then((all) => all.proofs.forEach(renew), () => {}), pause);
    }
    setControl(null);
  };
  return html`${control
    ? html`<button type="button" onClick=${() => control.abort()}>Stop</button>`
    : html`<button type="button" onClick=${run}>Search 30 seconds more</button>`}
    <span class="quiet" role="status">${told}</span>`;
}

/** @param {number} things @param {string} thing */
function counted(things, thing) {
  return `${things.toLocaleString("en")} ${thing}${things === 1 ? "" : "s"}`;
}
