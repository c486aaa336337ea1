"""Texas hold'em, heads-up: two hidden cards each, five open ones, four rounds of betting.

The first player is on the button: it posts the small blind of 1 chip, acts first before the flop and last after it. The
second posts the big blind of 2. With `limit`, a bet is 2 chips in the first two rounds and 4 in the last two, and each
round has at most four bets. Without it, both have `stack` chips, and a raise is one of `sizes`, in percent of the pot
after a call, or everything; without any sizes, players push or fold. The best five of seven cards win the pot
(_poker.py).

A subgame starts later: `table` gives the open cards, three, four or five of them, and `pot` the chips that each player
has paid by then. With all five given, one round of betting is left, and `countermove solve` finds its equilibrium.
`ranks` leaves out the lowest ranks, for a smaller deck: with 9, a deck of 36 cards.

    card = 4 * rank + suit        As is 51; a hand is dealt low card first, so that each pair comes up once
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from countermove.board import Board
from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game
from countermove.games._cards import HIDDEN, UNDEALT, hands
from countermove.games._checked import whole
from countermove.games._poker import LETTERS, SUITS, card_name, class_name, strength
from countermove.values import put

FOLD, CALL = 0, 1
"""Then a bet or a raise, one action for each size, and all in."""
BIG_BLIND, MAX_BETS = 2, 4
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
class Holdem(Game[Betting]):
    """Heads-up Texas hold'em, limit or no-limit.

    >>> game = Holdem(table="As Kd 7h 2c 9s", pot=10)
    >>> state = game.read("Ac Ah Kh Ks check bet call")
    >>> game.utility(state, 0), game.utility(state, 1)
    (14.0, -14.0)
    """

    limit: bool = True
    stack: int = 40
    sizes: tuple[int, ...] = (50, 100)
    table: str = ""
    pot: int = BIG_BLIND
    ranks: int = 13

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)

    def __post_init__(self) -> None:
        whole(self, 3, 10_000, "stack")
        whole(self, 1, 10_000, "pot")
        whole(self, 3, 13, "ranks")
        if not isinstance(self.limit, bool):
            raise SpecError(f"Holdem: limit={self.limit!r} must be true or false.")
        sizes = isinstance(self.sizes, tuple) and all(type(size) is int and 1 <= size <= 1000 for size in self.sizes)
        if not sizes or list(self.sizes) != sorted(set(self.sizes)):
            raise SpecError(f"Holdem: sizes={self.sizes!r} must be percentages of the pot in rising order.")
        if len(self.open_cards) not in ROUNDS:
            raise SpecError(f"Holdem: table={self.table!r} must name no, 3, 4 or 5 cards, such as 'As Kd 7h'.")
        if self.open_cards and not self.limit and self.pot > self.stack:
            raise SpecError(f"Holdem: pot={self.pot} is more than the stack of {self.stack} chips.")

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

    @property
    def all_in(self) -> int:
        """The action that bets everything."""
        return 2 + len(self.sizes)

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

    def chances(self, state: Betting) -> Iterator[tuple[int, float]]:
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

    def raised(self, state: Betting, action: int) -> int:
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

    def actions(self, state: Betting) -> Iterator[int]:
        if not self.is_terminal(state):
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

    def result(self, state: Betting, action: int) -> Betting:
        cards, table, dealt, shown, due, paid, mover, bets, acted, step, _ = state
        if dealt < 4:
            return Betting(
                put(cards, dealt, action), table, dealt + 1, shown, due, paid, mover, bets, acted, step, False
            )
        if shown < due:
            return Betting(
                cards, put(table, shown, action), dealt, shown + 1, due, paid, mover, bets, acted, step, False
            )
        if action == FOLD:
            return Betting(cards, table, dealt, shown, due, paid, mover, bets, acted, step, True)
        level = max(paid)
        if action != CALL:
            cost = self.raised(state, action)
            paid = put(paid, mover, cost)
            return Betting(cards, table, dealt, shown, due, paid, 1 - mover, bets + 1, acted + 1, cost - level, False)
        called = put(paid, mover, level)
        if acted == 0:
            return Betting(cards, table, dealt, shown, due, called, 1 - mover, bets, 1, step, False)
        # The round is over: deal the next one, or all of them when nothing is left to bet.
        spent = not self.limit and level >= self.stack
        later = 5 if spent or due >= 4 else due + 1 if due == 3 else 3
        ended = 6 if due == 5 else later
        return Betting(cards, table, dealt, shown, ended, called, 1, 0, 0, BIG_BLIND, False)

    def is_terminal(self, state: Betting) -> bool:
        if state.folded or state.due == 6:
            return True
        if self.is_dealing(state) or self.limit:
            return False
        return min(state.paid) >= self.stack

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
        if self.is_dealing(state):
            return card_name(action)
        facing = state.paid[0] != state.paid[1]
        if action <= CALL:
            return ("fold", "call" if facing else "check")[action]
        word = "raise" if facing or state.bets else "bet"
        return word if self.limit else "allin" if action == self.all_in else f"{word}{self.raised(state, action)}"

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
