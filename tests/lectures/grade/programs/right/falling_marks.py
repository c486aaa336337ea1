"""Three in a row, where marks fall to the bottom of their column."""

board = [[" "] * 3 for _ in range(3)]


def columns(b):
    return [c for c in range(3) if b[0][c] == " "]


def drop(b, c, mark):
    row = max(r for r in range(3) if b[r][c] == " ")
    b[row][c] = mark
    return row


def won(b, mark):
    lines = [*b, *zip(*b), (b[0][0], b[1][1], b[2][2]), (b[0][2], b[1][1], b[2][0])]
    return any(all(cell == mark for cell in line) for line in lines)


def minimax(b, mine):
    if won(b, "A") or won(b, "B") or not columns(b):
        return 1 if won(b, "A") else -1 if won(b, "B") else 0
    best = -2 if mine else 2
    for c in columns(b):
        r = drop(b, c, "A" if mine else "B")
        value = minimax(b, not mine)
        b[r][c] = " "
        best = max(best, value) if mine else min(best, value)
    return best


print(minimax(board, True))
