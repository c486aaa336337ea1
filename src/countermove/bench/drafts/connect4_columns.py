"""Connect Four with a string for each column, which grows."""

from countermove import Game

COLUMNS = "abcdefg"
HEIGHT = 6


def lines(columns):
    full = [column.ljust(HEIGHT, ".") for column in columns]
    yield from full
    yield from ("".join(row) for row in zip(*full, strict=True))
    for board in (full, full[::-1]):
        slanted = ["." * i + column + "." * (len(COLUMNS) - i) for i, column in enumerate(board)]
        yield from map("".join, zip(*slanted, strict=True))


def has_four(columns, mark):
    return any(mark * 4 in line for line in lines(columns))


class ConnectFour(Game):
    """Four in a row win."""

    def initial(self):
        return ("",) * len(COLUMNS)

    def player(self, state):
        return sum(map(len, state)) % 2

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [letter for letter, column in zip(COLUMNS, state, strict=True) if len(column) < HEIGHT]

    def result(self, state, action):
        where = COLUMNS.index(action)
        before, column, after = state[:where], state[where], state[where + 1 :]
        return (*before, column + "XO"[self.player(state)], *after)

    def is_terminal(self, state):
        if has_four(state, "X") or has_four(state, "O"):
            return True
        return all(len(column) == HEIGHT for column in state)

    def utility(self, state, player):
        me, you = ("X", "O") if player == 0 else ("O", "X")
        return 1 if has_four(state, me) else -1 if has_four(state, you) else 0
