"""Connect three on 4x3 with a helper object that is filled, asked and thrown away."""

from countermove import Game

COLS, ROWS, WIN = 4, 3, 3


class Board:
    def __init__(self, text):
        self.cells = [list(row) for row in text.split("/")]
        self.count = sum(row.count("x") + row.count("o") for row in self.cells)

    def drop(self, col, mark):
        for row in reversed(self.cells):
            if row[col] == ".":
                row[col] = mark
                self.count += 1
                return True
        return False

    def winner(self):
        for r in range(ROWS):
            for c in range(COLS):
                mark = self.cells[r][c]
                if mark == ".":
                    continue
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(r + k * dr, c + k * dc) for k in range(WIN)]
                    if all(0 <= a < ROWS and 0 <= b < COLS and self.cells[a][b] == mark for a, b in line):
                        return mark
        return None

    def __str__(self):
        return "/".join("".join(row) for row in self.cells)


class ConnectThree(Game):
    def initial(self):
        return "/".join(["." * COLS] * ROWS)

    def player(self, state):
        return Board(state).count % 2

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [col for col in range(COLS) if state[col] == "."]

    def result(self, state, action):
        board = Board(state)
        mark = "xo"[board.count % 2]
        if not board.drop(action, mark):
            raise ValueError(f"column {action} is full")
        return str(board)

    def is_terminal(self, state):
        board = Board(state)
        return board.winner() is not None or board.count == ROWS * COLS

    def utility(self, state, player):
        winner = Board(state).winner()
        if winner is None:
            return 0
        return 1 if winner == "xo"[player] else -1
