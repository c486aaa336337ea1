"""Texas hold'em, heads-up: two hidden cards each, five open ones, four rounds of betting.

The first player is on the button: it posts the small blind of 1 chip, acts first before the flop and last after it. The
second posts the big blind of 2. With `limit`, a bet is 2 chips in the first two rounds and 4 in the last two, and each
round has at most four bets. Without it, both have `stack` chips, and a raise is one of `sizes`, in percent of the pot
after a call, or everything; without any sizes, players push or fold. The best five of seven cards win the pot
(_poker.py).

A subgame starts later: `table` gives the open cards, three, four or five of them, and `pot` the chips that each player
has paid by then; `first` and `second` what the players may hold by then, as ranges: "99+ AQs+ AK" (_starting.py).
With all five cards given, one round of betting is left, and `countermove solve` finds its equilibrium. `ranks` leaves
out the lowest ranks, for a smaller deck: with 9, a deck of 36 cards. Before the flop see `pushfold`, and for the whole
game `buckets`.

    card = 4 * rank + suit        As is 51; a hand is dealt low card first, so that each pair comes up once
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
from countermove.game import CHANCE, Axes
from countermove.games._betting import BIG_BLIND, Bets
from countermove.games._cards import HIDDEN, UNDEALT, hands
from countermove.games._checked import whole
from countermove.games._poker import LETTERS, SUITS, card_name, class_name, strength
from countermove.games._starting import hands_in
from countermove.values import put

ROUNDS = (0, 3, 4, 5)
"""Open cards in each round."""


class Betting(NamedTuple):
    cards: tuple[int, int, int, int]
    """The hidden cards, two of each player; HIDDEN if not dealt, or not seen."""
    table: tuple[int, int, int, int, int]
    """The open cards; HIDDEN if not dealt."""
    dealt: int
    """Hidden cards dealt."""
    shown: int
    """Open cards dealt."""
    due: int
    """Open cards of this round."""
    paid: tuple[int, int]
    """The chips of each player in the pot."""
    mover: int
    bets: int
    """Bets and raises in this round, the big blind included."""
    acted: int
    """Actions in this round."""
    step: int
    """The last bet or raise, in chips."""
    folded: bool
    """Whether the mover has folded."""


@dataclass(frozen=True)
class Holdem(Bets[Betting]):
    """Heads-up Texas hold'em, limit or no-limit.

    >>> game = Holdem(table="As Kd 7h 2c 9s", pot=10)
    >>> state = game.read("Ac Ah Kh Ks check bet call")
    >>> game.utility(state, 0), game.utility(state, 1)
    (14.0, -14.0)
    """

    table: str = ""
    pot: int = BIG_BLIND
    ranks: int = 13
    first: str = ""
    second: str = ""

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self, 1, 10_000, "pot")
        whole(self, 3, 13, "ranks")
        if len(self.open_cards) not in ROUNDS:
            raise SpecError(f"Holdem: table={self.table!r} must name no, 3, 4 or 5 cards, such as 'As Kd 7h'.")
        if self.open_cards and not self.limit and self.pot > self.stack:
            raise SpecError(f"Holdem: pot={self.pot} is more than the stack of {self.stack} chips.")
        if self.first or self.second:
            _ = self.ranges

    @cached_property
    def open_cards(self) -> tuple[int, ...]:
        """The open cards that are given."""
        found = []
        for word in self.table.replace(",", " ").split():
            known = len(word) == 2 and word[0].upper() in LETTERS and word[1].lower() in SUITS
            card = 4 * LETTERS.index(word[0].upper()) + SUITS.index(word[1].lower()) if known else -1
            if card < self.lowest or card in found:
                raise SpecError(
                    f"Holdem: {word!r} in table={self.table!r} is not a card of this deck, or is there twice."
                )
            found.append(card)
        return tuple(found)

    @property
    def lowest(self) -> int:
        """The lowest card of the deck."""
        return 52 - 4 * self.ranks

    def initial(self) -> Betting:
        given = self.open_cards
        table = (*given, *(HIDDEN,) * (5 - len(given)))
        if given:
            paid, mover, bets = (self.pot, self.pot), 1, 0
        else:
            paid, mover, bets = (BIG_BLIND // 2, BIG_BLIND), 0, 1
        hidden = (HIDDEN, HIDDEN, HIDDEN, HIDDEN)
        return Betting(hidden, table, 0, len(given), len(given), paid, mover, bets, 0, BIG_BLIND, False)  # type: ignore[arg-type]

    def is_dealing(self, state: Betting) -> bool:
        """Whether a card is to be dealt."""
        return state.dealt < 4 or state.shown < state.due

    def player(self, state: Betting) -> int:
        return CHANCE if self.is_dealing(state) else state.mover

    def is_left(self, state: Betting, card: int) -> bool:
        """Whether a card is still in the deck."""
        for other in state.cards:
            if other == card:
                return False
        return card not in state.table

    @cached_property
    def is_ranged(self) -> bool:
        """Whether players hold one of some hands, not any."""
        return bool(self.first or self.second)

    @cached_property
    def ranges(self) -> NDArray[np.float64]:
        """By player, low card and high card: how often a hand is dealt.

        The players' hands have no card in common, so each hand of the first counts as often as the second has hands
        beside it.
        """
        found = np.zeros((2, 52, 52))
        for player, (name, text) in enumerate((("first", self.first), ("second", self.second))):
            every = {(low, high): 1.0 for high in range(self.lowest, 52) for low in range(self.lowest, high)}
            try:
                chosen = hands_in(text) if text.strip() else every
            except SpecError as error:
                raise SpecError(f"Holdem: {name}={text!r}: {error}") from None
            for (low, high), weight in chosen.items():
                if low >= self.lowest and low not in self.open_cards and high not in self.open_cards:
                    found[player, low, high] = weight
        whole_range = found[1].sum()
        by_card = found[1].sum(axis=0) + found[1].sum(axis=1)
        left = whole_range - by_card[:, None] - by_card[None, :] + found[1]
        found[0] *= np.maximum(0.0, left)
        found[0][found[0] < 1e-9] = 0.0
        if not found[0].any():
            raise SpecError(
                f"Holdem: first={self.first!r} and second={self.second!r} leave no two hands that can be dealt with "
                f"table={self.table!r}."
            )
        return found

    def ranged(self, state: Betting) -> Iterator[tuple[int, float]]:
        """The next hidden card, where players hold hands of ranges."""
        player, second = state.dealt // 2, state.dealt % 2 == 1
        low = state.cards[state.dealt - 1] if second else -1
        weights = np.zeros(52)
        total = 0.0
        for card in range(self.lowest, 52):
            if card > low and self.is_left(state, card):
                weight = 0.0
                if second:
                    weight = self.ranges[player, low, card]
                else:
                    for other in range(card + 1, 52):
                        if self.ranges[player, card, other] > 0.0 and self.is_left(state, other):
                            weight += self.ranges[player, card, other]
                weights[card] = weight
                total += weight
        for card in range(self.lowest, 52):
            if weights[card] > 0.0:
                yield card, float(weights[card] / total)

    def chances(self, state: Betting) -> Iterator[tuple[int, float]]:
        if state.dealt < 4 and self.is_ranged:
            yield from self.ranged(state)
            return
        second = state.dealt == 1 or state.dealt == 3
        first = state.dealt == 0 or state.dealt == 2
        low = state.cards[state.dealt - 1] if second else -1
        left = higher = 0
        for card in range(self.lowest, 52):
            if self.is_left(state, card):
                left += 1
                higher += 1 if card > low else 0
        rank = 0
        for card in range(self.lowest, 52):
            if self.is_left(state, card):
                rank += 1
                if first and rank < left:  # a low card comes with any higher one
                    yield card, (left - rank) / (left * (left - 1) / 2)
                elif second and card > low:
                    yield card, 1.0 / higher
                elif not first and not second:
                    yield card, 1.0 / left

    def actions(self, state: Betting) -> Iterator[int]:
        if not self.is_terminal(state):
            yield from self.bets_of(state)

    def result(self, state: Betting, action: int) -> Betting:
        if state.dealt < 4:
            return state._replace(cards=put(state.cards, state.dealt, action), dealt=state.dealt + 1)
        if state.shown < state.due:
            return state._replace(table=put(state.table, state.shown, action), shown=state.shown + 1)
        after: Betting = self.after_bet(state, action)
        return after

    def is_terminal(self, state: Betting) -> bool:
        if state.folded or state.due == 6:
            return True
        return not self.is_dealing(state) and self.is_spent(state)

    def utility(self, state: Betting, player: int) -> float:
        if state.folded:
            lost = state.paid[state.mover]
            return float(-lost if player == state.mover else lost)
        first, second = self.held(state, 0), self.held(state, 1)
        won = state.paid[1] if first > second else -state.paid[0] if first < second else 0
        return float(won if player == 0 else -won)

    def held(self, state: Betting, player: int) -> int:
        """The strength of a player's hand with the open cards."""
        suits = (0, 0, 0, 0)
        for card in state.table:
            if card != HIDDEN:
                suits = put(suits, card % 4, suits[card % 4] | 1 << card // 4)
        for place in range(2 * player, 2 * player + 2):
            card = state.cards[place]
            if card != HIDDEN:
                suits = put(suits, card % 4, suits[card % 4] | 1 << card // 4)
        return strength(suits[0], suits[1], suits[2], suits[3])

    # What is seen.

    def view(self, state: Betting, player: int) -> Betting:
        """Own cards, once all are dealt."""
        cards = (HIDDEN, HIDDEN, HIDDEN, HIDDEN)
        if player >= 0 and state.dealt == 4:
            for place in range(2 * player, 2 * player + 2):
                cards = put(cards, place, state.cards[place])
        return state._replace(cards=cards)

    def sees(self, state: Betting, player: int, action: int) -> bool:
        return state.dealt == 4

    # Words and pictures.

    def action_name(self, state: Betting, action: int) -> str:
        return card_name(action) if self.is_dealing(state) else self.bet_name(state, action)

    def betting(self, state: Betting) -> str:
        """The pot, and what is to happen."""
        pot = f"pot {sum(state.paid)}"
        if state.folded:
            return f"{pot}, {self.player_name(state.mover)} has folded"
        if self.is_terminal(state):
            seen = HIDDEN not in state.cards
            held = [class_name(self.held(state, player)) for player in (0, 1)] if seen else []
            return f"{pot}, {held[0]} against {held[1]}" if held else f"{pot}, showdown"
        if self.is_dealing(state):
            return f"{pot}, a card is dealt"
        return f"{pot}, {self.player_name(state.mover)} to bet"

    def text(self, state: Betting) -> str:
        held = [" ".join(card_name(card) for card in state.cards[at : at + 2]) for at in (0, 2)]
        table = " ".join(card_name(card) for card in state.table if card != HIDDEN)
        shown = f", on the table {table}" if table else ""
        return f"player 1 holds {held[0]}, player 2 holds {held[1]}{shown}; {self.betting(state)}"

    def board(self, state: Betting) -> Board:
        cards = [[card_name(card) for card in state.cards[at : at + 2]] for at in (0, 2)]
        table = [UNDEALT if card == HIDDEN else card_name(card) for card in state.table]
        return hands(self, cards, state.paid, self.betting(state), table)
