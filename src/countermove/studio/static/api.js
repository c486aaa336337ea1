// Calls to the server: `ask` for quick answers, `stream` for long ones that send events as they go. While the server is
// gone or hangs, calls wait; when it is back they are sent again, so that pages need not know.

/**
 * @typedef {{piece?: string, player?: number, action?: GameAction, marked?: boolean, shift?: [number, number]}} Cell
 * @typedef {{style: "grid"|"columns"|"points"|"piles"|"maze"|"choices", rows: Cell[][], caption: string,
 *   row_names: string[], column_names: string[], clicks: {action: GameAction, places: [number, number][]}[],
 *   lines: [[number, number], [number, number]][], look?: string, last?: [number, number][]}} Board
 * @typedef {{game: string, start?: string | null, actions?: GameAction[]}} At  A position in a game.
 * @typedef {{action: GameAction, name: string, chance?: number}} Legal
 * @typedef {{game: string, position: string, player: number | null, mover: string, players: string[], over: boolean,
 *   opening: string, told: {dice: number[], sentence: string} | null, outcome: string, utilities: number[] | null, board: Board, text: string, legal: Legal[],
 *   choices: {choice: number, name: string}[][] | null,
 *   played: {action: GameAction, player: number, name: string}[]}} Position
 * @typedef {{name: string, kind: string, value: string}} Parameter
 * @typedef {{game: string, title: string, authored: boolean, class: string, sample: {board: Board, actions: GameAction[]}, about: string, players: number, words: string,
 *   axes: {stochastic: boolean, hidden: boolean, simultaneous: boolean, payoff: string, total: number, teams: number[][]},
 *   algorithm: string, opponent: string, parameters: Parameter[], board: Board, error?: string}} GameEntry
 */

export const CHANCE = -1;
export const SIMULTANEOUS = -2;

// Identifies this page, so that the pool gives every page its fair turn.
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** An error as a sentence; `offer` holds fields that would be accepted, if known. */
export class Problem extends Error {
  /** @param {string} sentence @param {Record<string, any> | null} [offer] */
  constructor(sentence, offer = null) {
    super(sentence);
    this.offer = offer;
  }
}

/** Milliseconds between two tries to reach a server that is gone. */
const AGAIN = 1000;
/** Milliseconds without a sign of life, which every open stream gives every two seconds, before the server is asked for one. */
const SILENCE = 5000;
/** Milliseconds that it has for that. */
const PATIENCE = 3000;
/** When the server was last heard, and the calls that wait for it. */
let heard = Date.now();
let waiting = 0;
let asks = false;
let lost = new AbortController();
/** @type {Promise<void> | null} */
let away = null;
/** @type {Set<(isAway: boolean) => void>} */
const listeners = new Set();

/** Calls `tell` when the server is lost and when it is back, until the returned function is called. @param {(isAway: boolean) => void} tell */
export function onAway(tell) {
  listeners.add(tell);
  if (away) tell(true);
  return () => void listeners.delete(tell);
}

/** Whether the server answers. @returns {Promise<boolean>} */
export async function isAlive() {
  try {
    const response = await fetch("/api", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    heard = Date.now();
    return response.status !== 503;
  } catch {
    return false;
  }
}

/** Something that comes from the server, which is watched meanwhile. @template T @param {Promise<T>} coming @returns {Promise<T>} */
export async function awaited(coming) {
  waiting += 1;
  try {
    return await coming;
  } finally {
    waiting -= 1;
  }
}

/** Notices a server that hangs: the calls that wait for it are broken off, and sent again when it answers. */
async function listen() {
  if (away || asks || !waiting || Date.now() - heard < SILENCE) return;
  asks = true;
  const alive = await isAlive();
  asks = false;
  if (alive || away) return;
  lost.abort(new Error("The studio hangs.")); // not an AbortError: nobody stopped the call on purpose
  lost = new AbortController();
  whenBack();
}
setInterval(listen, AGAIN);

/** Resolves when the server answers again. @returns {Promise<void>} */
export function whenBack() {
  away ??= (async () => {
    for (const tell of listeners) tell(true);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (await isAlive()) break;
    }
    away = null;
    for (const tell of listeners) tell(false);
  })();
  return away;
}

/** Waits until the server is back; throws if the call is stopped meanwhile. @param {AbortSignal} [signal] */
async function untilBack(signal) {
  signal?.throwIfAborted();
  await Promise.race([
    whenBack(),
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new DOMException("Stopped", "AbortError")), { once: true })),
  ]);
}

/**
 * The answer to a quick call.
 * @param {string} name
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, body = {}, signal) {
  for (;;) {
    try {
      return await awaited(send(name, body, signal).then((response) => response.json()));
    } catch (error) {
      if (wasStopped(error) || error instanceof Problem) throw error;
    }
    await untilBack(signal); // the server ended in the middle of its answer
  }
}

/**
 * Makes a long call. `receive` gets every event but the last; the promise resolves with the last one's data. Abort the
 * signal to stop the server. If the server is lost meanwhile, the call begins again when it is back; `body` may be a
 * function, for calls that then go on where they were.
 * @param {string} name
 * @param {object | (() => object)} body
 * @param {(kind: string, data: any) => void} receive
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function stream(name, body, receive, signal) {
  for (;;) {
    const found = await awaited(send(name, typeof body === "function" ? body() : body, signal).then((response) => read(response, receive)));
    if (found) return found.last;
    await untilBack(signal);
  }
}

/**
 * Reads the events of a response; null if it breaks off.
 * @param {Response} response
 * @param {(kind: string, data: any) => void} receive
 * @returns {Promise<{last: any} | null>}
 */
async function read(response, receive) {
  if (!response.body) throw new Problem("The studio sent an empty response.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (wasStopped(error)) throw error;
      return { done: true, value: "" };
    });
    if (done) return null;
    heard = Date.now();
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [kind, data] = event(text.slice(0, end));
      text = text.slice(end + 2);
      if (kind === "error") throw new Problem(data.error, data.offer);
      if (kind === "done") return { last: data };
      if (kind) receive(kind, data);
    }
  }
}

/** @param {string} block @returns {[string, any]} */
function event(block) {
  let kind = "";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) kind = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  return [kind, data ? JSON.parse(data) : null];
}

/** @param {string} name @param {object} body @param {AbortSignal} [signal] */
async function send(name, body, signal) {
  let response;
  while (!response) {
    if (away) await untilBack(signal);
    try {
      response = await fetch(`/api/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Page": PAGE },
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, lost.signal]) : lost.signal,
      });
      heard = Date.now();
      if (response.headers.has("retry-after")) response = undefined; // the server is about to end
    } catch (error) {
      if (wasStopped(error)) throw error;
    }
    if (!response) await untilBack(signal);
  }
  if (response.ok) return response;
  let sentence = `The studio returned error ${response.status}.`;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // not JSON: show the status
  }
  throw new Problem(sentence);
}

/** Whether an error only says that something was stopped on purpose. @param {unknown} error */
export function wasStopped(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
