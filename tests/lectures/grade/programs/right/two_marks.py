"""Each player puts two marks before the other is to act."""

CELLS = 6


def value(row, left, mine):
    if 0 not in row:
        return sum(cell if mark == 1 else -cell for cell, mark in enumerate(row))
    results = []
    for cell in range(CELLS):
        if row[cell] == 0:
            after = row[:cell] + (1 if mine else 2,) + row[cell + 1 :]
            results.append(value(after, 2, not mine) if left == 1 else value(after, 1, mine))
    return max(results) if mine else min(results)


print(value((0,) * CELLS, 2, True))
