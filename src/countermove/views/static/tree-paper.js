// The background of a tree: whether it is dark, and how wide text is.

/** Whether the background is dark: as set by the page (studio or notebook), else by the system. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  const { jpThemeLight } = document.body.dataset;
  if (theme) return theme === "dark";
  return jpThemeLight ? jpThemeLight === "false" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** How wide a text is in a font. @param {CSSStyleDeclaration} style */
export function measurer(style) {
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  /** @type {Map<string, number>} */
  const known = new Map();
  return (/** @type {string} */ text, /** @type {number} */ size, bold = false) => {
    const key = `${bold} ${text}`;
    let width = known.get(key);
    if (width === undefined) {
      pen.font = `${bold ? 700 : 400} 100px ${style.fontFamily}`;
      width = pen.measureText(text).width / 100;
      known.set(key, width);
    }
    return width * size;
  };
}
