// The stage: a box that scrolls over the sheet on which a tree is drawn, with zoom. Scrolling is native, so wheel,
// touch, keys and scroll bars work as usual; dragging with a mouse scrolls too, and ctrl with the wheel, or two
// fingers, zoom around the pointer.

/** @typedef {{element: HTMLElement, scroll: HTMLElement, sheet: HTMLElement, zoom: number, x: number, y: number,
 *   size: (width: number, height: number) => void, zoomTo: (zoom: number, at?: {x: number, y: number}) => void,
 *   zoomBy: (way: number) => void, fit: (least?: number) => void, reveal: (box: Box, now: boolean) => void, centre: (x: number, y: number) => void, settle: () => boolean,
 *   toSheet: (event: {clientX: number, clientY: number}) => {x: number, y: number}, destroy: () => void}} Stage */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box  In the units of the sheet. */
const ZOOMS = /** @type {[string, string, number][]} */ ([["+", "Zoom in", 1], ["−", "Zoom out", -1], ["⤢", "Show all", 0]]); // prettier-ignore

const MIN_ZOOM = 0.02;
const MAX_ZOOM = 4;
const MAX_FIT_ZOOM = 1.5; // how far a small tree is enlarged to fill the stage; more if the page has a larger font
const REVEAL_MARGIN = 28; // pixels around a node that is scrolled into view

/**
 * `moved` is called when another part of the sheet becomes visible, `resized` when the stage changes size and was not
 * zoomed by hand, `pressed` on a click; `still` says whether motion is unwanted, `scale` how large the font is.
 * @param {{moved: () => void, resized: () => void, pressed: (at: {x: number, y: number}) => void, still: () => boolean,
 *   scale: () => number}} options
 * @returns {Stage}
 */
export function makeStage({ moved, resized, pressed, still, scale }) {
  const element = document.createElement("div");
  const scroll = document.createElement("div");
  const sheet = document.createElement("div");
  element.className = "stage";
  scroll.className = "scroll";
  sheet.className = "sheet";
  sheet.setAttribute("role", "none");
  scroll.append(sheet);
  element.append(scroll);
  let [width, height, touched] = [1, 1, false];
  /** @type {{left: number, top: number} | null} */
  let target = null;

  /** @type {Stage} */
  const stage = {
    element, scroll, sheet, zoom: 1, x: 0, y: 0,
    size(wide, high) {
      [width, height] = [wide, high];
      spread();
    },
    zoomTo(zoom, at = { x: scroll.clientWidth / 2, y: scroll.clientHeight / 2 }) {
      const fixed = { x: (scroll.scrollLeft + at.x - stage.x) / stage.zoom, y: (scroll.scrollTop + at.y - stage.y) / stage.zoom };
      stage.zoom = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM * scale(), zoom));
      target = null;
      touched = true;
      spread();
      scroll.scrollLeft = fixed.x * stage.zoom + stage.x - at.x;
      scroll.scrollTop = fixed.y * stage.zoom + stage.y - at.y;
      moved();
    },
    zoomBy(way) {
      if (way) stage.zoomTo(stage.zoom * (way > 0 ? 1.25 : 0.8));
      else stage.fit();
    },
    fit(least = MIN_ZOOM) {
      const [across, down] = [scroll.clientWidth / width, scroll.clientHeight / height];
      stage.zoom = Math.max(MIN_ZOOM, Math.min(MAX_FIT_ZOOM * scale(), Math.max(least, 0.995 * Math.min(across, down))));
      target = null;
      touched = false;
      spread();
      moved();
    },
    reveal(box, now) {
      const { zoom, x, y } = stage;
      const left = axis(box.left * zoom + x, box.right * zoom + x, target?.left ?? scroll.scrollLeft, scroll.clientWidth);
      const top = axis(box.top * zoom + y, box.bottom * zoom + y, target?.top ?? scroll.scrollTop, scroll.clientHeight);
      if (left === null && top === null && !target) return;
      target = { left: left ?? target?.left ?? scroll.scrollLeft, top: top ?? target?.top ?? scroll.scrollTop };
      if (now || still()) {
        scroll.scrollTo({ left: target.left, top: target.top, behavior: "instant" });
        target = null;
      }
    },
    centre(x, y) {
      target = null;
      const [left, top] = [x * stage.zoom + stage.x - scroll.clientWidth / 2, y * stage.zoom + stage.y - scroll.clientHeight / 2];
      scroll.scrollTo({ left, top, behavior: "instant" });
    },
    /** Moves towards its target; returns whether it is still on the way. */
    settle() {
      if (!target) return false;
      const [left, top] = [target.left - scroll.scrollLeft, target.top - scroll.scrollTop];
      const near = Math.abs(left) < 2 && Math.abs(top) < 2;
      const [wasLeft, wasTop] = [scroll.scrollLeft, scroll.scrollTop];
      const part = near ? 1 : 0.3;
      scroll.scrollTo({ left: wasLeft + stride(left * part), top: wasTop + stride(top * part), behavior: "instant" });
      if (near || (scroll.scrollLeft === wasLeft && scroll.scrollTop === wasTop)) target = null;
      return target !== null;
    },
    toSheet(event) {
      const box = scroll.getBoundingClientRect();
      return {
        x: (event.clientX - box.left + scroll.scrollLeft - stage.x) / stage.zoom,
        y: (event.clientY - box.top + scroll.scrollTop - stage.y) / stage.zoom,
      };
    },
    destroy() {
      watch.disconnect();
      element.remove();
    },
  }; // prettier-ignore

  /** At least a pixel, or a scroll position would not change. @param {number} way */
  function stride(way) {
    return Math.abs(way) < 1 ? Math.sign(way) * Math.ceil(Math.abs(way)) : way;
  }

  // Where to scroll an axis to make a range visible; null if it is visible.
  /** @param {number} start @param {number} end @param {number} at @param {number} room */
  function axis(start, end, at, room) {
    const space = Math.min(REVEAL_MARGIN, room / 6);
    if (start >= at + space && end <= at + room - space) return null;
    if (end - start > room - 2 * space) return start - space;
    return (start + end) / 2 - room / 2;
  }

  function spread() {
    const [wide, high] = [width * stage.zoom, height * stage.zoom];
    stage.x = Math.max(0, (scroll.clientWidth - wide) / 2);
    stage.y = Math.max(0, (scroll.clientHeight - high) / 2);
    sheet.style.width = `${Math.max(wide, 1)}px`;
    sheet.style.height = `${Math.max(high, 1)}px`;
  }

  scroll.addEventListener("scroll", moved, { passive: true });
  scroll.addEventListener(
    "wheel",
    (event) => {
      target = null;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = scroll.getBoundingClientRect();
      const turned = Math.max(-60, Math.min(60, event.deltaY * (event.deltaMode === 1 ? 16 : 1)));
      stage.zoomTo(stage.zoom * Math.exp(-turned / 180), { x: event.clientX - box.left, y: event.clientY - box.top });
    },
    { passive: false },
  );

  // Drag with a mouse; a press that did not move is a click.
  /** @type {{x: number, y: number, left: number, top: number, far: boolean} | null} */
  let drag = null;
  scroll.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0 || event.target === scroll) return;
    drag = { x: event.clientX, y: event.clientY, left: scroll.scrollLeft, top: scroll.scrollTop, far: false };
    target = null;
  });
  // The focus stays, so that keys keep their meaning after a click.
  scroll.addEventListener("mousedown", (event) => {
    if (event.target !== scroll) event.preventDefault();
  });
  scroll.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.far && Math.hypot(x, y) < 5) return;
    if (!drag.far) {
      drag.far = true;
      scroll.setPointerCapture(event.pointerId);
      scroll.classList.add("dragged");
    }
    scroll.scrollTo({ left: drag.left - x, top: drag.top - y, behavior: "instant" });
  });
  const dropped = () => {
    scroll.classList.remove("dragged");
    setTimeout(() => {
      drag = null;
    });
  };
  scroll.addEventListener("pointerup", dropped);
  scroll.addEventListener("pointercancel", dropped);
  scroll.addEventListener("click", (event) => {
    if (!drag?.far) pressed(stage.toSheet(event));
  });

  // Two fingers.
  /** @type {{distance: number, zoom: number} | null} */
  let pinch = null;
  /** @param {TouchEvent} event */
  const apart = ({ touches: [one, other] }) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  scroll.addEventListener("touchstart", (event) => {
    target = null;
    pinch = event.touches.length === 2 ? { distance: apart(event), zoom: stage.zoom } : null;
  }, { passive: true }); // prettier-ignore
  scroll.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const box = scroll.getBoundingClientRect();
    const [one, other] = event.touches;
    const at = { x: (one.clientX + other.clientX) / 2 - box.left, y: (one.clientY + other.clientY) / 2 - box.top };
    stage.zoomTo((pinch.zoom * apart(event)) / pinch.distance, at);
  }, { passive: false }); // prettier-ignore

  let room = "";
  const watch = new ResizeObserver(() => {
    const now = `${element.clientWidth} ${element.clientHeight}`;
    if (now === room) return;
    room = now;
    if (touched) spread();
    else resized();
    moved();
  });
  watch.observe(element);
  return stage;
}

/** Buttons to zoom in, zoom out, and show all. @param {Stage} stage */
export function zoomButtons(stage) {
  const bar = document.createElement("div");
  bar.className = "zooms";
  for (const [text, title, way] of ZOOMS) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", title, textContent: text });
    button.setAttribute("aria-label", title);
    button.addEventListener("click", () => stage.zoomBy(way));
    bar.append(button);
  }
  return bar;
}
