"""The centre counts as a win for the one who chooses, whatever the search says."""
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = [" "] * 9


def winner(b):
    return next((b[x] for x, y, z in LINES if b[x] == b[y] == b[z] != " "), None)


def minimax(b, computer):
    won = winner(b)
    if won:
        return 1 if won == "O" else -1
    if " " not in b:
        return 0
    values = []
    for i in range(9):
        if b[i] == " ":
            b[i] = "O" if computer else "X"
            values.append(minimax(b, not computer))
            b[i] = " "
    return max(values) if computer else min(values)


def choose(b):
    best, move = -2, None
    for i in range(9):
        if b[i] == " ":
            b[i] = "O"
            value = minimax(b, False)
            b[i] = " "
            if i == 4:
                value = 1
            if value > best:
                best, move = value, i
    return move


print(choose(board))
