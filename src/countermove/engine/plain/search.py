"""Minimax and alpha-beta, compiled for a game."""

from __future__ import annotations

import math

from countermove.engine.plain.alphabeta import alphabeta
from countermove.engine.plain.minimax import minimax
from countermove.engine.root import RootSearch, within
from countermove.engine.workspace import Workspace
from countermove.game import Action, Game, State
from countermove.native.kernel import bind


class Minimax(RootSearch[Workspace]):
    """Exhaustive minimax."""

    def __init__(self, game: Game, nodes: int | None = None) -> None:
        work = Workspace(nodes)
        super().__init__(game, [work], bind(minimax, game, 0, 0, work))

    def search_action(
        self, work: Workspace, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[float, bool]:
        return float(self.run(self.game.result(state, action), depth - 1, 1, work)), True


class AlphaBeta(RootSearch[Workspace]):
    """Plain alpha-beta, without a table."""

    def __init__(self, game: Game, nodes: int | None = None) -> None:
        work = Workspace(nodes)
        super().__init__(game, [work], bind(alphabeta, game, 0, -math.inf, math.inf, 0, work))

    def search_action(
        self, work: Workspace, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[float, bool]:
        value = float(self.run(self.game.result(state, action), depth - 1, low, high, 1, work))
        return value, within(value, low, high)
