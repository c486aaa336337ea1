// The buttons below a board: one for every action that no place plays, with faces for dice and probabilities for
// chance.
import { svg } from "./svg.js";
import { die } from "./table.js";
import { chipImage, spoken } from "./worth.js";

/** @typedef {import("./plan.js").Legal} Legal @typedef {import("./worth.js").Worth} Worth */

/**
 * @param {(action: GameAction) => void} act
 * @param {(action: GameAction | null) => void} hover
 */
export function choices(act, hover) {
  const element = document.createElement("div");
  element.className = "board-buttons";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", "Actions");
  /** @type {Map<string, HTMLButtonElement>} */
  let buttons = new Map();
  return {
    element,
    focus: () => element.querySelector("button")?.focus(),
    /**
     * @param {Legal[]} legal
     * @param {Record<string, Worth>} values
     * @param {boolean} enabled
     * @param {GameAction[]} [line]  the best action and the reply it meets, which are ringed
     */
    show(legal, values, enabled, line = []) {
      // Remaining buttons keep their elements, so that focus stays.
      const next = new Map(
        legal.map((each) => {
          const key = `${each.action} ${each.name} ${each.chance ?? ""}`;
          return [key, buttons.get(key) ?? button(each, act, hover)];
        }),
      );
      legal.forEach((each, at) => {
        const made = [...next.values()][at];
        dress(made, values[each.action], enabled);
        made.classList.toggle("best", each.action === line[0]);
        made.classList.toggle("reply", each.action === line[1]);
      });
      const wanted = [...next.values()];
      const hadFocus = element.contains(document.activeElement);
      if (wanted.length !== element.children.length || wanted.some((each, at) => element.children[at] !== each)) element.replaceChildren(...wanted);
      buttons = next;
      // Keyboard players continue with the next buttons.
      if (hadFocus && !element.contains(document.activeElement)) wanted[0]?.focus();
    },
  };
}

/** @param {Legal} legal @param {(action: GameAction) => void} act @param {(action: GameAction | null) => void} hover */
function button(legal, act, hover) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "board-button";
  made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && act(legal.action));
  made.addEventListener("pointerenter", () => hover(legal.action));
  made.addEventListener("pointerleave", () => hover(null));
  made.addEventListener("focus", () => hover(legal.action));
  made.addEventListener("blur", () => hover(null));
  const thrown = legal.chance === undefined ? null : legal.name.match(/^([1-6])(?:-([1-6]))?$/);
  const face = span("board-face", thrown ? "" : legal.name);
  if (thrown) face.append(dice(thrown.slice(1).filter(Boolean).map(Number)), hidden(legal.name));
  if (legal.chance !== undefined) face.append(" ", span("board-chance", percent(legal.chance)));
  made.append(face, span("board-worth", ""));
  return made;
}

/** @param {HTMLButtonElement} made @param {Worth | undefined} worth @param {boolean} enabled */
function dress(made, worth, enabled) {
  made.setAttribute("aria-disabled", String(!enabled));
  const slot = /** @type {HTMLElement} */ (made.lastElementChild);
  slot.replaceChildren(...(worth ? [chipImage(worth), hidden(`: ${spoken(worth)}`)] : []));
}

/** @param {number[]} faces */
function dice(faces) {
  const wide = faces.length * 24 - 2;
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} 22`, width: wide, height: 22, "aria-hidden": "true" },
    ...faces.map((face, at) => die(at * 24 + 0.5, 0.5, 21, face)),
  );
}

/** @param {number} chance */
function percent(chance) {
  const share = chance * 100;
  return `${share >= 10 ? Math.round(share) : Math.round(share * 10) / 10}%`;
}

/** @param {string} name @param {string} text */
function span(name, text) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

/** @param {string} text */
function hidden(text) {
  return span("board-live", text);
}
