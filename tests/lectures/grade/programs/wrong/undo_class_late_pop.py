import enum


class Mark(enum.Enum):
    X = 'X'
    O = 'O'


class Board:
    def __init__(self):
        self.cells = {}
        self.history = []

    def legal_moves(self):
        return [(r, c) for r in range(3) for c in range(3) if (r, c) not in self.cells]

    def turn(self):
        return Mark.X if len(self.history) % 2 == 0 else Mark.O

    def push(self, move):
        self.cells[move] = self.turn()
        self.history.append(move)

    def pop(self):
        move = self.history.pop()
        del self.cells[move]

    def winner(self):
        lines = [[(i, j) for j in range(3)] for i in range(3)]
        lines += [[(i, j) for i in range(3)] for j in range(3)]
        lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
        for line in lines:
            marks = {self.cells.get(cell) for cell in line}
            if len(marks) == 1 and None not in marks:
                return marks.pop()
        return None

    def is_over(self):
        return self.winner() is not None or len(self.cells) == 9

    def __str__(self):
        return '\n'.join(
            ''.join(self.cells[(r, c)].value if (r, c) in self.cells else '.' for c in range(3)) for r in range(3)
        )


class Engine:
    def __init__(self, me):
        self.me = me
        self.visited = 0

    def search(self, board, alpha, beta):
        self.visited += 1
        if board.is_over():
            won = board.winner()
            if won is None:
                return 0, None
            return (1 if won is self.me else -1), None
        mine = board.turn() is self.me
        best, choice = (-2 if mine else 2), None
        for move in board.legal_moves():
            board.push(move)
            score, _ = self.search(board, alpha, beta)
            if mine and score > best or not mine and score < best:
                best, choice = score, move
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
            board.pop()
        return best, choice

    def best(self, board):
        return self.search(board, -2, 2)[1]
