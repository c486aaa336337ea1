"""Nim with a table that keeps what was only a bound as if it were the value."""
import math


def moves(piles):
    return [(i, take) for i, pile in enumerate(piles) for take in range(1, pile + 1)]


def after(piles, move):
    rest = list(piles)
    rest[move[0]] -= move[1]
    return rest


def minimax(piles, maximizing, alpha, beta, memo):
    key = (tuple(sorted(piles)), maximizing)
    if key in memo:
        return memo[key]
    if not any(piles):
        return -1 if maximizing else 1
    value = -math.inf if maximizing else math.inf
    for move in moves(piles):
        score = minimax(after(piles, move), not maximizing, alpha, beta, memo)
        if maximizing:
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        if beta <= alpha:
            break
    memo[key] = value
    return value


def best_move(piles):
    memo = {}
    return max(moves(piles), key=lambda move: minimax(after(piles, move), False, -math.inf, math.inf, memo))
