"""When play goes round: a position that comes up for the third time ends the game.

A game that says `repeats` also says what play without end is worth (`endless`), but not when to give up hope. Three
times is what chess players are used to: coming back once may be a detour, coming back twice is a circle. Where dice are
thrown play need not go the same way again, so there nothing ends by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermove.game import Game, State, utilities
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.players.turn import Turn

__all__ = ["TIMES", "goes_round", "on_the_brink", "worth"]

TIMES = 3
"""How often a position comes up until the game ends."""


def goes_round(game: Game, state: State, turns: Sequence[Turn]) -> bool:
    """Whether `state`, reached by these turns, has come up so often that the game ends."""
    if not game.repeats or game.axes.stochastic:
        return False
    now = freeze(state)
    return sum(freeze(turn.state) == now for turn in turns) >= TIMES - 1


def on_the_brink(game: Game, turns: Sequence[Turn]) -> list[State]:
    """The positions that end the game when they come up once more: what a search must know of the turns before."""
    if not game.repeats or game.axes.stochastic:
        return []
    states = {freeze(turn.state): turn.state for turn in turns}
    times = Counter(freeze(turn.state) for turn in turns)
    return [state for frozen, state in states.items() if times[frozen] >= TIMES - 1]


def worth(game: Game, state: State, turns: Sequence[Turn]) -> tuple[float, ...] | None:
    """What the game that has come to `state` by these turns gave each player; None while it goes on.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> worth(game, game.read("XXXOO...."), []), worth(game, game.initial(), [])
    ((1.0, -1.0), None)
    """
    if game.is_terminal(state):
        return utilities(game, state)
    if goes_round(game, state, turns):
        return tuple(float(game.endless(player)) for player in range(game.players))
    return None
