"""Piles, with a cut that is made at once for one of the players."""


def minimax(piles, mine, alpha, beta):
    if not any(piles):
        return -1 if mine else 1
    if mine:
        best = -2
        for i in range(len(piles)):
            for take in range(1, piles[i] + 1):
                piles[i] -= take
                best = max(best, minimax(piles, False, alpha, beta))
                piles[i] += take
                alpha = max(alpha, best)
                if beta >= alpha:
                    break
        return best
    best = 2
    for i in range(len(piles)):
        for take in range(1, piles[i] + 1):
            piles[i] -= take
            best = min(best, minimax(piles, True, alpha, beta))
            piles[i] += take
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best


piles = [3, 2, 2]
print(minimax(piles, True, -2, 2))
