// Live analysis: requested for the current position, stopped on leaving it, and cached for coming back.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { stream, wasStopped } from "../api.js";

/**
 * @typedef {import("/views/board.js").Worth & {value: number, name: string, words: string}} Valued
 * @typedef {{actions: GameAction[], names: string[], text: string, value: number, proven: boolean, distance: number | null,
 *   words: string, outcome: string, share: number | null, bound: string, vector: string[]}} Variation  `vector` holds every
 *   player's payoff at the end of the line, without two opposed sides
 * @typedef {{action: GameAction | null, name: string, value: number, text: string, first_text: string, bar: string, player: number, payoffs: number[] | null,
 *   values: Record<string, Valued>, lines: Variation[], distance: number | null, depth: number, nodes: number,
 *   seconds: number, exact: boolean, timed: boolean, error: number | null, algorithm: string, native: boolean, known: string,
 *   note: string, stopped: boolean, arrows: import("/views/arrow.js").Arrow[], verdict: string, points: number, first: number | null,
 *   strategies: {choice: number, name: string, chance: number}[][]}} Found
 * @typedef {{algorithm: string, lines: number, seconds: number, opponent: string}} How
 * @typedef {{found: Found | null, fresh: boolean, gone: boolean, running: boolean, finished: boolean, problem: string, queued: string,
 *   stop: () => void, goOn: () => void}} Live  `found` is not `fresh` while it is of the previous position, and
 *   `gone` when not worth showing: from old rules, or the new answer takes long
 */

/** Results by position, for coming back. @type {Map<string, {found: Found, finished: boolean}>} */
const known = new Map();
const KEPT = 300;
addEventListener("authorchange", () => known.clear()); // results of old rules
/** Milliseconds to wait before a request, for fast stepping. */
const PAUSE = 70;

/** Milliseconds after which to explain the delay. */
const SLOW = 1500;
const PREPARING = "Preparing the search…";

/**
 * @param {{game: string, start: string | null, actions: GameAction[]}} at
 * @param {How} how
 * @param {boolean} on  whether to analyse this position
 * @param {number} [rules]  the version of the rules
 * @returns {Live}
 */
export function useLive(at, how, on, rules = 0) {
  const body = { ...at, lines: how.lines, seconds: how.seconds, algorithm: how.algorithm || null, opponent: how.opponent || null };
  const of = `${rules} ${at.game}`;
  const key = `${of} ${JSON.stringify(body)}`;
  const [told, setTold] = useState(/** @type {{key: string, of: string, found: Found} | null} */ (null));
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState("");
  const [queued, setQueued] = useState("");
  const [halted, setHalted] = useState("");
  const [again, setAgain] = useState(0);
  const resumed = useRef("");

  useEffect(() => {
    setProblem("");
    setQueued("");
    if (!on || halted === key) {
      setRunning(false);
      return;
    }
    const old = known.get(key);
    if (old) setTold({ key, of, found: old.found });
    if (old?.finished && resumed.current !== key) {
      setRunning(false);
      return;
    }
    resumed.current = "";
    setRunning(true);
    const slow = setTimeout(() => setQueued(PREPARING), SLOW);
    const control = new AbortController();
    /** @param {Found} found @param {boolean} finished */
    const take = (found, finished) => {
      clearTimeout(slow);
      setQueued("");
      // Continuing restarts at depth 1 with the table intact: show the deeper of the two.
      const before = known.get(key)?.found;
      const best = before && !found.exact && (before.exact || before.depth > found.depth) ? { ...before, nodes: found.nodes, seconds: found.seconds } : found;
      if (known.size >= KEPT) known.clear();
      known.set(key, { found: best, finished });
      setTold({ key, of, found: best });
    };
    const wait = setTimeout(async () => {
      try {
        const found = await stream(
          "analyse",
          body,
          (kind, data) => {
            if (kind === "progress") take(data, false);
            else if (kind === "queued") {
              const turn = `Queued: ${data.place} of ${data.waiting}.`;
              setQueued(data.compiling ? `Another search is being compiled. ${turn}` : turn);
            } else if (kind === "compiling") {
              clearTimeout(slow);
              if (!known.has(key)) setQueued(data.sentence); // else there already is a result to show
            }
          },
          control.signal,
        );
        take(found, true);
        setRunning(false);
      } catch (error) {
        clearTimeout(slow);
        if (wasStopped(error)) return;
        setQueued("");
        setRunning(false);
        setProblem(/** @type {Error} */ (error).message);
      }
    }, PAUSE);
    return () => {
      clearTimeout(wait);
      clearTimeout(slow);
      control.abort();
    };
  }, [key, on, halted, again]);

  const fresh = told?.key === key;
  return {
    found: told?.found ?? null,
    fresh,
    gone: !fresh && (told?.of !== of || queued !== ""),
    running,
    finished: !running && fresh,
    problem,
    queued,
    stop: () => setHalted(key),
    goOn: () => {
      resumed.current = key;
      setHalted("");
      setAgain((before) => before + 1);
    },
  };
}
