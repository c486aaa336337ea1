"""A chess program that speaks UCI, as a player: `uci:stockfish`.

Nothing here imports chess. It uses what a game that speaks UCI adds to the contract (`SpeaksUci`): moves and scores as
the protocol writes them, and FEN as its positions.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from countermove.analysis import Analysis
from countermove.errors import ForfeitError, SpecError, UnfitError
from countermove.game import Action, Game, S, State, legal, same
from countermove.players.external import External
from countermove.players.program import Program, quoted

if TYPE_CHECKING:
    from countermove.players.turn import Turn

NUMBERS = ("depth", "seldepth", "nodes", "time", "multipv")
"""The whole numbers of an info line."""
VARIANT = "UCI_Chess960"
NO_MOVE = ("(none)", "0000")


@runtime_checkable
class SpeaksUci(Protocol):
    """A game whose positions are FEN: the methods it adds to those of a game."""

    def uci_name(self, state: State, action: Action, chess960: bool) -> str:
        """A move as UCI writes it; in Chess960 castling is the king taking its rook."""

    def uci_value(self, centipawns: float) -> float:
        """A score of UCI as an estimate of the utility."""

    def needs_chess960(self, state: State) -> bool:
        """Whether castling from here on is that of Chess960."""


class UciPlayer(External):
    """A chess program."""

    protocol = "uci"

    _offered: dict[str, str]
    """The program's options by name, as it declared them."""
    _is_960 = False

    def fit(self, game: Game, seat: int = 0) -> None:
        if not isinstance(game, SpeaksUci):
            raise UnfitError(f"{self.short} plays chess, and {type(game).__name__} is not chess; use gtp or json.")

    def greet(self, program: Program, game: Game) -> None:
        program.send("uci")
        self._offered = {}
        for line in self.await_line(program, "answered 'uci'", self.starting()):
            if line.strip() == "uciok":
                break
            if line.startswith("id name "):
                self.version = line.removeprefix("id name ").strip()
            if found := re.match(r"option name (.*?) type (\w+.*)", line.strip()):
                self._offered[found[1]] = found[2]
        for name, value in self.options.items():
            known = self.require_option(name, list(self._offered))
            self._vet(known, value)
            program.send(f"setoption name {known}" if value == "" else f"setoption name {known} value {value}")
        set_to = self.options.get(VARIANT, self._offered.get(VARIANT, ""))
        self._is_960 = set_to.endswith("true")
        self._wait_ready(program)

    def begin(self, program: Program, game: Game) -> None:
        program.send("ucinewgame")
        self._wait_ready(program)

    def ask(
        self, program: Program, game: Game[S], state: S, turns: Sequence[Turn[S]], stop: threading.Event | None
    ) -> Action:  # fmt: skip
        assert isinstance(game, SpeaksUci)
        self._place(program, game, state, turns)
        left = None if self.clock is None else self.clock.left(turns, game.player(state))
        program.send(self._go(game.player(state), turns))
        told: dict[str, Any] = {}
        lines = self.await_line(program, "moved", self.patience(left), stop, lambda: program.send("stop"))
        for line in lines:
            words = line.split()
            if words[:1] == ["info"]:
                told.update(_info(words))
            elif words[:1] == ["bestmove"]:
                break
        named = self._names(game, state)
        said = words[1].lower() if len(words) > 1 else ""
        if said in NO_MOVE or not said:
            raise ForfeitError(f"{self.short} gives no move ({quoted(line)}), though there are legal ones.")
        if said not in named:
            self.illegal(said, list(named))
        self.analysis = self._analysis(game, state, named[said], told)
        return named[said]

    def _place(self, program: Program, game: Game[S], state: S, turns: Sequence[Turn[S]]) -> None:
        """Send the position: where the game began, and its moves, so that the program knows repetitions."""
        assert isinstance(game, SpeaksUci)
        start = turns[0].state if turns else state
        needed = game.needs_chess960(start) or game.needs_chess960(state)
        if needed != self._is_960:
            if VARIANT not in self._offered:
                raise UnfitError(f"{self.short} does not play Chess960; it has no option {VARIANT}.")
            program.send(f"setoption name {VARIANT} value {str(needed).lower()}")
            self._is_960 = needed
        plain = not needed and same(start, game.initial())
        position = "startpos" if plain else f"fen {game.write(start)}"
        moves = "".join(f" {game.uci_name(turn.state, turn.action, needed)}" for turn in turns)
        program.send(f"position {position}" + (f" moves{moves}" if moves else ""))

    def _go(self, player: int, turns: Sequence[Turn]) -> str:
        words = ["go"]
        if self.clock is not None:
            for side, number in (("w", 0), ("b", 1)):
                words += [f"{side}time", str(max(1, int(1000 * self.clock.left(turns, number))))]
                words += [f"{side}inc", str(int(1000 * self.clock.increment))]
            if self.clock.actions:
                words += ["movestogo", str(self.clock.coming(turns, player, self.clock.actions))]
        if self.budget.seconds is not None:
            words += ["movetime", str(max(1, int(1000 * self.budget.seconds)))]
        for name, limit in (("depth", self.budget.depth), ("nodes", self.budget.nodes)):
            words += [] if limit is None else [name, str(limit)]
        return " ".join(words)

    def _names(self, game: Game[S], state: S) -> dict[str, Action]:
        """The legal moves, by their names."""
        assert isinstance(game, SpeaksUci)
        return {game.uci_name(state, action, self._is_960): action for action in legal(game, state)}

    def _analysis(self, game: Game[S], state: S, action: Action, told: dict[str, Any]) -> Analysis | None:
        """What the program thought; None if it did not say."""
        if "score" not in told:
            return None
        assert isinstance(game, SpeaksUci)
        kind, number = told["score"]
        distance = None
        if kind == "mate":
            value = 1.0 if number > 0 else -1.0
            distance = 2 * number - 1 if number > 0 else -2 * number
        else:
            value = game.uci_value(number)
        line, at = [], state
        for word in told.get("pv", ()):
            move = self._names(game, at).get(word)
            if move is None:
                break
            line.append(move)
            at = game.result(at, move)
        return Analysis(
            action, value, line=tuple(line) if line[:1] == [action] else (action,), distance=distance,
            depth=told.get("depth", 0), selective=told.get("seldepth"), nodes=told.get("nodes", 0),
            seconds=told.get("time", 0) / 1000, algorithm=self.short,
        )  # fmt: skip

    def _wait_ready(self, program: Program) -> None:
        program.send("isready")
        for line in self.await_line(program, "answered 'isready'", self.starting()):
            if line.strip() == "readyok":
                return

    def _vet(self, name: str, value: str) -> None:
        """Refuse a value that the program's declaration of an option excludes."""
        kind, _, rest = self._offered[name].partition(" ")
        said = f"The option {name!r} of {self.short} is {value!r};"
        if kind == "spin":
            bounds = {word: int(number) for word, number in re.findall(r"\b(min|max) (-?\d+)", rest)}
            low, high = bounds.get("min", -(1 << 62)), bounds.get("max", 1 << 62)
            if not re.fullmatch(r"-?[0-9]{1,18}", value) or not low <= int(value) <= high:
                raise SpecError(f"{said} give a whole number from {low:,} to {high:,}.")
        elif kind == "check" and value not in ("true", "false"):
            raise SpecError(f"{said} give true or false.")
        elif kind == "combo":
            choices = re.findall(r"\bvar (.*?)(?= var |$)", rest)
            if choices and value.casefold() not in [each.casefold() for each in choices]:
                raise SpecError(f"{said} give one of {', '.join(choices)}.")


def _info(words: Sequence[str]) -> dict[str, Any]:
    """What an info line says about the best line; an empty dict for any other.

    >>> _info("info depth 9 seldepth 12 score cp -31 nodes 800 time 2 pv e2e4 e7e5".split())
    {'depth': 9, 'seldepth': 12, 'score': ('cp', -31), 'nodes': 800, 'time': 2, 'pv': ['e2e4', 'e7e5']}
    >>> _info("info depth 9 score cp -31 lowerbound nodes 800 pv e2e4".split())
    {'nodes': 800}
    """
    found: dict[str, Any] = {}
    at = 1
    while at < len(words):
        word, rest = words[at], words[at + 1 :]
        if word == "string":
            break
        if word == "pv":
            found["pv"] = rest
            break
        if word in NUMBERS and rest and re.fullmatch("[0-9]{1,18}", rest[0]):
            found[word] = int(rest[0])
            at += 1
        elif word == "score" and len(rest) > 1 and rest[0] in ("cp", "mate") and re.fullmatch("-?[0-9]{1,9}", rest[1]):
            found["score"] = rest[0], int(rest[1])
            at += 2
        at += 1
    if "lowerbound" in words or "upperbound" in words:  # the search goes on at this depth
        found = {name: found[name] for name in ("nodes", "time", "multipv") if name in found}
    return {} if found.pop("multipv", 1) != 1 else found
