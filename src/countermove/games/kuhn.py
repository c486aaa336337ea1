"""Kuhn poker: a deck of one card more than there are players, one card each, one bet.

Everybody pays one chip and gets a card. In turn, players check or bet one chip; once somebody has bet, each of the
others in turn folds or calls. The highest card among those who did not fold wins the pot; if all check, the highest
card of all. With two players the cards are a Jack, a Queen and a King, and the first player loses 1/18 of a chip a game
on average, bluffing with the Jack, up to one time in three, and betting the King three times as often (Kuhn, "A
simplified two-person poker", 1950). The version for three players is that of Szafron, Gibson and Sturtevant (2013).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from countermove.board import Board
from countermove.game import CHANCE, Axes, Game
from countermove.games._cards import HIDDEN, hands, rank_names
from countermove.games._checked import whole
from countermove.values import put

PASS, BET = 0, 1
"""Check or fold; bet or call."""


class Kuhns(NamedTuple):
    cards: tuple[int, ...]
    """The card of each player, from 0; HIDDEN if not dealt, or not seen."""
    dealt: int
    """The number of cards dealt."""
    acted: int
    """The number of actions."""
    bettor: int
    """Who bet first; -1 so far."""
    callers: int
    """Who paid the second chip: bit p for player p."""


@dataclass(frozen=True)
class Kuhn(Game[Kuhns]):
    """Poker with one card each and one bet.

    >>> game = Kuhn()
    >>> game.utility(game.read("J Q check bet fold"), 1)
    1.0
    """

    players: int = 2  # type: ignore[misc]

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)

    def __post_init__(self) -> None:
        whole(self, 2, 10, "players")

    @property
    def outcomes(self) -> tuple[int, ...]:  # type: ignore[override]
        return (-2, -1, *range(1, 2 * self.players - 1))

    def initial(self) -> Kuhns:
        return Kuhns((HIDDEN,) * self.players, 0, 0, -1, 0)

    def player(self, state: Kuhns) -> int:
        return CHANCE if state.dealt < self.players else state.acted % self.players

    def chances(self, state: Kuhns) -> Iterator[tuple[int, float]]:
        for card in range(self.players + 1):
            if card not in state.cards:
                yield card, 1.0 / (self.players + 1 - state.dealt)

    def actions(self, state: Kuhns) -> Iterator[int]:
        if not self.is_terminal(state):
            yield PASS
            yield BET

    def result(self, state: Kuhns, action: int) -> Kuhns:
        cards, dealt, acted, bettor, callers = state
        if dealt < self.players:
            return Kuhns(put(cards, dealt, action), dealt + 1, 0, -1, 0)
        mover = acted % self.players
        if action == PASS:
            return Kuhns(cards, dealt, acted + 1, bettor, callers)
        return Kuhns(cards, dealt, acted + 1, mover if bettor < 0 else bettor, callers | 1 << mover)

    def is_terminal(self, state: Kuhns) -> bool:
        return state.acted == (self.players if state.bettor < 0 else state.bettor + self.players)

    def utility(self, state: Kuhns, player: int) -> float:
        best, winner, chips = -1, 0, self.players
        for each in range(self.players):
            if state.bettor < 0 or state.callers >> each & 1:
                chips += 1 if state.bettor >= 0 else 0
                if state.cards[each] > best:
                    best, winner = state.cards[each], each
        paid = 1 + (state.callers >> player & 1)
        return float(chips - paid if player == winner else -paid)

    # What is seen.

    def view(self, state: Kuhns, player: int) -> Kuhns:
        hidden = (HIDDEN,) * self.players
        cards = put(hidden, player, state.cards[player]) if player >= 0 else hidden
        return Kuhns(cards, state.dealt, state.acted, state.bettor, state.callers)

    def sees(self, state: Kuhns, player: int, action: int) -> bool:
        return state.dealt == self.players or state.dealt == player

    # Words and pictures.

    def card_name(self, card: int) -> str:
        return "?" if card == HIDDEN else rank_names(self.players + 1)[card]

    def action_name(self, state: Kuhns, action: int) -> str:
        if state.dealt < self.players:
            return self.card_name(action)
        return ("check", "bet")[action] if state.bettor < 0 else ("fold", "call")[action]

    def bets(self, state: Kuhns) -> str:
        """What has been bet, in words."""
        if state.dealt < self.players:
            return "dealing"
        if state.bettor < 0:
            return "no bet" if not state.acted else "checked" if state.acted == 1 else f"checked {state.acted} times"
        called = [self.player_name(p) for p in range(self.players) if state.callers >> p & 1 and p != state.bettor]
        return f"{self.player_name(state.bettor)} bets" + (f", called by {' and '.join(called)}" if called else "")

    def text(self, state: Kuhns) -> str:
        held = ", ".join(f"{self.player_name(p)} holds {self.card_name(card)}" for p, card in enumerate(state.cards))
        return f"{held}; {self.bets(state)}"

    def board(self, state: Kuhns) -> Board:
        chips = [1 + (state.callers >> player & 1) for player in range(self.players)]
        return hands(self, [[self.card_name(card)] for card in state.cards], chips, self.bets(state))
