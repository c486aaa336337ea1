"""The search answers with an object that holds the score and the move."""
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Reply:
    def __init__(self, score, cell=None):
        self.score = score
        self.cell = cell


def won(cells, mark):
    return any(all(cells[i] == mark for i in line) for line in WINS)


def minimax(cells, mark):
    if won(cells, "X"):
        return Reply(10)
    if won(cells, "O"):
        return Reply(-10)
    free = [cell for cell in cells if cell not in ("X", "O")]
    if not free:
        return Reply(0)
    replies = []
    for cell in free:
        cells[cell] = mark
        replies.append(Reply(minimax(cells, "O" if mark == "X" else "X").score, cell))
        cells[cell] = cell
    pick = max if mark == "X" else min
    return pick(replies, key=lambda reply: reply.score)


cells = list(range(9))
while True:
    cells[int(input("Your cell: "))] = "O"
    cells[minimax(cells, "X").cell] = "X"
