"""The same game with numbered actions, for interpreted kernels whose buffers hold only numbers.

An action is its index among the legal ones of its state. Random play is the same either way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from countermove.game import Action, Game, State, legal


class Numbered:
    """A game whose actions are 0, 1, 2 ... in every state; otherwise unchanged.

    >>> from countermove.games.nim import Nim
    >>> game = Nim((1, 2))
    >>> numbered = Numbered(game)
    >>> list(numbered.actions(game.initial()))
    [0, 1, 2]
    """

    def __init__(self, game: Game) -> None:
        self.original = game
        self._last: tuple[State, list[Action]] = (None, [])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def _legal(self, state: State) -> list[Action]:
        """The actions of a state, cached for consecutive calls."""
        if self._last[0] is not state:
            self._last = (state, legal(self.original, state))
        return self._last[1]

    def actions(self, state: State) -> Iterable[int]:
        return range(len(self._legal(state)))

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return [(number, odds) for number, (_, odds) in enumerate(self.original.chances(state))]

    def policy(self, state: State) -> Iterable[tuple[int, float]]:
        places = {action: number for number, action in enumerate(self._legal(state))}
        return [(places[action], weight) for action, weight in self.original.policy(state)]

    def result(self, state: State, action: int) -> State:
        return self.original.result(state, self._legal(state)[action])
