"""Leaves visited and leaves pruned, in tree order: what exams ask about alpha-beta."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from countermove.game import Game, S, legal, utility_of
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.event import Event, Value


def leaves_visited(events: Iterable[Event]) -> list[Value]:
    """The values of the leaves a search visited, from left to right; of iterative deepening, in its last search.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> events, _ = trace(alphabeta(Tree([[10, 8], [4, 50]])))
    >>> leaves_visited(events)
    [10.0, 8.0, 4.0]
    """
    return [event.value for event in _last_search(events) if event.kind == "leaf" and event.value is not None]


def leaves_pruned(game: Game, events: Iterable[Event], conventions: Conventions = STANDARD) -> list[Value]:
    """The utilities to player 0 of the leaves that were cut off, from left to right, down to the end of the game.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> game = Tree([[10, 8], [4, 50]])
    >>> leaves_pruned(game, trace(alphabeta(game))[0])
    [50.0]
    """
    factor, shift = conventions.scale(game)
    return [
        factor * utility_of(game, state, 0) + shift
        for event in _last_search(events)
        for action in event.skipped
        for state in _ends(game, game.result(event.state, action))
    ]


def _last_search(events: Iterable[Event]) -> list[Event]:
    steps = [event for event in events if event.kind != "iteration"]
    starts = [index for index, event in enumerate(steps) if event.kind == "enter" and event.node == 0]
    return steps[starts[-1] :] if starts else []


def _ends(game: Game[S], state: S) -> Iterator[S]:
    """The terminal states below a state, from left to right."""
    waiting = [state]
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            yield state
        waiting += [game.result(state, action) for action in reversed(legal(game, state))]
