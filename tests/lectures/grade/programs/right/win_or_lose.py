"""A subtraction game solved by wins and losses alone."""
TAKES = (1, 3, 4)


def can_win(stones):
    for take in TAKES:
        if take <= stones and not can_win(stones - take):
            return True
    return False


def choose(stones):
    for take in TAKES:
        if take <= stones and not can_win(stones - take):
            return take
    return 1


if __name__ == "__main__":
    stones = int(input("How many stones? "))
    print("first player wins" if can_win(stones) else "second player wins")
