"""The same game with numbered actions, for interpreted kernels whose buffers hold only numbers.

An action is its index among the legal ones of its state. Random play is the same either way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from countermove.action import as_action
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

    def result(self, state: State, action: int) -> State:
        return self.original.result(state, self._legal(state)[action])


class Interned:
    """A game whose actions are numbered as they first occur: an action has the same number in every state.

    >>> from countermove.games.nim import Nim
    >>> game = Interned(Nim((1, 2)))
    >>> numbers = list(game.actions(game.initial()))
    >>> [game.known[number] for number in numbers] == legal(game.original, game.initial())
    True
    """

    def __init__(self, game: Game) -> None:
        self.original = game
        self.known: list[Action] = []
        """The action of each number."""
        self._numbers: dict[Action, int] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def _number(self, action: Action) -> int:
        action = as_action(action)
        if action not in self._numbers:
            self._numbers[action] = len(self.known)
            self.known.append(action)
        return self._numbers[action]

    def actions(self, state: State) -> Iterable[int]:
        return [self._number(action) for action in self.original.actions(state)]

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return [(self._number(action), odds) for action, odds in self.original.chances(state)]

    def policy(self, state: State) -> Iterable[tuple[int, float]]:
        return [(self._number(action), weight) for action, weight in self.original.policy(state)]

    def result(self, state: State, action: int) -> State:
        return self.original.result(state, self.known[action])
