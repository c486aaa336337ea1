"""Repetition: a position that occurs for the third time ends the game (`max_occurrences` of the game).

A game with `repeats` also says what endless play is worth (`endless`), but not when to stop. Three times is the rule of
chess: returning once may be a detour, returning twice is a cycle. With chance, play may go on differently, so
repetition does not end such a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from countermove.game import Game, S, utilities
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.players.turn import Turn


def is_threefold(game: Game[S], state: S, turns: Sequence[Turn[S]]) -> bool:
    """Whether `state`, reached by these turns, has occurred often enough to end the game."""
    if not game.repeats or game.axes.stochastic:
        return False
    now = _position(game, state)
    return sum(_position(game, turn.state) == now for turn in turns) >= game.max_occurrences - 1


def repetition_history(game: Game[S], turns: Sequence[Turn[S]]) -> list[S]:
    """The positions that end the game if they occur once more: what a search must know about earlier turns."""
    if not game.repeats or game.axes.stochastic:
        return []
    positions = [_position(game, turn.state) for turn in turns]
    states = {position: turn.state for position, turn in zip(positions, turns)}
    times = Counter(positions)
    return [state for frozen, state in states.items() if times[frozen] >= game.max_occurrences - 1]


def _position(game: Game[S], state: S) -> Hashable:
    """What must recur: the state without counts of plies."""
    return freeze(game.position(state))


def final_payoffs(game: Game[S], state: S, turns: Sequence[Turn[S]]) -> tuple[float, ...] | None:
    """The payoffs of a game that reached `state` by these turns; None if it is not over.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> final_payoffs(game, game.read("XXXOO...."), []), final_payoffs(game, game.initial(), [])
    ((1.0, -1.0), None)
    """
    if game.is_terminal(state):
        return utilities(game, state)
    if is_threefold(game, state, turns):
        return tuple(float(game.endless(player)) for player in range(game.players))
    return None
