"""Betting in heads-up hold'em, shared by the games of it: what may be bet, and what a bet changes.

A state has the fields `due` (open cards of this round: 0, 3, 4, 5, and 6 after the last), `paid`, `mover`, `bets`,
`acted`, `step` and `folded`, as `Betting` in holdem.py explains them; the cards are the business of each game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from countermove.errors import SpecError
from countermove.game import Game, S
from countermove.games._checked import whole
from countermove.values import put

FOLD, CALL = 0, 1
"""Then a bet or a raise, one action for each size, and all in."""
BIG_BLIND, MAX_BETS = 2, 4


@dataclass(frozen=True)
class Bets(Game[S]):
    """The parameters and rules of betting."""

    limit: bool = True
    stack: int = 40
    sizes: tuple[int, ...] = (50, 100)

    def __post_init__(self) -> None:
        whole(self, 3, 10_000, "stack")
        name = type(self).__name__
        if not isinstance(self.limit, bool):
            raise SpecError(f"{name}: limit={self.limit!r} must be true or false.")
        sizes = isinstance(self.sizes, tuple) and all(type(size) is int and 1 <= size <= 1000 for size in self.sizes)
        if not sizes or list(self.sizes) != sorted(set(self.sizes)):
            raise SpecError(f"{name}: sizes={self.sizes!r} must be percentages of the pot in rising order.")

    @property
    def all_in(self) -> int:
        """The action that bets everything."""
        return 2 + len(self.sizes)

    def is_spent(self, state: Any) -> bool:
        """Whether both players have bet everything."""
        return not self.limit and min(state.paid) >= self.stack

    def raised(self, state: Any, action: int) -> int:
        """What a bet or raise costs its player in all; 0 if it is not allowed."""
        level = max(state.paid)
        if self.limit:
            size = BIG_BLIND if state.due <= 3 else 2 * BIG_BLIND
            return level + size if action == 2 and state.bets < MAX_BETS else 0
        if min(state.paid[1 - state.mover], self.stack) >= self.stack:
            return 0
        if action == self.all_in:
            return self.stack
        step = max(2 * level * self.sizes[action - 2] // 100, state.step)
        return level + step if level + step < self.stack else 0

    def bets_of(self, state: Any) -> Iterator[int]:
        """What the mover may do."""
        if state.paid[0] != state.paid[1]:
            yield FOLD
        if self.sizes or self.limit or state.paid[0] == state.paid[1] or max(state.paid) == self.stack:
            yield CALL
        before = 0
        for action in range(2, 3 if self.limit else self.all_in + 1):
            cost = self.raised(state, action)
            if cost > before:
                yield action
                before = cost

    def after_bet(self, state: Any, action: int) -> Any:
        """The state after the mover has folded, called or bet."""
        if action == FOLD:
            return state._replace(folded=True)
        level = max(state.paid)
        if action != CALL:
            cost = self.raised(state, action)
            return state._replace(
                paid=put(state.paid, state.mover, cost),
                mover=1 - state.mover,
                bets=state.bets + 1,
                acted=state.acted + 1,
                step=cost - level,
            )
        called = put(state.paid, state.mover, level)
        if state.acted == 0:
            return state._replace(paid=called, mover=1 - state.mover, acted=1)
        # The round is over: deal the next one, or all of them when nothing is left to bet.
        spent = not self.limit and level >= self.stack
        later = 5 if spent or state.due >= 4 else state.due + 1 if state.due == 3 else 3
        ended = 6 if state.due == 5 else later
        return state._replace(due=ended, paid=called, mover=1, bets=0, acted=0, step=BIG_BLIND)

    def bet_name(self, state: Any, action: int) -> str:
        """The name of an action of a player."""
        facing = state.paid[0] != state.paid[1]
        if action <= CALL:
            return ("fold", "call" if facing else "check")[action]
        word = "raise" if facing or state.bets else "bet"
        return word if self.limit else "allin" if action == self.all_in else f"{word}{self.raised(state, action)}"
