// Keyboard shortcuts: each page registers its keys, with descriptions for the sheet that `?` opens.
import { useEffect } from "./vendor/preact.js";

/** @typedef {{keys: string, does: string, act?: (event: KeyboardEvent) => void, title?: string}} Key */

/** @type {Map<Key[], string>} */
const known = new Map();
const SIGNS = { ArrowLeft: "←", ArrowUp: "↑", ArrowRight: "→", ArrowDown: "↓" };

/** The active keys by group, for the sheet; "" is the current page. @returns {Map<string, Key[]>} */
export function keysNow() {
  const groups = new Map();
  for (const [keys, group] of known) if (keys.length) groups.set(group, [...(groups.get(group) ?? []), ...keys]);
  return groups;
}

/** Keys as printed on a keyboard. @param {string} keys @returns {string[]} */
export function printed(keys) {
  return keys.split(" ").map((each) => SIGNS[/** @type {keyof typeof SIGNS} */ (each)] ?? each);
}

/**
 * Handles keys while a component is mounted. `keys` is one KeyboardEvent.key or several separated by spaces; "Space" is
 * the space bar. Keys without `act` only appear in the sheet. Typing into a field is left alone, and so are Enter and
 * Space on a button.
 * @param {Key[]} keys
 * @param {string} [group]  their heading in the sheet; "" for keys of the page
 */
export function useKeys(keys, group = "") {
  useEffect(() => {
    known.set(keys, group);
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyped(event)) return;
      const name = event.key === " " ? "Space" : event.key;
      const key = keys.find((each) => each.act && each.keys.split(" ").includes(name));
      if (!key?.act) return;
      event.preventDefault();
      key.act(event);
    };
    document.addEventListener("keydown", pressed);
    return () => {
      known.delete(keys);
      document.removeEventListener("keydown", pressed);
    };
  });
}

/** @param {KeyboardEvent} event */
function isTyped(event) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (!target) return false;
  if (target.isContentEditable || target.closest("dialog")) return true;
  if (target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type))
    return event.key === " " || (target.type === "radio" && event.key.startsWith("Arrow")); // toggles, and moves between them
  if (target instanceof HTMLInputElement) return !["button", "submit"].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return (event.key === "Enter" || event.key === " ") && Boolean(target.closest("button, a, summary, [role=button]"));
}
