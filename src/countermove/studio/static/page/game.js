// The board of a game: play, live analysis, variations, and review.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { lineWords } from "../part/address.js";
import { CHANCE, SIMULTANEOUS } from "../api.js";
import { useKeys } from "../keys.js";
import { address, go } from "../route.js";
import { Course } from "../part/course.js";
import { Keep } from "../part/keep.js";
import { storeLines, positionAt, useLine } from "../part/line.js";
import { Analysis } from "../part/lines.js";
import { useLive } from "../part/live.js";
import { inTime, useClock } from "../part/clock.js";
import { Match } from "../part/match.js";
import { remember } from "../part/memory.js";
import { Actions, isPaired } from "../part/moves.js";
import { directions } from "/views/offer.js";
import { canFlip } from "/views/plan.js";
import { AuthorPanel, useAuthored } from "../part/author.js";
import { Refutation, useWhy } from "../part/refutation.js";
import { mistakesOf, useReview } from "../part/review.js";
import { Players, useSeats } from "../part/seats.js";
import { numbered, useOwned } from "../part/owner.js";
import { Stage, Status, Told, Way } from "../part/stage.js";
import { isPerson, useTurns } from "../part/turn.js";
import { extend, lineOf, nextOf, promote, restOf } from "../part/variation.js";

/** @typedef {import("../part/variation.js").Node} Node */

/** @param {{route: import("../route.js").Route}} props */
export default function Page({ route }) {
  if (!route.name) {
    return html`<h1>Board</h1><p>Choose a game in <a href="#/">the gallery</a>.</p>`;
  }
  return html`<${Game} key=${`${route.name} ${route.query.start ?? ""}`} route=${route} />`;
}

/** Preferences, kept for all games. */
/** @type {never[]} */
const NO_ARROWS = [];

function usePreferences() {
  const [chosen, setChosen] = useState(() => {
    const usual = { on: true, values: true, lines: 3 };
    try {
      return { ...usual, ...JSON.parse(localStorage.getItem("analysis") ?? "{}") };
    } catch {
      return usual;
    }
  });
  /** @param {object} part @param {boolean} [lasting]  whether it is saved */
  const prefer = (part, lasting = true) => {
    const next = { ...chosen, ...part };
    setChosen(next);
    if (!lasting) return;
    try {
      localStorage.setItem("analysis", JSON.stringify(next));
    } catch {
      // it lasts until the page is closed
    }
  };
  return /** @type {const} */ ([chosen, prefer]);
}

/** @param {{route: import("../route.js").Route}} props */
function Game({ route }) {
  const seats = useSeats(route.name);
  const [given, setGiven] = useState(/** @type {string[] | null} */ (route.query.seats?.split("|") ?? null));
  const chosen = useMemo(() => usual(seats, given), [seats, given]);
  const line = useLine(route, given ? given.join("|") : "");
  const { position, here, root, ready } = line;
  const [preferences, prefer] = usePreferences();
  const [more, setMore] = useState({ algorithm: "", seconds: 30, opponent: "" });
  const [rolls, setRolls] = useState(/** @type {boolean | null} */ (null));
  const [trial, setTrial] = useState(/** @type {import("../part/course.js").Trial | null} */ (null));
  const [said, say] = useState("");
  const handle = useRef(/** @type {import("/views/board.js").BoardView | null} */ (null));
  const pointed = useRef(/** @type {GameAction | null} */ (null));
  const title = seats?.title ?? route.name;
  const rollsNow = rolls ?? (chosen.length === 1 || chosen.some((seat) => !isPerson(seat)));

  const review = useReview(line);
  const [time, setTime] = useState("");
  const [flipped, setFlipped] = useState(false);
  const [toReview, setToReview] = useState(false);
  const clock = useClock(time, {
    players: chosen.length,
    player: position?.player ?? null,
    plies: line.at.actions.length,
    goes: Boolean(ready && position && !position.over && here.children.length === 0 && !review.running && trial === null),
  });
  const turns = useTurns(line, chosen, {
    rolls: rollsNow,
    away: review.running || trial !== null || clock?.out != null,
    spec: (seat) => inTime(chosen[seat], clock, seat),
  });
  // A pasted game is reviewed as soon as it is on the board.
  useEffect(() => {
    if (!toReview || !ready) return;
    setToReview(false);
    review.start();
  }, [toReview, ready]);
  const preview = usePreview(line);
  const authored = useAuthored().find((each) => line.game === each.game || line.game.startsWith(`${each.game}:`));
  const why = useWhy(line.at);
  const isGo = position?.board.look === "go";
  const owned = useOwned(line.at, Boolean(isGo && ready && preferences.owned && !position?.over));

  const over = position?.over ?? false;
  const shownLines = preferences.lines;
  const [listed, setListed] = useState(false);
  const every = preferences.values || listed ? Math.max(shownLines, position?.legal.length ?? 1) : shownLines;
  const live = useLive(
    line.at,
    { ...more, lines: ready ? Math.min(every, 200) : shownLines },
    preferences.on && ready && !over && !review.running && trial === null,
    line.rules,
  );
  const found = live.fresh ? live.found : null;

  // The analysis also appears in the graph.
  useEffect(() => {
    if (!found || !found.depth || found.stopped) return;
    if (here.proven !== null && !found.exact) return; // reviewed: its points belong to the graph
    here.share = found.first ?? found.points;
    here.value = found.value;
    here.payoffs = found.payoffs;
    here.text = found.first_text;
    if (here.proven !== null) here.depth = Math.max(here.depth, found.depth);
    line.changed();
    // A review that only had an estimate of this position grades again with the proven value.
    if (found.exact && here.proven === false && !review.running) review.again(here);
  }, [found?.depth, found?.value, found?.exact, here, review.running]);
  useEffect(() => {
    if (!ready || !position?.over || !position.utilities || here.share !== null) return;
    const [mine, theirs = 0] = position.utilities;
    here.value = mine;
    here.payoffs = seats?.opposed === false && position.utilities.length > 1 ? position.utilities : null;
    here.share = seats?.opposed === false ? 1 : mine > theirs ? 1 : mine < theirs ? 0 : 0.5;
    here.text = position.outcome;
    line.changed();
  }, [ready, position, seats]);
  useEffect(() => {
    document.title = `${title} · Countermove`;
    remember("game", route.name); // the tree and the race open on it
  }, [title]);

  /** Plays out a line from here as a variation. @param {GameAction[]} actions @param {string[]} names */
  const walk = (actions, names) => {
    preview.show(null);
    turns.stop();
    let node = here;
    actions.forEach((action, at) => {
      node = extend(node, action, names[at]);
    });
    line.visit(node);
  };
  /** @param {GameAction} action */
  const act = async (action) => {
    if (!position || !ready || line.now() !== here) return; // the board shows a different position than the current one
    const name = position.legal.find((each) => each.action === action)?.name ?? "";
    if (trial && here === trial.node.parent) {
      setTrial({ ...trial, answer: null, asking: true, problem: "" });
      const answer = await why.about(action);
      why.close();
      setTrial((before) => before && { ...before, answer, asking: false, problem: answer ? "" : "This could not be evaluated; try again." });
      return;
    }
    // After a click the arrow keys step through the game; keyboard users stay on the board.
    const active = document.activeElement;
    if (active instanceof SVGElement && !active.matches(":focus-visible")) active.blur();
    if (turns.paused) turns.goOn();
    line.play(action, name, position.player);
  };
  const askWhy = (/** @type {GameAction | null} */ action) => {
    if (action === null || !position || over || position.player === null || position.player < 0 || trial) {
      say("Point at an action first, with the mouse or with the arrow keys on the board.");
      return;
    }
    say("");
    why.about(action);
  };
  const takeBack = () => {
    // Back to the last action of a person, dropping what computers and dice did since.
    let taken = here;
    while (taken.parent?.parent && chosen.some(isPerson) && !isPersons(taken, chosen)) taken = taken.parent;
    turns.stop();
    line.drop(taken);
  };
  const endTrial = () => {
    const node = trial?.node;
    setTrial(null);
    turns.stop();
    if (node) line.visit(node);
  };
  // A retry belongs to one position: going elsewhere ends it.
  useEffect(() => {
    if (trial && here !== trial.node.parent) setTrial(null);
  }, [here, trial]);
  const nodes = lineOf(here);
  const nextMistake = () => {
    const mistakes = mistakesOf(nodes);
    const at = nodes.indexOf(line.now());
    const next = mistakes.find((node) => nodes.indexOf(node) > at) ?? mistakes[0];
    if (next) line.visit(next);
  };
  const retry = (/** @type {Node} */ node) => {
    if (!node.parent) return;
    setTrial({ node, answer: null, asking: false, problem: "" });
    line.visit(node.parent);
  };
  /** @param {(from: Node) => Node | null | undefined} to */
  const step = (to) => () => {
    const node = to(line.now());
    if (node) line.visit(node);
  };
  const first = step(() => root);
  const back = step((from) => from.parent);
  const forward = step(nextOf);
  const last = step((from) => restOf(from).at(-1));
  const way = {
    first: here.parent ? first : null,
    back: here.parent ? back : null,
    forward: nextOf(here) ? forward : null,
    last: nextOf(here) ? last : null,
  };
  /** @param {number} by */
  const sibling = (by) =>
    step((from) => {
      const all = from.parent?.children ?? [];
      return all[all.indexOf(from) + by];
    });
  // Where every action is a direction, as in 2048, the arrow keys play at once.
  const ways = position && ready && isPersonNow(position, chosen) && here.children.length === 0 ? directions(position.legal) : new Map();
  /** @param {string} arrow @param {() => void} otherwise */
  const towards = (arrow, otherwise) => () => (ways.has(arrow) ? act(ways.get(arrow)) : position && directions(position.legal).size ? undefined : otherwise());
  useKeys([
    { keys: "ArrowLeft", does: "Back (2048: left)", act: towards("ArrowLeft", back) },
    { keys: "ArrowRight", does: "Forward (2048: right)", act: towards("ArrowRight", forward) },
    { keys: "Home", does: "First position", act: first },
    { keys: "End", does: "Last position", act: last },
    { keys: "ArrowUp", does: "The variation above (2048: up)", act: towards("ArrowUp", sibling(-1)) },
    { keys: "ArrowDown", does: "The variation below (2048: down)", act: towards("ArrowDown", sibling(1)) },
    { keys: "u", does: "Undo the last action", act: () => here.parent && takeBack() },
    { keys: "z", does: "Restore what was deleted last", act: () => line.undo?.() },
    { keys: "b", does: "Focus the board; arrow keys choose a cell, Enter plays", act: () => handle.current?.focus() },
    { keys: "r", does: "Roll the dice", act: () => position?.player === CHANCE && turns.roll() },
    { keys: "a", does: "Analysis on or off", act: () => prefer({ on: !preferences.on }) },
    { keys: "v", does: "Values on the board on or off", act: () => prefer({ values: !preferences.values }) },
    { keys: "o", does: "Whose points are, on or off (Go)", act: () => isGo && prefer({ owned: !preferences.owned }) },
    { keys: "n", does: "Numbers of moves on or off (Go)", act: () => isGo && prefer({ numbered: !preferences.numbered }) },
    { keys: "f", does: "Flip the board", act: () => setFlipped(!flipped) },
    { keys: "m", does: "Next mistake", act: nextMistake },
    { keys: "w", does: "Why not this action?", act: () => askWhy(pointed.current) },
  ]);

  const drawn = useDrawn(position, owned, preferences.numbered);
  const previewed = useDrawn(preview.position, null, preferences.numbered);
  if (!position || !drawn) {
    return html`<h1>${title}</h1>${line.problem ? html`<p class="problem" role="alert">${line.problem}</p><p><a href="#/">All games</a></p>` : html`<p class="quiet">Opening…</p>`}`;
  }
  const person = position.player !== null && position.player >= 0 && isPerson(chosen[position.player] ?? "human");
  const isEnd = here.children.length === 0;
  const mayAct = ready && !over && (position.player !== null && position.player >= 0) && (person || !isEnd || turns.paused) && clock?.out == null && !review.running && !trial?.asking;
  const shown = previewed ?? drawn;
  const place = { game: line.game, start: line.start, line: lineWords(line.at.actions) };
  const whyNot = why.asked && !trial ? why.asked : null;
  const bar =
    seats?.opposed === false
      ? null
      : trial || !preferences.on || over
        ? { share: trial ? null : here.share, text: over ? position.outcome : "", stale: false }
        : { share: found?.first ?? here.share ?? (live.gone ? null : live.found?.first ?? null), text: live.gone ? "" : live.found?.bar ?? "", stale: !live.fresh };
  return html`<div class="game-page">
    <header class="game-head">
      <h1>${title}${seats?.parameters && html` <span class="quiet parameters">${seats.parameters}</span>`}</h1>
      <p class="quiet small">${seats?.about ?? ""}</p>
      <nav class="row tight" aria-label="Other views of this position">
        <a class="button" href=${address("tree", "", { ...place, at: 1 })}>Show the tree</a>
        <a class="button" href=${address("race", "", { ...place, at: place.line || place.start ? null : 0 })}>Race</a>
      </nav>
    </header>
    <div class="stage">
      ${line.problem && html`<p class="problem" role="alert">${line.problem}</p>`}
      ${line.note && html`<p class="note row spread" role="alert"><span>${line.note}</span><button type="button" class="plain" onClick=${line.dismiss} aria-label="Close">✕</button></p>`}
      <${Stage} position=${drawn} shown=${shown} last=${preview.position ? preview.last : here.action} interactive=${mayAct} title=${title}
        values=${preferences.values && preferences.on && !trial ? found?.values ?? null : null} arrows=${preferences.on && preferences.values && !trial && !over && found && found.depth > 0 ? found.arrows : NO_ARROWS} act=${act}
        hover=${(/** @type {GameAction | null} */ action) => {
          pointed.current = action;
        }}
        asked=${(/** @type {Event} */ event) => {
          if (pointed.current === null || trial) return;
          event.preventDefault();
          askWhy(pointed.current);
        }}
        bar=${bar} handle=${handle} flipped=${flipped} />
      ${(seats?.chance || position.choices || position.told) && position.board.look !== "tiles" && html`<${Told} position=${shown} />`}
      <div class="under">
        <${Status} position=${position} ready=${ready} turns=${turns} seats=${chosen} isEnd=${isEnd} rolls=${rollsNow} setRolls=${setRolls}
          play=${(/** @type {GameAction} */ action, /** @type {string} */ name) => line.play(action, name, CHANCE)} />
        <${Way} ...${way} takeBack=${here.parent ? takeBack : null} restart=${root.children.length ? () => {
          setTrial(null);
          turns.goOn();
          line.restart();
          say("New game. Undo (z) restores the previous one with all its variations.");
        } : null} flip=${canFlip(position.board) ? () => setFlipped(!flipped) : null} />
        ${clock?.out != null && html`<p class="note out-of-time" role="alert">${`${position.players[clock.out]} has run out of time${position.players.length === 2 ? `: ${position.players[1 - clock.out]} wins` : ""}.`}</p>`}
        ${isGo && html`<div class="row tight">
          <label class="small"><input type="checkbox" checked=${Boolean(preferences.owned)} onChange=${() => prefer({ owned: !preferences.owned })} /> Whose points are (o)</label>
          <label class="small"><input type="checkbox" checked=${Boolean(preferences.numbered)} onChange=${() => prefer({ numbered: !preferences.numbered })} /> Numbers of moves (n)</label>
        </div>`}
        <p class="small quiet said" role="status">${said}</p>
      </div>
    </div>
    <div class="side">
      <${Players} seats=${seats} chosen=${chosen} turn=${over ? null : position.player} thinking=${turns.thinking} clock=${clock} setClock=${setTime}
        change=${(/** @type {string[]} */ next) => {
          turns.goOn();
          setGiven(next);
          if (preferences.on && !over && next.some(isPerson) && !next.every(isPerson)) {
            prefer({ on: false }, false);
            say("Analysis is off while you play; switch it on again, or press a.");
          }
        }} />
      ${authored && html`<${AuthorPanel} authored=${authored} />`}
      ${whyNot && html`<${Refutation} asked=${whyNot} name=${position.legal.find((each) => each.action === whyNot.action)?.name ?? ""} close=${why.close} walk=${walk} preview=${preview.show} />`}
      <${Analysis} live=${live} on=${preferences.on} switchOn=${(/** @type {boolean} */ on) => prefer({ on })} values=${preferences.values}
        showValues=${(/** @type {boolean} */ values) => prefer({ values })} how=${{ ...more, lines: shownLines }}
        setHow=${(/** @type {import("../part/live.js").How} */ { lines, ...rest }) => {
          prefer({ lines });
          setMore(rest);
        }}
        seats=${seats} calls=${{ walk, preview: preview.show, why: askWhy }} player=${position.player} names=${position.players} at=${line.at} over=${over} legal=${position.legal.length} every=${listed} showEvery=${setListed}
        giveUp=${trial ? endTrial : null} hidden=${trial ? "Hidden during the retry." : review.running ? "Waiting for the review." : ""} />
      <section class="panel" aria-labelledby="line-title">
        <h2 id="line-title">Game</h2>
        <${Actions} root=${root} here=${here} paired=${isPaired(position.board, position.players.length)} visit=${line.visit} version=${line.version}
          promote=${() => {
            promote(here);
            line.changed();
          }}
          undo=${line.undo} remove=${() => line.drop(here)} />
        <${Course} nodes=${nodes} root=${root} here=${here} review=${review} names=${position.players} opposed=${seats?.opposed ?? true} winning=${seats?.winning ?? true} paired=${isPaired(position.board, position.players.length)}
          visit=${line.visit} retry=${retry} trial=${trial} nextMistake=${nextMistake}
          endTrial=${endTrial}
          playOn=${() => {
            const answer = trial?.answer;
            setTrial(null);
            if (answer) line.play(answer.action, answer.name, position.player);
          }} />
      </section>
      ${seats?.players === 2 && html`<${Match} key=${line.game} game=${line.game} levels=${seats.levels} />`}
      <${Keep} line=${line} seats=${chosen} say=${say} review=${(/** @type {GameAction[]} */ actions) => {
        turns.stop();
        line.replace(actions);
        setToReview(true);
      }} load=${(/** @type {any} */ record) => {
        if (record.game === line.game && record.start === line.start) line.replace(record.actions, record.variations);
        else {
          storeLines(record.game, record.start, record.variations);
          go(address("game", record.game, { start: record.start, line: lineWords(record.actions) }));
        }
        say("Game loaded.");
      }} />
    </div>
  </div>`;
}

/** The default players: people, and ghosts if there are any. @param {import("../part/seats.js").Seats | null} seats @param {string[] | null} given */
function usual(seats, given) {
  const others = seats && !seats.opponent.startsWith("best") ? seats.opponent : "human";
  const all = Array.from({ length: seats?.players ?? given?.length ?? 2 }, (_, seat) => (seat === 0 ? "human" : others));
  return given ? all.map((seat, at) => given[at] || seat) : all;
}

/** Whether a person is to act. @param {import("../api.js").Position} position @param {string[]} seats */
function isPersonNow(position, seats) {
  return position.player !== null && position.player >= 0 && isPerson(seats[position.player] ?? "human");
}

/** Whether a person played the action that led to a node. @param {Node} node @param {string[]} seats */
function isPersons(node, seats) {
  return node.player === SIMULTANEOUS || (node.player !== null && node.player >= 0 && isPerson(seats[node.player] ?? "human"));
}

/**
 * A position with what a board of Go shows in addition.
 * @param {import("../api.js").Position | null} position @param {import("../api.js").Board | null} owned @param {boolean} withNumbers
 */
function useDrawn(position, owned, withNumbers) {
  return useMemo(() => {
    if (position?.board.look !== "go" || !(owned || withNumbers)) return position;
    const board = owned ?? position.board;
    return { ...position, board: withNumbers ? numbered(board, position.played.map((each) => each.action)) : board };
  }, [position, owned, withNumbers]);
}

/** The position along a line, while pointing at it. @param {import("../part/line.js").Line} line */
function usePreview(line) {
  const [asked, setAsked] = useState(/** @type {{actions: GameAction[]} | null} */ (null));
  const [shown, setShown] = useState(/** @type {{of: object, position: import("../api.js").Position} | null} */ (null));
  const from = JSON.stringify(line.at);
  useEffect(() => setAsked(null), [from]);
  useEffect(() => {
    if (!asked) return;
    const control = new AbortController();
    positionAt({ ...line.at, actions: [...line.at.actions, ...asked.actions] }, control.signal).then(
      (position) => setShown({ of: asked, position }),
      () => {}, // stopped, or no longer legal: nothing to preview
    );
    return () => control.abort();
  }, [asked]);
  const now = asked && shown?.of === asked ? shown : null;
  return {
    position: now?.position ?? null,
    last: asked?.actions.at(-1) ?? null,
    show: (/** @type {GameAction[] | null} */ actions) => setAsked(actions && actions.length ? { actions } : null),
  };
}
