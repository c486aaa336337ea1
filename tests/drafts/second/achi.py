from countermove import Game

POINTS = [(x, y) for y in (0, 1, 2) for x in (0, 1, 2)]


def adjacent(p, q):
    (a, b), (c, d) = p, q
    if p == q or abs(a - c) > 1 or abs(b - d) > 1:
        return False
    return a == c or b == d or (1, 1) in (p, q)


WAYS = {p: tuple(q for q in POINTS if adjacent(p, q)) for p in POINTS}
ROWS = [
    {(x, y) for x in range(3)} for y in range(3)
] + [
    {(x, y) for y in range(3)} for x in range(3)
] + [
    {(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)},
]  # fmt: skip


class Achi(Game):
    """Four men each, drop, then slide. The state is (men of the mover, men of the other, ply)."""

    repeats = True

    def initial(self):
        return frozenset(), frozenset(), 0

    def player(self, state):
        return state[2] % 2

    def actions(self, state):
        mine, theirs, ply = state
        if self.is_terminal(state):
            return []
        empty = [p for p in POINTS if p not in mine and p not in theirs]
        if len(mine) < 4:
            return [(p, p) for p in empty]
        return [(p, q) for p in sorted(mine) for q in WAYS[p] if q in empty] or [((0, 0), (0, 0))]

    def result(self, state, action):
        mine, theirs, ply = state
        start, end = action
        if start == end and end in mine | theirs:
            return theirs, mine, ply + 1
        return theirs, mine - {start} | {end}, ply + 1

    def is_terminal(self, state):
        mine, theirs, ply = state
        return any(row <= theirs for row in ROWS) or ply > 40

    def utility(self, state, player):
        mine, theirs, ply = state
        if not any(row.issubset(theirs) for row in ROWS):
            return 0
        return -1 if player == ply % 2 else 1
