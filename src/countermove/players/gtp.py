"""A program that speaks GTP, as a player of any game that two play in turn: `gtp:gnugo --mode gtp`.

The program has a board of its own, so it is told every action, and after a takeback the game from its start. Its time
per action is a period of one action (`time_settings 0 S 1`); a clock is sent as the time left. Limits that GTP does not
know are sent to programs that know the command `countermove-limits`, as Countermove does.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from countermove.errors import ForfeitError, SpecError, UnfitError
from countermove.game import Action, Game, S, action_named, legal, same
from countermove.players.external import External
from countermove.players.program import Program, quoted
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.players.turn import Turn

COLOURS: Final = ("black", "white")
LIMITS, POSITION = "countermove-limits", "countermove-position"


def colour_of(game: Game, player: int) -> str:
    """The colour of a player: the first is black, unless the game calls its players otherwise.

    >>> from countermove import load
    >>> colour_of(load("connect4"), 0), colour_of(load("chess"), 0)
    ('black', 'white')
    """
    names = [game.player_name(each).casefold() for each in range(2)]
    swapped = names[0] == COLOURS[1] or names[1] == COLOURS[0]
    return COLOURS[player != swapped]


def require_fit(game: Game) -> None:
    """Refuse games that are not played by two in turn."""
    kind = game.axes
    if game.players != 2 or kind.stochastic or kind.simultaneous:
        raise UnfitError(
            f"GTP is for two players who take turns without chance, which {type(game).__name__} is not; use json."
        )


class GtpPlayer(External):
    """A program that speaks GTP. Each of its options is sent as a command: `option.level=5` as "level 5"."""

    protocol = "gtp"

    def fit(self, game: Game, seat: int = 0) -> None:
        require_fit(game)

    def greet(self, program: Program, game: Game) -> None:
        version = self._tell(program, "protocol_version")
        if version != "2":
            raise SpecError(f"{self.short} speaks version {quoted(version)} of GTP; expected 2.")
        known = self._tell(program, "list_commands").split()
        self._known = set(known)
        self.version = " ".join(self._tell(program, each) for each in ("name", "version") if each in self._known)
        for name, value in self.options.items():
            self._tell(program, f"{self.require_option(name, known)} {value}".strip())
        if self.clock is not None:
            seconds, actions = round(self.clock.seconds), self.clock.actions
            self._tell(program, f"time_settings 0 {seconds} {actions}" if actions else f"time_settings {seconds} 0 0")
        elif LIMITS not in self._known:
            if self.budget.seconds is None:
                raise UnfitError(f"{self.short} cannot limit depth or nodes; give seconds or a clock.")
            if self.budget.seconds < 1:
                raise UnfitError(f"{self.short} counts time in whole seconds, as GTP does; give 1 or more.")
            self._tell(program, f"time_settings 0 {int(self.budget.seconds)} 1")
        if LIMITS in self._known and self.clock is None:
            limits = {"seconds": self.budget.seconds, "depth": self.budget.depth, "nodes": self.budget.nodes}
            given = [f"{name}={value:.15g}" for name, value in limits.items() if value is not None]
            self._tell(program, f"{LIMITS} {' '.join(given)}")

    def begin(self, program: Program, game: Game) -> None:
        """Clear the board; the fields `size` and `komi` of the game, if it has them, are sent too."""
        for command, field in (("boardsize", "size"), ("komi", "komi")):
            value = getattr(game, field, None)
            if isinstance(value, (int, float)) and not isinstance(value, bool) and command in self._known:
                self._tell(program, f"{command} {value:g}", fatal=False)
        self._clear(program, game, game.initial())

    def _clear(self, program: Program, game: Game[S], start: S) -> None:
        self._tell(program, "clear_board")
        self._start, self._played = start, list[Action]()
        if not same(start, game.initial()):
            if POSITION not in self._known:
                raise UnfitError(f"{self.short} can only play from the first position; it has no command {POSITION}.")
            self._tell(program, f"{POSITION} {game.write(start)}")

    def ask(
        self, program: Program, game: Game[S], state: S, turns: Sequence[Turn[S]], stop: threading.Event | None
    ) -> Action:  # fmt: skip
        self._catch_up(program, game, state, turns)
        player = game.player(state)
        colour, left = colour_of(game, player), None
        if self.clock is not None:
            for each in (1 - player, player):
                left = self.clock.left(turns, each)
                stones = self.clock.coming(turns, each, self.clock.actions)
                if "time_left" in self._known:
                    self._tell(program, f"time_left {colour_of(game, each)} {max(0, int(left))} {stones}", fatal=False)
        said = self._tell(program, f"genmove {colour}", self.patience(left), stop)
        if said.casefold() == "resign":
            raise ForfeitError(f"{self.short} resigns.")
        try:
            action = action_named(game, state, said)
        except SpecError:
            self.illegal(said, [game.action_name(state, each) for each in legal(game, state)])
        self._played.append(action)
        return action

    def _catch_up(self, program: Program, game: Game[S], state: S, turns: Sequence[Turn[S]]) -> None:
        """Tell the program the actions that it does not know of."""
        start = turns[0].state if turns else state
        played = [turn.action for turn in turns]
        known = len(self._played)
        if freeze(start) != freeze(self._start) or played[:known] != self._played:
            self._clear(program, game, start)
            known = 0
        for turn in turns[known:]:
            name = game.action_name(turn.state, turn.action)
            self._tell(program, f"play {colour_of(game, turn.player)} {name}")
        self._played = played

    def _tell(
        self, program: Program, command: str, seconds: float | None = None, stop: threading.Event | None = None,
        fatal: bool = True,
    ) -> str:  # fmt: skip
        """The answer to a command; ForfeitError if it is refused, or nonsense, unless that is not `fatal`."""
        program.send(command)
        lines: list[str] = []
        limit = self.starting() if seconds is None else seconds
        for line in self.await_line(program, f"answered {command.split()[0]!r}", limit, stop):
            line = line.replace("\r", "")
            if not line.strip() and not lines:
                continue
            if not lines and line[0] not in "=?":
                raise ForfeitError(f"{self.short} answers {command!r} with {quoted(line)}, which is not GTP.")
            if not line.strip():
                break
            lines.append(line)
        answer = "\n".join(lines)[1:].strip()
        if lines[0][0] == "?" and fatal:
            raise ForfeitError(f"{self.short} refuses {command!r}: {quoted(answer)}.")
        return answer
