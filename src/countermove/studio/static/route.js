// Addresses: #/page/name?key=value. Everything that should survive a reload or be shared is in it.

/** @typedef {{page: string, name: string, query: Record<string, string>}} Route */

/** @param {string} [hash] @returns {Route} */
export function here(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page, ...rest] = path.split("/");
  return { page, name: decodeURIComponent(rest.join("/")), query: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * The address of a page.
 * @param {string} page
 * @param {string} [name]
 * @param {Record<string, string | number | null | undefined>} [query]  null, undefined and "" are omitted
 */
export function address(page, name = "", query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  return `#/${page}${name ? `/${encodeURIComponent(name)}` : ""}${text ? `?${text}` : ""}`;
}

/** Goes to an address; `quietly` replaces the current one, without a history entry. @param {string} to */
export function go(to, quietly = false) {
  if (quietly) {
    history.replaceState(null, "", to);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else location.hash = to;
}
