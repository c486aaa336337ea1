// Playing: step after step at a given pace, synchronised with screen frames.

const PACE = 900; // default milliseconds between steps

/**
 * @param {{at: () => number, length: () => number, go: (at: number) => void, played: (on: boolean) => void}} options
 *   `played` is called when playing starts and stops
 */
export function makePlayer({ at, length, go, played }) {
  let pace = PACE;
  let last = 0;
  /** @type {number | null} */
  let frame = null;

  /** @param {boolean} [on] */
  function play(on = frame === null) {
    const before = frame !== null;
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    if (on && length() > 1) {
      if (at() >= length() - 1) go(0);
      last = performance.now();
      frame = requestAnimationFrame(tick);
    }
    if (before !== (frame !== null)) played(frame !== null);
  }

  /** @param {number} time */
  function tick(time) {
    frame = requestAnimationFrame(tick);
    const steps = pace > 0 ? Math.floor((time - last) / pace) : 1;
    if (steps < 1) return;
    last = pace > 0 ? last + steps * pace : time;
    go(at() + steps);
    if (at() >= length() - 1) play(false);
  }

  return {
    play,
    /** @param {number} milliseconds  0 is one step per frame */
    speed(milliseconds) {
      pace = Math.max(0, milliseconds);
      last = performance.now();
    },
    get playing() {
      return frame !== null;
    },
    get pace() {
      return pace;
    },
  };
}
