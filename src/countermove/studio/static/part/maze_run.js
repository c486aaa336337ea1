// One game of Pacman: the frames so far, a turn between each two of them, and the frame on screen. Turns are requested a
// little ahead, so that Pacman's values are there before it acts.
import { stream, wasStopped } from "../api.js";

/**
 * @typedef {{layout?: string, rows?: string, directions?: string, evaluation?: string, pacman?: string, cycles?: number,
 *   opponent?: string, advice?: string, ghosts?: string, ghost_cycles?: number, seed?: number}} Setup
 * @typedef {import("/views/maze.js").MazeBoard} MazeBoard
 * @typedef {{board: MazeBoard, agent: number, score: number, food: number, over: boolean, outcome: string,
 *   legal: {action: number, name: string}[]}} Frame
 * @typedef {{text: string, best: boolean, tied: boolean, taken: boolean, share: number, known: string, value?: number}} Worth
 * @typedef {{by: string, values: Record<string, Worth>, say: string, nodes: number, seconds: number, cycles?: number,
 *   plan: [number, number][]}} Thought
 * @typedef {{agent: number, action: number, name: string, thought: Thought | null}} Turn
 */

/** Cycles per request: few while the setup may still change, more while the game plays. */
const [FEW, MANY] = [1, 8];

export class Run {
  /** @param {Setup} setup @param {() => void} changed @param {number} longest  cycles after which Pacman has starved */
  constructor(setup, changed, longest = Infinity) {
    this.setup = setup;
    this.changed = changed;
    this.longest = longest;
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {Turn[]} */
    this.turns = [];
    this.at = 0;
    /** The previous frame, to animate from. @type {Frame | null} */
    this.before = null;
    /** @type {Thought | null} */
    this.advice = null;
    /** A person's next action, entered while the ghosts still act. @type {number | null} */
    this.wish = null;
    this.problem = "";
    this.full = false;
    /** @type {AbortController | null} */
    this.asking = null;
    this.ask(0);
  }

  get frame() {
    return this.frames[this.at] ?? null;
  }

  /** The thoughts of the agent to act, if known. */
  get thought() {
    return this.turns[this.at]?.thought ?? (this.at === this.turns.length ? this.advice : null);
  }

  get isPerson() {
    return this.setup.pacman === "person";
  }

  /** Cycles up to the frame on screen. */
  get cycles() {
    return this.turns.slice(0, this.at).filter((turn) => turn.agent === 0).length;
  }

  get hasStarved() {
    return this.cycles >= this.longest && this.frame?.agent === 0;
  }

  /** Whether the frame on screen is the last. */
  get isOver() {
    return Boolean(this.frame?.over || this.problem || this.hasStarved || (this.full && this.at === this.turns.length));
  }

  /** The frame one step on, or -1 if unknown. @param {boolean} single  one agent at a time */
  following(single) {
    if (this.isOver) return -1;
    if (single) return this.at < this.turns.length ? this.at + 1 : -1;
    for (let at = this.at + 1; at < this.frames.length; at++) {
      if (this.frames[at].agent === 0 || this.frames[at].over) return at;
    }
    return -1;
  }

  /** @param {boolean} single @returns {boolean} whether there was a step to take */
  step(single) {
    const next = this.following(single);
    if (next < 0) return false;
    this.before = this.frame;
    this.at = next;
    this.changed();
    return true;
  }

  /** @param {boolean} single */
  back(single) {
    let at = this.at - 1;
    while (!single && at > 0 && this.frames[at].agent !== 0) at--;
    this.go(Math.max(0, at));
  }

  /** @param {number} at */
  go(at) {
    this.before = null;
    this.at = at;
    this.changed();
  }

  /** Makes sure there are turns ahead. @param {boolean} playing */
  ensure(playing) {
    if (this.asking || this.isOver || this.isPerson || !this.frames.length) return;
    const agents = this.frames[0].board.agents?.length ?? 1;
    const ahead = (this.turns.length - this.at) / agents;
    const end = this.frames[this.frames.length - 1];
    if (!end.over && !this.full && ahead < (playing ? MANY / 2 : FEW)) this.ask(playing ? MANY : FEW);
  }

  /** A person acts. @param {number} action */
  act(action) {
    if (this.turns.length >= this.frames.length) {
      this.wish = action;
      return;
    }
    const frame = this.frame;
    const legal = frame?.legal.find((each) => each.action === action);
    if (!frame || !legal || frame.agent !== 0 || this.isOver) return;
    const thought = this.thought;
    this.cut();
    this.turns.push({ agent: 0, action, name: legal.name, thought: thought && taken(thought, action) });
    this.advice = null;
    this.ask(FEW);
  }

  /** Changes agents or rules from here on. @param {Setup} setup */
  change(setup) {
    this.setup = setup;
    this.cut();
    this.ask(0);
  }

  /** Drops everything after the frame on screen. */
  cut() {
    this.asking?.abort();
    this.asking = null;
    this.turns.length = Math.min(this.turns.length, this.at);
    this.frames.length = Math.min(this.frames.length, this.at + 1);
    this.full = false;
    this.problem = "";
    this.wish = null;
  }

  /** @param {number} play */
  async ask(play) {
    const asking = new AbortController();
    this.asking = asking;
    const body = () => ({ ...this.setup, actions: this.turns.map((turn) => turn.action), play });
    try {
      const done = await stream("pacman", body, (kind, data) => this.told(kind, data, asking), asking.signal);
      if (this.asking !== asking) return;
      this.asking = null;
      this.advice = done.advice;
      this.full = done.full;
    } catch (error) {
      if (wasStopped(error) || this.asking !== asking) return;
      this.asking = null;
      this.problem = error instanceof Error ? error.message : String(error);
      this.turns.length = Math.max(0, this.frames.length - 1);
    }
    this.changed();
  }

  /** @param {string} kind @param {any} data @param {AbortController} asking */
  told(kind, data, asking) {
    if (this.asking !== asking) return;
    if (kind === "frame") this.frames[this.turns.length] = data;
    else if (kind === "turn") {
      this.turns.push({ agent: data.agent, action: data.action, name: data.name, thought: data.thought });
      this.frames[this.turns.length] = data.frame;
    } else return;
    if (this.isPerson) this.follow();
    this.changed();
  }

  /** Once a person and all ghosts have acted, shows it, and plays the person's queued action. */
  follow() {
    const end = this.frames[this.turns.length];
    if (this.at >= this.turns.length || (end.agent !== 0 && !end.over)) return;
    this.before = this.frame;
    this.at = this.turns.length;
    const wish = this.wish;
    this.wish = null;
    if (wish !== null && !end.over) queueMicrotask(() => this.act(wish));
  }

  /** The planned path of each ghost, and of Pacman if its search has one. */
  plans() {
    /** @type {{agent: number, cells: [number, number][]}[]} */
    const told = [];
    const agents = this.frame?.board.agents?.length ?? 0;
    for (let agent = 0; agent < agents; agent++) {
      const now = this.turns[this.at];
      let cells = now?.agent === agent ? (now.thought?.plan ?? []) : [];
      if (agent > 0 && now?.agent !== agent) {
        const last = this.turns.slice(0, this.at).findLast((turn) => turn.agent === agent);
        cells = last?.thought?.plan.slice(1) ?? [];
      }
      if (cells.length > 1) told.push({ agent, cells });
    }
    return told;
  }

  stop() {
    this.asking?.abort();
    this.asking = null;
  }
}

/** A thought with the action that was taken. @param {Thought} thought @param {number} action @returns {Thought} */
function taken(thought, action) {
  const values = Object.entries(thought.values).map(([each, worth]) => [each, { ...worth, taken: Number(each) === action }]);
  return { ...thought, values: Object.fromEntries(values) };
}
