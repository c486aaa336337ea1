from dataclasses import dataclass

from countermove import Axes, Game

LEVEL = """
#######
#  .  #
# $@$ #
#  .  #
#######
""".strip().splitlines()

WALLS = frozenset((x, y) for y, row in enumerate(LEVEL) for x, sign in enumerate(row) if sign == "#")
GOALS = frozenset((x, y) for y, row in enumerate(LEVEL) for x, sign in enumerate(row) if sign == ".")


@dataclass(frozen=True, order=True)
class P:
    x: int
    y: int

    def __add__(self, other):
        return P(self.x + other.x, self.y + other.y)

    @property
    def pair(self):
        return (self.x, self.y)


DIRECTIONS = {"U": P(0, -1), "D": P(0, 1), "L": P(-1, 0), "R": P(1, 0)}


class Sokoban(Game):
    players = 1
    axes = Axes(payoff="general")
    repeats = True

    def initial(self):
        boxes, man = [], None
        for y, row in enumerate(LEVEL):
            for x, sign in enumerate(row):
                if sign == "$":
                    boxes.append(P(x, y))
                elif sign == "@":
                    man = P(x, y)
        return man, tuple(sorted(boxes))

    def player(self, state):
        return 0

    def actions(self, state):
        man, boxes = state
        if self.is_terminal(state):
            return
        for name, step in DIRECTIONS.items():
            target = man + step
            if target.pair in WALLS:
                continue
            if target in boxes:
                beyond = target + step
                if beyond.pair in WALLS or beyond in boxes:
                    continue
            yield name

    def result(self, state, action):
        man, boxes = state
        step = DIRECTIONS[action]
        target = man + step
        moved = tuple(sorted(box + step if box == target else box for box in boxes))
        return target, moved

    def is_terminal(self, state):
        man, boxes = state
        return {box.pair for box in boxes} == GOALS

    def utility(self, state, player):
        return 1

    def evaluate(self, state, player):
        man, boxes = state
        return -sum(min(abs(b.x - x) + abs(b.y - y) for x, y in GOALS) for b in boxes) / 100
