def start():
    return frozenset((r, c) for r in range(3) for c in range(3))
def moves(free, vertical):
    dr, dc = (1, 0) if vertical else (0, 1)
    return [((r, c), (r + dr, c + dc)) for r, c in sorted(free) if (r + dr, c + dc) in free]
def negamax(free, vertical):
    options = moves(free, vertical)
    if not options:
        return -1
    best = -1
    for m in options:
        best = max(best, negamax(free - set(m), not vertical))
    return best
