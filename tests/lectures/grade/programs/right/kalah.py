"""Small kalah with extra turns."""
class GameState:
    def __init__(self, pits=None, turn=0):
        self.pits = pits or [2, 2, 2, 0, 2, 2, 2, 0]
        self.turn = turn
    def legal(self):
        base = 0 if self.turn == 0 else 4
        return [i for i in range(base, base + 3) if self.pits[i] > 0]
    def play(self, pit):
        pits = list(self.pits)
        n, pits[pit] = pits[pit], 0
        i = pit
        skip = 7 if self.turn == 0 else 3
        while n:
            i = (i + 1) % 8
            if i == skip: continue
            pits[i] += 1
            n -= 1
        store = 3 if self.turn == 0 else 7
        return GameState(pits, self.turn if i == store else 1 - self.turn)
    def finished(self):
        return sum(self.pits[:3]) == 0 or sum(self.pits[4:7]) == 0
    def diff(self):
        return self.pits[3] + sum(self.pits[:3]) - self.pits[7] - sum(self.pits[4:7])
def minimax_alpha_beta(state, depth, alpha, beta):
    if depth == 0 or state.finished():
        return state.diff(), None
    best_move = None
    if state.turn == 0:
        best = -1000
        for m in state.legal():
            v, _ = minimax_alpha_beta(state.play(m), depth - 1, alpha, beta)
            if v > best: best, best_move = v, m
            alpha = max(alpha, best)
            if beta <= alpha: break
    else:
        best = 1000
        for m in state.legal():
            v, _ = minimax_alpha_beta(state.play(m), depth - 1, alpha, beta)
            if v < best: best, best_move = v, m
            beta = min(beta, best)
            if beta <= alpha: break
    return best, best_move
