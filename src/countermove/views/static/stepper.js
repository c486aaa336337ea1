// Steps through the tree of a search: forward, back, play, jump. One plain module serves the HTML page, the notebook
// widget and the studio. The picture is an SVG whose groups carry the number of their node (data-node) or, for a branch
// that was cut off, of the node that cut it off (data-cut); a step is {kind, node, value, window, say}.

const PACE = 900; // milliseconds between steps while playing

// What is known of every node after the step `at`: a Map from node to {open, done, value, window, cut}.
export function known(steps, at) {
  const nodes = new Map();
  for (const step of steps.slice(0, at + 1)) {
    const node = nodes.get(step.node) ?? { open: true, done: false, value: "", window: "", cut: false };
    nodes.set(step.node, node);
    if (step.value) node.value = step.value;
    if (step.window) node.window = step.window;
    if (step.kind === "cut") node.cut = true;
    if (step.kind === "leaf" || step.kind === "exit") {
      node.open = false;
      node.done = true;
    }
  }
  return nodes;
}

// The next step of a kind after `at` (or before it, with way = -1); the last (first) step when there is none.
export function next(steps, at, kind, way = 1) {
  for (let to = at + way; to >= 0 && to < steps.length; to += way) {
    if (steps[to].kind === kind) return to;
  }
  return way > 0 ? steps.length - 1 : 0;
}

export function within(steps, at) {
  return Math.max(0, Math.min(steps.length - 1, Math.round(Number(at) || 0)));
}

// What a key does: the step to go to, "play", or null.
export function command(key, steps, at) {
  switch (key) {
    case "ArrowRight": return within(steps, at + 1);
    case "ArrowLeft": return within(steps, at - 1);
    case "Home": return 0;
    case "End": return steps.length - 1;
    case "c": return next(steps, at, "cut");
    case "C": return next(steps, at, "cut", -1);
    case " ": return "play";
    default: return null;
  }
}

const CONTROLS = [
  ["start", "|◀", "To the start (Home)"],
  ["back", "◀", "One step back (left arrow)"],
  ["play", "▶ Play", "Play or pause (space)"],
  ["forward", "▶", "One step forward (right arrow)"],
  ["end", "▶|", "To the end (End)"],
  ["cut", "Next cut", "To the next cut (c)"],
];

// Puts the controls above the picture inside `element`; gives {go, play, at}. `changed` is told each step gone to.
export function mount(element, steps, { at = 0, changed = () => {} } = {}) {
  const svg = element.querySelector("svg");
  const parts = collect(svg);
  const panel = build(element, steps);
  let now = -1;
  let timer = null;

  function go(to) {
    to = within(steps, to);
    if (to === now) return;
    now = to;
    show(svg, parts, steps, now);
    element.classList.toggle("under-way", now < steps.length - 1);
    const step = steps[now];
    panel.sentence.textContent = step.say;
    panel.count.textContent = `Step ${now + 1} of ${steps.length}`;
    panel.slider.value = String(now);
    panel.slider.setAttribute("aria-valuetext", `Step ${now + 1} of ${steps.length}`);
    for (const name of ["start", "back"]) panel[name].disabled = now === 0;
    for (const name of ["forward", "end"]) panel[name].disabled = now === steps.length - 1;
    panel.cut.disabled = next(steps, now, "cut") === steps.length - 1;
    reveal(panel.stage, parts.nodes.get(step.node));
    changed(now);
  }

  function play(on = timer === null) {
    clearInterval(timer);
    timer = null;
    if (on) {
      if (now === steps.length - 1) go(0);
      timer = setInterval(() => {
        if (now < steps.length - 1) go(now + 1);
        if (now === steps.length - 1) play(false);
      }, PACE);
    }
    panel.play.textContent = timer === null ? "▶ Play" : "⏸ Pause";
    panel.play.setAttribute("aria-pressed", String(timer !== null));
  }

  const acts = {
    start: () => go(0),
    back: () => go(now - 1),
    play: () => play(),
    forward: () => go(now + 1),
    end: () => go(steps.length - 1),
    cut: () => go(next(steps, now, "cut")),
  };
  for (const [name, act] of Object.entries(acts)) {
    panel[name].addEventListener("click", () => {
      if (name !== "play") play(false);
      act();
    });
  }
  panel.slider.addEventListener("input", () => {
    play(false);
    go(Number(panel.slider.value));
  });
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target === panel.slider && event.key !== " " && event.key.toLowerCase() !== "c") return;
    if (event.target.tagName === "BUTTON" && event.key === " ") return;
    const to = command(event.key, steps, now);
    if (to === null) return;
    event.preventDefault();
    if (to === "play") play();
    else {
      play(false);
      go(to);
    }
  });
  go(at);
  return { go, play, get at() { return now; }, stop: () => play(false) };
}

function collect(svg) {
  const nodes = new Map();
  const cuts = new Map();
  for (const group of svg.querySelectorAll("[data-node], [data-cut]")) {
    const [map, number] = "node" in group.dataset ? [nodes, group.dataset.node] : [cuts, group.dataset.cut];
    const value = group.querySelector("text.value, text.value-best");
    const window = group.querySelector("text.window");
    const part = { group, value, window, said: value?.textContent, told: window?.textContent };
    map.set(Number(number), [...(map.get(Number(number)) ?? []), part]);
  }
  return { nodes, cuts };
}

function build(element, steps) {
  const make = (tag, name, text = "") => {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
  };
  const panel = { stage: element.querySelector(".stage") ?? element };
  const bar = make("div", "bar");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Steps of the search");
  for (const [name, text, title] of CONTROLS) {
    const button = make("button", name, text);
    Object.assign(button, { type: "button", title });
    button.setAttribute("aria-label", title);
    bar.append((panel[name] = button));
  }
  const slider = make("input", "slider");
  Object.assign(slider, { type: "range", min: "0", max: String(steps.length - 1), step: "1", value: "0" });
  slider.setAttribute("aria-label", "Step");
  panel.slider = slider;
  panel.count = make("span", "count");
  panel.sentence = make("p", "sentence");
  panel.sentence.setAttribute("aria-live", "polite");
  bar.append(slider, panel.count);
  element.prepend(bar, panel.sentence);
  if (!element.hasAttribute("tabindex")) element.tabIndex = 0;
  return panel;
}

function show(svg, parts, steps, at) {
  const nodes = known(steps, at);
  const over = at === steps.length - 1;
  svg.classList.toggle("stepping", !over);
  const leaves = (parts.leaves ??= new Set(steps.filter((step) => step.kind === "leaf").map((step) => step.node)));
  for (const [number, groups] of parts.nodes) {
    const node = nodes.get(number);
    for (const { group, value, window, said, told } of groups) {
      group.classList.toggle("unseen", !node);
      group.classList.toggle("open", !over && Boolean(node?.open));
      group.classList.toggle("current", !over && steps[at].node === number);
      if (value) value.textContent = over || leaves.has(number) ? said : (node?.value ?? "");
      if (window) window.textContent = over ? told : (node?.window ?? "");
    }
  }
  for (const [number, groups] of parts.cuts) {
    for (const { group } of groups) group.classList.toggle("unseen", !nodes.get(number)?.cut);
  }
}

function reveal(stage, groups) {
  const group = groups?.at(-1)?.group;
  if (!group) return;
  const inner = group.getBoundingClientRect();
  const outer = stage.getBoundingClientRect();
  const space = 24;
  if (inner.left < outer.left + space || inner.right > outer.right - space) {
    stage.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }
  if (inner.top < outer.top + space || inner.bottom > outer.bottom - space) {
    stage.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  }
}

// The notebook widget: the same, with `at` and `playing` shared with Python.
export function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "cm-stepper";
  const stage = document.createElement("div");
  stage.className = "stage";
  stage.innerHTML = model.get("svg");
  root.append(stage);
  el.append(root);
  const stepper = mount(root, JSON.parse(model.get("steps")), {
    at: model.get("at"),
    changed: (at) => {
      model.set("at", at);
      model.save_changes();
    },
  });
  model.on("change:at", () => stepper.go(model.get("at")));
  model.on("change:playing", () => stepper.play(model.get("playing")));
  return () => stepper.stop();
}

export default { render };
