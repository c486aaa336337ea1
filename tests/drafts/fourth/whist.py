"""Open-hand whist for four, two teams, small deck; cards as tuples ('S', 12)."""

import random
from dataclasses import dataclass
from typing import FrozenSet, Optional, Tuple

from countermove import Axes, Game

Card = Tuple[str, int]
SUITS = "CDHS"


def deal(seed, ranks):
    deck = [(s, r) for s in SUITS for r in range(14 - ranks + 1, 15)]
    rng = random.Random(seed)
    rng.shuffle(deck)
    n = len(deck) // 4
    return tuple(frozenset(deck[i * n : (i + 1) * n]) for i in range(4))


@dataclass(frozen=True)
class Whist:
    hands: Tuple[FrozenSet[Card], ...]
    trick: Tuple[Card, ...]
    leader: int
    tricks: Tuple[int, int]

    @property
    def turn(self):
        return (self.leader + len(self.trick)) % 4

    @property
    def led(self) -> Optional[str]:
        return self.trick[0][0] if self.trick else None


@dataclass(frozen=True)
class OpenWhist(Game):
    seed: int = 7
    ranks: int = 4
    trump: str = "S"
    players = 4
    axes = Axes(payoff="constant", total=0.0, teams=((0, 2), (1, 3)))

    def initial(self):
        return Whist(deal(self.seed, self.ranks), (), 0, (0, 0))

    def player(self, s):
        return s.turn

    def actions(self, s):
        hand = s.hands[s.turn]
        if s.led is not None:
            following = [c for c in hand if c[0] == s.led]
            if following:
                return sorted(following)
        return sorted(hand, key=lambda card: (card[0] != self.trump, -card[1], card[0]))

    def winner(self, trick):
        led, _ = trick[0]

        def strength(i):
            suit, rank = trick[i]
            if suit == self.trump:
                return 100 + rank
            return rank if suit == led else 0

        return max(range(4), key=strength)

    def result(self, s, card):
        hands = tuple(h - {card} if i == s.turn else h for i, h in enumerate(s.hands))
        trick = s.trick + (card,)
        if len(trick) < 4:
            return Whist(hands, trick, s.leader, s.tricks)
        who = (s.leader + self.winner(trick)) % 4
        a, b = s.tricks
        return Whist(hands, (), who, (a + 1, b) if who % 2 == 0 else (a, b + 1))

    def is_terminal(self, s):
        return not any(s.hands)

    def utility(self, s, player):
        us, them = s.tricks if player % 2 == 0 else s.tricks[::-1]
        return us - them

    def evaluate(self, s, player):
        return self.utility(s, player)
