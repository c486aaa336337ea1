// How long something has been going on, in seconds; shown from the first full second on.
import { html, useEffect, useState } from "../vendor/preact.js";

/** @param {{of?: any}} props  counting starts again when `of` changes */
export function Elapsed({ of = null }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    setSeconds(0);
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 250);
    return () => clearInterval(timer);
  }, [of]);
  return html`<span class="elapsed digits quiet small" aria-hidden="true">${seconds ? `${seconds} s` : ""}</span>`;
}
