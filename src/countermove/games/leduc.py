"""Leduc hold'em: two rounds of betting, one hidden card each, one card on the table.

The deck has `ranks` ranks in `suits` suits, six cards by default. Both players pay one chip and get a card. In the
first round a raise costs two chips, in the second four, and there are at most two raises in each. After the first round
a card is dealt face up. A pair with it wins, otherwise the higher rank; equal ranks share the pot. The first player
loses 0.0856 of a chip a game on average (Southey and others, "Bayes' bluff: opponent modelling in poker", 2005).

    card = rank * suits + suit         with two suits: 0, 1 the Jacks, 2, 3 the Queens, 4, 5 the Kings
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from countermove.board import Board
from countermove.game import CHANCE, Axes, Game
from countermove.games._cards import HIDDEN, UNDEALT, hands, rank_names
from countermove.games._checked import whole
from countermove.values import put

FOLD, CALL, RAISE = range(3)
SUITS = "shdc"
MAX_RAISES = 2


class Pot(NamedTuple):
    cards: tuple[int, int]
    """The hidden cards; HIDDEN if not dealt, or not seen."""
    table: int
    """The card face up; HIDDEN in the first round."""
    paid: tuple[int, int]
    """The chips that each player has put in."""
    mover: int
    raises: int
    """Raises in this round."""
    calls: int
    """Calls in a row, checks included: two end a round, and so does one after a raise."""
    round: int
    """0 while hidden cards are dealt, then 1 and 2; 3 when the betting is over, 4 when somebody has folded."""


@dataclass(frozen=True)
class Leduc(Game[Pot]):
    """Poker with one hidden card, one open card and two rounds of betting.

    >>> game = Leduc()
    >>> print(game.text(game.read("Js Kh raise call Jh")))
    player 1 holds Js, player 2 holds Kh, on the table Jh; pot 6, player 1 to bet
    """

    ranks: int = 3
    suits: int = 2

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)
    outcomes: ClassVar[range] = range(-13, 14)

    def __post_init__(self) -> None:
        whole(self, 2, 12, "ranks")
        whole(self, 1, 4, "suits")
        if self.ranks * self.suits < 3:
            whole(self, 3, 12, "ranks")

    @property
    def deck(self) -> int:
        return self.ranks * self.suits

    def initial(self) -> Pot:
        return Pot((HIDDEN, HIDDEN), HIDDEN, (1, 1), 0, 0, 0, 0)

    def player(self, state: Pot) -> int:
        return CHANCE if state.round == 0 or (state.round == 2 and state.table == HIDDEN) else state.mover

    def chances(self, state: Pot) -> Iterator[tuple[int, float]]:
        first, second = state.cards
        left = self.deck - (1 if first != HIDDEN else 0) - (1 if second != HIDDEN else 0)
        for card in range(self.deck):
            if card != first and card != second:
                yield card, 1.0 / left

    def actions(self, state: Pot) -> Iterator[int]:
        if state.round < 3:
            if state.paid[0] != state.paid[1]:
                yield FOLD
            yield CALL
            if state.raises < MAX_RAISES:
                yield RAISE

    def result(self, state: Pot, action: int) -> Pot:
        cards, table, paid, mover, raises, calls, stage = state
        if stage == 0:
            if cards[0] == HIDDEN:
                return Pot((action, HIDDEN), table, paid, 0, 0, 0, 0)
            return Pot((cards[0], action), table, paid, 0, 0, 0, 1)
        if stage == 2 and table == HIDDEN:
            return Pot(cards, action, paid, 0, 0, 0, 2)
        if action == FOLD:
            return Pot(cards, table, paid, mover, raises, calls, 4)
        level = max(paid)
        if action == RAISE:
            return Pot(cards, table, put(paid, mover, level + 2 * stage), 1 - mover, raises + 1, 0, stage)
        over = calls == 1 or raises > 0
        return Pot(
            cards, table, put(paid, mover, level), 0 if over else 1 - mover, 0 if over else raises,
            0 if over else calls + 1, stage + 1 if over else stage,
        )  # fmt: skip

    def is_terminal(self, state: Pot) -> bool:
        return state.round >= 3

    def utility(self, state: Pot, player: int) -> float:
        if state.round == 4:
            lost = state.paid[state.mover]
            return float(-lost if player == state.mover else lost)
        first, second = self.strength(state, 0), self.strength(state, 1)
        won = state.paid[1] if first > second else -state.paid[0] if first < second else 0
        return float(won if player == 0 else -won)

    def strength(self, state: Pot, player: int) -> int:
        """The rank of a player's card; more with a pair."""
        rank = state.cards[player] // self.suits
        return rank + (self.ranks if rank == state.table // self.suits else 0)

    # What is seen.

    def view(self, state: Pot, player: int) -> Pot:
        first = state.cards[0] if player == 0 else HIDDEN
        second = state.cards[1] if player == 1 else HIDDEN
        return state._replace(cards=(first, second))

    def sees(self, state: Pot, player: int, action: int) -> bool:
        if state.round > 0:
            return True
        return player == (0 if state.cards[0] == HIDDEN else 1)

    # Words and pictures.

    def card_name(self, card: int) -> str:
        if card == HIDDEN:
            return "?"
        return rank_names(self.ranks)[card // self.suits] + SUITS[card % self.suits]

    def action_name(self, state: Pot, action: int) -> str:
        if self.player(state) == CHANCE:
            return self.card_name(action)
        facing = state.paid[0] != state.paid[1]
        return ("fold", "call" if facing else "check", "raise")[action]

    def text(self, state: Pot) -> str:
        first, second = (self.card_name(card) for card in state.cards)
        table = f", on the table {self.card_name(state.table)}" if state.table != HIDDEN else ""
        return f"player 1 holds {first}, player 2 holds {second}{table}; {self.betting(state)}"

    def betting(self, state: Pot) -> str:
        """The pot, and what is to happen."""
        pot = f"pot {sum(state.paid)}"
        if state.round >= 3:
            return f"{pot}, {self.player_name(state.mover)} has folded" if state.round == 4 else f"{pot}, showdown"
        if self.player(state) == CHANCE:
            return f"{pot}, a card is dealt"
        return f"{pot}, {self.player_name(state.mover)} to bet"

    def board(self, state: Pot) -> Board:
        table = [UNDEALT if state.table == HIDDEN else self.card_name(state.table)]
        return hands(self, [[self.card_name(card)] for card in state.cards], state.paid, self.betting(state), table)
