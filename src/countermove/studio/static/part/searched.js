// The search in one line: in a low window it replaces the form, and opens it.
import { html, useState } from "../vendor/preact.js";
import { SWITCHES } from "./conventions.js";
import { useMedia } from "./media.js";
import { isList } from "./search.js";
import { useGames } from "./setup.js";

/** Whether the form is folded: as chosen, else by the room in the window. */
export function useFold() {
  const tight = useMedia("(height < 860px), (width < 700px)");
  const [wished, fold] = useState(/** @type {boolean | null} */ (null));
  return { isFolded: wished ?? tight, fold };
}

/**
 * @param {{query: Record<string, string>, who: string, conventions: import("./conventions.js").Chosen, open: () => void,
 *   children?: any}} props  `who` is the algorithm; `children` come before the button
 */
export function Searched({ query, who, conventions, open, children }) {
  const games = useGames();
  const { game, start, line, depth } = query;
  const list = isList(game);
  const played = (line ?? "").split(".").filter(Boolean).length;
  const usual = list ? "0" : query.root_depth === "1" ? "3" : "2";
  const far = (depth ?? usual) === "0" ? "to the end" : `to depth ${depth ?? usual}`;
  const words = [start && `from ${start}`, played > 0 && `after ${played} ${played === 1 ? "action" : "actions"}`, far];
  return html`<div class="tree-line"><p><b>${who}</b> of ${list ? html`<span class="digits">${game}</span>` : (games.find((each) => each.game === game)?.title ?? game)}, ${words.filter(Boolean).join(", ")}
      <span class="quiet small">${Object.keys(conventions).length > 0 ? `; ${switchedWords(conventions)}` : ""}</span></p>
    ${children}
    <button type="button" aria-expanded="false" onClick=${open}>Change</button></div>`;
}

/** Changed conventions, in words. @param {import("./conventions.js").Chosen} chosen */
export function switchedWords(chosen) {
  const words = SWITCHES.filter((each) => each.name in chosen).map((each) => {
    const value = each.choices.find(([key]) => key === String(chosen[each.name]));
    return `${each.label.toLowerCase()} ${value?.[1] ?? ""}`;
  });
  return words.length ? words.join(", ") : "as in the lectures";
}
