from functools import lru_cache

from countermove import Axes, Game

ROWS = 5
HOLES = [(r, c) for r in range(ROWS) for c in range(r + 1)]
NUMBER = {hole: i for i, hole in enumerate(HOLES)}
DIRECTIONS = (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)

# (from, to): over
OVER = {
    (NUMBER[r, c], NUMBER[r + 2 * dr, c + 2 * dc]): NUMBER[r + dr, c + dc]
    for r, c in HOLES
    for dr, dc in DIRECTIONS
    if (r + 2 * dr, c + 2 * dc) in NUMBER
}


def pegs(state):
    return bin(state).count("1")


@lru_cache(None)
def mirror(state):
    mirrored = 0
    for i, (r, c) in enumerate(HOLES):
        if state >> i & 1:
            mirrored += 1 << NUMBER[r, r - c]
    return mirrored


class PegSolitaire(Game):
    """Jump pegs over each other on a triangle; leave as few as you can."""

    players = 1
    axes = Axes(payoff="general")
    hole = 0

    def initial(self):
        return 2 ** len(HOLES) - 1 - 2**self.hole

    def player(self, state):
        return 0

    def actions(self, state):
        def full(hole):
            return bool(state & 1 << hole)

        return [(a, c) for (a, c), b in OVER.items() if full(a) and full(b) and not full(c)]

    def result(self, state, action):
        start, end = action
        for hole in (start, OVER[action], end):
            state ^= 1 << hole
        return state

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        if (left := pegs(state)) == 1:
            return 1
        return 1 / left - 0.5

    def bounds(self, state):
        return -0.5, 1

    def canonical(self, state):
        return min(state, mirror(state))

    def action_name(self, state, action):
        return "-".join("abcdefghijklmno"[hole] for hole in action)

    def text(self, state):
        lines = []
        for r in range(ROWS):
            row = ["o" if state >> NUMBER[r, c] & 1 else "." for c in range(r + 1)]
            lines.append(" ".join(row).center(2 * ROWS))
        return "\n".join(lines)
