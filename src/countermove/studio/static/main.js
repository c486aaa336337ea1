// The shell: header, navigation, theme, the sheet of keys, and the page the address names.
import { html, render, useEffect, useErrorBoundary, useRef, useState } from "./vendor/preact.js";
import { keysNow, printed, useKeys } from "./keys.js";
import { here } from "./route.js";
import { awaited, isAlive, onAway, whenBack } from "./api.js";

/** Every page is a module whose default export is a component that takes the route. */
const PAGES = {
  "": { title: "Games", load: () => import("./page/gallery.js") },
  game: { title: "Games", load: () => import("./page/game.js") },
  room: { title: "Games", load: () => import("./page/room.js") },
  tree: { title: "Tree", load: () => import("./page/tree.js") },
  race: { title: "Race", load: () => import("./page/race.js") },
  proof: { title: "Proof", load: () => import("./page/proof.js") },
  lectures: { title: "Lectures", load: () => import("./page/lectures.js") },
  lecture: { title: "Lecture", load: () => import("./page/lecture.js") },
  editor: { title: "Tree editor", load: () => import("./page/editor.js") },
  quiz: { title: "Quiz", load: () => import("./page/quiz.js") },
  pacman: { title: "Pacman", load: () => import("./page/pacman.js") },
};
const MENU = [
  ["#/", "Games", ["", "game", "room"]],
  ["#/tree", "Tree", ["tree"]],
  ["#/race", "Race", ["race"]],
  ["#/lectures", "Lectures", ["lectures", "lecture"]],
  ["#/editor", "Editor", ["editor"]],
  ["#/quiz", "Quiz", ["quiz"]],
  ["#/pacman", "Pacman", ["pacman"]],
];

/** The heading of keys that work on every page. */
const ALWAYS = "Everywhere";

function App() {
  const [route, setRoute] = useState(here());
  const [page, setPage] = useState(/** @type {{name: string, Page: any} | null} */ (null));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    const changed = () => setRoute(here());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  useEffect(() => {
    let wanted = true;
    setFailed("");
    const known = PAGES[/** @type {keyof typeof PAGES} */ (route.page)];
    if (!known) {
      setFailed(`Page ${route.page} not found.`);
      return;
    }
    document.title = `${known.title} · Countermove`;
    awaited(/** @type {Promise<any>} */ (known.load())).then(
      (module) => wanted && setPage({ name: route.page, Page: module.default }),
      async (error) => {
        if (await isAlive()) return wanted && setFailed(`This page cannot be opened: ${error.message}`);
        await whenBack();
        if (wanted) location.reload(); // a browser may remember that a module could not be loaded
      },
    );
    return () => {
      wanted = false;
    };
  }, [route.page]);
  const Page = page?.name === route.page ? page.Page : null;
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <header class="top">
      <a class="brand" href="#/"><img src="/static/icon.svg" alt="" width="24" height="24" />Countermove</a>
      <nav aria-label="Pages">
        ${MENU.map(
          ([to, text, pages]) =>
            html`<a href=${to} aria-current=${pages.includes(route.page) ? "page" : null}>${text}</a>`,
        )}
      </nav>
      <${Theme} />
      <${Sheet} />
    </header>
    <${Away} />
    <main class="page" id="main" tabindex="-1">
      ${failed
        ? html`<p class="problem" role="alert">${failed}</p>`
        : Page
          ? html`<${Safe} key=${route.page}><${Page} route=${route} /><//>`
          : html`<p class="quiet">Opening…</p>`}
    </main>
  `;
}

/** One sentence while the server is gone. */
function Away() {
  const [isAway, setAway] = useState(false);
  useEffect(() => onAway(setAway), []);
  return html`<p class="away" role="status">${isAway && "The studio does not respond; is it still running in its terminal? This page goes on when it is back."}</p>`;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** Shows an error inside as a sentence; the rest of the page keeps working. @param {{children: any}} props */
function Safe({ children }) {
  const [error, reset] = useErrorBoundary();
  if (!error) return children;
  return html`<div class="problem" role="alert">
    <p>An error occurred on this page: ${error.message}</p>
    <button type="button" onClick=${reset}>Try again</button>
  </div>`;
}

function Theme() {
  const dark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const [isDark, setDark] = useState(dark());
  const change = () => {
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem("theme", isDark ? "light" : "dark");
    } catch {
      // storage may be disabled: then it lasts until the page is closed
    }
    setDark(!isDark);
    dispatchEvent(new Event("themechange"));
  };
  return html`<button type="button" class="plain" onClick=${change} aria-pressed=${isDark} title="Light or dark">
    <span aria-hidden="true">${isDark ? "☾" : "☀"}</span><span class="sr">Dark</span>
  </button>`;
}

/** The sheet of keys, which `?` opens. */
function Sheet() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [keys, setKeys] = useState(/** @type {[string, import("./keys.js").Key[]][]} */ ([]));
  const open = () => {
    // The page first, its parts next, global keys last.
    const rank = (/** @type {string} */ group) => (group === "" ? 0 : group === ALWAYS ? 2 : 1);
    setKeys([...keysNow()].sort(([one], [other]) => rank(one) - rank(other)));
    dialog.current?.showModal();
  };
  useKeys([{ keys: "?", does: "This sheet", act: open }], ALWAYS);
  return html`
    <button type="button" class="plain" onClick=${open} title="Keys (?)">
      <span aria-hidden="true">?</span><span class="sr">Keys</span>
    </button>
    <dialog ref=${dialog} aria-label="Keys" class="sheet">
      <h2>Keys</h2>
      ${keys.map(
        ([group, all]) => html`<h3>${group || document.title.split(" · ")[0]}</h3>
          <dl>
            ${all.map(
              (key) => html`<dt>${printed(key.keys).map((each) => html`<kbd>${each}</kbd> `)}</dt>
                <dd>${key.does}</dd>`,
            )}
          </dl>`,
      )}
      <form method="dialog"><button>Close</button></form>
    </dialog>
  `;
}

const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(html`<${App} />`, root);
  // The author's files are watched on every page.
  import("./part/author.js");
}
