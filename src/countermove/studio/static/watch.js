// Subscriptions: a call that sends the current state, and again after each change, while the page is visible.
// A browser allows few connections per server across all tabs, so a hidden tab gives its connection up.
import { stream, wasStopped } from "./api.js";

/**
 * Calls `receive` now and after each change, until the returned function is called.
 * @param {string} name  of the call, such as "author"
 * @param {object} body
 * @param {(kind: string, data: any) => void} receive
 * @param {(error: Error) => void} [failed]  gets an error that ends it
 * @returns {() => void}
 */
export function watch(name, body, receive, failed) {
  /** @type {AbortController | null} */
  let open = null;
  const begin = () => {
    if (open || document.hidden) return;
    const control = (open = new AbortController());
    stream(name, body, receive, control.signal).catch((error) => {
      if (wasStopped(error)) return;
      if (!failed) throw error;
      failed(error);
    });
  };
  const end = () => {
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
