// Taking turns: computers act at the end of a line, dice are rolled, and in simultaneous turns each choice stays hidden
// until both are made.
import { useEffect, useState } from "../vendor/preact.js";
import { CHANCE, SIMULTANEOUS, stream, wasStopped } from "../api.js";

/**
 * @typedef {{thinking: number | null, wait: string, note: string, paused: boolean, problem: string, chosen: (number | null)[],
 *   stop: () => void, goOn: () => void, choose: (seat: number, choice: number) => void, roll: () => void}} Turns  `wait` is what a computer does or waits for, `note` what it says about its last action
 */

/** Milliseconds between two computer actions, so that people can follow. */
const BEAT = 350;
const JOINT = 65536;

/** @param {string} seat */
export function isPerson(seat) {
  return seat === "human" || seat === "";
}

/**
 * @param {import("./line.js").Line} line
 * @param {string[]} seats
 * @param {{rolls: boolean, away: boolean, spec: (seat: number) => string}} options  whether dice roll automatically; whether
 *   the user is elsewhere and nobody should act; the player of a seat, as it should act now
 * @returns {Turns}
 */
export function useTurns(line, seats, { rolls, away, spec }) {
  const { position, ready, here } = line;
  const [thinking, setThinking] = useState(/** @type {number | null} */ (null));
  const [wait, setWait] = useState("");
  const [note, setNote] = useState("");
  const [paused, setPaused] = useState(false);
  const [problem, setProblem] = useState("");
  const [chosen, setChosen] = useState(/** @type {(number | null)[]} */ ([null, null]));
  const player = position?.player ?? null;
  const isEnd = here.children.length === 0;
  const goes = Boolean(ready && position && !position.over && isEnd && !paused && !away);
  const key = JSON.stringify(line.at);

  const roll = () => {
    if (!position || !ready) return;
    const all = position.legal.reduce((sum, each) => sum + (each.chance ?? 0), 0);
    let left = Math.random() * all;
    const outcome = position.legal.find((each) => (left -= each.chance ?? 0) < 0) ?? position.legal.at(-1);
    if (outcome) line.play(outcome.action, outcome.name, CHANCE);
  };

  useEffect(() => setChosen([null, null]), [key]);

  const hear = (/** @type {string} */ kind, /** @type {any} */ data) => setWait(kind === "compiling" ? data.sentence : kind === "queued" ? "Queued." : data.depth ? `Depth ${data.depth}${data.doing ? `, ${data.doing}` : ""}.` : data.doing ?? "");

  // A computer's turn, or the dice.
  useEffect(() => {
    setThinking(null);
    setWait("");
    if (!goes || player === null || player === SIMULTANEOUS) return;
    if (player === CHANCE) {
      if (!rolls) return;
      const wait = setTimeout(roll, BEAT);
      return () => clearTimeout(wait);
    }
    if (isPerson(seats[player] ?? "human")) return;
    const control = new AbortController();
    const began = performance.now();
    setThinking(player);
    const act = async () => {
      try {
        const done = await stream("act", { ...line.at, player: spec(player) }, hear, control.signal);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, BEAT - (performance.now() - began))));
        if (control.signal.aborted) return;
        setProblem("");
        setNote(done.note);
        line.play(done.action, done.name, player);
      } catch (error) {
        if (wasStopped(error)) return;
        setThinking(null);
        setPaused(true);
        setProblem(/** @type {Error} */ (error).message);
      }
    };
    act();
    return () => control.abort();
  }, [key, goes, player, player === null || player < 0 ? "" : seats[player], rolls]);

  // In simultaneous turns computers choose at once, hidden from others.
  useEffect(() => {
    if (!goes || player !== SIMULTANEOUS) return;
    const control = new AbortController();
    [0, 1].forEach(async (seat) => {
      if (isPerson(seats[seat] ?? "human")) return;
      setThinking(seat);
      try {
        const done = await stream("act", { ...line.at, player: spec(seat), seat }, hear, control.signal);
        setChosen((before) => before.map((each, at) => (at === seat ? done.choice : each)));
        setThinking(null);
      } catch (error) {
        if (wasStopped(error)) return;
        setThinking(null);
        setPaused(true);
        setProblem(/** @type {Error} */ (error).message);
      }
    });
    return () => control.abort();
  }, [key, goes, player, seats.join()]);

  useEffect(() => {
    const [first, second] = chosen;
    if (!goes || player !== SIMULTANEOUS || first === null || second === null || !position) return;
    const action = first * JOINT + second;
    const wait = setTimeout(() => line.play(action, position.legal.find((each) => each.action === action)?.name, SIMULTANEOUS), BEAT);
    return () => clearTimeout(wait);
  }, [chosen, goes]);

  return {
    thinking,
    wait,
    note,
    paused,
    problem,
    chosen,
    roll,
    stop: () => setPaused(true),
    goOn: () => {
      setProblem("");
      setPaused(false);
    },
    choose: (seat, choice) => setChosen((before) => before.map((each, at) => (at === seat ? choice : each))),
  };
}
