"""Blackjack against a fixed dealer, from a known shoe; counts by rank."""

from dataclasses import dataclass, replace
from enum import Enum, auto

from countermove import CHANCE, Axes, Game

RANKS = "A23456789T"


def value_of(rank):
    if rank == "A":
        return 11
    if rank == "T":
        return 10
    return int(rank)


def hand_value(hand):
    total = sum(map(value_of, hand))
    aces = hand.count("A")
    while total > 21 and aces:
        total -= 10
        aces -= 1
    return total


class Phase(Enum):
    DEAL = auto()
    PLAYER = auto()
    DEALER = auto()
    OVER = auto()


class Move(Enum):
    HIT = "h"
    STAND = "s"
    DOUBLE = "d"


@dataclass(frozen=True)
class Table:
    shoe: tuple[int, ...]
    hand: str = ""
    dealer: str = ""
    bet: float = 1.0
    phase: Phase = Phase.DEAL
    must_draw: bool = False

    def without(self, rank):
        i = RANKS.index(rank)
        return self.shoe[:i] + (self.shoe[i] - 1,) + self.shoe[i + 1 :]


class Blackjack(Game):
    players = 1
    axes = Axes(stochastic=True, payoff="general")

    def initial(self):
        return Table((4,) * 9 + (16,))

    def player(self, t):
        if t.phase in (Phase.DEAL, Phase.DEALER) or t.must_draw:
            return CHANCE
        return 0

    def chances(self, t):
        total = sum(t.shoe)
        return [(r, n / total) for r, n in zip(RANKS, t.shoe, strict=True) if n > 0]

    def actions(self, t):
        if t.phase is not Phase.PLAYER:
            return []
        if len(t.hand) == 2:
            return [Move.HIT, Move.STAND, Move.DOUBLE]
        return [Move.HIT, Move.STAND]

    def result(self, t, a):
        if isinstance(a, Move):
            if a is Move.HIT:
                return replace(t, must_draw=True)
            elif a is Move.STAND:
                return replace(t, phase=Phase.DEALER)
            else:
                return replace(t, bet=t.bet * 2, must_draw=True)
        shoe = t.without(a)
        if t.phase is Phase.DEAL:
            if len(t.hand) < 2:
                return replace(t, shoe=shoe, hand=t.hand + a)
            return replace(t, shoe=shoe, dealer=a, phase=Phase.PLAYER)
        if t.phase is Phase.PLAYER:
            hand = "".join(sorted(t.hand + a))
            if hand_value(hand) > 21:
                phase = Phase.OVER
            elif t.bet > 1:
                phase = Phase.DEALER
            else:
                phase = Phase.PLAYER
            return replace(t, shoe=shoe, hand=hand, phase=phase, must_draw=False)
        dealer = t.dealer + a
        return replace(t, shoe=shoe, dealer=dealer, phase=Phase.OVER if hand_value(dealer) >= 17 else Phase.DEALER)

    def is_terminal(self, t):
        return t.phase is Phase.OVER

    def utility(self, t, player):
        mine, theirs = hand_value(t.hand), hand_value(t.dealer)
        if mine > 21:
            return -t.bet
        if theirs > 21 or mine > theirs:
            return 1.5 * t.bet if mine == 21 and len(t.hand) == 2 else t.bet
        return 0.0 if mine == theirs else -t.bet
