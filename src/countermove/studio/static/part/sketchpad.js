// The canvas of the tree editor: nodes to click, leaves to type into, branches with their odds, siblings to drag.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { actionsOf, numberIn } from "./draft.js";

/** @typedef {import("./draft.js").Place} Place */

const WIDE = 84; // distance between leaves if there is room,
const NARROW = 52; // and if not; anything wider scrolls
const LEVEL = 108;
const EDGE = 48;

/** A length in rem, so that it scales with the font. @param {number} length */
const rem = (length) => `${length / 16}rem`;

/** Shapes on a grid of 56 by 44. @type {Record<string, string>} */
const SHAPES = { max: "M28 3 53 41H3z", min: "M3 3H53L28 41z", chance: "M28 3a19 19 0 1 0 .01 0z", other: "M28 2 52 22 28 42 4 22z" };
/** @type {Record<string, string>} */
export const WHO = { max: "MAX", min: "MIN", chance: "chance", leaf: "leaf" };

/** The width of an element, in units of the sketch. @param {{current: HTMLElement | null}} box */
function useRoom(box) {
  const [room, setRoom] = useState(Infinity);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const measure = () => setRoom((current.clientWidth * 16) / parseFloat(getComputedStyle(document.documentElement).fontSize));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return room;
}

/**
 * @param {{places: Place[], selected: number, focus: {id: number} | null, select: (id: number) => void,
 *   type: (id: number, field: "value" | "odds", text: string) => void, grow: (id: number) => void,
 *   prune: (id: number) => void, move: (id: number, to: number) => void}} props  a new `focus` moves the keyboard focus
 */
export function Sketchpad({ places, selected, focus, select, type, grow, prune, move }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [drag, setDrag] = useState(/** @type {{id: number, from: number, by: number} | null} */ (null));
  useEffect(() => {
    if (!focus) return;
    const found = /** @type {HTMLElement | null} */ (box.current?.querySelector(`[data-id="${focus.id}"]`));
    found?.focus();
    if (found instanceof HTMLInputElement) found.select();
  }, [focus]);
  const at = new Map(places.map((place) => [place.node.id, place]));
  const leaves = places.filter((place) => !place.node.children).sort((a, b) => a.across - b.across);
  const room = useRoom(box);
  const slot = Math.max(NARROW, Math.min(WIDE, (room - 2 * EDGE) / Math.max(1, leaves.length - 1)));
  const width = (leaves.length - 1) * slot + 2 * EDGE;
  const height = (Math.max(...places.map((place) => place.depth)) + 1) * LEVEL;
  /** @param {Place} place */
  const x = (place) => EDGE + place.across * slot;
  /** @param {Place} place */
  const y = (place) => 26 + place.depth * LEVEL;

  /** @param {number | undefined} id */
  const goTo = (id) => /** @type {HTMLElement | null} */ (box.current?.querySelector(`[data-id="${id}"]`))?.focus();
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const place = at.get(Number(target.dataset?.id));
    if (!place || event.ctrlKey || event.metaKey) return;
    const { node, parent, index } = place;
    const act = (/** @type {() => void} */ work) => {
      event.preventDefault();
      work();
    };
    if (event.altKey) {
      if (event.key === "ArrowLeft") act(() => move(node.id, index - 1));
      else if (event.key === "ArrowRight") act(() => move(node.id, index + 1));
      else if (event.key === "ArrowDown") act(() => grow(node.id));
      else if (event.key === "ArrowUp") act(() => prune(node.id));
      return;
    }
    if (target instanceof HTMLInputElement) {
      if (event.key !== "Enter") return;
      const next = leaves[leaves.findIndex((leaf) => leaf.node.id === node.id) + 1] ?? leaves[0];
      return act(() => goTo(next.node.id));
    }
    if (event.key === "ArrowUp") act(() => goTo(parent?.id));
    else if (event.key === "ArrowDown") act(() => goTo(node.children?.[0].id));
    else if (event.key === "ArrowLeft") act(() => goTo(parent?.children?.[index - 1]?.id));
    else if (event.key === "ArrowRight") act(() => goTo(parent?.children?.[index + 1]?.id));
    else if (event.key === "Delete" || event.key === "Backspace") act(() => prune(node.id));
    else if (event.key === "+" || event.key === "Insert") act(() => grow(node.id));
  };

  /** @param {PointerEvent} event @param {Place} place */
  const take = (event, place) => {
    if (!place.parent || event.button !== 0) return;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    setDrag({ id: place.node.id, from: event.clientX, by: 0 });
  };
  /** @param {PointerEvent} event */
  const pull = (event) => drag && setDrag({ ...drag, by: ((event.clientX - drag.from) * 16) / parseFloat(getComputedStyle(document.documentElement).fontSize) });
  const drop = () => {
    if (!drag) return;
    const place = at.get(drag.id);
    setDrag(null);
    if (!place?.parent?.children || Math.abs(drag.by) < 8) return;
    const to = x(place) + drag.by;
    const before = place.parent.children.filter((child) => child.id !== drag.id && x(/** @type {Place} */ (at.get(child.id))) < to);
    move(drag.id, before.length);
  };

  return html`<div class="pad" role="group" aria-label="The tree to edit" ref=${box} onKeyDown=${pressed}>
    <div class="pad-area" style=${{ width: rem(width), height: rem(height) }}>
      <svg class="pad-lines" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
        ${places.map((place) => {
          const parent = place.parent && at.get(place.parent.id);
          return parent && html`<line key=${place.node.id} x1=${x(parent)} y1=${y(parent) + 41} x2=${x(place)} y2=${y(place) + 5} />`;
        })}
      </svg>
      ${places.map((place) => html`<${Node} key=${place.node.id} place=${place} x=${x(place)} y=${y(place)} wide=${Math.min(64, slot - 8)}
        pulled=${drag?.id === place.node.id ? drag.by : 0} on=${selected === place.node.id} select=${select} type=${type}
        grow=${grow} take=${take} pull=${pull} drop=${drop} />`)}
      ${places.map((place) => {
        const parent = place.parent && at.get(place.parent.id);
        if (!parent) return null;
        const middle = { left: rem((x(parent) + 2 * x(place)) / 3), top: rem(y(parent) + 62) };
        // Closer to the child, so that neighbours do not overlap.
        const low = { left: rem(0.1 * x(parent) + 0.9 * x(place)), top: rem(y(parent) + 84), width: rem(Math.min(54, 0.9 * slot - 4)) };
        if (parent.mover === "chance")
          return html`<input key=${`odds ${place.node.id}`} class="pad-odds" style=${low} value=${place.node.odds}
            placeholder=${`1/${place.parent?.children?.length}`} aria-label=${`Probability of ${place.called}`}
            aria-invalid=${place.node.odds.trim() !== "" && numberIn(place.node.odds) === null} autocomplete="off"
            onInput=${(/** @type {any} */ event) => type(place.node.id, "odds", event.target.value)}
            onFocus=${() => select(place.node.id)} />`;
        // If one branch has a custom name, show its siblings' names too.
        return parent.node.children?.some((child) => child.action.trim())
          ? html`<span key=${`action ${place.node.id}`} class="pad-action" style=${middle}>${actionsOf(parent.node)[place.index]}</span>`
          : null;
      })}
    </div>
  </div>`;
}

/**
 * @param {{place: Place, x: number, y: number, wide: number, pulled: number, on: boolean, select: (id: number) => void,
 *   type: (id: number, field: "value" | "odds", text: string) => void, grow: (id: number) => void,
 *   take: (event: PointerEvent, place: Place) => void, pull: (event: PointerEvent) => void, drop: () => void}} props
 */
function Node({ place, x, y, wide, pulled, on, select, type, grow, take, pull, drop }) {
  const { node, mover, called } = place;
  const who = WHO[mover] ?? `player ${Number(mover) + 1}`;
  const holds = {
    onPointerDown: (/** @type {PointerEvent} */ event) => take(event, place),
    onPointerMove: pull,
    onPointerUp: drop,
    onPointerCancel: drop,
  };
  const style = { left: rem(x + pulled), top: rem(y) };
  const plus = html`<button type="button" class="pad-plus" tabindex="-1" title=${`Add a child to ${called}`} onClick=${() => grow(node.id)}>
    <span aria-hidden="true">+</span><span class="sr">Add a child to ${called}</span></button>`;
  if (!node.children)
    return html`<div class=${`pad-node pad-leaf ${on ? "on" : ""} ${pulled ? "pulled" : ""}`} style=${style}>
      <input data-id=${node.id} class="pad-value" style=${{ width: rem(wide) }} value=${node.value} aria-label=${`Value of ${called}`} autocomplete="off"
        inputmode="text" onInput=${(/** @type {any} */ event) => type(node.id, "value", event.target.value)}
        onFocus=${() => select(node.id)} />
      <span class="pad-name pad-grip" title="Drag to reorder" ...${holds}>${called}</span>
      ${plus}
    </div>`;
  const kind = SHAPES[mover] ? mover : "other";
  return html`<div class=${`pad-node pad-inner pad-${kind} ${on ? "on" : ""} ${pulled ? "pulled" : ""}`} style=${style}>
    <button type="button" data-id=${node.id} class="pad-shape" aria-pressed=${on} aria-label=${`${called}, ${who}`}
      onClick=${() => select(node.id)} onFocus=${() => select(node.id)} ...${holds}>
      <svg viewBox="0 0 56 44" width="56" height="44" aria-hidden="true"><path d=${SHAPES[kind]} /></svg>
      <span class="pad-name" aria-hidden="true">${called}</span>
    </button>
    ${plus}
  </div>`;
}
