"""A win is infinite, 1000 stands for the worst so far, and the choice acts itself and says whether it did."""

coins = [2, 1, 2]


def minimax(coins, computer):
    if not any(coins):
        return float("-inf") if computer else float("inf")
    best = -1000 if computer else 1000
    for pile in range(len(coins)):
        for taken in range(1, coins[pile] + 1):
            coins[pile] -= taken
            value = minimax(coins, not computer)
            coins[pile] += taken
            best = max(best, value) if computer else min(best, value)
    return best


def computer_move(coins):
    best, move = float("-inf"), None
    for pile in range(len(coins)):
        for taken in range(1, coins[pile] + 1):
            coins[pile] -= taken
            value = minimax(coins, False)
            coins[pile] += taken
            if move is None or value > best:
                best, move = value, (pile, taken)
    if move:
        coins[move[0]] -= move[1]
        return True
    return False


computer_move(coins)
