import math

EMPTY, BLACK, WHITE = 0, 1, -1


class Position:
    """Four in a row on a board of 4 by 4 columns."""

    def __init__(self, size=4):
        self.size = size
        self.columns = [[] for _ in range(size)]

    def open_columns(self):
        return [c for c in range(self.size) if len(self.columns[c]) < self.size]

    def drop(self, c, colour):
        self.columns[c].append(colour)

    def lift(self, c):
        self.columns[c].pop()

    def at(self, c, r):
        if 0 <= c < self.size and 0 <= r < len(self.columns[c]):
            return self.columns[c][r]
        return EMPTY

    def line_of(self, colour, k=3):
        for c in range(self.size):
            for r in range(self.size):
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if all(self.at(c + i * dc, r + i * dr) == colour for i in range(k)):
                        return True
        return False

    def static(self):
        if self.line_of(BLACK):
            return 100
        if self.line_of(WHITE):
            return -100
        return sum(col.count(BLACK) - col.count(WHITE) for col in self.columns[1:3])


def negamax(pos, depth, alpha, beta, colour):
    if depth == 0 or pos.line_of(BLACK) or pos.line_of(WHITE) or not pos.open_columns():
        return colour * pos.static()
    best = -math.inf
    for c in pos.open_columns():
        pos.drop(c, colour)
        best = max(best, -negamax(pos, depth - 1, -alpha, -beta, -colour))
        pos.lift(c)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def choose_column(pos, colour, depth=4):
    scored = []
    for c in pos.open_columns():
        pos.drop(c, colour)
        scored.append((-negamax(pos, depth - 1, -math.inf, math.inf, -colour), c))
        pos.lift(c)
    return max(scored)[1]
