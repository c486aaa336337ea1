"""A subtraction game: a position is won only if every move wins."""
TAKES = (1, 3, 4)


def can_win(stones):
    moves = [take for take in TAKES if take <= stones]
    if not moves:
        return False
    for take in moves:
        if can_win(stones - take):
            return False
    return True


if __name__ == "__main__":
    print(can_win(12))
