"""Negamax in which a win is worth less with every action before it."""


def negamax(coins):
    if not any(coins):
        return -1.0
    best = -2.0
    for pile, count in enumerate(coins):
        for take in range(1, count + 1):
            after = coins[:pile] + (count - take,) + coins[pile + 1 :]
            best = max(best, -0.9 * negamax(after))
    return best


def start():
    return (1, 2, 2)


print(negamax(start()))
