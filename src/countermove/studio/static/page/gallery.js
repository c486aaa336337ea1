import { ask } from "../api.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Board } from "../part/board.js";

export default function Page() {
  const [games, setGames] = useState(/** @type {import("../api.js").GameEntry[]} */ ([]));
  useEffect(() => {
    ask("games").then((told) => setGames(told.games));
  }, []);
  return html`<h1>Games</h1>
    ${games.map((game) => html`<div style=${{ width: "320px", display: "inline-block", margin: "8px", verticalAlign: "top" }}><a href=${`#/game/${game.game}`}>${game.game}</a>
      ${game.board && html`<${Board} board=${game.board} label=${game.game} interactive=${true} />`}</div>`)}`;
}
