"""Successors by name, with numbers beside them that the search does not look at."""
tree = {
    "root": {"left": 4, "right": 6},
    "left": {"a": 1, "b": 1},
    "right": {"c": 2, "d": 2},
    "a": 5,
    "b": -3,
    "c": 2,
    "d": 8,
}


def alphabeta(node, alpha, beta, highest):
    if isinstance(tree[node], int):
        return tree[node]
    best = float("-inf") if highest else float("inf")
    for successor in tree[node]:
        value = alphabeta(successor, alpha, beta, not highest)
        if highest:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


print(alphabeta("root", float("-inf"), float("inf"), True))
