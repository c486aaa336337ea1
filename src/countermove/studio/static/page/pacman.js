// Pacman: free play, and the lectures' demonstrations, whose games play side by side in step.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { ask } from "../api.js";
import { useKeys } from "../keys.js";
import { address, go } from "../route.js";
import { Demos, Guess, Notice } from "../part/maze_demo.js";
import { Form } from "../part/maze_form.js";
import { Lane } from "../part/maze_lane.js";
import { Run } from "../part/maze_run.js";

/**
 * @typedef {import("../route.js").Route} Route
 * @typedef {import("../part/maze_run.js").Setup} Setup
 * @typedef {import("../part/maze_demo.js").Demo} Demo
 * @typedef {{demos: Demo[]} & import("../part/maze_form.js").Choices} Known
 */

const START = {
  layout: "small", directions: "NSEW-", evaluation: "careful", pacman: "alphabeta", cycles: 2, opponent: "uniform",
  advice: "none", ghosts: "directional", ghost_cycles: 2, seed: 1,
};
/** Milliseconds per step, for each speed. */
const PACES = [2500, 1500, 900, 500, 250, 120];
const WAYS = [["ArrowUp w", 0, "North"], ["ArrowDown s", 1, "South"], ["ArrowRight d", 2, "East"], ["ArrowLeft a", 3, "West"], ["Space", 4, "Stop"]];

/** @param {{route: Route}} props */
export default function Page({ route }) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    ask("demos").then(setKnown, (error) => setProblem(error.message));
  }, []);
  const demo = known?.demos.find((each) => each.name === route.query.demo);
  if (problem) return html`<h1>Pacman</h1><p class="problem" role="alert">${problem}</p>`;
  if (!known) return html`<h1>Pacman</h1><p class="quiet">Opening…</p>`;
  return html`<${Demos} demos=${known.demos} chosen=${demo?.name ?? ""} />
    ${route.query.demo && !demo && html`<p class="problem" role="alert">Demonstration ${route.query.demo} not found; choose one above.</p>`}
    ${demo ? html`<${Show} key=${demo.name} demo=${demo} />` : html`<${Free} query=${route.query} known=${known} />`}`;
}

/** Any agent, any ghosts, any maze. @param {{query: Record<string, string>, known: Known}} props */
function Free({ query, known }) {
  const setup = useMemo(() => setupOf(query), [query]);
  const stage = useStage([setup], Infinity, false);
  /** @param {Setup} fields */
  const change = (fields) => {
    const next = { ...setup, ...fields };
    go(address("pacman", "", { ...next }), true);
    if ("layout" in fields || "rows" in fields || "seed" in fields) stage.restart([next]);
    else stage.change(next);
  };
  return html`<h1 class="sr">Pacman</h1>
    <div class="free">
      <div class="stack">
        ${lane(stage, 0, agentTitle(setup), html`<${Bar} stage=${stage} again=${() => change({ seed: setup.seed + 1 })} />`)}
      </div>
      <div class="panel"><${Form} setup=${setup} choices=${known} change=${change} /></div>
    </div>`;
}

/** One demonstration. @param {{demo: Demo}} props */
function Show({ demo }) {
  const [lot, setLot] = useState(0);
  const [told, setTold] = useState(!demo.guess);
  const seed = demo.seeds[lot % demo.seeds.length];
  const setups = useMemo(() => demo.lanes.map((each) => ({ ...START, evaluation: "score", ...each.setup, seed })), [demo, seed]);
  const stage = useStage(setups, demo.longest, true, Boolean(demo.plans));
  const again = () => {
    const next = demo.seeds[(lot + 1) % demo.seeds.length];
    setLot(lot + 1);
    stage.restart(setups.map((each) => ({ ...each, seed: next })), true);
  };
  const hidden = { ...stage, values: stage.values && told };
  return html`<header class="row spread demo-head">
      <h1>${demo.title}</h1>
      ${told && html`<a href=${address("pacman", "", setups[0])}>Change the setup</a>`}
    </header>
    <div class="lanes">${setups.map((_, at) => lane(hidden, at, demo.lanes[at].title))}</div>
    <div class="panel strip"><${Bar} stage=${stage} again=${demo.seeds.length > 1 ? again : null} /></div>
    <div class="below">
      <${Guess} demo=${demo} told=${() => setTold(true)} />
      <${Notice} demo=${demo} />
    </div>`;
}

/** @param {ReturnType<typeof useStage>} stage @param {number} at @param {string} title @param {any} [bar] */
function lane(stage, at, title, bar) {
  const { runs, pace, values, plans, playing, version } = stage;
  return html`<${Lane} key=${at} run=${runs[at]} title=${title} milliseconds=${Math.min(450, 0.6 * pace)} values=${values}
    plans=${plans} quiet=${playing} version=${version}>${bar}<//>`;
}

/**
 * Games played in step, and how they are shown.
 * @param {Setup[]} setups @param {number} longest @param {boolean} plays  from the start @param {boolean} [planned]
 */
function useStage(setups, longest, plays, planned = false) {
  const [version, setVersion] = useState(0);
  const [playing, setPlaying] = useState(plays);
  const [speed, setSpeed] = useState(plays ? 1 : 3);
  const [single, setSingle] = useState(false);
  const [values, setValues] = useState(true);
  const [plans, setPlans] = useState(planned);
  const stepped = useRef(performance.now());
  const changed = () => setVersion((before) => before + 1);
  /** @param {Setup[]} all */
  const begin = (all) => all.map((setup) => new Run(setup, changed, longest));
  const [runs, setRuns] = useState(() => begin(setups));
  const pace = PACES[speed];
  const going = runs.filter((run) => !run.isOver);
  const stops = playing && (going.length === 0 || runs.some((run) => run.isPerson));

  useEffect(() => () => runs.forEach((run) => run.stop()), [runs]);
  useEffect(() => {
    for (const run of runs) run.ensure(playing);
    if (stops) setPlaying(false);
    if (!playing || stops || going.some((run) => run.following(single) < 0)) return;
    // All games wait for the slowest, so that they stay in step.
    const wait = Math.max(0, stepped.current + pace - performance.now());
    const timer = setTimeout(() => {
      stepped.current = performance.now();
      for (const run of going) run.step(single);
    }, wait);
    return () => clearTimeout(timer);
  }, [playing, pace, single, runs, version]);

  return {
    runs, version, playing, speed, pace, single, values, plans, setSpeed, setSingle, setValues, setPlans,
    isPerson: runs.some((run) => run.isPerson),
    isOver: going.length === 0,
    play() {
      if (going.length === 0) runs.forEach((run) => run.go(0));
      stepped.current = performance.now();
      setPlaying(!playing || going.length === 0);
    },
    step() {
      setPlaying(false);
      for (const run of runs) run.step(single);
    },
    back() {
      setPlaying(false);
      for (const run of runs) run.back(single);
    },
    rewind() {
      for (const run of runs) run.go(0);
    },
    /** @param {Setup[]} all @param {boolean} [at_once]  whether it plays */
    restart(all, at_once = false) {
      stepped.current = performance.now();
      setRuns(begin(all));
      setPlaying(at_once);
    },
    /** @param {Setup} setup */
    change(setup) {
      runs[0].change(setup);
      changed();
    },
  };
}

/** The playback controls. @param {{stage: ReturnType<typeof useStage>, again: (() => void) | null}} props */
function Bar({ stage, again }) {
  const { isPerson, playing } = stage;
  const run = stage.runs[0];
  const person = WAYS.map(([keys, action, name]) => ({ keys: String(keys), does: `Pacman goes ${name}`.replace("goes Stop", "stops"), act: () => run.act(Number(action)) }));
  const agents = [
    { keys: "Space", does: "Play or pause", act: stage.play },
    { keys: ". ArrowRight", does: "One step", act: stage.step },
    { keys: ", ArrowLeft", does: "One step back", act: stage.back },
  ];
  const both = [{ keys: "r", does: "Restart", act: stage.rewind }];
  useKeys(isPerson ? [...person, { keys: ",", does: "Undo", act: stage.back }, ...both] : [...agents, ...both]);
  const haunted = stage.runs.some((each) => (each.frame?.board.agents?.length ?? 2) > 1);
  const atStart = stage.runs.every((each) => each.at === 0);
  /** @param {string} label @param {boolean} on @param {(on: boolean) => void} set */
  const tick = (label, on, set) =>
    html`<label><input type="checkbox" checked=${on} onChange=${(/** @type {any} */ event) => set(event.target.checked)} /> ${label}</label>`;
  return html`<div class="bar row" role="group" aria-label="Play">
    <button type="button" onClick=${stage.rewind} disabled=${atStart} title="Restart (r)"><span aria-hidden="true">↺</span><span class="sr">Restart</span></button>
    <button type="button" onClick=${stage.back} disabled=${atStart} title="One step back (,)"><span aria-hidden="true">◀</span> Back</button>
    ${!isPerson &&
    html`<button type="button" class="main" onClick=${stage.play} title="Play or pause (Space)">
        <span aria-hidden="true">${playing ? "❚❚" : "▶"}</span> ${playing ? "Pause" : "Play"}
      </button>`}
    <button type="button" onClick=${stage.step} disabled=${isPerson ? run.following(false) < 0 : stage.isOver} title="One step (.)">Step <span aria-hidden="true">▶</span></button>
    ${again && html`<button type="button" onClick=${again} title="Restart with a new random seed">New seed</button>`}
    <label class="speed">Speed
      <input type="range" min="0" max=${PACES.length - 1} value=${stage.speed} onInput=${(/** @type {any} */ event) => stage.setSpeed(Number(event.target.value))} />
    </label>
    ${tick("Values", stage.values, stage.setValues)} ${haunted && html`${tick("Plans", stage.plans, stage.setPlans)} ${!isPerson && tick("Ghosts one by one", stage.single, stage.setSingle)}`}
  </div>`;
}

/** The defaults, overridden by the address. @param {Record<string, string>} query */
function setupOf(query) {
  /** @type {Record<string, string | number>} */
  const setup = { ...START };
  for (const [name, value] of Object.entries(query)) {
    if (name in START) setup[name] = typeof START[/** @type {keyof typeof START} */ (name)] === "number" ? Number(value) || 0 : value;
    else if (name === "rows") setup.rows = value;
  }
  return /** @type {typeof START & Setup} */ (setup);
}

/** @param {typeof START} setup */
function agentTitle(setup) {
  const names = { person: "You", reflex: "Reflex agent", minimax: "Minimax", alphabeta: "Alpha-beta", expectimax: "Expectimax" };
  const ghosts = { random: "random ghosts", directional: "directional ghosts", alone: "ghosts that search alone", coordinated: "ghosts that search as a team" };
  const who = names[/** @type {keyof typeof names} */ (setup.pacman)] ?? setup.pacman;
  return `${who} against ${ghosts[/** @type {keyof typeof ghosts} */ (setup.ghosts)] ?? setup.ghosts}`;
}
