// Actions in an address: numbers separated by dots, and names after a tilde, `3.4.2` or `~left.~0,1`.

/** @param {GameAction} action */
function word(action) {
  return typeof action === "number" ? String(action) : `~${encodeURIComponent(action).replaceAll(".", "%2E")}`;
}

/** A line of actions as in an address. @param {GameAction[]} actions */
export function lineWords(actions) {
  return actions.map(word).join(".");
}

/** The actions of an address; null if unreadable. @param {string | undefined} text @returns {GameAction[] | null} */
export function actionsIn(text) {
  if (!text) return null;
  /** @type {GameAction[]} */
  const actions = [];
  for (const each of text.split(text.includes("~") ? "." : /[.,\s]+/)) {
    if (/^-?\d+$/.test(each) && Number.isSafeInteger(Number(each))) actions.push(Number(each));
    else if (each.startsWith("~")) actions.push(named(each.slice(1)));
    else return null;
  }
  return actions;
}

/** @param {string} word */
function named(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // a literal percent sign
  }
}
