// A toolbar for stepping, with the sentence of the step: for pages without buttons of their own.

/** @typedef {import("./tree-model.js").Step} Step */

const BUTTONS = /** @type {const} */ ([
  ["first", "|◀", "To the start (Home)"],
  ["back", "◀", "One step back (left arrow)"],
  ["play", "▶ Play", "Play or pause (space)"],
  ["forward", "▶", "One step forward (right arrow)"],
  ["last", "▶|", "To the end (End)"],
  ["previousCut", "◀ Cut", "To the previous cut (C)"],
  ["nextCut", "Cut ▶", "To the next cut (c)"],
]);
const SPEEDS = /** @type {[number, string][]} */ ([
  [2000, "Slow"], [900, "Normal"], [300, "Fast"], [80, "Very fast"], [0, "All in 10 s"],
]); // prettier-ignore
const TOTAL_TIME = 10_000; // the total time of the last of these, in milliseconds

/**
 * What the controls need from a tree.
 * @typedef {{go: (at: number) => void, play: (on?: boolean) => void, speed: (pace: number) => void, nextCut: () => void,
 *   previousCut: () => void, readonly at: number, readonly length: number}} Stepped
 */

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} name @param {string} [text] @returns {HTMLElementTagNameMap[T]} */
function make(tag, name, text = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

/** @param {Stepped} tree @param {number} pace */
export function makeControls(tree, pace) {
  const bar = make("div", "bar");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Steps of the search");
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  const acts = {
    first: () => tree.go(0),
    back: () => tree.go(tree.at - 1),
    forward: () => tree.go(tree.at + 1),
    last: () => tree.go(Infinity),
    previousCut: () => tree.previousCut(),
    nextCut: () => tree.nextCut(),
    play: () => tree.play(),
  };
  for (const [name, text, title] of BUTTONS) {
    const button = make("button", name, text);
    Object.assign(button, { type: "button", title });
    button.setAttribute("aria-label", title);
    button.addEventListener("click", () => run(name));
    bar.append((buttons[name] = button));
  }
  const speed = make("select", "speed");
  speed.setAttribute("aria-label", "Speed");
  for (const [each, text] of SPEEDS) {
    const option = make("option", "", text);
    option.value = String(each);
    speed.append(option);
  }
  speed.value = String(pace);
  speed.addEventListener("change", () => {
    const chosen = Number(speed.value);
    tree.speed(chosen || Math.min(80, TOTAL_TIME / Math.max(1, tree.length)));
  });
  const slider = make("input", "slider");
  Object.assign(slider, { type: "range", min: "0", step: "1" });
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => {
    tree.play(false);
    tree.go(Number(slider.value));
  });
  const count = make("span", "count");
  bar.append(speed, slider, count);
  const sentence = make("p", "sentence");
  sentence.setAttribute("aria-live", "polite");

  /** @param {keyof typeof acts} name */
  function run(name) {
    if (name !== "play") tree.play(false);
    acts[name]();
  }

  /** The command of a key; null if it has none. @param {KeyboardEvent} event @returns {keyof typeof acts | null} */
  function named(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target === speed) return null;
    if (event.key === " ") return target.tagName === "BUTTON" ? null : "play";
    if (event.key === "c") return "nextCut";
    if (event.key === "C") return "previousCut";
    if (target === slider) return null;
    const keys = /** @type {Record<string, keyof typeof acts>} */ ({
      ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", ".": "forward", ",": "back",
    }); // prettier-ignore
    return keys[event.key] ?? null;
  }

  return {
    bar,
    sentence,
    /** @param {KeyboardEvent} event */
    pressed(event) {
      const name = event.defaultPrevented ? null : named(event);
      if (!name) return;
      event.preventDefault();
      run(name);
    },
    /** @param {number} at @param {Step | undefined} step @param {number} length @param {{before: boolean, after: boolean}} cuts */
    show(at, step, length, cuts) {
      const position = length ? `Step ${(at + 1).toLocaleString("en")} of ${length.toLocaleString("en")}` : "No steps";
      sentence.textContent = step?.say ?? "";
      count.textContent = position;
      slider.max = String(Math.max(0, length - 1));
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", position);
      for (const name of ["first", "back"]) buttons[name].disabled = at <= 0;
      for (const name of ["forward", "last"]) buttons[name].disabled = at >= length - 1;
      buttons.play.disabled = slider.disabled = length < 2;
      buttons.previousCut.disabled = !cuts.before;
      buttons.nextCut.disabled = !cuts.after;
    },
    /** @param {boolean} on */
    playing(on) {
      buttons.play.textContent = on ? "⏸ Pause" : "▶ Play";
      buttons.play.setAttribute("aria-pressed", String(on));
      sentence.setAttribute("aria-live", on ? "off" : "polite");
    },
  };
}
