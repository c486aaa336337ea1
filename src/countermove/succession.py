"""Two who act at once as two who act in succession: the first chooses, then the second, who does not see the choice.

Both are the same game, since the second player knows no more than before. But trees with information sets, Gambit's
files and searches of what a player knows need one player to move at a time.

    the game      a state where both act                  the state after joint(first, second)
    in succession the first chooses, then the second      the same
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from countermove.game import SIMULTANEOUS, Axes, Game
from countermove.values import JOINT, joint, split

NONE: Final = -1
"""No choice is waiting for the other."""
UNSEEN: Final = JOINT
"""A choice is waiting, but the viewer does not see it."""


class Pending(NamedTuple):
    """A state, and the choice that the first player has made in it, if any."""

    state: Any
    chosen: int


@dataclass(frozen=True)
class Succession(Game[Pending]):
    """A game for two in which nobody acts at once.

    >>> from countermove.games.rps import RockPaperScissors
    >>> game = Succession(RockPaperScissors())
    >>> first = game.initial()
    >>> second = game.result(first, 0)
    >>> game.player(first), game.player(second), [game.action_name(second, each) for each in game.actions(second)]
    (0, 1, ['rock', 'paper', 'scissors'])
    >>> game.view(second, 0).chosen, game.view(second, 1).chosen == UNSEEN
    (0, True)
    """

    game: Game

    @property
    def axes(self) -> Axes:  # type: ignore[override]
        return dataclasses.replace(self.game.axes, simultaneous=False, hidden=True)

    @property
    def outcomes(self) -> Iterable[float] | None:  # type: ignore[override]
        return self.game.outcomes

    @property
    def repeats(self) -> bool:  # type: ignore[override]
        return self.game.repeats

    def initial(self) -> Pending:
        return Pending(self.game.initial(), NONE)

    def player(self, state: Pending) -> int:
        mover = self.game.player(state.state)
        if mover == SIMULTANEOUS:
            return 0 if state.chosen == NONE else 1
        return mover

    def actions(self, state: Pending) -> Iterator[Any]:
        if self.game.player(state.state) == SIMULTANEOUS:
            other = NONE
            for action in self.game.actions(state.state):  # all pairs: those with one and the same choice of the other
                first, second = split(action)
                if state.chosen == NONE:
                    if other == NONE:
                        other = second
                    if second == other:
                        yield first
                elif first == state.chosen:
                    yield second
        else:
            yield from self.game.actions(state.state)

    def chances(self, state: Pending) -> Iterator[tuple[Any, float]]:
        yield from self.game.chances(state.state)

    def result(self, state: Pending, action: Any) -> Pending:
        if self.game.player(state.state) == SIMULTANEOUS:
            if state.chosen == NONE:
                return Pending(state.state, action)
            return Pending(self.game.result(state.state, joint(state.chosen, action)), NONE)
        return Pending(self.game.result(state.state, action), NONE)

    def is_terminal(self, state: Pending) -> bool:
        return self.game.is_terminal(state.state)

    def utility(self, state: Pending, player: int) -> float:
        return self.game.utility(state.state, player)

    def evaluate(self, state: Pending, player: int) -> float:
        return self.game.evaluate(state.state, player)

    def view(self, state: Pending, player: int) -> Pending:
        chosen = state.chosen if player == 0 or state.chosen == NONE else UNSEEN
        return Pending(self.game.view(state.state, player), chosen)

    # Words.

    def player_name(self, player: int) -> str:
        return self.game.player_name(player)

    def action_name(self, state: Pending, action: Any) -> str:
        if state is not None and self.game.player(state.state) == SIMULTANEOUS:
            return self.game.choice_name(state.state, self.player(state), action)
        return self.game.action_name(None if state is None else state.state, action)

    def text(self, state: Pending) -> str:
        return self.game.text(state.state)


def one_at_a_time(game: Game) -> Game:
    """The game, in succession if players act at once."""
    return Succession(game) if game.axes.simultaneous else game
