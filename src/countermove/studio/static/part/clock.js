// A clock for each player: it runs while the player is to move, and a player whose time is up has lost.
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
 *   actions, and whether the game goes on
 * @returns {Clock | null}
 */
export function useClock(time, { players, player, plies, goes }) {
  const [minutes, more] = time.split("+").map(Number);
  const [left, setLeft] = useState(/** @type {number[]} */ ([]));
  const moved = useRef({ plies: 0, player: /** @type {number | null} */ (null) });
  const out = left.findIndex((seconds) => seconds <= 0);
  useEffect(() => {
    setLeft(time ? Array.from({ length: players }, () => minutes * 60) : []);
  }, [time, players, plies === 0]);
  // Who has just acted gets the increment.
  useEffect(() => {
    const before = moved.current;
    moved.current = { plies, player };
    if (!time || plies !== before.plies + 1 || before.player === null || before.player < 0) return;
    const actor = before.player;
    setLeft((all) => all.map((seconds, seat) => (seat === actor ? seconds + more : seconds)));
  }, [plies, player]);
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
