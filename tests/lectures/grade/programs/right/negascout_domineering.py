def start():
    return frozenset((r, c) for r in range(3) for c in range(3))
def moves(free, vertical):
    dr, dc = (1, 0) if vertical else (0, 1)
    return [((r, c), (r + dr, c + dc)) for r, c in sorted(free) if (r + dr, c + dc) in free]
def negamax(free, vertical):
    """1 if the player to move wins."""
    options = moves(free, vertical)
    if not options:
        return -1
    return max(-negamax(free - set(m), not vertical) for m in options)
def best_move(free, vertical):
    for m in moves(free, vertical):
        if negamax(free - set(m), not vertical) == -1:
            return m
    return moves(free, vertical)[0]
print(negamax(start(), True))
