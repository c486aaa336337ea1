from dataclasses import dataclass

from countermove import Axes, Game

GOAL = "12345678 "
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def targets(cell):
    """Where the gap can go from a cell, by direction."""
    row, col = divmod(cell, 3)
    found = {}
    for name, (dr, dc) in STEPS.items():
        r, c = row + dr, col + dc
        if 0 <= r <= 2 and 0 <= c <= 2:
            found[name] = 3 * r + c
    return found


TARGETS = {cell: targets(cell) for cell in range(9)}


def distance(one, two):
    (r1, c1), (r2, c2) = divmod(one, 3), divmod(two, 3)
    return abs(r1 - r2) + abs(c1 - c2)


@dataclass(frozen=True)
class EightPuzzle(Game):
    """Slide the tiles into order; the state is a string with a gap."""

    start: str = " 13425786"

    players = 1
    axes = Axes(payoff="general")
    repeats = True

    def initial(self):
        assert sorted(self.start) == sorted(GOAL)
        return self.start

    def player(self, state):
        return 0

    def actions(self, state):
        if state == GOAL:
            return []
        return list(TARGETS[state.index(" ")])

    def result(self, state, action):
        gap = state.find(" ")
        to = TARGETS[gap][action]
        low, high = min(gap, to), max(gap, to)
        return state[:low] + state[high] + state[low + 1 : high] + state[low] + state[high + 1 :]

    def is_terminal(self, state):
        return state == GOAL

    def utility(self, state, player):
        return 1 if state == GOAL else 0

    def evaluate(self, state, player):
        wrong = filter(lambda pair: pair[1] not in (" ", GOAL[pair[0]]), enumerate(state))
        return 1 / (1 + sum(distance(cell, GOAL.index(tile)) for cell, tile in wrong))

    def order(self, state, action):
        gap = state.index(" ")
        to = TARGETS[gap][action]
        home = GOAL.index(state[to])
        return distance(to, home) - distance(gap, home)

    def text(self, state):
        return "\n".join(" ".join(state[i : i + 3]) for i in (0, 3, 6))
