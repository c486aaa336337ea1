from typing import Iterator, NamedTuple

from countermove import Axes, Game


class Bank(NamedTuple):
    missionaries: int
    cannibals: int

    @property
    def safe(self) -> bool:
        return self.missionaries == 0 or self.missionaries >= self.cannibals

    def __add__(self, other):
        return Bank(*(a + b for a, b in zip(self, other)))

    def __sub__(self, other):
        return Bank(*[a - b for a, b in zip(self, other)])

    def valid(self):
        return all(x >= 0 for x in self) and self.safe


class Crossing(NamedTuple):
    left: Bank
    right: Bank
    boat_left: bool

    def move(self, load: Bank) -> "Crossing":
        if self.boat_left:
            return Crossing(self.left - load, self.right + load, False)
        return Crossing(self.left + load, self.right - load, True)

    def successors(self) -> Iterator[tuple[Bank, "Crossing"]]:
        for load in LOADS:
            after = self.move(load)
            if after.left.valid() and after.right.valid():
                yield load, after


LOADS = [Bank(m, c) for m in range(3) for c in range(3) if 1 <= m + c <= 2]


class MissionariesAndCannibals(Game):
    players = 1
    repeats = True
    axes = Axes(payoff="general")

    def initial(self):
        return Crossing(Bank(3, 3), Bank(0, 0), True)

    def player(self, state):
        return 0

    def actions(self, state):
        if not self.is_terminal(state):
            for load, _ in state.successors():
                yield load

    def result(self, state, action):
        return state.move(action)

    def is_terminal(self, state):
        return sum(state.left) == 0

    def utility(self, state, player):
        return 1
