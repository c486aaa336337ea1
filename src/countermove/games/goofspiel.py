"""Goofspiel, the game of pure strategy: cards 1 to n are prizes, and players bid for each with cards of their own.

Both hold the cards 1 to n. A prize is turned up; both bid a card at once; the higher bid wins the prize's points, and
equal bids win nothing. Cards bid are discarded. The player with more points at the end wins; with `points`, by the
difference. Prizes come up at random, or by `prizes` from the highest down or the lowest up, which leaves nothing to
chance: Game of Pure Strategy, GOPS. With `hidden`, bids stay face down: players see who wins each prize, but not the
other's card. See Ross, "Goofspiel, the game of pure strategy" (1971).

Cards are bits: bit c of a hand is the card c + 1.

    hand 0b1011    1, 2 and 4
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from countermove.bits import bits, highest, lowest, popcount
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import CHANCE, SIMULTANEOUS, Axes, Game, shortened
from countermove.games._checked import whole
from countermove.values import joint, split

UNSEEN = -1
"""A hand that is not seen."""
ORDERS = ("random", "descending", "ascending")


class Bidding(NamedTuple):
    first: int
    """The hand of the first player, as bits; likewise the hand of the second, and the remaining prizes."""
    second: int
    prizes: int
    prize: int
    """The current prize, from 1; 0 if it is still to be turned up."""
    lead: int
    """Points of the first player minus those of the second."""


@dataclass(frozen=True)
class Goofspiel(Game[Bidding]):
    """Bid for prizes with cards, both at once.

    >>> game = Goofspiel(3, prizes="descending")
    >>> print(game.text(game.read("1/3")))
    prize 2, then 1; player 1 holds 2 3, player 2 holds 1 2; player 2 leads by 3
    """

    cards: int = 4
    prizes: str = "descending"
    points: bool = False
    hidden: bool = False

    def __post_init__(self) -> None:
        whole(self, 1, 13, "cards")
        if self.prizes not in ORDERS:
            raise SpecError(f"Goofspiel: prizes={self.prizes!r} must be one of: {', '.join(ORDERS)}.")
        for name in ("points", "hidden"):
            if not isinstance(getattr(self, name), bool):
                raise SpecError(f"Goofspiel: {name}={getattr(self, name)!r} must be true or false.")

    @property
    def axes(self) -> Axes:  # type: ignore[override]
        return Axes(simultaneous=True, stochastic=self.turned_by_luck, hidden=self.hidden)

    @property
    def turned_by_luck(self) -> bool:
        return self.prizes == "random" and self.cards > 1

    @property
    def high_first(self) -> bool:
        return self.prizes == "descending"

    def initial(self) -> Bidding:
        every = (1 << self.cards) - 1
        return self.turn(Bidding(every, every, every, 0, 0))

    def turn(self, state: Bidding) -> Bidding:
        """Turn up the next prize, unless by chance; the last one never is."""
        left = state.prizes
        if left == 0 or (self.turned_by_luck and popcount(left) > 1):
            return state
        card = highest(left) if self.high_first else lowest(left)
        return Bidding(state.first, state.second, left & ~(1 << card), card + 1, state.lead)

    def player(self, state: Bidding) -> int:
        return CHANCE if state.prize == 0 and self.turned_by_luck else SIMULTANEOUS

    def actions(self, state: Bidding) -> Iterator[int]:
        if state.prize > 0:
            for first in bits(state.first):
                for second in bits(state.second):
                    yield joint(first, second)

    def chances(self, state: Bidding) -> Iterator[tuple[int, float]]:
        for card in bits(state.prizes):
            yield card, 1.0 / popcount(state.prizes)

    def result(self, state: Bidding, action: int) -> Bidding:
        if state.prize == 0:
            return Bidding(state.first, state.second, state.prizes & ~(1 << action), action + 1, state.lead)
        first, second = split(action)
        won = state.prize if first > second else -state.prize if first < second else 0
        hands = state.first & ~(1 << first), state.second & ~(1 << second)
        return self.turn(Bidding(hands[0], hands[1], state.prizes, 0, state.lead + won))

    def is_terminal(self, state: Bidding) -> bool:
        return state.first == 0 or state.second == 0

    def utility(self, state: Bidding, player: int) -> float:
        lead = state.lead if self.points else (1 if state.lead > 0 else -1 if state.lead < 0 else 0)
        return float(lead if player == 0 else -lead)

    def read(self, text: str) -> Bidding:
        state = super().read(text)
        if self.hidden:  # it may be a view, with blank hands
            return state
        every, hands = (1 << self.cards) - 1, (popcount(state.first), popcount(state.second))
        cards = all(0 <= each <= every for each in (state.first, state.second, state.prizes))
        left = popcount(state.prizes) + (1 if state.prize else 0)
        turned = 0 <= state.prize <= self.cards and not (state.prize and state.prizes >> state.prize - 1 & 1)
        if not cards or not turned or hands != (left, left) or abs(state.lead) > self.cards * (self.cards + 1) // 2:
            raise SpecError(
                f"The position {shortened(text)} is impossible with {self.cards} cards each; both hands must have as "
                "many cards as there are prizes left."
            )
        return state

    def bounds(self, state: Bidding) -> tuple[float, float]:
        if not self.points:
            return -1.0, 1.0
        left = 0
        for card in bits(state.prizes):
            left += card + 1
        left += state.prize
        return float(state.lead - left), float(state.lead + left)

    def evaluate(self, state: Bidding, player: int) -> float:
        """The lead, relative to the points still to win."""
        lead = float(state.lead) if self.points else state.lead / (self.cards * (self.cards + 1) / 2)
        return lead if player == 0 else -lead

    # What is seen.

    def view(self, state: Bidding, player: int) -> Bidding:
        if not self.hidden:
            return state
        over = state.first == 0 or state.second == 0
        first = state.first if player == 0 or over else UNSEEN
        second = state.second if player == 1 or over else UNSEEN
        return Bidding(first, second, state.prizes, state.prize, state.lead)

    def sees(self, state: Bidding, player: int, action: int) -> bool:
        return not self.hidden or self.player(state) == CHANCE

    # Words and pictures.

    def choice_name(self, state: Bidding, player: int, choice: int) -> str:
        return str(choice + 1)

    def action_name(self, state: Bidding, action: int) -> str:
        return f"prize{action + 1}" if state is not None and state.prize == 0 else super().action_name(state, action)

    def board(self, state: Bidding) -> Board:
        """The prizes, the one to bid for first, and both hands, as rows of cards."""
        left = [Cell(card) for card in _cards(state.prizes, self.high_first).split()]
        prizes = [Cell(str(state.prize), marked=True), *left] if state.prize else left
        hands = [
            [Cell(card, player=player) for card in _cards(hand).split()]
            for player, hand in enumerate((state.first, state.second))
        ]
        names = ("prize", *(self.player_name(player) for player in (0, 1)))
        return Board.of([prizes, *hands], "piles", caption=self.lead_words(state), row_names=names, look="cards")

    def lead_words(self, state: Bidding) -> str:
        """Who leads."""
        return "even" if state.lead == 0 else f"player {1 if state.lead > 0 else 2} leads by {abs(state.lead)}"

    def text(self, state: Bidding) -> str:
        lead = self.lead_words(state)
        if self.is_terminal(state):
            return f"over, {lead}"
        left = _cards(state.prizes, self.high_first)
        word = "one of" if self.turned_by_luck else "then"
        prize = f"prize {state.prize}" if state.prize else "a prize is turned up"
        prize += f", {word} {left}" if left and (state.prize == 0 or not self.turned_by_luck) else ""
        prize += f", left {left}" if left and state.prize and self.turned_by_luck else ""
        return f"{prize}; player 1 holds {_cards(state.first)}, player 2 holds {_cards(state.second)}; {lead}"


def _cards(hand: int, down: bool = False) -> str:
    if hand == UNSEEN:
        return "?"
    cards = [str(card + 1) for card in bits(hand)]
    return " ".join(reversed(cards) if down else cards)
