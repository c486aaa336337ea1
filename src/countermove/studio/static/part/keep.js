// Positions as text, links, and games as files.
import { html, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { address, go } from "../route.js";
import { lineOf, linesOf } from "./variation.js";

/**
 * @param {{line: import("./line.js").Line, seats: string[], say: (sentence: string) => void,
 *   load: (record: {game: string, start: string | null, actions: GameAction[], variations: import("./line.js").Named[],
 *   players: string[]}) => void, review: (actions: GameAction[]) => void}} props
 */
export function Keep({ line, seats, say, load, review }) {
  const { position, game, start } = line;
  const [given, setGiven] = useState("");
  const [problem, setProblem] = useState("");
  const text = position?.position ?? "";
  /** @param {string} what @param {string} words */
  const copy = async (what, words) => {
    try {
      await navigator.clipboard.writeText(what);
      say(words);
    } catch {
      say("The browser blocked copying; select the text and copy it by hand.");
    }
  };
  /** @param {Event} event */
  const setUp = async (event) => {
    event.preventDefault();
    try {
      await ask("position", { game, start: given });
      setProblem("");
      setGiven("");
      go(address("game", game, { start: given, seats: seats.join("|") }));
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  const [pasted, setPasted] = useState("");
  /** @param {Event} event */
  const paste = async (event) => {
    event.preventDefault();
    try {
      const { actions } = await ask("transcript", { game, start, text: pasted });
      setProblem("");
      setPasted("");
      review(actions);
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  const save = async () => {
    try {
      // The current line is the game; all others are its variations.
      const actions = lineOf(line.here).map((node) => node.action);
      const variations = linesOf(line.root).filter((each) => each.join() !== actions.join());
      const { record } = await ask("save", { game, start, actions, variations, players: seats });
      const blob = new Blob([`${JSON.stringify(record, null, 1)}\n`], { type: "application/json" });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `${game.replace(/[^a-z0-9]+/gi, "-").slice(0, 40)}.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      setProblem("");
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  /** @param {any} event */
  const open = async (event) => {
    const input = event.target;
    const file = input.files?.[0];
    if (!file) return;
    try {
      if (file.size > 400_000) throw new Error(`The file has ${file.size.toLocaleString("en")} bytes; saved games have fewer than 400,000.`);
      load(await ask("record", { text: await file.text() }));
      setProblem("");
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
    input.value = "";
  };
  return html`<section class="panel keep" aria-labelledby="keep-title">
    <h2 id="keep-title">Position and files</h2>
    <div class="row">
      <button type="button" onClick=${() => copy(location.href, "Link copied.")}>Copy link</button>
      <button type="button" onClick=${save}>Save game</button>
      <label class="button file">Load game<input type="file" accept=".json,application/json" class="sr" onChange=${open} /></label>
    </div>
    <label class="field"><span>This position</span>
      <span class="row nowrap"><input readonly value=${text} class="digits grow" onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <button type="button" onClick=${() => copy(text, "Position copied.")}>Copy</button></span></label>
    <form class="row end nowrap" onSubmit=${setUp}>
      <label class="field grow"><span>Start from another position</span>
        <input class="digits" value=${given} maxlength="20000" placeholder=${text.slice(0, 60)} onInput=${(/** @type {any} */ event) => setGiven(event.target.value)} /></label>
      <button type="submit" disabled=${!given.trim()}>Set up</button>
    </form>
    <form class="row end nowrap" onSubmit=${paste}>
      <label class="field grow"><span>Paste a game</span>
        <input class="digits" value=${pasted} maxlength="20000" placeholder=${line.here.parent ? "" : "actions as you write them down"} onInput=${(/** @type {any} */ event) => setPasted(event.target.value)} /></label>
      <button type="submit" disabled=${!pasted.trim()}>Review</button>
    </form>
    ${start !== null && html`<p class="small quiet">This game starts from a custom position. <a href=${address("game", game, { seats: seats.join("|") })}>Start from the initial one</a></p>`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </section>`;
}
