"""Opponents who are not perfect, and probabilities that are not valid."""

from __future__ import annotations

from typing import Any

from countermove.errors import CountermoveError
from countermove.game import Game, S
from countermove.lectures.item import Table
from countermove.textbook import minimax, run


def biased(game: Game[S], state: S) -> list[tuple[int, float]]:
    """An opponent who takes the last action three times as often as all others combined."""
    *others, last = game.actions(state)
    if not others:
        return [(last, 1.0)]
    return [*((action, 0.25 / len(others)) for action in others), (last, 0.75)]


def perfect(game: Game[S], state: S) -> list[tuple[int, float]]:
    """An opponent who always takes what is worst for MAX."""

    def worth(action: int) -> Any:
        return run(minimax(game, game.result(state, action))).value

    return [(min(game.actions(state), key=worth), 1.0)]


def refusals() -> tuple[Table, ...]:
    """The messages for invalid odds."""
    from countermove.games.tree import Tree

    rows = []
    for chances in ([0.5, 0.4], [0.5, 0.6], [1.5, -0.5]):
        try:
            Tree({"chances": chances, "children": [1, 2]})
        except CountermoveError as error:
            rows.append((str(chances), str(error)))
    return (Table(("chances", "answer"), tuple(rows), "Probabilities must sum to 1"),)
