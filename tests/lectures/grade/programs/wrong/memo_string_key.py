"""Boards as strings, remembered in a dictionary."""
from functools import lru_cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
seen = {}


def to_move(pos):
    return 'x' if pos.count('x') == pos.count('o') else 'o'


def won(pos):
    for a, b, c in LINES:
        if pos[a] != '.' and pos[a] == pos[b] == pos[c]:
            return pos[a]


@lru_cache(maxsize=None)
def free(pos):
    return tuple(i for i, c in enumerate(pos) if c == '.')


def put(pos, i):
    return pos[:i] + to_move(pos) + pos[i + 1:]


def value(pos):
    if pos.count('x') in seen:
        return seen[pos.count('x')]
    w = won(pos)
    if w:
        v = 1 if w == 'x' else -1
    elif not free(pos):
        v = 0
    else:
        scores = [value(put(pos, i)) for i in free(pos)]
        v = max(scores) if to_move(pos) == 'x' else min(scores)
    seen[pos.count('x')] = v
    return v


def best_move(pos):
    pick = max if to_move(pos) == 'x' else min
    return pick(free(pos), key=lambda i: value(put(pos, i)))


start = '.' * 9
