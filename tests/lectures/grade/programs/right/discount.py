"""A win is worth less with every action before it."""


def minimax(sticks, mine):
    if sticks == 0:
        return -100 if mine else 100
    values = [minimax(sticks - take, not mine) for take in (1, 2, 3) if take <= sticks]
    return 0.9 * (max(values) if mine else min(values))


def choose(sticks):
    return max((take for take in (1, 2, 3) if take <= sticks), key=lambda take: minimax(sticks - take, False))


print(choose(11))
