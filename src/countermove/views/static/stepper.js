// Steps through the tree of a search: forward, back, play, jump; and folds what lies below a node. One plain module
// serves the HTML page, the notebook widget and the studio. The picture is an SVG whose groups carry the number of their
// node (data-node) or, for a branch that was cut off (data-cut) and for what is not shown (data-more), of the node above;
// a step is {kind, node, value, window, say}.

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

// The parent of every node but the root: the one that was open when it was entered.
export function parents(steps) {
  const above = new Map();
  const open = [];
  for (const { kind, node } of steps) {
    if (kind === "enter") {
      if (open.length) above.set(node, open.at(-1));
      open.push(node);
    } else if (kind === "leaf" || kind === "exit") open.pop();
  }
  return above;
}

// The folded node nearest to the root that lies above a node, or is it; null when the node is in view.
export function fold(above, folded, number) {
  let found = null;
  for (let at = above.get(number); at !== undefined; at = above.get(at)) {
    if (folded.has(at)) found = at;
  }
  return found;
}

// Where a height comes to lie when all heights are taken out that only hidden rows need; rows are [top, bottom].
export function closed(hidden, shown) {
  const cover = (rows) => {
    const joined = [];
    for (const [top, bottom] of [...rows].sort((a, b) => a[0] - b[0])) {
      if (joined.length && top <= joined.at(-1)[1]) joined.at(-1)[1] = Math.max(joined.at(-1)[1], bottom);
      else joined.push([top, bottom]);
    }
    return joined;
  };
  const kept = cover(shown);
  const out = [];
  let next = 0; // the first kept stretch that can still matter
  for (let [top, bottom] of cover(hidden)) {
    while (next < kept.length && kept[next][1] <= top) next += 1;
    for (let at = next; at < kept.length && kept[at][0] < bottom; at += 1) {
      if (kept[at][0] > top) out.push([top, kept[at][0]]);
      top = Math.max(top, kept[at][1]);
    }
    if (top < bottom) out.push([top, bottom]);
  }
  return (height) => {
    let lost = 0;
    for (const [top, bottom] of out) {
      if (top >= height) break;
      lost += Math.min(bottom, height) - top;
    }
    return height - lost;
  };
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

// Puts the controls above the picture inside `element`; gives {go, play, at}. `changed` is told each step gone to, and
// `played` whether it plays, whenever that changes.
export function mount(element, steps, { at = 0, changed = () => {}, played = () => {} } = {}) {
  const svg = element.querySelector("svg");
  const parts = collect(svg);
  const panel = build(element, steps);
  const folding = foldable(svg, parts, steps);
  let now = -1;
  let timer = null;

  function go(to) {
    to = within(steps, to);
    if (to === now) return;
    now = to;
    show(svg, parts, steps, now, folding);
    element.classList.toggle("under-way", now < steps.length - 1);
    const step = steps[now];
    panel.sentence.textContent = step.say;
    panel.count.textContent = `Step ${now + 1} of ${steps.length}`;
    panel.slider.value = String(now);
    panel.slider.setAttribute("aria-valuetext", `Step ${now + 1} of ${steps.length}`);
    for (const name of ["start", "back"]) panel[name].disabled = now === 0;
    for (const name of ["forward", "end"]) panel[name].disabled = now === steps.length - 1;
    panel.cut.disabled = next(steps, now, "cut") === steps.length - 1;
    reveal(panel.stage, parts.nodes.get(folding.inView(step.node)));
    changed(now);
  }

  function play(on = timer === null) {
    const before = timer !== null;
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
    if (before !== (timer !== null)) played(timer !== null);
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
    if (folding.pressed(event)) return;
    const to = command(event.key, steps, now);
    if (to === null) return;
    event.preventDefault();
    if (to === "play") play();
    else {
      play(false);
      go(to);
    }
  });
  folding.changed = () => show(svg, parts, steps, now, folding);
  go(at);
  return { go, play, get at() { return now; }, stop: () => play(false) };
}

function collect(svg) {
  const nodes = new Map();
  const cuts = new Map();
  const rest = new Map();
  for (const group of svg.querySelectorAll("[data-node], [data-cut], [data-more]")) {
    const { node, cut, more } = group.dataset;
    const [map, number] = node ? [nodes, node] : cut ? [cuts, cut] : [rest, more];
    const value = group.querySelector("text.value, text.value-best");
    const window = group.querySelector("text.window");
    const part = { group, value, window, said: value?.textContent, told: window?.textContent };
    map.set(Number(number), [...(map.get(Number(number)) ?? []), part]);
  }
  return { nodes, cuts, rest };
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
  const hint = make("span", "hint", "Click a node to fold what is below it.");
  bar.append(slider, panel.count, hint);
  element.prepend(bar, panel.sentence);
  if (!element.hasAttribute("tabindex")) element.tabIndex = 0;
  return panel;
}

// What folds: every node with something below it. A click, or Enter, folds and unfolds; the arrows up and down go from
// node to node.
function foldable(svg, parts, steps) {
  const above = parents(steps);
  const folded = new Set();
  const inner = new Map(); // the group of every node that folds
  for (const number of [...above.values(), ...parts.cuts.keys(), ...parts.rest.keys()]) {
    const group = parts.nodes.get(number)?.find(({ group }) => group.classList.contains("node"))?.group;
    if (group) inner.set(number, group);
  }
  const order = [...inner.keys()].sort((a, b) => a - b);
  const height = Number(svg.getAttribute("height"));
  const grown = svg.dataset.grows === "right";
  const groups = [...parts.nodes.values(), ...parts.cuts.values(), ...parts.rest.values()].flat();
  const rows = !grown ? [] : groups
    .filter(({ group }) => group.classList.contains("node"))
    .map(({ group, box = group.getBBox() }) => ({ group, span: [box.y - 4, box.y + box.height + 4] }));
  const lines = !grown ? [] : [...svg.querySelectorAll(".edge path")].map((path) => [path, path.getAttribute("d")]);
  const folding = { changed: () => {}, inView: (number) => fold(above, folded, number) ?? number, pressed };

  for (const [number, group] of inner) {
    group.setAttribute("tabindex", number === order[0] ? "0" : "-1");
    group.setAttribute("role", "button");
    group.setAttribute("aria-expanded", "true");
    group.classList.add("folds");
    group.addEventListener("click", () => toggle(number));
    group.addEventListener("focus", () => only(number));
  }

  function only(number) {
    for (const [each, group] of inner) group.setAttribute("tabindex", each === number ? "0" : "-1");
  }

  function toggle(number) {
    const group = inner.get(number);
    group.querySelector(".folded-away")?.remove();
    if (folded.delete(number)) group.setAttribute("aria-expanded", "true");
    else {
      const count = label(group, number);
      folded.add(number);
      group.append(count);
      group.setAttribute("aria-expanded", "false");
    }
    hide();
    folding.changed();
  }

  function hide() {
    const put = (map, hidden) => {
      for (const [number, groups] of map) {
        for (const { group } of groups) group.classList.toggle("away", hidden(number));
      }
    };
    put(parts.nodes, (number) => fold(above, folded, number) !== null);
    for (const map of [parts.cuts, parts.rest]) {
      put(map, (number) => folded.has(number) || fold(above, folded, number) !== null);
    }
    if (grown) compact();
  }

  // A tree that grows to the right is read by scrolling, so what is folded gives up its rows.
  function compact() {
    const hidden = rows.filter(({ group }) => group.classList.contains("away")).map(({ span }) => span);
    const shown = rows.filter(({ group }) => !group.classList.contains("away")).map(({ span }) => span);
    const place = closed(hidden, shown);
    for (const { group, span } of rows) {
      const middle = (span[0] + span[1]) / 2;
      group.setAttribute("transform", `translate(0 ${(place(middle) - middle).toFixed(1)})`);
    }
    for (const [path, drawn] of lines) {
      path.setAttribute("d", drawn.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => `${x} ${place(Number(y)).toFixed(1)}`));
    }
    const change = place(height) - height;
    for (const group of svg.querySelectorAll(".legend, .reasons")) {
      if (group.tagName === "g") group.setAttribute("transform", `translate(0 ${change.toFixed(1)})`);
    }
    for (const element of [svg, svg.querySelector(".paper")]) element.setAttribute("height", String(height + change));
    svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${height + change}`);
  }

  // "… n more", below the node or, where the tree grows to the right, after it.
  function label(group, number) {
    const isBelow = (each) => each === number || (above.has(each) && isBelow(above.get(each)));
    let count = 0;
    for (const [each, groups] of parts.nodes) {
      if (each !== number && isBelow(each)) count += 1 + unseen(groups);
    }
    for (const [each, groups] of parts.rest) if (isBelow(each)) count += unseen(groups);
    const box = group.getBBox();
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.setAttribute("class", "more label folded-away");
    text.setAttribute("font-size", "11");
    text.setAttribute("x", String(grown ? box.x + box.width + 4 : box.x + box.width / 2));
    text.setAttribute("y", String(grown ? box.y + box.height / 2 + 4 : box.y + box.height + 14));
    text.setAttribute("text-anchor", grown ? "start" : "middle");
    text.textContent = count ? `… ${count.toLocaleString("en")} more` : "…";
    return text;
  }

  function unseen(groups) {
    const said = groups.map(({ group }) => group.querySelector("text.more:not(.folded-away)")?.textContent ?? "");
    return said.reduce((sum, words) => sum + Number(words.replace(/\D/g, "") || 0), 0);
  }

  function pressed(event) {
    const number = [...inner].find(([, group]) => group === event.target)?.[0];
    if (number === undefined || !["Enter", "ArrowUp", "ArrowDown"].includes(event.key)) return false;
    event.preventDefault();
    if (event.key === "Enter") toggle(number);
    else {
      const shown = order.filter((each) => fold(above, folded, each) === null);
      const to = shown[shown.indexOf(number) + (event.key === "ArrowDown" ? 1 : -1)];
      if (to !== undefined) inner.get(to).focus();
    }
    return true;
  }

  return folding;
}

function show(svg, parts, steps, at, folding) {
  const nodes = known(steps, at);
  const over = at === steps.length - 1;
  const current = folding.inView(steps[at].node);
  svg.classList.toggle("stepping", !over);
  const leaves = (parts.leaves ??= new Set(steps.filter((step) => step.kind === "leaf").map((step) => step.node)));
  for (const [number, groups] of parts.nodes) {
    const node = nodes.get(number);
    for (const { group, value, window, said, told } of groups) {
      group.classList.toggle("unseen", !node);
      group.classList.toggle("open", !over && Boolean(node?.open));
      group.classList.toggle("current", !over && current === number);
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
function render({ model, el }) {
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
    played: (on) => {
      model.set("playing", on);
      model.save_changes();
    },
  });
  if (model.get("playing")) stepper.play(true);
  model.on("change:at", () => stepper.go(model.get("at")));
  model.on("change:playing", () => stepper.play(model.get("playing")));
  return () => stepper.stop();
}

export default { render };
