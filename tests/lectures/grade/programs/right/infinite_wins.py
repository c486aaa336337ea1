"""Wins are worth infinity; the best action is asked for 'o' only, who minimizes."""
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Position:
    def __init__(self):
        self.cells = ["_"] * 9


def swapped(mark):
    return "o" if mark == "x" else "x"


def after(position, mark):
    children = []
    for i in range(9):
        if position.cells[i] == "_":
            child = Position()
            child.cells = position.cells[:i] + [mark] + position.cells[i + 1 :]
            children.append(child)
    return children


def worth(position):
    for a, b, c in LINES:
        if position.cells[a] == position.cells[b] == position.cells[c] != "_":
            return float("inf") if position.cells[a] == "x" else float("-inf")
    return 0


def minimax(position, depth, turn):
    if depth == 0 or worth(position) or "_" not in position.cells:
        return worth(position)
    values = [minimax(child, depth - 1, swapped(turn)) for child in after(position, turn)]
    return max(values) if turn == "x" else min(values)


def best_reply(position, depth, turn):
    best, found = 9999, None
    for child in after(position, turn):
        value = minimax(child, depth - 1, swapped(turn))
        if found is None or value < best:
            best, found = value, child
    return found


level = input("How far should I look ahead? ")
game = Position()
while "_" in game.cells:
    game.cells[int(input("Where? "))] = "x"
    game = best_reply(game, int(level), "o")
