"""What trees are worth and what alpha-beta visits, by plain recursion that shares no code with what is tested."""

from __future__ import annotations

import itertools
import json
import math
import string


def parse(tree):
    return json.loads(tree)


def kids(tree):
    return tree["children"] if isinstance(tree, dict) else tree if isinstance(tree, list) else None


def names(tree):
    """Every node by its letter, level by level: (node, level)."""
    letters = itertools.chain(string.ascii_lowercase, map("".join, itertools.product(string.ascii_lowercase, repeat=2)))
    found, row = {}, [tree]
    while row:
        found |= {next(letters): node for node in row}
        row = [child for node in row for child in kids(node) or []]
    return found


def values(tree, root="max", uniform=False):
    """What every node is worth, in the order of `names`; MAX and MIN in turn, chance takes nobody's turn."""

    def worth(node, maximise):
        if kids(node) is None:
            return node
        if isinstance(node, dict):
            return sum(p * worth(child, maximise) for p, child in zip(node["chances"], node["children"]))
        below = [worth(child, not maximise) for child in node]
        if uniform and not maximise:
            return sum(below) / len(below)
        return max(below) if maximise else min(below)

    turns, row = [], [(tree, root == "max")]
    while row:
        turns += row
        row = [
            (child, turn if isinstance(node, dict) else not turn) for node, turn in row for child in kids(node) or []
        ]
    return dict(zip(names(tree), (worth(node, turn) for node, turn in turns)))


def alphabeta(tree, root="max", strict=False, deep=True):
    """The paths of the leaves visited, the windows by path and the number of cuts; shallow when not deep."""
    visited, windows, cuts = [], {}, []

    def search(node, path, maximise, alpha, beta):
        windows[path] = (alpha, beta)
        if kids(node) is None:
            visited.append(path)
            return node
        best = -math.inf if maximise else math.inf
        for number, child in enumerate(node):
            low, high = (alpha, beta) if deep else ((-math.inf, beta) if maximise else (alpha, math.inf))
            if maximise:
                best = max(best, search(child, (*path, number), False, max(low, best), high if deep else math.inf))
                closed = best > beta if strict else best >= beta
            else:
                best = min(best, search(child, (*path, number), True, low if deep else -math.inf, min(high, best)))
                closed = best < alpha if strict else best <= alpha
            if closed and number + 1 < len(node):
                cuts.append(path)
                break
        return best

    value = search(tree, (), root == "max", -math.inf, math.inf)
    return value, visited, windows, cuts


def root_scores(tree):
    """What alpha-beta on >= returns for each child of a MAX root."""
    best, scores = -math.inf, []
    for child in tree:

        def search(node, maximise, alpha, beta):
            if kids(node) is None:
                return node
            value = -math.inf if maximise else math.inf
            for below in node:
                if maximise:
                    value = max(value, search(below, False, max(alpha, value), beta))
                    if value >= beta:
                        break
                else:
                    value = min(value, search(below, True, alpha, min(beta, value)))
                    if value <= alpha:
                        break
            return value

        scores.append(search(child, False, best, math.inf))
        best = max(best, scores[-1])
    return scores


def paths(tree):
    """The letter of every node by its path."""
    found, row = {}, [((), tree)]
    order = []
    while row:
        order += [path for path, _ in row]
        row = [((*path, n), child) for path, node in row for n, child in enumerate(kids(node) or [])]
    for letter, path in zip(names(tree), order):
        found[path] = letter
    return found


def orders(tree):
    if kids(tree) is None:
        return [tree]
    return [
        list(order) for children in itertools.product(*map(orders, tree)) for order in itertools.permutations(children)
    ]
