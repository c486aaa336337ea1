// Asking the server: `ask` for quick answers, `stream` for what takes time and tells events as it goes.

/**
 * @typedef {{piece?: string, player?: number, action?: GameAction, marked?: boolean, shift?: [number, number]}} Cell
 * @typedef {{style: "grid"|"columns"|"points"|"piles"|"maze"|"choices", rows: Cell[][], caption: string,
 *   row_names: string[], column_names: string[], clicks: {action: GameAction, places: [number, number][]}[],
 *   lines: [[number, number], [number, number]][], look?: string, last?: [number, number][]}} Board
 * @typedef {{game: string, start?: string | null, actions?: GameAction[]}} At  Where one is in a game.
 * @typedef {{action: GameAction, name: string, chance?: number}} Legal
 * @typedef {{game: string, position: string, player: number | null, mover: string, players: string[], over: boolean,
 *   outcome: string, utilities: number[] | null, board: Board, text: string, legal: Legal[],
 *   choices: {choice: number, name: string}[][] | null,
 *   played: {action: GameAction, player: number, name: string}[]}} Position
 * @typedef {{name: string, kind: string, value: string}} Parameter
 * @typedef {{game: string, title: string, own: boolean, class: string, sample: {board: Board, actions: GameAction[]}, about: string, players: number, words: string,
 *   axes: {stochastic: boolean, hidden: boolean, simultaneous: boolean, payoff: string, total: number, teams: number[][]},
 *   algorithm: string, opponent: string, parameters: Parameter[], board: Board, error?: string}} GameEntry
 */

export const CHANCE = -1;
export const SIMULTANEOUS = -2;

// Which page this is, so that the pool can give every page its fair turn.
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What went wrong, in a sentence; `offer` are fields with which it would go well, where that is known. */
export class Problem extends Error {
  /** @param {string} sentence @param {Record<string, any> | null} [offer] */
  constructor(sentence, offer = null) {
    super(sentence);
    this.offer = offer;
  }
}

/**
 * The answer to a quick question.
 * @param {string} name
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, body = {}, signal) {
  const response = await send(name, body, signal);
  return await response.json();
}

/**
 * Asks for something that takes time. `told` gets every event but the last; the promise resolves with the last one's
 * data. Abort the signal to have the server stop.
 * @param {string} name
 * @param {object} body
 * @param {(kind: string, data: any) => void} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function stream(name, body, told, signal) {
  const response = await send(name, body, signal);
  if (!response.body) throw new Problem("The studio sent nothing.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Problem("The studio broke off; is it still running?");
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [kind, data] = event(text.slice(0, end));
      text = text.slice(end + 2);
      if (kind === "error") throw new Problem(data.error, data.offer);
      if (kind === "done") return data;
      if (kind) told(kind, data);
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
  try {
    response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Page": PAGE },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("The studio does not answer; is it still running in its terminal?");
  }
  if (response.ok) return response;
  let sentence = `The studio answers with the error ${response.status}.`;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // not JSON: the status must do
  }
  throw new Problem(sentence);
}

/** Whether an error only says that something was stopped on purpose. @param {unknown} error */
export function wasStopped(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
