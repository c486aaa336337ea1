import { html } from "../vendor/preact.js";

/** @param {{route: import("../route.js").Route}} props */
export default function Page({ route }) {
  return html`<h1>game</h1><p class="quiet">${route.name}</p>`;
}
