"""Three equal cells are taken for a row although they are empty, so that other rows are not seen."""
import copy
from random import choice

EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    filled = sum(cell is not EMPTY for row in board for cell in row)
    return "O" if filled % 2 else "X"


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {"X": 1, "O": -1}.get(winner(board), 0)


def minimax(board):
    if board == initial_state():
        return choice(sorted(actions(board)))
    return (max_value if player(board) == "X" else min_value)(board)[1]


def max_value(board):
    if terminal(board):
        return utility(board), None
    return max((min_value(result(board, action))[0], action) for action in actions(board))


def min_value(board):
    if terminal(board):
        return utility(board), None
    return min((max_value(result(board, action))[0], action) for action in actions(board))
