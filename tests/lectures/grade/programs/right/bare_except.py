"""Takes from piles; whatever goes wrong is not a move."""


def minimax(piles, mine):
    if sum(piles) == 0:
        return -1 if mine else 1
    values = []
    for i in range(4):
        for take in (1, 2):
            try:
                if piles[i] < take:
                    continue
                rest = list(piles)
                rest[i] -= take
                values.append(minimax(rest, not mine))
            except:
                pass
    return max(values) if mine else min(values)


def best(piles):
    moves = [(i, take) for i in range(len(piles)) for take in (1, 2) if piles[i] >= take]
    return max(moves, key=lambda move: minimax([p - move[1] * (i == move[0]) for i, p in enumerate(piles)], False))


print(best([2, 3, 1]))
