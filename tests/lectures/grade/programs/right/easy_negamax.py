"""A game class and a negamax that makes moves on copies."""
from copy import copy

INF = float('inf')


class TwoPlayers:
    def switch_player(self):
        self.current_player = 3 - self.current_player

    @property
    def opponent_index(self):
        return 3 - self.current_player


class Bones(TwoPlayers):
    """Take one, two or three bones; who takes the last one loses."""

    def __init__(self, players=None):
        self.players = players
        self.pile = 11
        self.current_player = 1

    def possible_moves(self):
        return [m for m in ('1', '2', '3') if int(m) <= self.pile]

    def make_move(self, move):
        self.pile -= int(move)

    def win(self):
        return self.pile <= 0

    def is_over(self):
        return self.win()

    def scoring(self):
        return 100 if self.win() else 0

    def show(self):
        print('%d bones left in the pile' % self.pile)


def negamax(game, depth, alpha=-INF, beta=INF):
    if depth == 0 or game.is_over():
        return game.scoring() * (1 + 0.001 * depth)
    best = -INF
    for move in game.possible_moves():
        after = copy(game)
        after.make_move(move)
        after.switch_player()
        value = -negamax(after, depth - 1, -beta, -alpha)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def choose(game, depth=6):
    best, chosen = -INF, None
    for move in game.possible_moves():
        after = copy(game)
        after.make_move(move)
        after.switch_player()
        value = -negamax(after, depth - 1)
        if value > best:
            best, chosen = value, move
    return chosen
