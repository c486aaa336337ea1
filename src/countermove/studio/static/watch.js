// Watching: a call that tells how things are and again after each change, for as long as the page is looked at.
// A browser holds few connections to one server, for all its tabs together: a tab that is not seen gives its own up.
import { stream, wasStopped } from "./api.js";

const AGAIN = 2000;

/**
 * Calls `told` now and after each change, until the function that comes back is called.
 * @param {string} name  of the call, such as "own"
 * @param {object} body
 * @param {(kind: string, data: any) => void} told
 * @returns {() => void}
 */
export function watch(name, body, told) {
  /** @type {AbortController | null} */
  let open = null;
  let later = 0;
  const begin = () => {
    clearTimeout(later);
    if (open || document.hidden) return;
    const control = (open = new AbortController());
    stream(name, body, told, control.signal).catch((error) => {
      if (open === control) open = null;
      if (!wasStopped(error)) later = setTimeout(begin, AGAIN); // the studio may come back
    });
  };
  const end = () => {
    clearTimeout(later);
    open?.abort();
    open = null;
  };
  const seen = () => (document.hidden ? end() : begin());
  document.addEventListener("visibilitychange", seen);
  begin();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    end();
  };
}
