"""Showdown: one card each, one bet. The game to copy when players cannot see everything.

Both players pay one chip and get a card from a deck of different cards. The first player checks or bets one more chip.
After a check the higher card wins the pot. After a bet the second player folds, and loses one chip, or calls, and the
higher card wins two. A bet with the lowest card is a bluff; von Neumann solved this game for cards without number (von
Neumann and Morgenstern, "Theory of Games and Economic Behavior", 1944, section 19).

The state holds everything. `view` is the state as one player sees it: the other card is face down, -1. Chance deals
card by card. What players remember of earlier views, and which of their own actions they took, is not the author's
business: Countermove keeps track.

    State((2, 0), CHECKED)     the whole state
    State((2, -1), CHECKED)    as player 0 sees it
    State((-1, -1), CHECKED)   as an onlooker does
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

DEALING, OPEN, CHECKED, BET, FOLDED, CALLED = range(6)
WORDS = ("the deal", "the first player checks or bets", "checked", "a bet to call", "folded", "called")


class Table(NamedTuple):
    cards: tuple[int, int]
    """The card of each player, from 0; HIDDEN if not dealt, or not seen."""
    stage: int


@dataclass(frozen=True)
class Showdown(Game[Table]):
    """Bet on one hidden card.

    >>> game = Showdown()
    >>> state = game.read("K J bet")
    >>> game.view(state, 1)
    Table(cards=(-1, 0), stage=3)
    """

    cards: int = 3

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)
    outcomes: ClassVar[tuple[int, ...]] = (-2, -1, 1, 2)

    def __post_init__(self) -> None:
        whole(self, 2, 52, "cards")

    def initial(self) -> Table:
        return Table((HIDDEN, HIDDEN), DEALING)

    def player(self, state: Table) -> int:
        return CHANCE if state.stage == DEALING else 0 if state.stage == OPEN else 1

    def chances(self, state: Table) -> Iterator[tuple[int, float]]:
        first = state.cards[0]
        left = self.cards if first == HIDDEN else self.cards - 1
        for card in range(self.cards):
            if card != first:
                yield card, 1.0 / left

    def actions(self, state: Table) -> Iterator[int]:
        if state.stage == OPEN:
            yield CHECKED
            yield BET
        elif state.stage == BET:
            yield FOLDED
            yield CALLED

    def result(self, state: Table, action: int) -> Table:
        if state.stage != DEALING:
            return Table(state.cards, action)
        if state.cards[0] == HIDDEN:
            return Table((action, HIDDEN), DEALING)
        return Table((state.cards[0], action), OPEN)

    def is_terminal(self, state: Table) -> bool:
        return state.stage in (CHECKED, FOLDED, CALLED)

    def utility(self, state: Table, player: int) -> float:
        stake = 2.0 if state.stage == CALLED else 1.0
        first_wins = state.stage == FOLDED or state.cards[0] > state.cards[1]
        return stake if first_wins == (player == 0) else -stake

    # What is seen.

    def view(self, state: Table, player: int) -> Table:
        mine = state.cards[player] if player >= 0 else HIDDEN
        hidden = (HIDDEN, HIDDEN)
        return Table(put(hidden, player, mine) if player >= 0 else hidden, state.stage)

    def sees(self, state: Table, player: int, action: int) -> bool:
        if state.stage != DEALING:
            return True
        return player == (0 if state.cards[0] == HIDDEN else 1)

    # Words and pictures.

    def card_name(self, card: int) -> str:
        return "?" if card == HIDDEN else rank_names(self.cards)[card]

    def action_name(self, state: Table, action: int) -> str:
        if state.stage == DEALING:
            return self.card_name(action)
        return {CHECKED: "check", BET: "bet", FOLDED: "fold", CALLED: "call"}[action]

    def text(self, state: Table) -> str:
        first, second = (self.card_name(card) for card in state.cards)
        return f"player 1 holds {first}, player 2 holds {second}; {WORDS[state.stage]}"

    def board(self, state: Table) -> Board:
        chips = [2 if state.stage in (BET, FOLDED, CALLED) else 1, 2 if state.stage == CALLED else 1]
        return hands(self, [[self.card_name(card)] for card in state.cards], chips, WORDS[state.stage])
