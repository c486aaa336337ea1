from typing import NamedTuple

from countermove import Game

N = 5
DIRS = ((0, 1), (1, 0), (1, 1), (1, -1))


class State(NamedTuple):
    black: frozenset[tuple[int, int]]
    white: frozenset[tuple[int, int]]
    to_move: str = "black"
    plies: int = 0


def groups(stones):
    """How many groups the stones are in."""
    left = set(stones)
    count = 0
    while left:
        stack = [left.pop()]
        count += 1
        while stack:
            r, c = stack.pop()
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    other = (r + dr, c + dc)
                    if other in left:
                        left.remove(other)
                        stack.append(other)
    return count


def on_line(r, c, dr, dc, stones):
    """How many stones are on the line through a square."""
    total = 1 if (r, c) in stones else 0
    for sign in (1, -1):
        k = 1
        while 0 <= r + sign * k * dr < N and 0 <= c + sign * k * dc < N:
            if (r + sign * k * dr, c + sign * k * dc) in stones:
                total += 1
            k += 1
    return total


class LinesOfAction(Game):
    repeats = True

    def initial(self):
        black = frozenset((r, c) for r in (0, N - 1) for c in range(1, N - 1))
        white = frozenset((r, c) for r in range(1, N - 1) for c in (0, N - 1))
        return State(black, white)

    def player(self, state):
        return 0 if state.to_move == "black" else 1

    def sides(self, state):
        if state.to_move == "black":
            return state.black, state.white
        return state.white, state.black

    def moves(self, state):
        mine, theirs = self.sides(state)
        every = mine | theirs
        found = []
        for r, c in sorted(mine):
            for dr, dc in DIRS:
                n = on_line(r, c, dr, dc, every)
                for sign in (1, -1):
                    to = (r + sign * n * dr, c + sign * n * dc)
                    if not (0 <= to[0] < N and 0 <= to[1] < N) or to in mine:
                        continue
                    if any((r + sign * k * dr, c + sign * k * dc) in theirs for k in range(1, n)):
                        continue
                    found.append(((r, c), to))
        return found

    def actions(self, state):
        return [] if self.is_terminal(state) else self.moves(state)

    def result(self, state, action):
        start, end = action
        mine, theirs = self.sides(state)
        mine = (mine - {start}) | {end}
        theirs = theirs - {end}
        if state.to_move == "black":
            return State(mine, theirs, "white", state.plies + 1)
        return State(theirs, mine, "black", state.plies + 1)

    def is_terminal(self, state):
        return groups(state.black) == 1 or groups(state.white) == 1 or state.plies >= 60 or not self.moves(state)

    def utility(self, state, player):
        black, white = groups(state.black) == 1, groups(state.white) == 1
        if black == white:
            return 0
        return 1 if black == (player == 0) else -1
