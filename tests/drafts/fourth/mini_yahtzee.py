"""Mini Yahtzee: three dice, four boxes, one reroll, two players."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from typing import Optional

from countermove import CHANCE, Axes, Game

DICE = 3
CATEGORIES = ("sum", "pair", "triple", "straight")


def roll_odds(n):
    odds = {}
    for roll in product(range(1, 5), repeat=n):
        key = tuple(sorted(roll))
        odds[key] = odds.get(key, 0) + 1
    return [(k, v / 4**n) for k, v in sorted(odds.items())]


ODDS = {n: roll_odds(n) for n in range(DICE + 1)}


def score(category, dice):
    counts = Counter(dice)
    if category == "sum":
        return sum(dice)
    elif category == "pair":
        pairs = [face for face, n in counts.items() if n >= 2]
        return 2 * max(pairs, default=0)
    elif category == "triple":
        face, n = counts.most_common(1)[0]
        return 10 + face if n == 3 else 0
    elif category == "straight":
        return 9 if sorted(dice) in ([1, 2, 3], [2, 3, 4]) else 0
    raise ValueError(category)


@dataclass(frozen=True)
class Sheet:
    boxes: tuple[Optional[int], ...] = (None,) * len(CATEGORIES)

    @property
    def full(self):
        return all(b is not None for b in self.boxes)

    @property
    def total(self):
        return sum(b for b in self.boxes if b is not None)

    def fill(self, i, points):
        boxes = list(self.boxes)
        assert boxes[i] is None
        boxes[i] = points
        return Sheet(tuple(boxes))


@dataclass(frozen=True)
class State:
    sheets: tuple[Sheet, Sheet] = (Sheet(), Sheet())
    turn: int = 0
    dice: tuple[int, ...] = ()
    rolls_left: int = 2


class MiniYahtzee(Game):
    axes = Axes(stochastic=True)

    def initial(self):
        return State()

    def player(self, s):
        return CHANCE if len(s.dice) < DICE else s.turn

    def chances(self, s):
        return ODDS[DICE - len(s.dice)]

    def actions(self, s):
        if self.is_terminal(s):
            return []
        moves = []
        for i, box in enumerate(s.sheets[s.turn].boxes):
            if box is None:
                moves.append(("score", i))
        if s.rolls_left > 0:
            keeps = set()
            for mask in range(2**DICE - 1):
                keeps.add(tuple(d for i, d in enumerate(s.dice) if mask >> i & 1))
            moves += [("keep", k) for k in sorted(keeps)]
        return moves

    def result(self, s, action):
        if self.player(s) == CHANCE:
            return replace(s, dice=tuple(sorted(s.dice + action)), rolls_left=s.rolls_left - 1)
        kind, arg = action
        if kind == "keep":
            return replace(s, dice=arg)
        points = score(CATEGORIES[arg], s.dice)
        sheets = list(s.sheets)
        sheets[s.turn] = sheets[s.turn].fill(arg, points)
        return State(tuple(sheets), 1 - s.turn, (), 2)

    def is_terminal(self, s):
        return all(sheet.full for sheet in s.sheets)

    def utility(self, s, player):
        mine, theirs = s.sheets[player].total, s.sheets[1 - player].total
        return float((mine > theirs) - (mine < theirs))

    def evaluate(self, s, player):
        return (s.sheets[player].total - s.sheets[1 - player].total) / 100
