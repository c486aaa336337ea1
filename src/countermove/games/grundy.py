"""Grundy's game: split one pile into two unequal piles; a player who cannot loses (or, in misere play, wins).

The lectures play it from a pile of 7 as an example of problem reduction, with the players PLUS and MINUS. The
order of the piles does not matter, so a state counts the piles of each size:

    size     0  1  2  3  4  5  6  7
    counts   .  1  1  .  1  .  .  .      the piles 4-2-1

An action is a pile and the smaller of its two parts, as the number pile x (n + 1) + part. Its name is the two parts:
"6-1" splits a pile of 7 (= 6 + 1). A position is the piles and the player to move: "4-2-1 +" is PLUS to move, "4-2-1 -"
MINUS. Whether the Grundy numbers of single piles (https://oeis.org/A002188) are eventually periodic is an open
question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game, number_in
from countermove.games._checked import whole


class Piles(NamedTuple):
    counts: NDArray[np.int64]
    mover: int


@dataclass(frozen=True)
class Grundy(Game[Piles]):
    """One pile of n counters, split repeatedly into unequal parts.

    >>> game = Grundy(7)
    >>> [game.action_name(game.initial(), action) for action in game.actions(game.initial())]
    ['6-1', '5-2', '4-3']
    """

    n: int = 7
    misere: bool = False

    def __post_init__(self) -> None:
        whole(self, 1, 1000, "n")

    def initial(self) -> Piles:
        counts = np.zeros(self.n + 1, np.int64)
        counts[self.n] = 1
        return Piles(counts, 0)

    def player(self, state: Piles) -> int:
        return state.mover

    def actions(self, state: Piles) -> Iterator[int]:
        for pile in range(self.n, 2, -1):
            if state.counts[pile] > 0:
                for part in range(1, (pile + 1) // 2):
                    yield pile * (self.n + 1) + part

    def result(self, state: Piles, action: int) -> Piles:
        pile, part = action // (self.n + 1), action % (self.n + 1)
        counts = state.counts.copy()
        counts[pile] -= 1
        counts[part] += 1
        counts[pile - part] += 1
        return Piles(counts, 1 - state.mover)

    def is_terminal(self, state: Piles) -> bool:
        return not state.counts[3:].any()

    def utility(self, state: Piles, player: int) -> float:
        wins = (player == state.mover) == self.misere
        return 1.0 if wins else -1.0

    def bounds(self, state: Piles) -> tuple[float, float]:
        return -1.0, 1.0

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return ("PLUS", "MINUS")[player]

    def action_name(self, state: Piles, action: int) -> str:
        pile, part = divmod(action, self.n + 1)
        return f"{pile - part}-{part}"

    def piles(self, state: Piles) -> list[int]:
        """The piles, the largest first."""
        return [size for size in range(self.n, 0, -1) for _ in range(state.counts[size])]

    def write(self, state: Piles) -> str:
        return f"{'-'.join(str(pile) for pile in self.piles(state))} {'+-'[state.mover]}"

    def read(self, text: str) -> Piles:
        """The piles and the player to move: "4-2-1 +" (PLUS), "4-2-1 -" (MINUS), "4-2-1" (PLUS); the start if empty."""
        words = text.strip()
        if not words:
            return self.initial()
        mover = 1 if words.endswith("-") else 0
        sizes = [number_in(size) or 0 for size in words.rstrip("+-").replace(" ", "").split("-")]
        if len(words) - len(words.rstrip("+-")) > 1 or min(sizes) < 1:
            form = '"4-2-1 +" (or -, for the player to move)'
            raise SpecError(f"The position {text!r} must be piles of 1 or more counters, in the form {form}.")
        total = sum(sizes)
        if total != self.n:
            raise SpecError(f"The piles of the position {text!r} have {total} counters; this game has {self.n}.")
        counts = np.zeros(self.n + 1, np.int64)
        for size in sizes:
            counts[size] += 1
        return Piles(counts, mover)

    def text(self, state: Piles) -> str:
        rows = [f"{pile:{len(str(self.n))}}  {'o ' * pile}".rstrip() for pile in self.piles(state)]
        return "\n".join([*rows, f"{self.player_name(state.mover)} to move"])

    def board(self, state: Piles) -> Board:
        """Piles; a click on a counter splits its pile before that counter, if that makes unequal parts."""
        piles = self.piles(state)
        rows = [[Cell("o", action=self._split(pile, left)) for left in range(pile)] for pile in piles]
        caption = f"{self.player_name(state.mover)} to move"
        return Board.of(rows, "piles", caption=caption, row_names=tuple(str(pile) for pile in piles))

    def _split(self, pile: int, left: int) -> int | None:
        """The action that leaves `left` counters on one side, if there is one."""
        part = min(left, pile - left)
        return pile * (self.n + 1) + part if 0 < part < pile - part else None
