"""The first few actions of a game, each tried: what they change shows how to read the board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from countermove.grid.reading import Step
from countermove.grid.shape import Layout
from countermove.grid.sign import is_blank

CHANCE = -1
MAX_PLIES = 12
MAX_TURNS = 4
"""The number of states in which all actions are tried."""
MAX_ACTIONS = 150
"""The most actions of a state to try."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first state, and the actions that were tried there and in some states after it."""

    game: Any
    first: Any
    turns: tuple[tuple[Step, ...], ...]

    @property
    def steps(self) -> list[Step]:
        """All actions that were tried."""
        return [step for turn in self.turns for step in turn]

    def again(self, step: Step) -> Step | None:
        """The same action once more after a step; None if it is illegal."""
        if self.game.is_terminal(step.after) or step.action not in list(self.game.actions(step.after)):
            return None
        player = self.game.player(step.after)
        return Step(step.after, player, step.action, self.game.result(step.after, step.action))

    def appeared(self, layout: Layout) -> dict[int, set[Any]]:
        """What each player put on the board."""
        found: dict[int, set[Any]] = {}
        for turn in self.turns:
            changed = turn[0].changed(layout) or {}
            found.setdefault(turn[0].player, set()).update(v for v in changed.values() if not is_blank(v))
        return found


def opening(game: Any) -> Opening:
    """The start of a game in which everybody takes the first action, with all others tried as well."""
    first = state = game.initial()
    turns: list[tuple[Step, ...]] = []
    for _ in range(MAX_PLIES):
        if len(turns) == MAX_TURNS or game.is_terminal(state):
            break
        player = game.player(state)
        if player == CHANCE:
            state = game.result(state, next(iter(game.chances(state)))[0])
            continue
        if player < 0:  # simultaneous actions do not name a cell
            break
        actions = list(islice(game.actions(state), MAX_ACTIONS))
        turns.append(tuple(Step(state, player, action, game.result(state, action)) for action in actions))
        state = turns[-1][0].after
    return Opening(game, first, tuple(turns))
