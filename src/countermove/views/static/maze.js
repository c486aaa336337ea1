// A maze: walls with round corners, food, capsules, Pacman and ghosts. `drawMaze` makes a still picture; `mountMaze`
// one that is animated from board to board and shows what the legal actions are worth. Everything is distinct in shape
// as well as in colour: Pacman has a mouth, a ghost a hem, eyes and its number, a scared one is hollow.
//
// A board is the JSON of views/board_json.py with the style "maze". It may give exact positions in `agents`, Pacman
// first; otherwise they are taken from the cells.
import { drawValues } from "./maze_value.js";
import { CELL, group, make } from "./maze_svg.js";

/**
 * @typedef {{piece?: string, player?: number, action?: GameAction, shift?: [number, number]}} MazeCell
 * @typedef {{x: number, y: number, heading: number, scared: number, caught?: boolean}} Agent  x and y in cells
 * @typedef {{rows: MazeCell[][], agents?: Agent[]}} MazeBoard
 * @typedef {import("./maze_value.js").Worth} Worth
 * @typedef {{from?: MazeBoard | null, milliseconds?: number, values?: Record<string, Worth>, legal?: number[],
 *   actor?: number, plans?: {agent: number, cells: [number, number][]}[]}} Showing
 */

export const [NORTH, SOUTH, EAST, WEST, STOP] = [0, 1, 2, 3, 4];
/** The change of row and column for a step in each direction. */
export const STEPS = [[-1, 0], [1, 0], [0, 1], [0, -1], [0, 0]];
const TURNED = [-90, 90, 0, 180, 0];
const GHOSTS = ["var(--min, #b84a00)", "var(--p3, #8a3d75)", "var(--p5, #4a4fb0)", "var(--p2, #00724f)"];
const GROUND = "var(--maze-ground, var(--paper, #ffffff))";
const WALL = "var(--maze-line, var(--wall, #5b6b8c))";
const FILL = "var(--maze-wall, var(--pale, #f4f5f7))";
const INK = "var(--ink, #1a1d21)";
const MOUTH = 38;
const REACH = 0.4 * CELL;

/** Where Pacman and the ghosts are. @param {MazeBoard} board @returns {Agent[]} */
export function agentsOf(board) {
  if (board.agents) return board.agents;
  /** @type {Agent[]} */
  const ghosts = [];
  /** @type {Agent | null} */
  let pacman = null;
  board.rows.forEach((cells, row) =>
    cells.forEach((cell, column) => {
      const [x, y] = [column + (cell.shift?.[0] ?? 0), row + (cell.shift?.[1] ?? 0)];
      if (cell.piece === "P" || cell.piece === "X") pacman = { x, y, heading: EAST, scared: 0, caught: cell.piece === "X" };
      else if (cell.piece === "G" || cell.piece === "g") ghosts.push({ x, y, heading: STOP, scared: Number(cell.piece === "g") });
    }),
  );
  return pacman ? [pacman, ...ghosts] : ghosts;
}

/**
 * A picture of a maze.
 * @param {MazeBoard} board
 * @param {number} size  of a cell, in pixels
 * @returns {SVGSVGElement}
 */
export function drawMaze(board, size) {
  const svg = canvas(board, size);
  svg.append(walls(board), group(food(board)), group(agentsOf(board).map((agent, number) => figure(agent, number))));
  return svg;
}

/** @param {MazeBoard} board @param {number} [size] @returns {SVGSVGElement} */
function canvas(board, size) {
  const [wide, high] = [board.rows[0].length, board.rows.length];
  const svg = make("svg", { viewBox: `0 0 ${wide * CELL} ${high * CELL}`, class: "maze" });
  if (size) {
    svg.setAttribute("width", String(wide * size));
    svg.setAttribute("height", String(high * size));
  }
  svg.append(make("rect", { width: wide * CELL, height: high * CELL, rx: CELL / 2, fill: GROUND }));
  return /** @type {SVGSVGElement} */ (svg);
}

/** Walls run from centre to centre of their cells; a broad line with a narrower one on top leaves an outline. @param {MazeBoard} board */
function walls(board) {
  /** @param {number} row @param {number} column */
  const isWall = (row, column) => board.rows[row]?.[column]?.piece === "%";
  let path = "";
  board.rows.forEach((cells, row) =>
    cells.forEach((_, column) => {
      if (!isWall(row, column)) return;
      const start = `M${(column + 0.5) * CELL} ${(row + 0.5) * CELL}`;
      const [right, below] = [isWall(row, column + 1), isWall(row + 1, column)];
      if (right && below && isWall(row + 1, column + 1)) path += `${start}h${CELL}v${CELL}h${-CELL}z`;
      else path += `${start}h0${right ? `${start}h${CELL}` : ""}${below ? `${start}v${CELL}` : ""}`;
    }),
  );
  const round = { d: path, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return group([
    make("path", { ...round, fill: WALL, stroke: WALL, "stroke-width": 0.62 * CELL }),
    make("path", { ...round, fill: FILL, stroke: FILL, "stroke-width": 0.5 * CELL }),
  ]);
}

/** Food, each with its place as "row column". @param {MazeBoard} board */
function food(board) {
  return board.rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => {
      if (cell.piece !== "." && cell.piece !== "o") return [];
      const at = { cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, "data-at": `${row} ${column}` };
      const colour = "var(--food, #565d66)";
      if (cell.piece === ".") return [make("circle", { ...at, r: 0.085 * CELL, fill: colour })];
      return [make("circle", { ...at, r: 0.2 * CELL, fill: colour, stroke: colour, "stroke-opacity": 0.35, "stroke-width": 5 })];
    }),
  );
}

/** An agent at rest. @param {Agent} agent @param {number} number  0 is Pacman @param {number} [open]  how far the mouth is open, 0 to 1 */
function figure(agent, number, open = 1) {
  const shape = number === 0 ? pacman(agent, open) : ghost(agent, number);
  const place = `translate(${(agent.x + 0.5) * CELL} ${(agent.y + 0.5) * CELL})`;
  return group(shape, { transform: place, class: number === 0 ? "pacman" : "ghost" });
}

/** @param {Agent} agent @param {number} open */
function pacman(agent, open) {
  const half = ((agent.heading === STOP ? MOUTH / 2 : MOUTH * open) * Math.PI) / 180;
  const [x, y] = [REACH * Math.cos(half), REACH * Math.sin(half)];
  const body = make("path", {
    d: `M0 0L${x} ${-y}A${REACH} ${REACH} 0 1 0 ${x} ${y}Z`,
    transform: `rotate(${TURNED[agent.heading] ?? 0})`,
    fill: "var(--pacman, #f2b705)", stroke: INK, "stroke-width": 1.2, "stroke-linejoin": "round",
  });
  if (!agent.caught) return [body];
  const arm = 0.75 * REACH;
  const cross = `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`;
  body.setAttribute("opacity", "0.45");
  return [body, make("path", { d: cross, stroke: "var(--bad, #b3261e)", "stroke-width": 4, "stroke-linecap": "round" })];
}

/** @param {Agent} agent @param {number} number */
function ghost(agent, number) {
  const colour = GHOSTS[(number - 1) % GHOSTS.length];
  const scared = agent.scared > 0;
  let hem = "";
  for (let wave = 0; wave < 3; wave++) hem += `q${-REACH / 3} ${-0.55 * REACH} ${(-2 * REACH) / 3} 0`;
  const body = make("path", {
    d: `M${-REACH} ${0.95 * REACH}V0A${REACH} ${REACH} 0 0 1 ${REACH} 0V${0.95 * REACH}${hem}Z`,
    fill: scared ? GROUND : colour, stroke: scared ? "var(--max, #0067a3)" : INK, "stroke-width": scared ? 2.2 : 0.8,
    "stroke-dasharray": scared ? "3.5 2.5" : "none", "stroke-linejoin": "round",
  });
  const [down, right] = STEPS[agent.heading] ?? [0, 0];
  const eyes = [-1, 1].flatMap((side) => {
    const [x, y] = [side * 0.38 * REACH, -0.22 * REACH];
    if (scared) return [make("circle", { cx: x, cy: y, r: 0.12 * REACH, fill: "var(--max, #0067a3)" })];
    return [
      make("circle", { cx: x, cy: y, r: 0.26 * REACH, fill: "#ffffff" }),
      make("circle", { cx: x + 0.11 * REACH * right, cy: y + 0.11 * REACH * down, r: 0.13 * REACH, fill: "#10131a" }),
    ];
  });
  const name = make("text", {
    y: 0.62 * REACH, "text-anchor": "middle", "font-size": 0.24 * CELL, "font-weight": 700, "font-family": "var(--digits, monospace)",
    fill: scared ? "var(--max, #0067a3)" : "var(--paper, #ffffff)",
  });
  name.textContent = String(number);
  return [body, ...eyes, name];
}

/** Who is where, in words. @param {MazeBoard} board */
function words(board) {
  const left = board.rows.flat().filter((cell) => cell.piece === "." || cell.piece === "o").length;
  /** @param {Agent} agent */
  const place = (agent) => `in row ${Math.round(agent.y) + 1}, column ${Math.round(agent.x) + 1}`;
  const places = agentsOf(board).map((agent, number) => {
    if (number === 0) return `Pacman ${agent.caught ? "caught " : ""}${place(agent)}`;
    return `${agent.scared ? "scared " : ""}ghost ${number} ${place(agent)}`;
  });
  return `${places.join(", ")}; ${left === 0 ? "no food" : left === 1 ? "one piece of food" : `${left} pieces of food`}.`;
}

/**
 * An animated maze. `act` is called with a legal action on a click where it leads.
 * @param {HTMLElement} element
 * @param {{act?: (action: number) => void, label?: string}} options
 */
export function mountMaze(element, { act, label = "Maze" }) {
  /** @type {MazeBoard | null} */
  let board = null;
  /** @type {Showing} */
  let showing = {};
  /** @type {SVGSVGElement | null} */
  let svg = null;
  let layout = "";
  let frame = 0;
  /** When the animation will reach the board's position. */
  let arrival = 0;
  const layers = { food: group([]), plan: group([]), agents: group([]), values: group([]) };

  /** The drawing, remade if the walls changed. @param {MazeBoard} next */
  function prepare(next) {
    const wanted = next.rows.map((cells) => cells.map((cell) => (cell.piece === "%" ? "%" : " ")).join("")).join("\n");
    if (svg && wanted === layout) return svg;
    layout = wanted;
    svg = canvas(next);
    svg.setAttribute("role", "img");
    svg.append(walls(next), layers.food, layers.plan, layers.agents, layers.values);
    svg.addEventListener("click", clicked);
    element.replaceChildren(svg);
    return svg;
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    if (!act || !svg || !board || !showing.legal) return;
    const box = svg.getBoundingClientRect();
    const scale = box.width / board.rows[0].length;
    const [column, row] = [Math.floor((event.clientX - box.left) / scale), Math.floor((event.clientY - box.top) / scale)];
    const at = agentsOf(board)[showing.actor ?? 0];
    const action = showing.legal.find((each) => Math.round(at.y) + STEPS[each][0] === row && Math.round(at.x) + STEPS[each][1] === column);
    if (action !== undefined) act(action);
  }

  /** @param {MazeBoard} next @param {Showing} [options] */
  function show(next, options = {}) {
    cancelAnimationFrame(frame);
    const drawing = prepare(next);
    const before = options.from ? agentsOf(options.from) : null;
    const after = agentsOf(next);
    board = next;
    showing = options;
    drawing.setAttribute("aria-label", `${label}: ${words(next)}`);
    layers.values.replaceChildren();
    layers.plan.replaceChildren();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const milliseconds = before?.length === after.length && !still ? (options.milliseconds ?? 0) : 0;
    if (!before || milliseconds <= 0) return rest();
    layers.food.replaceChildren(...food(/** @type {MazeBoard} */ (options.from)));
    const start = performance.now();
    arrival = start + milliseconds;
    /** @param {number} now */
    const move = (now) => {
      const part = Math.min(1, (now - start) / milliseconds);
      if (part >= 1) return rest();
      layers.agents.replaceChildren(...between(before, after, part));
      frame = requestAnimationFrame(move);
    };
    move(start);
  }

  /** The board at rest. */
  function rest() {
    arrival = 0;
    if (!board) return;
    layers.food.replaceChildren(...food(board));
    layers.agents.replaceChildren(...agentsOf(board).map((agent, number) => figure(agent, number)).reverse());
    layers.plan.replaceChildren(...(showing.plans ?? []).map(plan));
    values();
  }

  function values() {
    if (!board || !svg || !showing.values) return;
    const letters = Math.max(1, parseFloat(getComputedStyle(svg).fontSize) / 16 || 1); // larger on a projector
    const pixels = svg.getBoundingClientRect().width / letters / board.rows[0].length || CELL;
    const at = agentsOf(board)[showing.actor ?? 0];
    layers.values.replaceChildren(...drawValues(showing.values, at, board.rows[0].length, board.rows.length, pixels));
  }

  /** Whether agents are moving. */
  const busy = () => performance.now() < arrival;

  const watch = new ResizeObserver(() => busy() || values());
  watch.observe(element);
  return {
    show,
    /** What became known about the board while its agents were still moving. @param {Showing} more */
    enrich(more) {
      showing = { ...showing, ...more };
      if (!busy()) rest();
    },
    destroy() {
      cancelAnimationFrame(frame);
      watch.disconnect();
      element.replaceChildren();
    },
  };
}

/** The agents in between; one that restarts elsewhere does not slide there. @param {Agent[]} before @param {Agent[]} after @param {number} part */
function between(before, after, part) {
  const eased = part * part * (3 - 2 * part);
  const open = Math.abs(Math.cos(part * Math.PI * 1.5));
  return after
    .map((agent, number) => {
      const first = before[number];
      const far = Math.abs(agent.x - first.x) + Math.abs(agent.y - first.y) > 1.5;
      if (far) return figure(part < 0.5 ? first : agent, number, open);
      const [x, y] = [first.x + (agent.x - first.x) * eased, first.y + (agent.y - first.y) * eased];
      return figure({ ...agent, x, y, caught: false, scared: first.scared && agent.scared }, number, open);
    })
    .reverse();
}

/** Where an agent plans to go. @param {{agent: number, cells: [number, number][]}} way */
function plan({ agent, cells }) {
  const points = cells.map(([row, column]) => `${(column + 0.5) * CELL} ${(row + 0.5) * CELL}`);
  const colour = agent === 0 ? INK : GHOSTS[(agent - 1) % GHOSTS.length];
  const [row, column] = cells[cells.length - 1];
  return group([
    make("path", {
      d: `M${points.join("L")}`, fill: "none", stroke: colour, "stroke-width": 3.5, "stroke-linecap": "round",
      "stroke-linejoin": "round", "stroke-dasharray": agent === 0 ? "1 7" : "8 6", opacity: 0.8,
    }),
    make("circle", { cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: 5, fill: GROUND, stroke: colour, "stroke-width": 3 }),
  ]);
}
