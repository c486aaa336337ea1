// A clock for each player: it runs while the player is to move, and a player whose time is up has lost. Taking an action
// back restores what the clocks showed then; only looking back does not.
import { useEffect, useRef, useState } from "../vendor/preact.js";

/** @typedef {{time: string, left: number[], out: number | null}} Clock  `left` in seconds; `out` is who ran out of time */

/** Minutes for the game, and seconds that each action adds. */
export const TIMES = ["1+0", "3+2", "5+0", "10+5", "30+0"];
const TICK = 200;

/** @param {number} seconds */
export function timeWords(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * @param {string} time  such as "3+2"; "" for no clock
 * @param {{players: number, player: number | null, plies: number, goes: boolean}} now  who is to move after how many
 *   actions, and whether the game goes on from there, rather than the player looking at an earlier position
 * @returns {Clock | null}
 */
export function useClock(time, { players, player, plies, goes }) {
  const [minutes, more] = time.split("+").map(Number);
  const [left, setLeft] = useState(/** @type {number[]} */ ([]));
  /** The clocks by plies, when each position was reached. @type {{current: number[][]}} */
  const reached = useRef([]);
  const moved = useRef({ plies: 0, player: /** @type {number | null} */ (null) });
  const out = left.findIndex((seconds) => seconds <= 0);
  useEffect(() => {
    reached.current = [];
    setLeft(time ? Array.from({ length: players }, () => minutes * 60) : []);
  }, [time, players]);
  useEffect(() => {
    if (!time || !goes || !left.length) return;
    const before = moved.current;
    moved.current = { plies, player };
    if (plies === before.plies && reached.current[plies]) return;
    let now = left;
    if (plies === 0) now = left.map(() => minutes * 60);
    else if (plies < before.plies) now = reached.current[plies] ?? left;
    else if (plies === before.plies + 1) now = left.map((seconds, seat) => (seat === before.player ? seconds + more : seconds)); // the increment
    reached.current[plies] = now;
    setLeft(now);
  }, [time, plies, player, goes, left.length]);
  useEffect(() => {
    if (!time || !goes || plies === 0 || player === null || player < 0 || out >= 0) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const spent = (performance.now() - last) / 1000;
      last = performance.now();
      setLeft((all) => all.map((seconds, seat) => (seat === player ? Math.max(0, seconds - spent) : seconds)));
    }, TICK);
    return () => clearInterval(timer);
  }, [time, goes, plies, player, out]);
  return time && left.length ? { time, left, out: out >= 0 ? out : null } : null;
}

/** A player that searches, with no more time than its clock allows. @param {string} spec @param {Clock | null} clock @param {number} seat */
export function inTime(spec, clock, seat) {
  if (!clock) return spec;
  const most = Math.max(0.05, clock.left[seat] / 25);
  return spec.replace(/seconds=([\d.]+)/, (_, seconds) => `seconds=${Math.min(Number(seconds), most).toFixed(2)}`);
}
