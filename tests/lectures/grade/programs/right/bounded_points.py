"""Points between two limits, which are also where the best values start."""
import random

lowest, highest = 4, 39


def search(level, node_index, points, alpha, beta, maximizing):
    if level == 3:
        return points[node_index]
    best = lowest if maximizing else highest
    for side in (0, 1):
        value = search(level + 1, node_index * 2 + side, points, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


points = [random.randrange(lowest, highest) for _ in range(8)]
print(search(0, 0, points, lowest, highest, True))
