"""Noughts and crosses on a strip of seven cells, three in a row: a winning move is not searched."""
EMPTY = "."


def wins(cells, mark):
    return mark * 3 in "".join(cells)


def free(cells):
    return [i for i, c in enumerate(cells) if c == EMPTY]


def minimax(cells, mark):
    moves = free(cells)
    if not moves:
        return 0
    best = None
    for i in moves:
        cells[i] = mark
        if wins(cells, mark):
            score = 10 if mark == "A" else -10
        else:
            score = minimax(cells, "B" if mark == "A" else "A")
        cells[i] = EMPTY
        if best is None or (score > best if mark == "A" else score < best):
            best = score
    return best


def pick(cells, mark="A"):
    found, move = None, None
    for i in free(cells):
        cells[i] = mark
        score = 10 if wins(cells, mark) else minimax(cells, "B")
        cells[i] = EMPTY
        if found is None or score > found:
            found, move = score, i
    return move


start = [EMPTY] * 7
print(pick(start))
