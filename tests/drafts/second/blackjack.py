"""One hand of blackjack against the house, drawn from an endless pack."""

from __future__ import annotations

from typing import NamedTuple

from countermove import CHANCE, Axes, Game

CARDS = {str(n): n for n in range(2, 10)} | {"T": 10, "A": 11}
ODDS = {name: 4 / 13 if name == "T" else 1 / 13 for name in CARDS}


class Hand(NamedTuple):
    cards: tuple[str, ...] = ()

    def total(self) -> int:
        total = sum(CARDS[card] for card in self.cards)
        aces = self.cards.count("A")
        while total > 21 and aces:
            total -= 10
            aces -= 1
        return total

    def __len__(self) -> int:
        return len(self.cards)

    def plus(self, card: str) -> Hand:
        return Hand(tuple(sorted((*self.cards, card))))


class Table(NamedTuple):
    mine: Hand
    house: Hand
    phase: str = "deal"


class Blackjack(Game):
    players = 1
    axes = Axes(stochastic=True, payoff="general")

    def initial(self):
        return Table(Hand(), Hand())

    def player(self, state):
        return 0 if state.phase == "choose" else CHANCE

    def actions(self, state):
        return [] if self.is_terminal(state) else ["hit", "stand"]

    def chances(self, state):
        return list(ODDS.items())

    def result(self, state, action):
        if action == "hit":
            return state._replace(phase="draw")
        if action == "stand":
            return state._replace(phase="house")
        if state.phase == "deal":
            if len(state.house) == 0:
                return state._replace(house=state.house.plus(action))
            mine = state.mine.plus(action)
            return state._replace(mine=mine, phase="choose" if len(mine) == 2 else "deal")
        if state.phase == "draw":
            mine = state.mine.plus(action)
            return state._replace(mine=mine, phase="over" if mine.total() > 21 else "choose")
        house = state.house.plus(action)
        return state._replace(house=house, phase="over" if house.total() >= 17 else "house")

    def is_terminal(self, state):
        return state.phase == "over"

    def utility(self, state, player):
        mine, house = state.mine.total(), state.house.total()
        if mine > 21:
            return -1.0
        if house > 21 or mine > house:
            return 1.5 if mine == 21 and len(state.mine) == 2 else 1.0
        return 0.0 if mine == house else -1.0
