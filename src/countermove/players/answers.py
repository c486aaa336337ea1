"""What was found in a position, kept for the next time it comes up.

A search by depth alone finds the same in a position every time, and in many games of a match, or at many nodes of a
search that asks how somebody acts, the same positions come up again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from countermove.game import Action, Game, State
from countermove.values import freeze

__all__ = ["Answers"]

MOST = 50_000
"""Positions kept; when there are more, all are forgotten, and it begins anew."""


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

    def action(self, game: Game, state: State, find: Callable[[], Action]) -> Action:
        """What `find()` gives, which is asked only where the position has not come up before."""
        if self._game is not game:
            self._game = game
            self._known = {}
        key = freeze(state)
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[key] = find()
        return self._known[key]
