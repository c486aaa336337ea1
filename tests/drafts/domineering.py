from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game


class Floor(NamedTuple):
    free: frozenset[tuple[int, int]]
    vertical: bool


@dataclass(frozen=True)
class Domineering(Game):
    """One player lays dominoes upright, the other flat; whoever cannot loses."""

    rows: int = 4
    columns: int = 4

    def initial(self):
        return Floor(frozenset((r, c) for r in range(self.rows) for c in range(self.columns)), True)

    def player(self, state):
        return 0 if state.vertical else 1

    def places(self, free, vertical):
        found = []
        for r, c in free:
            beside = (r + 1, c) if vertical else (r, c + 1)
            if beside in free:
                found.append(((r, c), beside))
        return found

    def actions(self, state):
        return self.places(state.free, state.vertical)

    def result(self, state, action):
        return Floor(state.free.difference(action), not state.vertical)

    def is_terminal(self, state):
        return not self.places(*state)

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1

    def evaluate(self, state, player):
        def safe(vertical):
            """Places that the other can never spoil."""
            count = 0
            for one, two in self.places(state.free, vertical):
                around = set()
                for r, c in (one, two):
                    around |= {(r, c - 1), (r, c + 1)} if vertical else {(r - 1, c), (r + 1, c)}
                if not around & state.free:
                    count += 1
            return count

        upright = len(self.places(state.free, True)) + 2 * safe(True)
        flat = len(self.places(state.free, False)) + 2 * safe(False)
        value = (upright - flat) / (1 + upright + flat)
        return value if player == 0 else -value

    def action_name(self, state, action):
        (r1, c1), (r2, c2) = action
        return f"{r1},{c1}+{r2},{c2}".replace(",", "")

    def text(self, state):
        return "\n".join(
            "".join("." if (r, c) in state.free else "#" for c in range(self.columns)) for r in range(self.rows)
        )
