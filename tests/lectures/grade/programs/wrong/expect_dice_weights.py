"""A race: add 1 or throw a die of three sides; reach exactly 6. Chance is uniform."""


def actions(total):
    return ['step', 'throw']


def over(total):
    return total >= 6


def score(total):
    return 10 if total == 6 else -total


def expectimax(total, is_chance):
    if over(total):
        return score(total)
    if is_chance:
        return sum(expectimax(total + side, False) for side in (1, 2, 3)) / 2
    return max(expectimax(total + 1, True), expectimax(total + 2, True))


print(expectimax(0, False))
