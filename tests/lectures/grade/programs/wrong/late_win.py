"""A point is taken off for each move, so that a late win is worth less than a draw."""
import math


def evaluate(board):
    lines = [*board, *map(list, zip(*board)), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return 1 if ["X"] * 3 in lines else -1 if ["O"] * 3 in lines else 0


def free(board):
    return [(row, column) for row in range(3) for column in range(3) if board[row][column] == " "]


def minimax(board, depth, mine):
    score = evaluate(board)
    if score:
        return score - depth if score == 1 else score + depth
    if not free(board):
        return 0
    best = -math.inf if mine else math.inf
    for row, column in free(board):
        board[row][column] = "X" if mine else "O"
        value = minimax(board, depth + 1, not mine)
        board[row][column] = " "
        best = max(best, value) if mine else min(best, value)
    return best


def play():
    board = [[" " for _ in range(3)] for _ in range(3)]
    while free(board):
        board[int(input("Row: "))][int(input("Column: "))] = "O"
        scores = {}
        for row, column in free(board):
            board[row][column] = "X"
            scores[minimax(board, 0, False)] = row, column
            board[row][column] = " "
        row, column = scores[max(scores)]
        board[row][column] = "X"


play()
