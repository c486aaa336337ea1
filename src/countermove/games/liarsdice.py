"""Liar's dice: bid on dice that nobody sees all of, until somebody does not believe it.

Each player rolls `dice` dice under a cup and looks at them. In turn they bid: "at least this many dice of all show that
face". A bid must be higher than the one before: more dice, or as many with a higher face. Instead of bidding a player
may call the other a liar; then all dice are shown, and the bid holds or not. With `wild`, the highest face counts as
every face. The loser of the call loses the game.

    bid = (number - 1) * sides + face - 1        so that a higher bid is a higher number; the last action is "liar"

Rules and values as in OpenSpiel: see Lanctot and others, "OpenSpiel: a framework for reinforcement learning in games"
(2019).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game
from countermove.games._checked import whole
from countermove.values import put

UNSEEN = 0
"""The face of a die that is not rolled, or not seen."""
NO_BID = -1


class Cups(NamedTuple):
    faces: tuple[int, ...]
    """The faces from 1: the dice of the first player in ascending order, then those of the second."""
    rolled: int
    """The number of dice rolled."""
    bid: int
    """The last bid, NO_BID before the first."""
    mover: int
    called: bool
    """Whether the mover called the other a liar."""


@dataclass(frozen=True)
class LiarsDice(Game[Cups]):
    """Bid on hidden dice.

    >>> game = LiarsDice()
    >>> state = game.read("3 6 2x3 liar")
    >>> game.utility(state, 0)
    1.0
    """

    dice: int = 1
    sides: int = 6
    wild: bool = True

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)
    outcomes: ClassVar[tuple[int, ...]] = (-1, 1)

    def __post_init__(self) -> None:
        whole(self, 1, 5, "dice")
        whole(self, 2, 10, "sides")
        if not isinstance(self.wild, bool):
            raise SpecError(f"LiarsDice: wild={self.wild!r} must be true or false.")

    @property
    def bids(self) -> int:
        """The number of different bids; also the action "liar"."""
        return 2 * self.dice * self.sides

    def initial(self) -> Cups:
        return Cups((UNSEEN,) * (2 * self.dice), 0, NO_BID, 0, False)

    def player(self, state: Cups) -> int:
        return CHANCE if state.rolled < 2 * self.dice else state.mover

    def chances(self, state: Cups) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1.0 / self.sides

    def actions(self, state: Cups) -> Iterator[int]:
        if not state.called:
            yield from range(state.bid + 1, self.bids)
            if state.bid != NO_BID:
                yield self.bids

    def result(self, state: Cups, action: int) -> Cups:
        faces, rolled, bid, mover, _ = state
        if rolled < 2 * self.dice:
            # Keep the dice of a cup in order: insert the new one among those already there.
            place = rolled
            while place % self.dice != 0 and faces[place - 1] > action:
                faces = put(faces, place, faces[place - 1])
                place -= 1
            return Cups(put(faces, place, action), rolled + 1, bid, mover, False)
        if action == self.bids:
            return Cups(faces, rolled, bid, mover, True)
        return Cups(faces, rolled, action, 1 - mover, False)

    def is_terminal(self, state: Cups) -> bool:
        return state.called

    def utility(self, state: Cups, player: int) -> float:
        number, face = state.bid // self.sides + 1, state.bid % self.sides + 1
        count = 0
        for die in state.faces:
            if die == face or (self.wild and die == self.sides):
                count += 1
        holds = count >= number
        return 1.0 if holds != (player == state.mover) else -1.0

    # What is seen.

    def view(self, state: Cups, player: int) -> Cups:
        """Players look under their cup once all dice are rolled."""
        faces = (UNSEEN,) * (2 * self.dice)
        if player >= 0 and state.rolled == 2 * self.dice:
            for die in range(player * self.dice, (player + 1) * self.dice):
                faces = put(faces, die, state.faces[die])
        return Cups(faces, state.rolled, state.bid, state.mover, state.called)

    def sees(self, state: Cups, player: int, action: int) -> bool:
        return state.rolled == 2 * self.dice

    # Words and pictures.

    def bid_name(self, bid: int) -> str:
        return f"{bid // self.sides + 1}x{bid % self.sides + 1}"

    def action_name(self, state: Cups, action: int) -> str:
        if state is not None and state.rolled < 2 * self.dice:
            return str(action)
        return "liar" if action == self.bids else self.bid_name(action)

    def cup(self, state: Cups, player: int) -> list[str]:
        """The dice of a player."""
        own = state.faces[player * self.dice : (player + 1) * self.dice]
        return ["?" if face == UNSEEN else str(face) for face in own]

    def bidding(self, state: Cups) -> str:
        """The last bid, in words."""
        if state.rolled < 2 * self.dice:
            return "rolling"
        if state.bid == NO_BID:
            return "no bid yet"
        if state.called:
            return f"bid {self.bid_name(state.bid)}, called by {self.player_name(state.mover)}"
        return f"{self.player_name(1 - state.mover)} bids {self.bid_name(state.bid)}"

    def text(self, state: Cups) -> str:
        cups = (f"{self.player_name(player)} has {' '.join(self.cup(state, player))}" for player in (0, 1))
        return f"{', '.join(cups)}; {self.bidding(state)}"

    def board(self, state: Cups) -> Board:
        rows = [[Cell(face, player=player) for face in self.cup(state, player)] for player in (0, 1)]
        names = tuple(self.player_name(player) for player in (0, 1))
        return Board.of(rows, "piles", caption=self.bidding(state), row_names=names, look="dice")
