from countermove import Game


class ToadsAndFrogs(Game):
    """A one-row game on a string; the mover is told by a capital at the front."""

    START = "TTT...FFF"

    def initial(self):
        return "T:" + self.START

    def player(self, state):
        return {"T": 0, "F": 1}[state[0]]

    def actions(self, state):
        mover, _, row = state.partition(":")
        step = 1 if mover == "T" else -1
        other = {"T": "F", "F": "T"}[mover]
        moves = []
        for i, piece in enumerate(row):
            if piece != mover:
                continue
            if 0 <= i + step < len(row) and row[i + step] == ".":
                moves.append((i, i + step))
            elif 0 <= i + 2 * step < len(row) and row[i + step] == other and row[i + 2 * step] == ".":
                moves.append((i, i + 2 * step))
        return moves

    def result(self, state, action):
        mover, row = state.split(":")
        i, j = action
        cells = list(row)
        cells[i], cells[j] = cells[j], cells[i]
        return f"{'F' if mover == 'T' else 'T'}:{''.join(cells)}"

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        return 1 if self.player(state) != player else -1
