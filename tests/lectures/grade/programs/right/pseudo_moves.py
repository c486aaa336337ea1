"""Not all listed moves are legal, and the search skips those that are not; it marks the copies that it is given."""


def possible_moves(row):
    return [1, 2, 3, 9]


def minimax(row, mine):
    left = row.count(0)
    if not left:
        return -1 if mine else 1
    best, taken = (-2 if mine else 2), 0
    for take in possible_moves(row):
        if take > left or take == 9:
            continue
        after = [1] * (len(row) - left + take) + [0] * (left - take)
        value = minimax(after, not mine)
        if value > best if mine else value < best:
            best, taken = value, take
    row[row.index(0)] = taken
    return best


print(minimax([0] * 9, True))
