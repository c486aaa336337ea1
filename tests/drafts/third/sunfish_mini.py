"""Gardner minichess in the manner of sunfish: a padded string, turned round after each move."""

from collections import namedtuple
from itertools import count

from countermove import Game

N, E, S, W = -7, 1, 7, -1
directions = {
    "P": (N, N + W, N + E),
    "N": (N + N + E, E + N + E, E + S + E, S + S + E, S + S + W, W + S + W, W + N + W, N + N + W),
    "B": (N + E, S + E, S + W, N + W),
    "R": (N, E, S, W),
    "Q": (N, E, S, W, N + E, S + E, S + W, N + W),
    "K": (N, E, S, W, N + E, S + E, S + W, N + W),
}
piece_value = {"P": 100, "N": 280, "B": 320, "R": 479, "Q": 929, "K": 60000}

initial = "               rnbqk  ppppp  .....  PPPPP  RNBQK               "

Move = namedtuple("Move", "i j")


class Position(namedtuple("Position", "board score ply")):
    """A state of a chess game; the side to move is in capitals."""

    def gen_moves(self):
        for i, p in enumerate(self.board):
            if not p.isupper():
                continue
            for d in directions[p]:
                for j in count(i + d, d):
                    q = self.board[j]
                    # Stay inside the board, and off friendly pieces
                    if q.isspace() or q.isupper():
                        break
                    # Pawn move and capture
                    if p == "P" and d == N and q != ".":
                        break
                    if p == "P" and d in (N + W, N + E) and q == ".":
                        break
                    yield Move(i, j)
                    # Stop crawlers from sliding, and sliding after captures
                    if p in "PNK" or q.islower():
                        break

    def rotate(self):
        return Position(self.board[::-1].swapcase(), -self.score, self.ply)

    def value(self, move):
        i, j = move
        p, q = self.board[i], self.board[j]
        score = 0
        if q.islower():
            score += piece_value[q.upper()]
        if p == "P" and 14 <= j < 21:
            score += piece_value["Q"] - piece_value["P"]
        return score

    def move(self, move):
        i, j = move
        put = lambda board, i, p: board[:i] + p + board[i + 1 :]  # noqa: E731
        board = self.board
        p = board[i]
        board = put(board, j, p)
        board = put(board, i, ".")
        if p == "P" and 14 <= j < 21:
            board = put(board, j, "Q")
        return Position(board, self.score + self.value(move), self.ply + 1).rotate()


class MiniChess(Game):
    """Take the king; 60 plies are a draw."""

    def initial(self):
        return Position(initial, 0, 0)

    def player(self, pos):
        return pos.ply % 2

    def actions(self, pos):
        if not self.is_terminal(pos):
            yield from pos.gen_moves()

    def result(self, pos, move):
        return pos.move(move)

    def is_terminal(self, pos):
        return "K" not in pos.board or "k" not in pos.board or pos.ply >= 60 or not any(pos.gen_moves())

    def utility(self, pos, player):
        if "K" not in pos.board:
            return -1.0 if player == pos.ply % 2 else 1.0
        return 0.0

    def evaluate(self, pos, player):
        score = pos.score / 100000
        return score if player == pos.ply % 2 else -score

    def text(self, pos):
        return "\n".join(line.strip() for line in (pos.board[i : i + 7] for i in range(14, 49, 7)))
