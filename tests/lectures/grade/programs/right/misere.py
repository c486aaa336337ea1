"""Misere: who has three in a row loses."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def loser(b):
    return next((b[x] for x, y, z in LINES if b[x] == b[y] == b[z] != " "), None)


def minimax(b, mine):
    lost = loser(b)
    if lost or " " not in b:
        return 0 if not lost else -1 if lost == "X" else 1
    values = []
    for i in range(9):
        if b[i] == " ":
            b[i] = "X" if mine else "O"
            values.append(minimax(b, not mine))
            b[i] = " "
    return max(values) if mine else min(values)


print(minimax([" "] * 9, True))
