"""An engine that speaks GTP version 2, the protocol of Go programs, for any game that two players play in turn.

A command is answered before the next one is read: "= answer" or "? reason", then an empty line. Moves are the names of
actions, as in all of Countermove. Black is the player who begins, as in Go, unless the game itself calls a player
black or white, as chess does. Beside the standard commands there are extensions for any game:

    countermove-position [TEXT]     the position in the game's notation; with TEXT, set it
    countermove-legal               the legal actions, one per line
    countermove-limits NAME=VALUE   limits of a search in place of the clock: seconds, depth, nodes
    countermove-result              the result in words
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable
from typing import Any, Final

from countermove import registry
from countermove.analysis import Analysis
from countermove.analysis.budget import DEFAULT_SECONDS, Budget
from countermove.drawn import require_board
from countermove.errors import SpecError
from countermove.game import Game, legal
from countermove.players.gtp import colour_of, require_fit
from countermove.protocol.search import Limits, Memory, Search, Settings
from countermove.protocol.session import Session
from countermove.protocol.stream import complaint
from countermove.views.words import outcome

MAX_TIME: Final = 10**7
"""The longest time in seconds, so that sums of times stay exact."""


class Refusal(SpecError):  # noqa: N818 (an answer of the protocol, not a fault)
    """A command that cannot be carried out, in the words of the protocol."""


@dataclasses.dataclass
class Time:
    """The time control, and what is left of it for each player."""

    main: float = 0.0
    period: float = 0.0
    """Seconds of a period after the main time, in which `stones` actions are played."""
    stones: int = 0
    left: list[tuple[float, int]] | None = None
    """Seconds left and actions to play in them, for each player; 0 actions while in main time."""

    @property
    def is_limited(self) -> bool:
        return self.main > 0 or self.stones > 0

    def reset(self) -> None:
        """Set the clocks to the start of a game."""
        first = (self.main, 0) if self.main else (self.period, self.stones)
        self.left = [first, first]

    def spend(self, player: int, seconds: float) -> None:
        """Take the time of an action from the clock of a player who was not told what is left."""
        assert self.left is not None
        left, stones = self.left[player]
        left -= seconds
        if stones > 1:
            self.left[player] = left, stones - 1
        elif stones == 1 or (left <= 0 and self.stones):  # the next period
            self.left[player] = self.period, self.stones
        else:
            self.left[player] = max(0.0, left), 0

    def limits(self, player: int) -> Limits:
        """How long a player may think."""
        if not self.is_limited or self.left is None:
            return Limits(seconds=DEFAULT_SECONDS)
        left, stones = self.left[player]
        if stones == 1:
            return Limits(seconds=max(0.001, left))
        return Limits(left=max(0.001, left), turns=stones or None)


class GtpEngine:
    """The engine: `handle` takes one line, and `say` is called with each line of the answers."""

    def __init__(self, say: Callable[[str], None], game: Game, version: str = "") -> None:
        require_fit(game)
        self._say, self._version = say, version
        self._session: Session[Any] = Session(game)
        self._settings, self._memory, self._time = Settings(), Memory(), Time()
        self._limits: Limits | None = None
        self._commands: dict[str, Callable[[str], str]] = {
            "protocol_version": lambda _: "2", "name": lambda _: "Countermove", "version": lambda _: self._version,
            "known_command": lambda name: str(name in self._commands).lower(),
            "list_commands": lambda _: "\n".join(self._commands), "quit": lambda _: "",
            "boardsize": self._set_size, "clear_board": self._clear, "komi": self._set_komi, "play": self._play,
            "genmove": lambda colour: self._generate(colour, True), "undo": self._undo,
            "reg_genmove": lambda colour: self._generate(colour, False),
            "time_settings": self._set_time, "time_left": self._set_left,
            "showboard": lambda _: "\n" + self._game.text(self._session.state), "final_score": self._score,
            "countermove-position": self._position, "countermove-legal": self._legal,
            "countermove-limits": self._set_limits, "countermove-result": self._result,
        }  # fmt: skip

    @property
    def _game(self) -> Game:
        return self._session.game

    def handle(self, line: str) -> bool:
        """Carry out one command; False after `quit`."""
        text = tidy(line)
        if not text:
            return True
        number, rest = re.fullmatch(r"([0-9]{1,18}(?= |$))? ?(.*)", text).groups()  # type: ignore[union-attr]
        name, _, arguments = rest.strip().partition(" ")
        sign = "="
        try:
            if name not in self._commands:
                raise Refusal("unknown command")
            answer = self._commands[name](arguments.strip())
        except (Exception, SystemExit) as error:  # rules may exit
            sign, answer = "?", complaint(error)
        answer = re.sub(r"\n(?=\n|$)", "", answer)  # an empty line would end the answer
        space = "" if answer[:1] in ("", "\n") else " "
        self._say(f"{sign}{number or ''}{space}{answer}\n")
        return name != "quit"

    def stop(self) -> None:
        """Every search has ended by the time its command is answered."""

    # Commands of the standard.

    def _set_size(self, text: str) -> str:
        size = whole(text)
        game = self._game
        if _has_field(game, "size"):
            try:
                self._renew(registry.altered(game, f"size={size}"))
            except Exception:
                raise Refusal("unacceptable size") from None
        elif size not in _sizes(game):
            raise Refusal("unacceptable size")
        else:
            self._clear()
        return ""

    def _set_komi(self, text: str) -> str:
        komi = _number(text)
        if _has_field(self._game, "komi"):
            start, turns = self._session.start, self._session.turns
            self._renew(registry.altered(self._game, f"komi={komi:g}"))
            self._session.start, self._session.turns = start, turns
        return ""

    def _clear(self, text: str = "") -> str:
        self._renew(self._game)
        return ""

    def _play(self, text: str) -> str:
        colour, _, name = text.partition(" ")
        if not name:
            raise Refusal("syntax error")
        try:
            self._require_turn(colour)
            self._session.play(name.strip())
        except Refusal:
            raise
        except SpecError:
            raise Refusal("illegal move") from None
        return ""

    def _generate(self, colour: str, plays: bool) -> str:
        player = self._require_turn(colour)
        if self._session.payoffs is not None:
            raise Refusal("the game is over")
        found: list[tuple[Analysis, str]] = []
        limits = self._limits or self._time.limits(player)
        search = Search(self._session, limits, self._settings, self._memory, lambda *answer: found.append(answer))
        search.wait()
        analysis, error = found[0]
        if error:
            raise SpecError(error)
        name = self._game.action_name(self._session.state, analysis.action)
        if plays:
            self._session.take(analysis.action)
            if self._time.left is not None:
                self._time.spend(player, analysis.seconds)
        return name

    def _undo(self, text: str) -> str:
        if not self._session.turns:
            raise Refusal("cannot undo")
        self._session.undo()
        return ""

    def _set_time(self, text: str) -> str:
        words = text.split()
        if len(words) != 3:
            raise Refusal("syntax error")
        main, period, stones = _time(words[0]), _time(words[1]), whole(words[2])
        if period and not stones:  # the standard: no limit
            main, period = 0.0, 0.0
        self._time = Time(main, period, stones if period else 0)
        self._time.reset()
        return ""

    def _set_left(self, text: str) -> str:
        words = text.split()
        if len(words) != 3:
            raise Refusal("syntax error")
        player, seconds, stones = self._player(words[0]), _time(words[1]), whole(words[2])
        if self._time.left is None:
            self._time = Time(main=max(seconds, 1.0))
            self._time.reset()
        assert self._time.left is not None
        self._time.left[player] = seconds, stones
        return ""

    def _score(self, text: str) -> str:
        payoffs = self._session.payoffs
        if payoffs is None:
            raise Refusal("cannot score")
        margin = (payoffs[0] - payoffs[1]) / 2
        if margin == 0:
            return "0"
        winner = 0 if margin > 0 else 1
        return f"{colour_of(self._game, winner)[0].upper()}+{abs(margin):g}"

    # Extensions.

    def _position(self, text: str) -> str:
        if text:
            self._session.place(self._game.read(text), (), self._session.read)
        return self._game.write(self._session.state)

    def _legal(self, text: str) -> str:
        state = self._session.state
        if self._session.payoffs is not None:
            return ""
        return "\n".join(self._game.action_name(state, action) for action in legal(self._game, state))

    def _set_limits(self, text: str) -> str:
        given: dict[str, Any] = {}
        for word in text.split():
            name, _, value = word.partition("=")
            if name not in ("seconds", "depth", "nodes"):
                raise Refusal(f"the limits are seconds, depth and nodes, not {name!r}")
            given[name] = _number(value) if name == "seconds" else whole(value)
        Budget(**given)
        self._limits = Limits(**given) if given else None
        return ""

    def _result(self, text: str) -> str:
        payoffs = self._session.payoffs
        return "the game goes on" if payoffs is None else outcome(self._game, self._session.state, payoffs)

    # Players and their colours.

    def _player(self, word: str) -> int:
        folded = word.casefold()
        for player in range(2):
            colour = colour_of(self._game, player)
            if folded in (colour, colour[0]):
                return player
        raise Refusal("syntax error" if not word else f"the colours are black and white, not {word!r}")

    def _require_turn(self, word: str) -> int:
        player = self._player(word.strip())
        if self._session.payoffs is None and self._game.player(self._session.state) != player:
            raise Refusal(f"illegal move: it is not the turn of {word.strip()}")
        return player

    def _renew(self, game: Game) -> None:
        """Begin a game anew."""
        require_fit(game)
        self._session = Session(game)
        self._memory.clear()
        if self._time.left is not None:
            self._time.reset()


def tidy(line: str) -> str:
    r"""A line without comment and control characters, its tabs turned into spaces.

    >>> tidy("1 play\tblack\x07 4 # the centre")
    '1 play black 4'
    """
    text = "".join(sign for sign in line.replace("\t", " ") if sign >= " " and sign != "\x7f")
    return text.partition("#")[0].strip()


def _has_field(game: Game, name: str) -> bool:
    return dataclasses.is_dataclass(game) and any(each.name == name for each in dataclasses.fields(game))


def _sizes(game: Game) -> set[int]:
    """The rows and columns of the board."""
    try:
        board = require_board(game, game.initial())
    except Exception:  # without a board there is no size
        return set()
    return {len(board.rows), max((len(row) for row in board.rows), default=0)}


def whole(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Refusal("syntax error")
    return int(text)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise Refusal("syntax error") from None
    if not math.isfinite(number) or abs(number) > MAX_TIME:
        raise Refusal("syntax error")
    return number


def _time(text: str) -> float:
    return max(0.0, _number(text))
