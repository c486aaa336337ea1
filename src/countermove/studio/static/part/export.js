// Export: a tree or a board as a file, or copied.
import { html, useRef, useState } from "../vendor/preact.js";
import { Problem, ask, stream } from "../api.js";

const FORMATS = [
  ["svg", "SVG", "a vector image for pages and slides"],
  ["png", "PNG", "a bitmap image"],
  ["tikz", "TikZ", "a LaTeX document"],
  ["typst", "Typst", "a Typst document"],
  ["html", "HTML", "a self-contained page to step through"],
];
/** Maximum pixels of a canvas in any browser. */
const PIXELS = 8192;

/**
 * @typedef {{name: string, type: string, text: string}} Document
 */

/**
 * A button that opens the export sheet. `search` holds the fields of the `tree` call; without it, `board` holds the
 * position, and only the board is exported.
 * @param {{search?: object | null, board?: object | null, at?: number | null, whole?: boolean, title?: string,
 *   boards?: boolean, call?: string}} props  `at` is the step on the screen, `whole` whether that is the last; `boards`
 *   whether nodes have boards; `call` is another export call, whose fields `search` then holds
 */
export function Export({ search = null, board = null, at = null, whole = true, title = "", boards = false, call = "export" }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [what, setWhat] = useState("tree");
  const [format, setFormat] = useState("svg");
  const [wished, setNow] = useState(/** @type {boolean | null} */ (null));
  const [withBoards, setBoards] = useState(false);
  const [said, setSaid] = useState({ kind: "", text: "" });
  const [busy, setBusy] = useState(false);
  const isBoard = !search || (what === "board" && board !== null);
  const formats = FORMATS.filter(([key]) => !isBoard || key !== "html");
  const chosen = formats.some(([key]) => key === format) ? format : "svg";
  // What is on the screen, unless chosen otherwise; before the second step that would be just the root.
  const page = chosen === "html";
  const partial = at !== null && (page || !whole);
  const now = partial && (wished ?? (page || at > 1));

  /** @returns {Promise<Document>} */
  const made = () => {
    const asked = { format: chosen === "png" ? "svg" : chosen, title };
    if (isBoard) return ask("picture", { ...board, ...asked });
    return stream(
      call,
      { ...search, ...asked, at: now ? at : null, boards: boards ? withBoards : null },
      () => {},
    );
  };
  /** @param {(made: Document) => Promise<string>} act */
  const run = async (act) => {
    setBusy(true);
    setSaid({ kind: "", text: "" });
    try {
      setSaid({ kind: "success", text: await act(await made()) });
    } catch (error) {
      setSaid({ kind: "problem", text: error instanceof Problem ? error.message : `Export failed: ${error}` });
    }
    setBusy(false);
  };
  const download = () =>
    run(async (made) => {
      const name = chosen === "png" ? made.name.replace(/\.svg$/, ".png") : made.name;
      save(chosen === "png" ? await pixels(made.text) : new Blob([made.text], { type: made.type }), name);
      return `Saved as ${name}.`;
    });
  const copy = () =>
    run(async (made) => {
      if (chosen === "png") {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": await pixels(made.text) })]);
        return "Image copied.";
      }
      await navigator.clipboard.writeText(made.text);
      return `${made.text.length.toLocaleString("en")} characters copied.`;
    });
  const open = () => {
    setSaid({ kind: "", text: "" });
    setNow(null);
    dialog.current?.showModal();
  };
  return html`<button type="button" onClick=${open} disabled=${!search && !board}>Export</button>
    <dialog ref=${dialog} class="export" aria-label="Export">
      <h2>Export</h2>
      ${search && board &&
      html`<fieldset>
        <legend>What</legend>
        ${[["tree", "The tree"], ["board", "The board"]].map(
          ([key, text]) => html`<label class="export-choice">
            <input type="radio" name="what" checked=${what === key} onChange=${() => setWhat(key)} />
            <span>${text}</span></label>`,
        )}
      </fieldset>`}
      <fieldset>
        <legend>Format</legend>
        ${formats.map(
          ([key, text, about]) => html`<label class="export-choice" key=${key}>
            <input type="radio" name="format" checked=${chosen === key} onChange=${() => setFormat(key)} />
            <span><b>${text}</b> <span class="quiet">${about}</span></span></label>`,
        )}
      </fieldset>
      ${!isBoard && at !== null &&
      html`<label class="export-choice">
        <input type="checkbox" checked=${now} disabled=${!partial}
          onChange=${(/** @type {any} */ event) => setNow(event.target.checked)} />
        <span>${page ? "Open at the current step" : "Only up to the current step"} (step ${at.toLocaleString("en")})</span></label>`}
      ${!isBoard && boards &&
      html`<label class="export-choice">
        <input type="checkbox" checked=${withBoards}
          onChange=${(/** @type {any} */ event) => setBoards(event.target.checked)} />
        <span>Boards in the nodes</span></label>`}
      <p class=${`export-said ${said.kind}`} role="status">${busy ? "Drawing…" : said.text}</p>
      <div class="row spread">
        <div class="row">
          <button type="button" class="main" onClick=${download} disabled=${busy}>Download</button>
          <button type="button" onClick=${copy} disabled=${busy}>Copy</button>
        </div>
        <form method="dialog"><button>Close</button></form>
      </div>
    </dialog>`;
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** An SVG as a PNG, at double size if possible. @param {string} svg @returns {Promise<Blob>} */
export async function pixels(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Problem("The browser cannot draw this image; use SVG instead."));
      image.src = address;
    });
    const scale = Math.min(2, PIXELS / image.width, PIXELS / image.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Problem("This image is too large for the browser; use SVG instead.");
    return /** @type {Blob} */ (blob);
  } finally {
    URL.revokeObjectURL(address);
  }
}
