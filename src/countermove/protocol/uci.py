"""A chess engine that speaks UCI, the protocol of chess programs (`countermove engine chess --protocol uci`).

Commands are read one after the other and answered at once, while a search runs in a thread of its own. So `isready` is
answered even while the search is being compiled, and `stop` ends a search with the best move so far. A command that
makes no sense is ignored, as the protocol wants it, with a line of `info string`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from typing import Final

from countermove.analysis import Analysis, Line
from countermove.analysis.budget import MAX_THREADS
from countermove.analysis.task import number
from countermove.errors import SpecError
from countermove.games.chess import Chess
from countermove.games.chess.evaluation import advantage
from countermove.games.chess.fen import read
from countermove.games.chess.notation import moves_of, read_move, uci
from countermove.games.chess.position import Position
from countermove.players.book import OWN, Book
from countermove.protocol.search import Limits, Memory, Search, Settings
from countermove.protocol.session import Session
from countermove.protocol.stream import complaint
from countermove.solve import SliceDatabase
from countermove.solve.syzygy import Syzygy

NULL_MOVE: Final = "0000"
"""The best move where there is none."""
MAX_HASH: Final = 1 << 16
MAX_LINES: Final = 256
MAX_OVERHEAD: Final = 5000
SLICES, SYZYGY = "databasepath", "syzygypath"
"""Options that name endgame databases."""
REPORT_INTERVAL: Final = 1.0
"""Seconds between two reports of nodes within a depth."""


class UciEngine:
    """The engine: `handle` takes one line, and `say` is called with each line of the answers."""

    def __init__(self, say: Callable[[str], None], game: Chess | None = None, version: str = "") -> None:
        self.say, self._version = say, version
        self._game = game or Chess()
        self._session = Session(self._game)
        self._settings = Settings()
        self._chess960 = self._game.is_chess960
        self._memory = Memory()
        self._uses_book, self._book_file = False, OWN
        self._book: Book | None = None
        self._databases: dict[str, SliceDatabase[Position] | Syzygy[Position] | None] = {SLICES: None, SYZYGY: None}
        self._lots = random.Random()
        self._search: Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._introduce, "isready": lambda _: self.say("readyok"), "setoption": self._set_option,
            "ucinewgame": self._new_game, "position": self._set_position, "go": self._go, "stop": lambda _: self.stop(),
            "ponderhit": self._ponder_hit, "d": self._draw, "debug": _ignore, "register": _ignore,
        }  # fmt: skip

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
        except (Exception, SystemExit) as error:  # rules may exit
            self.say(f"info string {complaint(error)}")
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
        file = "" if self._game.opening_book is None else " default <own>"
        for each in (
            f"name Hash type spin default {self._settings.memory} min 1 max {MAX_HASH}",
            "name Clear Hash type button",
            f"name Threads type spin default 1 min 1 max {MAX_THREADS}",
            f"name MultiPV type spin default 1 min 1 max {MAX_LINES}",
            "name Ponder type check default false",
            "name OwnBook type check default false",
            f"name Book File type string{file}",
            f"name UCI_Chess960 type check default {str(self._game.is_chess960).lower()}",
            "name DatabasePath type string default <empty>",
            "name SyzygyPath type string default <empty>",
            f"name Move Overhead type spin default {round(1000 * self._settings.overhead)} min 0 max {MAX_OVERHEAD}",
        ):
            self.say(f"option {each}")
        self.say("uciok")

    def _set_option(self, words: list[str]) -> None:
        self.stop()
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name, value = name.strip().casefold(), value.strip()
        if name == "hash":
            self._settings.memory = _whole(name, value, 1, MAX_HASH)
        elif name == "clear hash":
            self._memory.clear()
        elif name == "threads":
            self._settings.threads = min(_whole(name, value, 1, MAX_THREADS), 2 * (os.cpu_count() or 1))
        elif name == "multipv":
            self._settings.lines = _whole(name, value, 1, MAX_LINES)
        elif name == "move overhead":
            self._settings.overhead = _whole(name, value, 0, MAX_OVERHEAD) / 1000
        elif name in self._databases:
            self._open_database(name, value)
        elif name == "ownbook":
            self._uses_book = value.casefold() == "true"
            self._open_book()
        elif name == "book file":
            self._book_file = OWN if value in ("", "<own>", "<empty>") else value
            self._open_book()
        elif name == "uci_chess960":
            self._chess960 = value.casefold() == "true"
        elif name != "ponder":
            raise SpecError(f"There is no option {name!r}.")

    def _open_database(self, name: str, value: str) -> None:
        """Open an endgame database; our own, which is probed everywhere in the search, comes first."""
        self._databases[name] = None
        try:
            if value not in ("", "<empty>"):
                database = self._databases[name] = (SliceDatabase if name == SLICES else Syzygy).open(value, self._game)
                self.say(f"info string Endings found in {value}: {len(database)}")
        finally:
            self._settings.database = self._databases[SLICES] or self._databases[SYZYGY]

    def _open_book(self) -> None:
        """Read the opening book, if it is to be used; without it if it cannot be read."""
        self._book = None
        if self._uses_book:
            self._book = Book.read(self._book_file, self._game)

    def _new_game(self, words: list[str]) -> None:
        self.stop()
        self._memory.clear()

    def _set_position(self, words: list[str]) -> None:
        self.stop()
        text = " ".join(words)
        position, _, moves = text.partition("moves")
        kind, _, fen = position.strip().partition(" ")
        if kind not in ("startpos", "fen"):
            raise SpecError(f"The position is {kind!r}; expected startpos or fen.")
        start = self._game.initial() if kind == "startpos" else read(fen)
        self._session.place(start, moves.split(), _read)

    def _go(self, words: list[str]) -> None:
        self.stop()
        if words[:1] == ["perft"]:
            self._perft(words[1:])
            return
        limits = self._limits(words)
        session = self._unfinished()
        state = session.state
        if not any(True for _ in self._game.actions(state)):
            move = next(iter(moves_of(state)), None)  # in a dead position any will do
            self.say("info depth 0 score " + ("mate 0" if self._game.utility(state, 0) else "cp 0"))
            self.say(f"bestmove {NULL_MOVE if move is None else uci(state, move, self._chess960)}")
            return
        if self._book is not None and limits.only is None and not limits.waits:
            action = self._book.choose(self._game, state, self._lots)
            if action is not None:
                self.say("info string book move")
                self.say(f"bestmove {uci(state, action, self._chess960)}")
                return
        told = 0.0

        def watch(nodes: int, seconds: float) -> None:
            nonlocal told
            if seconds - told >= REPORT_INTERVAL:
                told = seconds
                self.say(f"info nodes {nodes} nps {int(nodes / max(seconds, 0.001))} time {int(1000 * seconds)}")

        def answer(found: Analysis, error: str) -> None:
            if error:
                self.say(f"info string {error}")
            self._inform(state, found)
            best = self._names(state, found.line[:2] or (found.action,))
            self.say(f"bestmove {' ponder '.join(best)}")

        self._search = Search(
            session, limits, self._settings, self._memory, answer, lambda found: self._inform(state, found), watch
        )

    def _unfinished(self) -> Session[Position]:
        """The game to search: after fifty moves, where the client has not claimed a draw, the count begins anew."""
        state = self._session.state
        if state.quiet < self._game.max_reversible:
            return self._session
        session = Session(self._game)
        session.start = state._replace(quiet=0)
        return session

    def _ponder_hit(self, words: list[str]) -> None:
        if self._search is not None:
            self._search.hit()

    def _draw(self, words: list[str]) -> None:
        state = self._session.state
        for line in [*self._game.text(state).splitlines(), f"Fen: {self._game.write(state)}"]:
            self.say(line)

    def _perft(self, words: list[str]) -> None:
        from countermove.engine.plain.perft import perft
        from countermove.engine.workspace import Workspace
        from countermove.native.kernel import bind

        depth = _whole("perft", words[0] if words else "", 1, 20)
        run = bind(perft, self._game, 0, Workspace())
        total, state = 0, self._session.state
        for action in self._game.actions(state):
            count = run(self._game.result(state, action), depth - 1, Workspace())
            self.say(f"{uci(state, action, self._chess960)}: {count}")
            total += count
        self.say(f"Nodes searched: {total}")

    def _limits(self, words: list[str]) -> Limits:
        """The arguments of `go`; unknown words are skipped."""
        numbers: dict[str, int] = {}
        only: list[int] = []
        flags = set()
        state, at = self._session.state, 0
        while at < len(words):
            word = words[at]
            at += 1
            if word in ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"):
                numbers[word] = _whole(word, words[at] if at < len(words) else "", -(10**9), 10**15)
                at += 1
            elif word in ("infinite", "ponder"):
                flags.add(word)
            elif word == "searchmoves":
                while at < len(words) and (action := read_move(state, words[at])) is not None:
                    only.append(action)
                    at += 1
        side = "wb"[self._game.player(state)]
        left = numbers.get(f"{side}time")
        some = {name: max(1, count) for name, count in numbers.items()}
        return Limits(
            seconds=some["movetime"] / 1000 if "movetime" in some else None,
            depth=some.get("depth"), nodes=some.get("nodes"), turns=some.get("movestogo"),
            left=None if left is None else max(0.001, left / 1000),
            increment=max(0, numbers.get(f"{side}inc", 0)) / 1000,
            distance=2 * some["mate"] - 1 if "mate" in some else None,
            only=tuple(only) or None, waits=bool(flags), ponders="ponder" in flags,
        )  # fmt: skip

    # What a search says.

    def _inform(self, state: Position, found: Analysis) -> None:
        """One line for each of the best lines."""
        speed = int(found.nodes / max(found.seconds, 0.001))
        for place, line in enumerate(found.lines, 1):
            several = f" multipv {place}" if self._settings.lines > 1 else ""
            deepest = "" if found.selective is None else f" seldepth {max(found.selective, found.depth)}"
            names = self._names(state, line.line or (line.action,))
            self.say(
                f"info depth {max(1, found.depth)}{deepest}{several} score {_score(line)} nodes {found.nodes} "
                f"nps {speed} tbhits {found.hits} time {int(1000 * found.seconds)} pv {' '.join(names)}"
            )

    def _names(self, state: Position, line: Sequence[int]) -> list[str]:
        names = []
        for action in line:
            names.append(uci(state, action, self._chess960))
            state = self._game.result(state, action)
        return names


def _score(line: Line) -> str:
    value = number(line.score)
    if line.distance is not None and abs(value) == 1.0:
        moves = (line.distance + 1) // 2
        return f"mate {moves if value > 0 else -moves}"
    bound = {"=": "", "<=": " upperbound", ">=": " lowerbound"}[line.score.bound]
    return f"cp {round(advantage(value))}{bound}"


def _read(state: Position, word: str, count: int) -> int:
    action = read_move(state, word)
    if action is None:
        raise SpecError(f"Move {count}, {word}, is not legal; the position stays what it was before.")
    return action


def _whole(name: str, value: str, low: int, high: int) -> int:
    try:
        return min(high, max(low, int(value[:20])))
    except ValueError:
        raise SpecError(f"{name} is {value!r}; expected a whole number.") from None


def _ignore(words: list[str]) -> None:
    """A command that changes nothing."""
