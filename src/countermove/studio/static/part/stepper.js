// Stepping through a search: `usePlayer` holds the current step and plays, `Stepper` is its bar of buttons.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useKeys } from "../keys.js";

/**
 * @typedef {{at: number, length: number, playing: boolean, rate: number, cuts: number[], go: (at: number) => void,
 *   by: (steps: number) => void, play: (on: boolean) => void, setRate: (rate: number) => void, least: number}} Player
 * `at` is the number of steps done, from `least` to `length`; `cuts` are the steps just after a cut.
 */

/** Steps per second. */
const RATES = [1, 2, 5, 20, 100, 500];

/**
 * The current step, and playback from there.
 * @param {number} length
 * @param {{cuts?: number[], at?: number, key?: any, pace?: number, least?: number}} [options]  a new `key` restarts
 *   at `at`, or else at the end; `least` is the first position, by default before any step
 * @returns {Player}
 */
export function usePlayer(length, { cuts = [], at: start, key, pace = 2, least: lowest = 0 } = {}) {
  const least = Math.min(lowest, length);
  const [at, setAt] = useState(start ?? length);
  const [playing, setPlaying] = useState(false);
  const [rate, setRate] = useState(pace);
  const seen = useRef(key);
  const place = useRef(at);
  if (seen.current !== key) {
    seen.current = key;
    place.current = Math.min(start ?? length, length);
    setAt(place.current);
    setPlaying(false);
  }
  place.current = Math.max(least, Math.min(at, length));
  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let owed = 0;
    let last = performance.now();
    /** @param {number} now */
    const tick = (now) => {
      owed += ((now - last) / 1000) * rate;
      last = now;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps) {
        place.current = Math.min(length, place.current + steps);
        setAt(place.current);
      }
      if (place.current >= length) setPlaying(false);
      else frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, rate, length]);
  /** @param {number} to */
  const go = (to) => {
    setPlaying(false);
    place.current = Math.max(least, Math.min(length, to)); // at once, since keys may arrive faster than frames
    setAt(place.current);
  };
  return {
    at: Math.max(least, Math.min(at, length)),
    length,
    least,
    playing,
    rate,
    cuts,
    setRate,
    go,
    by: (steps) => go(place.current + steps),
    play: (on) => {
      if (on && place.current >= length) setAt(least);
      setPlaying(on && length > least);
    },
  };
}

/** The steps just after each cut. @param {{kind: string}[]} steps @returns {number[]} */
export function cutsOf(steps) {
  return steps.flatMap((step, index) => (step.kind === "cut" ? [index + 1] : []));
}

/**
 * The transport bar.
 * @param {{player: Player, unit?: string, keys?: boolean}} props
 */
export function Stepper({ player, unit = "Step", keys = true }) {
  const { at, length, least, playing, cuts } = player;
  const next = useMemo(() => cuts.find((cut) => cut > at), [cuts, at]);
  const previous = useMemo(() => cuts.findLast((cut) => cut < at), [cuts, at]);
  const toggle = () => player.play(!playing);
  /** @type {import("../keys.js").Key[]} */
  const known = [
    { keys: "ArrowRight", does: "One step forward", act: () => player.by(1) },
    { keys: "ArrowLeft", does: "One step back", act: () => player.by(-1) },
    { keys: "Home", does: "To the start", act: () => player.go(least) },
    { keys: "End", does: "To the end", act: () => player.go(length) },
    { keys: "Space", does: "Play or pause", act: toggle },
  ];
  if (cuts.length)
    known.push(
      { keys: "c", does: "To the next cut", act: () => next !== undefined && player.go(next) },
      { keys: "C", does: "To the previous cut", act: () => previous !== undefined && player.go(previous) },
    );
  useKeys(keys ? known : [], "Stepping");
  return html`<div class="stepper" role="group" aria-label="Steps of the search">
    <div class="stepper-buttons">
      ${button("To the start", "first", () => player.go(least), at === least)}
      ${button("One step back", "back", () => player.by(-1), at === least)}
      ${button(playing ? "Pause" : "Play", playing ? "pause" : "play", toggle, length === least, "main")}
      ${button("One step forward", "forward", () => player.by(1), at === length)}
      ${button("To the end", "last", () => player.go(length), at === length)}
      <span class="stepper-gap"></span>
      ${button("Previous cut", "cut-back", () => previous !== undefined && player.go(previous), previous === undefined)}
      ${button("Next cut", "cut-on", () => next !== undefined && player.go(next), next === undefined)}
    </div>
    <input
      class="stepper-slider"
      type="range"
      min=${least}
      max=${length}
      value=${at}
      aria-label=${unit}
      aria-valuetext=${`${unit} ${at} of ${length}`}
      onInput=${(/** @type {any} */ event) => player.go(Number(event.target.value))}
    />
    <span class="stepper-count digits">${unit} ${at.toLocaleString("en")} of ${length.toLocaleString("en")}</span>
    <label class="stepper-speed"
      ><span class="sr">Speed</span>
      <select
        value=${player.rate}
        onChange=${(/** @type {any} */ event) => player.setRate(Number(event.target.value))}
        title="Speed"
      >
        ${RATES.map((rate) => html`<option value=${rate}>${rate} / s</option>`)}
      </select>
    </label>
  </div>`;
}

// Drawn on a grid of 20, independent of installed fonts.
const SHAPES = {
  first: "M5 4v12M16 4 8 10l8 6z",
  back: "M14 4 6 10l8 6z",
  play: "M6 3.5 16 10 6 16.5z",
  pause: "M6.5 4v12M13.5 4v12",
  forward: "m6 4 8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  // strokes across a branch, and the direction
  "cut-back": "M7.5 5.5 3 10l4.5 4.5zM10.5 15l2.5-10M14.5 15 17 5",
  "cut-on": "M12.5 5.5 17 10l-4.5 4.5zM3 15 5.5 5M7 15 9.5 5",
};

/** @param {string} label @param {keyof typeof SHAPES} shape @param {() => void} act @param {boolean} off @param {string} [kind] */
function button(label, shape, act, off, kind = "") {
  return html`<button type="button" class=${`stepper-button ${kind}`} title=${label} onClick=${act} disabled=${off}>
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" class=${`stepper-${shape}`}>
      <path d=${SHAPES[shape]} />
    </svg>
    <span class="sr">${label}</span>
  </button>`;
}
