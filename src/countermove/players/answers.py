"""A cache of the action found in each position.

A search to a fixed depth always finds the same action in a position, and positions recur, in the games of a match and
at the nodes of a search that models an opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from countermove.game import Action, Game, S
from countermove.values import freeze

MAX_POSITIONS = 50_000
"""Maximum number of positions; a full cache is cleared."""


class Answers:
    """The action found in each position of one game.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([3, 12])
    >>> answers = Answers()
    >>> answers.action(game, game.initial(), lambda: 1), answers.action(game, game.initial(), lambda: 0)
    (1, 1)
    """

    def __init__(self) -> None:
        self._game: Game | None = None
        self._known: dict[Hashable, Action] = {}

    def action(self, game: Game[S], state: S, find: Callable[[], Action]) -> Action:
        """The result of `find()`, called only for a new position."""
        if self._game is not game:
            self._game = game
            self._known = {}
        key = freeze(state)
        if key not in self._known:
            if len(self._known) >= MAX_POSITIONS:
                self._known.clear()
            self._known[key] = find()
        return self._known[key]
