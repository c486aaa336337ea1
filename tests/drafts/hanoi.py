from dataclasses import dataclass
from itertools import permutations

from countermove import Axes, Game


@dataclass(frozen=True)
class Hanoi(Game):
    """Carry a tower of discs to the last peg, one at a time, never a larger one on a smaller one."""

    discs: int = 3
    pegs: int = 3

    players = 1
    axes = Axes(payoff="general")
    repeats = True

    def __post_init__(self):
        if self.pegs < 3:
            raise ValueError("a tower needs three pegs at least")

    def initial(self):
        tower = tuple(range(self.discs, 0, -1))
        return (tower,) + ((),) * (self.pegs - 1)

    def player(self, state):
        return 0

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [
            (a, b)
            for a, b in permutations(range(self.pegs), 2)
            if state[a] and (not state[b] or state[a][-1] < state[b][-1])
        ]

    def result(self, state, action):
        a, b = action
        towers = [list(tower) for tower in state]
        towers[b].append(towers[a].pop())
        return tuple(tuple(tower) for tower in towers)

    def is_terminal(self, state):
        return len(state[-1]) == self.discs

    def utility(self, state, player):
        return 1.0

    def endless(self, player):
        return 0.0

    def evaluate(self, state, player):
        goal = self.discs
        last = state[-1]
        while goal:
            at = self.discs - goal
            if at >= len(last) or last[at] != goal:
                break
            goal -= 1
        else:
            return 1
        return (self.discs - goal) / (self.discs + 1)

    def canonical(self, state):
        *others, last = state
        return (*sorted(others, reverse=True), last)

    def action_name(self, state, action):
        return "ABCDEF"[action[0]] + "ABCDEF"[action[1]]

    def text(self, state):
        return "\n".join(f"{name}: {' '.join(map(str, tower))}" for name, tower in zip("ABCDEF", state))
