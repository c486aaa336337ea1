"""A chess engine that speaks UCI, the protocol of chess programs (`countermove engine chess --protocol uci`).

Commands are read one after the other and answered at once, while a search runs in a thread of its own. So `isready` is
answered even while the search is being compiled, and `stop` ends a search with the best move so far. A command that
makes no sense is ignored, as the protocol wants it, with a line of `info string`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from countermove import worker
from countermove.analysis import Analysis, Budget, Line, analyse
from countermove.analysis.budget import MAX_COUNT, MAX_THREADS
from countermove.analysis.task import number
from countermove.engine.table import Table
from countermove.errors import CountermoveError, SpecError
from countermove.games.chess import Chess
from countermove.games.chess.evaluation import advantage
from countermove.games.chess.notation import read_move, uci
from countermove.games.chess.position import Position
from countermove.players import clock as clocks
from countermove.players.clock import Limit, Thinking
from countermove.players.repetition import repetition_history
from countermove.players.turn import Turn

NULL_MOVE: Final = "0000"
"""The best move where there is none."""
TURNS: Final = 30
"""Turns to come, where the time control does not say."""
MAX_HASH: Final = 1 << 16


@dataclass
class Options:
    """What `setoption` sets."""

    hash: int = 64
    threads: int = 1
    lines: int = 1
    chess960: bool = False
    overhead: int = 30
    """Milliseconds lost for each move outside the search."""


@dataclass(frozen=True)
class Go:
    """The arguments of `go`."""

    only: tuple[int, ...] | None = None
    waits: bool = False
    """Whether to wait for `stop` or `ponderhit` before answering: infinite, or pondering."""
    ponders: bool = False
    left: float | None = None
    """Seconds on the clock of the player to move."""
    increment: float = 0.0
    turns: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    seconds: float | None = None


class UciEngine:
    """The engine: `handle` takes one line, and `say` is called with each line of the answers."""

    def __init__(self, say: Callable[[str], None], game: Chess | None = None, version: str = "") -> None:
        self._say, self._version = say, version
        self._speaking = threading.Lock()
        self._game = game or Chess()
        self.options = Options(chess960=self._game.is_chess960)
        self._state = self._game.initial()
        self._turns: list[Turn[Position]] = []
        self._table: Table | None = None
        self._search: _Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._introduce, "isready": lambda _: self.say("readyok"), "setoption": self._set_option,
            "ucinewgame": self._new_game, "position": self._set_position, "go": self._go, "stop": lambda _: self.stop(),
            "ponderhit": self._ponder_hit, "d": self._draw, "debug": _ignore, "register": _ignore,
        }  # fmt: skip

    def say(self, line: str) -> None:
        with self._speaking:
            self._say(line)

    def handle(self, line: str) -> bool:
        """Carry out one command; False after `quit`."""
        words = line.split()
        while words and words[0] not in self._commands and words[0] != "quit":
            words = words[1:]  # the protocol: skip unknown words
        if not words:
            if line.strip():
                self.say(f"info string Unknown command: {line.strip()[:80]}")
            return True
        if words[0] == "quit":
            self.stop()
            return False
        try:
            self._commands[words[0]](words[1:])
        except CountermoveError as error:
            self.say(f"info string {error}")
        return True

    def stop(self) -> None:
        """End the search, if there is one, and wait for its answer."""
        if self._search is not None:
            self._search.end()
            self._search = None

    # Commands.

    def _introduce(self, words: list[str]) -> None:
        self.say(f"id name Countermove {self._version}".rstrip())
        self.say("id author the Countermove authors")
        for each in (
            f"name Hash type spin default {self.options.hash} min 1 max {MAX_HASH}",
            "name Clear Hash type button",
            f"name Threads type spin default 1 min 1 max {MAX_THREADS}",
            "name MultiPV type spin default 1 min 1 max 256",
            "name Ponder type check default false",
            f"name UCI_Chess960 type check default {str(self._game.is_chess960).lower()}",
            f"name Move Overhead type spin default {self.options.overhead} min 0 max 5000",
        ):
            self.say(f"option {each}")
        self.say("uciok")

    def _set_option(self, words: list[str]) -> None:
        self.stop()
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name, value = name.strip().casefold(), value.strip()
        if name == "hash":
            self.options.hash, self._table = _whole(name, value, 1, MAX_HASH), None
        elif name == "clear hash":
            self._table = None
        elif name == "threads":
            self.options.threads = min(_whole(name, value, 1, MAX_THREADS), 2 * (os.cpu_count() or 1))
        elif name == "multipv":
            self.options.lines = _whole(name, value, 1, 256)
        elif name == "move overhead":
            self.options.overhead = _whole(name, value, 0, 5000)
        elif name == "uci_chess960":
            self.options.chess960 = value.casefold() == "true"
        elif name != "ponder":
            raise SpecError(f"There is no option {name!r}.")

    def _new_game(self, words: list[str]) -> None:
        self.stop()
        self._table = None

    def _set_position(self, words: list[str]) -> None:
        self.stop()
        text = " ".join(words)
        position, _, moves = text.partition("moves")
        kind, _, fen = position.strip().partition(" ")
        if kind not in ("startpos", "fen"):
            raise SpecError(f"The position is {kind!r}; expected startpos or fen.")
        state = self._game.initial() if kind == "startpos" else self._game.read(fen.strip() or "/")
        turns: list[Turn[Position]] = []
        for count, word in enumerate(moves.split(), 1):
            action = read_move(state, word)
            if action is None:
                raise SpecError(f"Move {count}, {word}, is not legal; the position stays what it was before.")
            after = self._game.result(state, action)
            turns.append(Turn(state, self._game.player(state), action, after))
            state = after
        self._state, self._turns = state, turns

    def _go(self, words: list[str]) -> None:
        self.stop()
        if words[:1] == ["perft"]:
            self._perft(words[1:])
            return
        wanted = self._wanted(words)
        if not any(True for _ in self._game.actions(self._state)):
            self.say("info depth 0 score " + ("mate 0" if self._game.utility(self._state, 0) else "cp 0"))
            self.say(f"bestmove {NULL_MOVE}")
            return
        if self._table is None:
            self._table = Table(self.options.hash)
        self._search = _Search(self, self._game, self._state, self._turns, wanted, self._table)

    def _ponder_hit(self, words: list[str]) -> None:
        if self._search is not None:
            self._search.hit()

    def _draw(self, words: list[str]) -> None:
        for line in [*self._game.text(self._state).splitlines(), f"Fen: {self._game.write(self._state)}"]:
            self.say(line)

    def _perft(self, words: list[str]) -> None:
        from countermove.engine.plain.perft import perft
        from countermove.engine.workspace import Workspace
        from countermove.native.kernel import bind

        depth = _whole("perft", words[0] if words else "", 1, 20)
        run = bind(perft, self._game, 0, Workspace())
        total = 0
        for action in self._game.actions(self._state):
            count = run(self._game.result(self._state, action), depth - 1, Workspace())
            self.say(f"{self.name_of(self._state, action)}: {count}")
            total += count
        self.say(f"Nodes searched: {total}")

    def _wanted(self, words: list[str]) -> Go:
        """The arguments of `go`; unknown words are skipped."""
        numbers: dict[str, int] = {}
        only: list[int] = []
        flags = set()
        at = 0
        while at < len(words):
            word = words[at]
            at += 1
            if word in ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"):
                numbers[word] = _whole(word, words[at] if at < len(words) else "", -(10**9), 10**15)
                at += 1
            elif word in ("infinite", "ponder"):
                flags.add(word)
            elif word == "searchmoves":
                while at < len(words) and (action := read_move(self._state, words[at])) is not None:
                    only.append(action)
                    at += 1
        side = "wb"[self._game.player(self._state)]
        left = numbers.get(f"{side}time")
        return Go(
            only=tuple(only) or None, waits=bool(flags), ponders="ponder" in flags,
            left=None if left is None else max(0.001, left / 1000),
            increment=max(0, numbers.get(f"{side}inc", 0)) / 1000,
            turns=max(1, numbers["movestogo"]) if "movestogo" in numbers else None,
            depth=max(1, numbers["depth"]) if "depth" in numbers else None,
            nodes=max(1, numbers["nodes"]) if "nodes" in numbers else None,
            mate=max(1, numbers["mate"]) if "mate" in numbers else None,
            seconds=max(1, numbers["movetime"]) / 1000 if "movetime" in numbers else None,
        )  # fmt: skip

    def name_of(self, state: Position, action: int) -> str:
        """A move as the protocol writes it."""
        return uci(state, action, self.options.chess960)


class _Search:
    """One `go`: a search in a thread, ended by its limits or by `end`."""

    def __init__(
        self, engine: UciEngine, game: Chess, state: Position, turns: Sequence[Turn[Position]], wanted: Go, table: Table
    ) -> None:
        self._engine, self._game, self._state, self._wanted, self._table = engine, game, state, wanted, table
        self._history = repetition_history(game, turns)
        self._stop = threading.Event()
        self._released = threading.Event()
        """Set when the answer may be given: at once, unless pondering or infinite."""
        self._thinking = threading.Event()
        """Set when the clock runs: at once, unless pondering."""
        if not wanted.waits:
            self._released.set()
        if not wanted.ponders:
            self._thinking.set()
        self._start = worker.clock()
        self._told = 0.0
        self._limit = self._allotted()
        self._enough = Thinking(self._limit) if self._limit is not None and wanted.left is not None else None
        self._found = Analysis(next(iter(wanted.only or game.actions(state))))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop, and wait until the best move is given."""
        self._stop.set()
        self._released.set()
        self._thinking.set()
        self._thread.join()

    def hit(self) -> None:
        """The move pondered on was played: the clock runs from now on."""
        self._start = worker.clock()
        self._thinking.set()
        self._released.set()

    def _allotted(self) -> Limit | None:
        """How long to think; None without a limit of time."""
        wanted, overhead = self._wanted, self._engine.options.overhead / 1000
        if wanted.seconds is not None:
            seconds = max(0.001, wanted.seconds - min(overhead, wanted.seconds / 10))
            return Limit(seconds, seconds)
        if wanted.left is None:
            return None
        limit = clocks.allot(wanted.left + wanted.increment, wanted.increment, wanted.turns or TURNS, overhead)
        return Limit(limit.soft, limit.hard or 0.001)

    def _run(self) -> None:
        wanted, game = self._wanted, self._game
        seconds = self._limit.hard if self._limit is not None and not wanted.ponders else None
        depth = wanted.depth if wanted.mate is None else min(wanted.depth or 1000, 2 * wanted.mate)
        nodes = wanted.nodes if seconds is not None else wanted.nodes or MAX_COUNT  # a limit makes the search selective
        budget = Budget(seconds, depth, nodes, self._engine.options.threads)
        if self._limit is not None and wanted.ponders:
            threading.Thread(target=self._watch, daemon=True).start()
        try:
            with worker.hurrying():
                self._found = analyse(
                    game, self._state, budget, lines=self._engine.options.lines, table=self._table,
                    history=self._history, only=wanted.only, stop=self._stop, progress=self._progress,
                    watch=self._nodes,
                )  # fmt: skip
        except CountermoveError as error:
            self._engine.say(f"info string {error}")
        self._released.wait()
        self._inform(self._found)
        best = self._found.line[:2] or (self._found.action,)
        said = f"bestmove {self._engine.name_of(self._state, best[0])}"
        if len(best) > 1:
            said += f" ponder {self._engine.name_of(game.result(self._state, best[0]), best[1])}"
        self._engine.say(said)

    def _watch(self) -> None:
        """While pondering no clock runs; from the hit on, it does."""
        self._thinking.wait()
        assert self._limit is not None
        if not self._stop.wait(self._limit.hard):
            self._stop.set()

    def _progress(self, found: Analysis) -> None:
        self._found = found
        self._inform(found)
        mate = self._wanted.mate
        if mate is not None and found.distance is not None and found.value > 0 and (found.distance + 1) // 2 <= mate:
            self._stop.set()
        spent = worker.clock() - self._start
        if self._enough is not None and self._thinking.is_set() and self._enough.is_enough(found, spent):
            self._stop.set()

    def _nodes(self, nodes: int, seconds: float) -> None:
        if seconds - self._told >= 1.0:
            self._told = seconds
            self._engine.say(f"info nodes {nodes} nps {int(nodes / max(seconds, 0.001))} time {int(1000 * seconds)}")

    def _inform(self, found: Analysis) -> None:
        """One line for each of the best lines."""
        speed = int(found.nodes / max(found.seconds, 0.001))
        for place, line in enumerate(found.lines, 1):
            several = f" multipv {place}" if self._engine.options.lines > 1 else ""
            deepest = "" if found.selective is None else f" seldepth {max(found.selective, found.depth)}"
            self._engine.say(
                f"info depth {max(1, found.depth)}{deepest}{several} score {self._score(line)} nodes {found.nodes} "
                f"nps {speed} time {int(1000 * found.seconds)} pv {' '.join(self._names(line.line or (line.action,)))}"
            )

    def _score(self, line: Line) -> str:
        value = number(line.score)
        if line.distance is not None and abs(value) == 1.0:
            moves = (line.distance + 1) // 2
            return f"mate {moves if value > 0 else -moves}"
        bound = {"=": "", "<=": " upperbound", ">=": " lowerbound"}[line.score.bound]
        return f"cp {round(advantage(value))}{bound}"

    def _names(self, line: Sequence[int]) -> list[str]:
        state, found = self._state, []
        for action in line:
            found.append(self._engine.name_of(state, action))
            state = self._game.result(state, action)
        return found


def _whole(name: str, value: str, low: int, high: int) -> int:
    try:
        return min(high, max(low, int(value[:20])))
    except ValueError:
        raise SpecError(f"{name} is {value!r}; expected a whole number.") from None


def _ignore(words: list[str]) -> None:
    """A command that changes nothing."""


def prepare(game: Chess) -> None:
    """Compile the search in the background, so that the first `go` need not wait."""
    threading.Thread(target=lambda: analyse(game, budget=Budget(nodes=1), table=Table(1)), daemon=True).start()
