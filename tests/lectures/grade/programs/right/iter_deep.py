import math
class Isolation:
    """On 3x3: move like a king to a cell not yet used."""
    def __init__(self, used=frozenset({(0,0),(2,2)}), locs=((0,0),(2,2)), turn=0):
        self.used, self.locs, self.turn = used, locs, turn
    def get_legal_moves(self, who=None):
        r, c = self.locs[self.turn if who is None else who]
        return [(r+a, c+b) for a in (-1,0,1) for b in (-1,0,1) if (a or b) and 0 <= r+a < 3 and 0 <= c+b < 3 and (r+a, c+b) not in self.used]
    def forecast_move(self, m):
        locs = list(self.locs); locs[self.turn] = m
        return Isolation(self.used | {m}, tuple(locs), 1 - self.turn)
    def score(self, who):
        return len(self.get_legal_moves(who)) - len(self.get_legal_moves(1 - who))
class CustomPlayer:
    def __init__(self, search_depth=3):
        self.search_depth = search_depth
    def get_move(self, game, time_left=None):
        best = (-1, -1)
        for d in range(1, self.search_depth + 1):
            _, best = self.alphabeta(game, d)
        return best
    def alphabeta(self, game, depth, alpha=-math.inf, beta=math.inf, maximizing_player=True):
        me = game.turn if maximizing_player else 1 - game.turn
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return game.score(me), (-1, -1)
        best = moves[0]
        if maximizing_player:
            v = -math.inf
            for m in moves:
                s, _ = self.alphabeta(game.forecast_move(m), depth - 1, alpha, beta, False)
                if s > v: v, best = s, m
                if v >= beta: return v, best
                alpha = max(alpha, v)
        else:
            v = math.inf
            for m in moves:
                s, _ = self.alphabeta(game.forecast_move(m), depth - 1, alpha, beta, True)
                if s < v: v, best = s, m
                if v <= alpha: return v, best
                beta = min(beta, v)
        return v, best
