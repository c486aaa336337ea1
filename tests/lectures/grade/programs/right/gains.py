"""Points are counted as they are won, and not at the end."""


def moves(left):
    return [take for take in (1, 2, 3) if take <= left]


def minimax(left, mine, depth):
    if left == 0 or depth == 0:
        return 0
    best = None
    for take in moves(left):
        gain = 2 if (left - take) % 3 == 0 else 0
        value = (gain if mine else -gain) + minimax(left - take, not mine, depth - 1)
        if best is None or (value > best if mine else value < best):
            best = value
    return best


print(minimax(9, True, 5))
