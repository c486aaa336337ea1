"""Nim: take any number of counters from one pile; the player who takes the last one wins, or, in misere play, loses.

An action is a pile and how many to take; "b3" takes 3 from pile b, and is the number (3 - 1) x piles + 1:

    a  o o o            take      1  2  3  4  5
    b  o o o o          pile a    0  3  6
    c  o o o o o             b    1  4  7 10
                             c    2  5  8 11 14

In normal play the mover loses exactly when the exclusive or of all piles is 0 (C. L. Bouton, "Nim, a game with a
complete mathematical theory", Annals of Mathematics 3, 1901); in misere play too, as long as some pile has two or more
counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game
from countermove.values import put


class Piles(NamedTuple):
    piles: tuple[int, ...]
    mover: int


@dataclass(frozen=True)
class Nim(Game[Piles]):
    """Piles of counters.

    >>> game = Nim((3, 4, 5))
    >>> game.read("c5 a1")
    Piles(piles=(2, 4, 0), mover=0)
    """

    piles: tuple[int, ...] = (3, 4, 5)
    misere: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.piles, tuple) or not 1 <= len(self.piles) <= 26:
            raise SpecError(f"Nim: piles={self.piles!r} must be a tuple of 1 to 26 piles, such as (3,4,5).")
        for pile in self.piles:
            if isinstance(pile, bool) or not isinstance(pile, int) or not 0 <= pile <= 1000:
                raise SpecError(f"Nim: piles={self.piles!r} has {pile!r}; a pile has 0 to 1000 counters.")

    def initial(self) -> Piles:
        return Piles(self.piles, 0)

    def player(self, state: Piles) -> int:
        return state.mover

    def actions(self, state: Piles) -> Iterator[int]:
        for pile in range(len(state.piles)):
            for take in range(1, state.piles[pile] + 1):
                yield (take - 1) * len(state.piles) + pile

    def result(self, state: Piles, action: int) -> Piles:
        pile, take = action % len(state.piles), action // len(state.piles) + 1
        return Piles(put(state.piles, pile, state.piles[pile] - take), 1 - state.mover)

    def is_terminal(self, state: Piles) -> bool:
        return max(state.piles) == 0

    def utility(self, state: Piles, player: int) -> float:
        wins = (player == state.mover) == self.misere
        return 1.0 if wins else -1.0

    def bounds(self, state: Piles) -> tuple[float, float]:
        return -1.0, 1.0

    # Words and pictures.

    def action_name(self, state: Piles, action: int) -> str:
        return f"{_letter(action % len(state.piles))}{action // len(state.piles) + 1}"

    def text(self, state: Piles) -> str:
        piles = [f"{_letter(at)}  {'o ' * pile}".rstrip() for at, pile in enumerate(state.piles)]
        return "\n".join([*piles, f"{self.player_name(state.mover)} to move"])

    def read(self, text: str) -> Piles:
        """The actions so far ("c5 a1"), or "piles=(2,4,0),mover=0"."""
        state = super().read(text)
        if len(state.piles) != len(self.piles):
            raise SpecError(f"The position {text!r} has {len(state.piles)} piles; the game has {len(self.piles)}.")
        for pile, most in zip(state.piles, self.piles):
            if isinstance(pile, bool) or not isinstance(pile, int) or not 0 <= pile <= most:
                raise SpecError(f"The position {text!r} has a pile of {pile!r}, but the game starts with {most}.")
        if state.mover not in (0, 1):
            raise SpecError(f"The position {text!r} has the mover {state.mover}; it must be 0 or 1.")
        return state

    def board(self, state: Piles) -> Board:
        """Piles; a click on a counter takes it and all that follow it."""
        rows = [
            [Cell("o", action=(pile - left - 1) * len(state.piles) + at) for left in range(pile)]
            for at, pile in enumerate(state.piles)
        ]
        names = tuple(_letter(at) for at in range(len(state.piles)))
        return Board.of(rows, "piles", caption=f"{self.player_name(state.mover)} to move", row_names=names)


def _letter(pile: int) -> str:
    return chr(ord("a") + pile)
