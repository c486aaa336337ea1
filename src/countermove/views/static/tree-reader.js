// The tree for keyboards and screen readers. The stage is one tree widget; the arrow keys go from node to node as
// drawn, and the focused node is its active descendant. A tree on canvas has no elements; only the focused node gets
// one, with its level, its position among its siblings and their number.

/** @typedef {import("./tree-model.js").Part} Part */

let trees = 0;

/**
 * @param {{scroll: HTMLElement, label: string, grows: () => "down"|"right"|"outline", root: () => Part | null,
 *   level: (depth: number) => Part[], spoken: (part: Part) => string, current: () => Part | null,
 *   went: (part: Part | null) => void, press: (part: Part) => void, zoom: (by: number) => void}} options
 *   `went` is called with the node that the keyboard goes to, null when the focus leaves; `press` with the one that Enter is pressed on.
 */
export function makeReader({ scroll, label, grows, root, level, spoken, current, went, press, zoom }) {
  const prefix = `cm-tree-${(trees += 1)}`;
  const list = document.createElement("div");
  list.className = "sr";
  list.setAttribute("role", "none");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "tree");
  scroll.setAttribute("aria-label", label);
  /** @type {Part | null} */
  let at = null;

  /** @param {Part} part */
  const id = (part) => `${prefix}-${part.id}`;

  /** @param {Element} element @param {Part} part @param {string} words */
  function describe(element, part, words) {
    const siblings = part.parent?.children ?? [part];
    const set = (/** @type {string} */ name, /** @type {string | null} */ value) => {
      if (value === null) element.removeAttribute(name);
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    };
    set("role", "treeitem");
    set("aria-label", words);
    set("aria-level", String(part.depth + 1));
    set("aria-posinset", String(siblings.indexOf(part) + 1));
    set("aria-setsize", String(siblings.length));
    set("aria-expanded", part.children.length ? String(!part.folded) : null);
    set("aria-current", current() === part ? "step" : null);
  }

  /** Where an arrow leads. @param {string} key @param {Part} part @returns {Part | null | undefined} */
  function beside(key, part) {
    const down = grows() === "down";
    const row = level(part.depth);
    switch (key) {
      case down ? "ArrowDown" : "ArrowRight": return part.folded ? null : (part.children[0] ?? null);
      case down ? "ArrowUp" : "ArrowLeft": return part.parent;
      case down ? "ArrowRight" : "ArrowDown": return row[row.indexOf(part) + 1] ?? null;
      case down ? "ArrowLeft" : "ArrowUp": return row[row.indexOf(part) - 1] ?? null;
      case "Home": return root();
      case "End": return current() ?? null;
      default: return undefined;
    }
  } // prettier-ignore

  /** @param {Part | null} part */
  function go(part) {
    at = part;
    went(part);
    refresh();
  }

  /** Update the description of the focused node. */
  function refresh() {
    list.replaceChildren();
    const part = at ?? root();
    if (!part) return;
    if (!document.getElementById(id(part))) {
      const item = document.createElement("div");
      item.id = id(part);
      describe(item, part, spoken(part));
      list.append(item);
    }
    if (at) scroll.setAttribute("aria-activedescendant", id(at));
    else scroll.removeAttribute("aria-activedescendant");
  }

  scroll.append(list);
  scroll.addEventListener("focus", () => {
    if (scroll.matches(":focus-visible")) go(at && !at.away ? at : (current() ?? root()));
  });
  scroll.addEventListener("blur", () => {
    const last = at;
    go(null);
    at = last;
  });
  scroll.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const part = at && !at.away ? at : root();
    if (!part) return;
    if (event.key === "Enter") press(part);
    else if (event.key === "+" || event.key === "=") zoom(1);
    else if (event.key === "-") zoom(-1);
    else if (event.key === "0") zoom(0);
    else {
      const to = beside(event.key, part);
      if (to === undefined) return;
      if (to) go(to);
    }
    event.preventDefault();
  });

  return {
    id,
    describe,
    refresh,
    /** Forget the focused node, which belongs to another tree. */
    reset() {
      at = null;
      refresh();
    },
  };
}
