"""Any game as one whose states and actions are numbers, for solvers that keep all states in tables of numbers.

A state gets the next number when it is first met, and an action is its place among the legal ones. A solution found so
is told in the states and actions of the game itself. Rules asked in this way are interpreted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from countermove.action import as_action
from countermove.game import Action, Game, State, legal
from countermove.solve.solution import Outcome, Solution
from countermove.values import freeze

S = TypeVar("S", bound=Solution)


class Interned(Game[int]):
    """A game by numbers.

    >>> from countermove.games.nim import Nim
    >>> game = interned(Nim((1, 2)))
    >>> game.result(game.initial(), 0), game.states[1]
    (1, Piles(piles=(0, 2), mover=1))
    """

    def __init__(self, game: Game) -> None:
        self.source = game
        self.states: list[State] = []
        self.number: dict[Hashable, int] = {}
        self._last: tuple[int, list[Action]] = (-1, [])

    def numbered(self, state: State) -> int:
        """The number of a state, a new one where it has none."""
        key = freeze(state)
        number = self.number.setdefault(key, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def legal(self, number: int) -> list[Action]:
        """The actions of a state, asked for once where it is asked about again at once."""
        if self._last[0] != number:
            self._last = (number, [as_action(action) for action in legal(self.source, self.states[number])])
        return self._last[1]

    def initial(self) -> int:
        return self.numbered(self.source.initial())

    def player(self, state: int) -> int:
        return int(self.source.player(self.states[int(state)]))

    def actions(self, state: int) -> Iterable[int]:
        return range(len(self.legal(int(state))))

    def result(self, state: int, action: int) -> int:
        state = int(state)
        return self.numbered(self.source.result(self.states[state], self.legal(state)[int(action)]))

    def is_terminal(self, state: int) -> bool:
        return bool(self.source.is_terminal(self.states[int(state)]))

    def utility(self, state: int, player: int) -> float:
        return float(self.source.utility(self.states[int(state)], player))

    def chances(self, state: int) -> Iterable[tuple[int, float]]:
        return [(place, float(odds)) for place, (_, odds) in enumerate(self.source.chances(self.states[int(state)]))]

    def endless(self, player: int) -> float:
        return float(self.source.endless(player))


def interned(game: Game) -> Interned:
    """The game by numbers; it is called what the game is called."""
    kind = {"players": game.players, "axes": game.axes, "repeats": game.repeats, "outcomes": game.outcomes}
    return type(type(game).__name__, (Interned,), kind)(game)  # type: ignore[no-any-return]


def told(found: S, game: Interned, start: State) -> S:
    """A solution of the game by numbers, in the states and actions of the game itself."""
    actions = game.legal(game.numbered(start)) if not game.source.is_terminal(start) else []
    line: list[Action] = []
    number = game.numbered(start)
    for place in found.line:
        line.append(game.legal(number)[place])
        number = game.result(number, place)
    changes: dict[str, Any] = {
        "action": line[0] if line else None,
        "actions": {actions[place]: value for place, value in found.actions.items()},
        "distances": {actions[place]: plies for place, plies in found.distances.items()},
        "line": tuple(line),
        "game": game.source,
        "outcomes": _Outcomes(found.outcomes, game),
    }
    return dataclasses.replace(found, **changes)


class _Outcomes(Mapping[Hashable, Outcome]):
    """What is proven, by frozen states of the game itself."""

    def __init__(self, outcomes: Mapping[Hashable, Outcome], game: Interned) -> None:
        self._outcomes, self._game = outcomes, game

    def __getitem__(self, frozen: Hashable) -> Outcome:
        return self._outcomes[self._game.number[frozen]]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._game.number)

    def __len__(self) -> int:
        return len(self._outcomes)
