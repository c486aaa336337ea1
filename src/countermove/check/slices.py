"""The laws of slices: an index that is wrong makes an endgame database wrong, or impossible to build.

They are tested in every state met that is in a slice, and in a few states of each small slice, since few random games
come that far.
"""

from __future__ import annotations

import random
from itertools import islice
from numbers import Integral
from typing import Any

from countermove.check.ask import Ask
from countermove.check.spot import Facts, Spot, frozen, has_arrays, misshapen
from countermove.game import legal, offers

MAX_PIECES = 4
"""The most pieces of the slices that are tried."""
MAX_SLICES = 4
"""The most slices that are tried for each number of pieces."""
STATES_PER_SLICE = 3
"""Indices of each that are tried."""
MAX_ACTIONS = 8
"""Actions of a state that are tried."""


class SliceLaws:
    """The laws of a game's slices."""

    def __init__(self, ask: Ask, model: Spot) -> None:
        self.ask, self.model = ask, model
        self.offers_before = offers(ask.game, "slice_before")
        self.below: dict[int, set[int]] = {}
        self.tried = False

    def law(self, spot: Spot, facts: Facts) -> None:
        """The laws for a state, and at first those for some states of small slices."""
        self.state(spot)
        if not self.tried:
            self.tried = True
            for other in self.samples(spot):
                self.state(other)

    def state(self, spot: Spot) -> None:
        number = self.ask(spot, "slice_of")
        index = self.ask(spot, "slice_index") if _is_whole(number) and number >= 0 else -1
        if not _is_whole(number) or not _is_whole(index) or number < -1:
            found = f".slice_of gives {number!r} and .slice_index {index!r}"
            self._add("slice-index", spot, found, "Both are whole numbers, -1 for none.")
            return
        if number < 0:
            return
        size = self.ask.without_state(spot, "slice_size", number)
        if not -1 <= index < size:
            found = f".slice_index gives {index}, but .slice_size({number}) is {size}"
            self._add("slice-index", spot, found, "Indices are below the size of their slice, and -1 for none.")
            return
        if index >= 0:
            self._inverse(spot, number, index)
        self._successors(spot, number, index)

    def _inverse(self, spot: Spot, number: int, index: int) -> None:
        """Whether the state with the index of this one is the same, or symmetric to it."""
        game = self.ask.game
        if game.max_reversible and self.ask(spot, "reversible") >= game.max_reversible:
            return  # drawn by a count that slices leave out
        other = self._state_at(spot, number, index)
        if other is None:
            return
        found = self.ask(other, "slice_of"), self.ask(other, "slice_index")
        actions = [len(legal(game, each.given())) for each in (spot, other)]
        if found != (number, index) or actions[0] != actions[1]:
            shown = self.ask.findings.position(other.state)
            what = f".slice_state({number}, {index}) gives {shown}, with slice {found[0]} and index {found[1]}"
            do = f"The index of this state is {index} in slice {number}: the state must be it, or symmetric to it."
            self._add("slice-inverse", spot, what, do)

    def _successors(self, spot: Spot, number: int, index: int) -> None:
        """Whether actions lead to slices that are listed, and `slice_before` leads back."""
        below = self.below.get(number)
        if below is None:
            below = self.below[number] = set(self.ask.without_state(spot, "slices_below", number))
        for action in legal(self.ask.game, spot.given())[:MAX_ACTIONS]:
            state = self.ask(spot, "result", action)
            child = Spot(state, frozen(state)[0], spot, action, spot.depth + 1, spot.number, has_arrays(state))
            other = self.ask(child, "slice_of")
            if other >= 0 and other != number and other not in below:
                found = f".slices_below({number}) lacks {other}, the slice after {action!r}"
                self._add("slice-below", spot, found, "Give every other slice that one action leads to.")
                return
            if not self.offers_before or other != number or index < 0 or self.ask(child, "slice_index") < 0:
                continue
            if self.ask(child, "is_terminal") or index in self.ask.many(child, "slice_before"):
                continue
            found = f".slice_before lacks {index}, from which {action!r} leads here"
            self._add("slice-before", child, found, "Give at least every index from which one action leads to a state.")
            return

    def samples(self, spot: Spot) -> list[Spot]:
        """A few states of small slices."""
        rng, found = random.Random(0), []
        for pieces in range(1, MAX_PIECES + 1):
            given = self.ask.without_state(spot, "slices", pieces)
            for number in islice(given, MAX_SLICES):
                size = self.ask.without_state(spot, "slice_size", number)
                for _ in range(STATES_PER_SLICE if size > 0 else 0):
                    index = rng.randrange(size)
                    other = self._state_at(spot, number, index)
                    if other is not None and self.ask(other, "slice_of") == number:
                        found.append(other)
        return found

    def _state_at(self, spot: Spot, number: int, index: int) -> Spot | None:
        """The state of a slice with an index, if it is a valid one."""
        state = self.ask.without_state(spot, "slice_state", number, index)
        key, complaint = frozen(state)
        wrong = complaint or misshapen(self.model.state, state)
        if wrong:
            found = f".slice_state({number}, {index}) gives an invalid state: {wrong}"
            self._add("slice-inverse", spot, found, "It must return a state like any other.")
            return None
        return Spot(state, key, arrays=has_arrays(state))

    def _add(self, law: str, spot: Spot, found: str, do: str) -> None:
        self.ask.findings.add(law, spot, found, do)


def _is_whole(given: Any) -> bool:
    return isinstance(given, Integral) and not isinstance(given, bool)
