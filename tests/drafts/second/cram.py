from countermove import Game


class Cram(Game):
    """Both players place dominoes either way. A state: a tuple of rows of 0 and 1, and the mover as its last item."""

    def initial(self):
        return ((0, 0, 0), (0, 0, 0), (0, 0, 0), 0)

    def player(self, state):
        return state[-1]

    def actions(self, state):
        *rows, _ = state
        moves = []
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                if cell:
                    continue
                if j + 1 < len(row) and not row[j + 1]:
                    moves.append(((i, j), (i, j + 1)))
                if i + 1 < len(rows) and not rows[i + 1][j]:
                    moves.append(((i, j), (i + 1, j)))
        return moves

    def result(self, state, action):
        *rows, mover = state
        rows = [list(row) for row in rows]
        for i, j in action:
            rows[i][j] = 1
        return (*(tuple(row) for row in rows), 1 - mover)

    def is_terminal(self, state):
        return self.actions(state) == []

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1
