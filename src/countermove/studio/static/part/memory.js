// A page's memory of work in progress, so that a reload or going back loses nothing. Every tab has its own memory, so that
// two tabs with the same questions do not interfere. Shared entries are also there for tabs opened later.

const MAX_SHARED = 40; // the oldest is dropped first
const INDEX = "memory";

/** The stored value, or null. @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null; // storage is disabled, or holds something else under this name
  }
}

/** Whether this tab itself stored something. @param {string} key */
export function isOwn(key) {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
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
    for (const old of keys.splice(0, keys.length - MAX_SHARED)) localStorage.removeItem(old);
    localStorage.setItem(INDEX, JSON.stringify(keys));
    localStorage.setItem(key, text);
  } catch {
    // storage is disabled: the work lasts while the page is open
  }
}
