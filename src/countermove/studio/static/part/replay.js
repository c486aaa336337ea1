// A finished game step by step, with nothing hidden, and what a solution plays at each decision.
import { ask, stream, wasStopped } from "../api.js";
import { useKeys } from "../keys.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Shares } from "./advice.js";
import { Board } from "./board.js";

/** @typedef {{player: number | null, who: string, name: string, board: import("../api.js").Board, text: string, mix?: {name: string, share: number, played: boolean}[]}} Frame */

/** @param {{token: string, seen: import("../page/room.js").Glimpse}} props */
export function Replay({ token, seen }) {
  const [frames, setFrames] = useState(/** @type {Frame[] | null} */ (null));
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState("");
  const [source, setSource] = useState("");
  useEffect(() => {
    const control = new AbortController();
    stream("room/review", { token }, () => {}, control.signal).then(
      (told) => {
        setFrames(told.frames);
        setAt(told.frames.length - 1);
        setProblem(told.problem);
        setSource(told.source);
      },
      (error) => wasStopped(error) || setProblem(error.message),
    );
    return () => control.abort();
  }, [token]);
  const last = (frames?.length ?? 1) - 1;
  const back = () => setAt(Math.max(0, at - 1));
  const forward = () => setAt(Math.min(last, at + 1));
  useKeys([
    { keys: "[", does: "Review: back", act: back },
    { keys: "]", does: "Review: forward", act: forward },
  ]);
  const save = async () => {
    const told = await ask("room/save", { token });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(told.record, null, 1)], { type: "application/json" }));
    link.download = `${seen.game.replace(/[^a-z0-9]+/gi, "-").slice(0, 40)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const frame = frames?.[at];
  return html`<section class="panel" aria-label="Review">
    <h2>Review</h2>
    ${!frame
      ? html`<p class=${problem ? "problem" : "quiet"}>${problem || "Looking at the game…"}</p>`
      : html`<div class="replay-board"><${Board} board=${frame.board} names=${seen.players} small=${true} label=${frame.text} /></div>
          <p role="status">${at === 0 ? "The start." : html`${at} of ${last}: ${frame.who}, <strong>${frame.name}</strong>`}</p>
          <div class="row"><button type="button" disabled=${at === 0} onClick=${back} title="Back ([)">Back</button>
            <button type="button" disabled=${at === last} onClick=${forward} title="Forward (])">Forward</button>
            <button type="button" onClick=${save}>Save</button></div>
          ${frame.mix && html`<${Shares} shares=${frame.mix} /><p class="quiet small">${source}, with what ${frame.who} knew then.</p>`}
          ${problem && html`<p class="quiet small">${problem}</p>`}`}
  </section>`;
}
