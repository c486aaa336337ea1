from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game


class Heaps(NamedTuple):
    counts: tuple[tuple[int, int], ...]  # pairs of a size, and how many heaps have it
    first_to_move: bool

    @classmethod
    def of(cls, counts, first_to_move):
        return cls(tuple(sorted((size, n) for size, n in counts.items() if size and n)), first_to_move)


@dataclass(frozen=True)
class Nim(Game):
    """Nim where heaps of one size are counted together."""

    heaps: tuple[int, ...] = (1, 2, 2, 3)
    most: int = 3

    def initial(self):
        return Heaps.of(Counter(self.heaps), True)

    def player(self, state):
        return 0 if state.first_to_move else 1

    def actions(self, state):
        for size, _ in state.counts:
            for take in range(1, min(size, self.most) + 1):
                yield size, take

    def result(self, state, action):
        size, take = action
        counts = dict(state.counts)
        counts[size] -= 1
        counts[size - take] = counts.get(size - take, 0) + 1
        return Heaps.of(counts, not state.first_to_move)

    def is_terminal(self, state):
        return len(state.counts) == 0

    def utility(self, state, player):
        return 1.0 if player != self.player(state) else -1.0

    def action_name(self, state, action):
        return "{}-{}".format(*action)

    def text(self, state):
        return " + ".join(f"{n} x {size}" for size, n in state.counts) or "empty"


class MisereNim(Nim):
    """The same, but whoever takes the last one loses."""

    def utility(self, state, player):
        return -super().utility(state, player)

    def bounds(self, state):
        if all(size == 1 for size, _ in state.counts):
            ones = sum(n for _, n in state.counts)
            loses = self.player(state) if ones % 2 == 1 else 1 - self.player(state)
            value = -1.0 if loses == 0 else 1.0
            return value, value
        return -1.0, 1.0
