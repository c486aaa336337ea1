// Why not this action: the best reply to it, the line that follows, and what was better.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { stream, wasStopped } from "../api.js";
import { Elapsed } from "./elapsed.js";

/**
 * @typedef {{action: GameAction, name: string, best: GameAction, best_name: string,
 *   best_line: {actions: GameAction[], names: string[]}, line: {actions: GameAction[], names: string[]}, loss: number,
 *   class: string, as_good: boolean, sentence: string, doing: string}} Why
 * @typedef {{key: string, action: GameAction, why: Why | null, going: boolean, problem: string} | null} Asked  `why` is of a
 *   short look while a longer one is `going`
 */

/**
 * Asks about one action at a time; answers for other positions are dropped.
 * @param {{game: string, start: string | null, actions: GameAction[]}} at
 */
export function useWhy(at) {
  const key = JSON.stringify(at);
  const [asked, setAsked] = useState(/** @type {Asked} */ (null));
  const control = useRef(/** @type {AbortController | null} */ (null));
  const close = () => {
    control.current?.abort();
    setAsked(null);
  };
  useEffect(() => close, [key]);
  /** @param {GameAction} action @returns {Promise<Why | null>} */
  const about = async (action) => {
    control.current?.abort();
    const mine = new AbortController();
    control.current = mine;
    setAsked({ key, action, why: null, going: true, problem: "" });
    try {
      /** @param {string} kind @param {any} data */
      const hear = (kind, data) => kind === "progress" && setAsked({ key, action, why: data, going: true, problem: "" });
      const why = await stream("why", { ...at, action }, hear, mine.signal);
      setAsked({ key, action, why, going: false, problem: "" });
      return why;
    } catch (error) {
      if (!wasStopped(error)) setAsked({ key, action, why: null, going: false, problem: /** @type {Error} */ (error).message });
      return null;
    }
  };
  return { asked: asked?.key === key ? asked : null, about, close };
}

/**
 * @param {{asked: NonNullable<Asked>, name: string, close: () => void,
 *   walk: (actions: GameAction[], names: string[]) => void, preview: (actions: GameAction[] | null) => void}} props
 */
export function Refutation({ asked, name, close, walk, preview }) {
  const { why, going, problem } = asked;
  /** @param {string} label @param {GameAction[]} actions @param {string[]} names */
  const shown = (label, actions, names) => html`<p class="why-line"><span class="quiet">${label}</span> ${names.map((each, at) => {
    const upTo = actions.slice(0, at + 1);
    return html`<button type="button" class="action" onClick=${() => walk(upTo, names.slice(0, at + 1))} onPointerEnter=${() => preview(upTo)}
      onPointerLeave=${() => preview(null)} onFocus=${() => preview(upTo)} onBlur=${() => preview(null)}>${each}</button>`;
  })}</p>`;
  return html`<section class="panel why-not" aria-label=${`Why not ${name}?`}>
    <div class="row spread"><h2>Why not ${name}?</h2><button type="button" class="plain" onClick=${close} aria-label="Close">✕</button></div>
    <div aria-live="polite">
      ${problem ? html`<p class="problem">${problem}</p>` : why && html`<p class="why-sentence">${why.sentence}</p>`}
    </div>
    ${going && html`<p class="quiet small">${why ? "Looking deeper…" : "Looking for the best reply…"} <${Elapsed} /> ${why?.doing}</p>`}
    ${why && html`
      ${shown("What follows", [why.action, ...why.line.actions], [why.name, ...why.line.names])}
      ${!why.as_good && shown("Better", why.best_line.actions, why.best_line.names)}`}
  </section>`;
}
