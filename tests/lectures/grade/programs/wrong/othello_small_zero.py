"""Reversi on four by four, with a depth limit and passes left out: a player who cannot move loses the rest."""
import copy

SIZE = 4
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def new_board():
    board = [['.'] * SIZE for _ in range(SIZE)]
    board[1][1] = board[2][2] = 'W'
    board[1][2] = board[2][1] = 'B'
    return board


def other(player):
    return 'W' if player == 'B' else 'B'


def flips(board, player, r, c):
    found = []
    if board[r][c] != '.':
        return found
    for dr, dc in DIRECTIONS:
        line, y, x = [], r + dr, c + dc
        while 0 <= y < SIZE and 0 <= x < SIZE and board[y][x] == other(player):
            line.append((y, x))
            y, x = y + dr, x + dc
        if line and 0 <= y < SIZE and 0 <= x < SIZE and board[y][x] == player:
            found += line
    return found


def legal_moves(board, player):
    return [(r, c) for r in range(SIZE) for c in range(SIZE) if flips(board, player, r, c)]


def apply_move(board, player, move):
    after = copy.deepcopy(board)
    for r, c in flips(board, player, *move) + [move]:
        after[r][c] = player
    return after


def heuristic(board, me):
    return sum(row.count(me) - row.count(other(me)) for row in board)


def minimax(board, player, me, depth, alpha, beta):
    moves = legal_moves(board, player)
    if depth == 0 or not moves:
        return heuristic(board, me), None
    best_move = None
    if player == me:
        value = 0
        for move in moves:
            score, _ = minimax(apply_move(board, player, move), other(player), me, depth - 1, alpha, beta)
            if score > value:
                value, best_move = score, move
            alpha = max(alpha, value)
            if beta <= alpha:
                break
    else:
        value = float('inf')
        for move in moves:
            score, _ = minimax(apply_move(board, player, move), other(player), me, depth - 1, alpha, beta)
            if score < value:
                value, best_move = score, move
            beta = min(beta, value)
            if beta <= alpha:
                break
    return value, best_move


def get_computer_move(board, player):
    return minimax(board, player, player, 4, float('-inf'), float('inf'))[1]
