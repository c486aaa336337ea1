"""Tic-tac-toe on a string of nine characters."""

from countermove import Game

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def winner(board):
    for line in LINES:
        a, b, c = (board[int(i)] for i in line)
        if a == b == c != ".":
            return a
    return None


class TicTacToe(Game):
    """Three in a row win."""

    def initial(self):
        return "." * 9

    def player(self, state):
        return 0 if state.count("X") == state.count("O") else 1

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [i for i, mark in enumerate(state) if mark == "."]

    def result(self, state, action):
        mark = "XO"[self.player(state)]
        return state[:action] + mark + state[action + 1 :]

    def is_terminal(self, state):
        return winner(state) is not None or "." not in state

    def utility(self, state, player):
        won = winner(state)
        if won is None:
            return 0
        return 1 if won == "XO"[player] else -1
