"""Push or fold: heads-up hold'em with short stacks, where the first player bets everything or nothing.

Both have `stack` big blinds. The first player is in the small blind and has paid half a big blind, the second one. The
first pushes (all in) or folds; after a push the second calls or folds; after a call all five cards come. What two
starting hands are then worth on average is known exactly, over all boards (learn/deals.py). Suits do not matter except
for being the same, so chance deals one of 169 classes of hands to each player, with the right odds: AA has 6 hands, AKs
4 and AKo 12, fewer where the other holds the cards. `countermove solve pushfold` finds the equilibrium of the whole
game in a moment; utilities are in big blinds.

See Miltersen and Sorensen, "A near-optimal strategy for a heads-up no-limit Texas Hold'em poker tournament" (2007).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.board import Board
from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game
from countermove.games._cards import HIDDEN, hands
from countermove.games._deals import shipped
from countermove.games._starting import BY_NAME, CLASS_NAMES, CLASSES, class_named

FOLD, PUSH, CALL = range(3)
ASKED, PUSHED, CALLED, FIRST_FOLDED, SECOND_FOLDED = range(5)
"""Stages: nothing has happened; the first player has pushed; and the ends."""


class Push(NamedTuple):
    first: int
    """The class of the first player's hand; HIDDEN if not dealt, or not seen."""
    second: int
    dealt: int
    stage: int


@dataclass(frozen=True)
class PushFold(Game[Push]):
    """Heads-up push or fold, with `stack` big blinds.

    >>> game = PushFold()
    >>> game.utility(game.read("AA KK push fold"), 0), round(game.utility(game.read("AA KK push call"), 0), 2)
    (1.0, 6.39)
    """

    stack: float = 10.0

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)

    def __post_init__(self) -> None:
        number = isinstance(self.stack, int | float) and not isinstance(self.stack, bool)
        if not number or not 1 <= self.stack <= 1000:
            raise SpecError(f"PushFold: stack={self.stack!r} must be a number of big blinds from 1 to 1000.")
        object.__setattr__(self, "stack", float(self.stack))

    @cached_property
    def odds(self) -> NDArray[np.float64]:
        """By class and class: the probability that the players are dealt them."""
        return shipped().odds

    @cached_property
    def single(self) -> NDArray[np.float64]:
        """By class: the probability that a player is dealt it."""
        found: NDArray[np.float64] = shipped().odds.sum(axis=1)
        return found

    @cached_property
    def equity(self) -> NDArray[np.float64]:
        """By class and class: the chance to win, a tie counting half."""
        return shipped().equity

    def initial(self) -> Push:
        return Push(HIDDEN, HIDDEN, 0, ASKED)

    def player(self, state: Push) -> int:
        return CHANCE if state.dealt < 2 else 0 if state.stage == ASKED else 1

    def chances(self, state: Push) -> Iterator[tuple[int, float]]:
        for kind in range(CLASSES):
            if state.dealt == 0:
                yield kind, float(self.single[kind])
            elif self.odds[state.first, kind] > 0.0:
                yield kind, float(self.odds[state.first, kind] / self.single[state.first])

    def actions(self, state: Push) -> Iterator[int]:
        if state.dealt == 2 and state.stage <= PUSHED:
            yield FOLD
            yield PUSH if state.stage == ASKED else CALL

    def result(self, state: Push, action: int) -> Push:
        if state.dealt == 0:
            return Push(action, HIDDEN, 1, ASKED)
        if state.dealt == 1:
            return Push(state.first, action, 2, ASKED)
        if action == FOLD:
            return Push(state.first, state.second, 2, FIRST_FOLDED if state.stage == ASKED else SECOND_FOLDED)
        return Push(state.first, state.second, 2, PUSHED if action == PUSH else CALLED)

    def is_terminal(self, state: Push) -> bool:
        return state.stage >= CALLED

    def utility(self, state: Push, player: int) -> float:
        won = -0.5
        if state.stage == SECOND_FOLDED:
            won = 1.0
        elif state.stage == CALLED:
            won = self.stack * (2.0 * float(self.equity[state.first, state.second]) - 1.0)
        return won if player == 0 else -won

    # What is seen.

    def view(self, state: Push, player: int) -> Push:
        """The own hand, once both are dealt."""
        both = state.dealt == 2
        return Push(
            state.first if both and player == 0 else HIDDEN,
            state.second if both and player == 1 else HIDDEN,
            state.dealt,
            state.stage,
        )

    def sees(self, state: Push, player: int, action: int) -> bool:
        return state.dealt == 2

    # Words and pictures.

    def action_name(self, state: Push, action: int) -> str:
        return CLASS_NAMES[action] if state.dealt < 2 else ("fold", "push", "call")[action]

    def read_action(self, state: Push, text: str) -> int | None:
        """Hands are read in any order and case, and as cards: AKs, kao, AsKs."""
        if state.dealt == 2 or text in BY_NAME:
            return BY_NAME[text] if state.dealt < 2 and self._dealt(state, BY_NAME[text]) else None
        kind = class_named(text)
        return kind if kind is not None and self._dealt(state, kind) else None

    def _dealt(self, state: Push, kind: int) -> bool:
        """Whether chance may deal a class."""
        return state.dealt == 0 or bool(self.odds[state.first, kind] > 0)

    def happened(self, state: Push) -> str:
        """What has happened, in words."""
        ends = {
            PUSHED: "player 1 pushes",
            CALLED: "player 1 pushes, player 2 calls",
            FIRST_FOLDED: "player 1 folds",
            SECOND_FOLDED: "player 1 pushes, player 2 folds",
        }
        return ends.get(state.stage, "no bet" if state.dealt == 2 else "dealing")

    def hand_name(self, kind: int) -> str:
        return "?" if kind == HIDDEN else CLASS_NAMES[kind]

    def text(self, state: Push) -> str:
        first, second = self.hand_name(state.first), self.hand_name(state.second)
        return f"player 1 holds {first}, player 2 holds {second}; {self.happened(state)}"

    def board(self, state: Push) -> Board:
        held = [[self.hand_name(state.first)], [self.hand_name(state.second)]]
        return hands(self, held, (), f"{self.happened(state)}; {self.stack:g} big blinds each")
