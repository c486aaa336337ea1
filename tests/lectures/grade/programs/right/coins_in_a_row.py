"""The value is a difference: what is taken, less what the other player gets from the rest."""


def negamax(coins):
    if not coins:
        return 0
    left = coins[0] - negamax(coins[1:])
    right = coins[-1] - negamax(coins[:-1])
    return max(left, right)


print(negamax([8, 15, 3, 7]))
