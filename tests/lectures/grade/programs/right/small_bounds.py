"""Estimates lie between -1 and 1, and best values start at -2 and 2."""


class Position:
    def __init__(self, moves=""):
        self.children = []
        self.moves = moves
        self.evaluation = 0.0


def minimax(position, depth, highest=True):
    if depth == 0 or position.children == []:
        return position.evaluation, position
    if highest:
        best = -2
        choice = None
        for child in position.children:
            value, _ = minimax(child, depth - 1, False)
            if value > best:
                best, choice = value, child
        return best, choice
    else:
        best = +2
        choice = None
        for child in position.children:
            value, _ = minimax(child, depth - 1, True)
            if value < best:
                best, choice = value, child
        return best, choice
