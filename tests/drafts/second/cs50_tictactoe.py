"""Tic-tac-toe as in an introductory course: functions on a list of lists, wrapped in a game."""

import copy

from countermove import Game

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    count_x = 0
    count_o = 0
    for row in board:
        for cell in row:
            if cell == X:
                count_x += 1
            elif cell == O:
                count_o += 1
    return X if count_x == count_o else O


def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.add((i, j))
    return moves


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise Exception("Invalid move")
    new_board = copy.deepcopy(board)
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    for mark in (X, O):
        for i in range(3):
            if all(board[i][j] == mark for j in range(3)) or all(board[j][i] == mark for j in range(3)):
                return mark
        if all(board[i][i] == mark for i in range(3)) or all(board[i][2 - i] == mark for i in range(3)):
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not any(EMPTY in row for row in board)


def utility(board):
    win = winner(board)
    if win == X:
        return 1
    elif win == O:
        return -1
    return 0


def freeze(board):
    return tuple(tuple(row) for row in board)


def thaw(state):
    return [list(row) for row in state]


class TicTacToe(Game):
    def initial(self):
        return freeze(initial_state())

    def player(self, state):
        return 0 if player(thaw(state)) == X else 1

    def actions(self, state):
        if terminal(thaw(state)):
            return []
        return sorted(actions(thaw(state)))

    def result(self, state, action):
        return freeze(result(thaw(state), action))

    def is_terminal(self, state):
        return terminal(thaw(state))

    def utility(self, state, player):
        value = utility(thaw(state))
        return value if player == 0 else -value
