// Dragging with a mouse, a pen or a finger: a piece follows the pointer, and dropping it counts as a click.

const MIN_DRAG = 6;

/**
 * @param {SVGSVGElement} root
 * @param {{holds(key: string | null): boolean, lift(key: string): SVGElement | null, over(key: string | null): void,
 *   drop(from: string, to: string | null): void, swipe(way: string): void,
 *   spotAt(x: number, y: number): string | null}} calls  `holds` says whether a finger there moves a piece and not the
 *   page; `lift` returns the picture that follows the pointer, or null if nothing can be lifted; `swipe` is called for a
 *   stroke over a board without pieces to lift
 * @returns {() => void}  ends it
 */
export function drags(root, calls) {
  /** @type {{key: string | null, x: number, y: number, picture: SVGElement | null, pointer: number} | null} */
  let held = null;
  let justDragged = false;

  /** @param {PointerEvent} event @returns {[number, number]} */
  const inside = (event) => {
    const matrix = root.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  };
  /** @param {PointerEvent} event */
  const down = (event) => {
    justDragged = false;
    if (event.button !== 0 || held) return;
    held = { key: calls.spotAt(...inside(event)), x: event.clientX, y: event.clientY, picture: null, pointer: event.pointerId };
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const [x, y] = inside(event);
    if (!held.picture) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < MIN_DRAG || !held.key) return;
      held.picture = calls.lift(held.key);
      if (!held.picture) return;
      held.picture.classList.add("held");
      root.append(held.picture);
      root.setPointerCapture(held.pointer);
    }
    event.preventDefault();
    held.picture.setAttribute("transform", `translate(${x} ${y})`);
    calls.over(calls.spotAt(x, y));
  };
  // A scrolling page would capture the touch. (Within an SVG, touch-action does not prevent it.)
  /** @param {TouchEvent} event */
  const touch = (event) => {
    if (held && event.cancelable && calls.holds(held.key)) event.preventDefault();
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { key, picture, x, y } = held;
    held = null;
    if (picture && key) {
      picture.remove();
      justDragged = true;
      calls.over(null);
      calls.drop(key, event.type === "pointerup" ? calls.spotAt(...inside(event)) : null);
      return;
    }
    const [right, low] = [event.clientX - x, event.clientY - y];
    if (Math.hypot(right, low) < 24 || event.type !== "pointerup") return;
    justDragged = true;
    if (Math.abs(right) > Math.abs(low)) calls.swipe(right > 0 ? "ArrowRight" : "ArrowLeft");
    else calls.swipe(low > 0 ? "ArrowDown" : "ArrowUp");
  };
  // The end of a drag is not a click.
  /** @param {Event} event */
  const click = (event) => {
    if (!justDragged) return;
    justDragged = false;
    event.stopPropagation();
  };
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("touchmove", touch, { passive: false });
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  root.addEventListener("click", click, true);
  return () => {
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("pointermove", move);
    root.removeEventListener("touchmove", touch);
    root.removeEventListener("pointerup", up);
    root.removeEventListener("pointercancel", up);
    root.removeEventListener("click", click, true);
  };
}
