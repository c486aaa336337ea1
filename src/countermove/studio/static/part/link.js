// Links to a room: one for each seat that waits for somebody elsewhere, one for onlookers.
import { address } from "../route.js";
import { html, useRef, useState } from "../vendor/preact.js";

/** @param {{seen: import("../page/room.js").Glimpse}} props */
export function Links({ seen }) {
  const home = `${location.origin}/${seen.entrance}`;
  const free = seen.invitations.flatMap((invitation, seat) => (invitation ? [{ seat, invitation }] : []));
  return html`<section class="panel" aria-label="Links">
    <h2>Links</h2>
    <div class="stack">
      ${free.map(({ seat, invitation }) => html`<${Link} label=${`For ${seen.players[seat]}, once`} to=${`${home}${address("room", "", { join: invitation })}`} />`)}
      <${Link} label="For onlookers, who see nobody's secrets" to=${`${home}${address("room", seen.onlooker)}`} />
    </div>
  </section>`;
}

/** @param {{label: string, to: string}} props */
function Link({ label, to }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(to);
      setCopied(true);
    } catch {
      // not allowed here: it is selected, for the keys of the system
    }
  };
  return html`<label class="field">${label}
    <span class="row nowrap"><input readonly ref=${field} value=${to} onFocus=${() => field.current?.select()} />
    <button type="button" onClick=${copy}>${isCopied ? "Copied" : "Copy"}</button></span>
  </label>`;
}
