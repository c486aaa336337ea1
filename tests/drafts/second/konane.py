from countermove import Game

SIZE = 4
ALPHABET = "abcd"


def name(r, c):
    return ALPHABET[c] + str(r + 1)


def square(text):
    return int(text[1:]) - 1, ALPHABET.index(text[0])


class Konane(Game):
    """Hawaiian checkers. The state is a string of rows, a slash, and who moves; actions are like 'a1-a3'."""

    def initial(self):
        rows = ["".join("xo"[(r + c) % 2] for c in range(SIZE)) for r in range(SIZE)]
        return "\n".join(rows) + "/x"

    def board_of(self, state):
        text, _ = state.split("/")
        return [list(row) for row in text.split("\n")]

    def mover(self, state):
        return state.split("/")[1]

    def player(self, state):
        return "xo".index(self.mover(state))

    def actions(self, state):
        board, me = self.board_of(state), self.mover(state)
        gaps = sum(row.count(".") for row in board)
        if gaps == 0:
            return ["a1", "b2"]
        if gaps == 1:
            r, c = next((r, c) for r in range(SIZE) for c in range(SIZE) if board[r][c] == ".")
            around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
            return [name(*s) for s in around if 0 <= s[0] < SIZE and 0 <= s[1] < SIZE]
        other = "o" if me == "x" else "x"
        moves = []
        for r in range(SIZE):
            for c in range(SIZE):
                if board[r][c] != me:
                    continue
                for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                    rr, cc = r, c
                    while True:
                        rr, cc = rr + 2 * dr, cc + 2 * dc
                        if not (0 <= rr < SIZE and 0 <= cc < SIZE):
                            break
                        if board[rr][cc] != "." or board[rr - dr][cc - dc] != other:
                            break
                        moves.append("{}-{}".format(name(r, c), name(rr, cc)))
        return moves

    def result(self, state, action):
        board, me = self.board_of(state), self.mover(state)
        parts = action.split("-")
        if len(parts) == 1:
            r, c = square(action)
            board[r][c] = "."
        else:
            (r, c), (rr, cc) = map(square, parts)
            dr = (rr > r) - (rr < r)
            dc = (cc > c) - (cc < c)
            while (r, c) != (rr, cc):
                board[r][c] = "."
                r, c = r + dr, c + dc
            board[rr][cc] = me
        rows = ["".join(row) for row in board]
        return "\n".join(rows) + "/" + ("o" if me == "x" else "x")

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1
