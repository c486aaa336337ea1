// What a page remembers of somebody's work, so that a reload, or going back, loses nothing. Every tab has a memory of its
// own, so that two tabs with the same questions do not disturb each other. What is shared is also there for a tab that is
// opened later.

const MOST = 40; // things shared; the oldest is forgotten first
const INDEX = "memory";

/** What was kept, or null. @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null; // a browser that keeps nothing, or something else under this name
  }
}

/** @param {string} key @param {any} value @param {boolean} [shared] */
export function remember(key, value, shared = false) {
  const text = JSON.stringify(value);
  try {
    sessionStorage.setItem(key, text);
    if (!shared) return;
    const known = JSON.parse(localStorage.getItem(INDEX) ?? "[]");
    const keys = [...known.filter((/** @type {string} */ each) => each !== key), key];
    for (const old of keys.splice(0, keys.length - MOST)) localStorage.removeItem(old);
    localStorage.setItem(INDEX, JSON.stringify(keys));
    localStorage.setItem(key, text);
  } catch {
    // a browser that keeps nothing: the work is in the page as long as it is open
  }
}
