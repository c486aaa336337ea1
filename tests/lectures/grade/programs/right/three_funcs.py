import math, copy
class Board:
    def __init__(self): self.cells = [['.' for _ in range(3)] for _ in range(3)]
    def __repr__(self): return '\n'.join(''.join(r) for r in self.cells)
    def winner(self):
        c = self.cells
        rows = c + [list(x) for x in zip(*c)] + [[c[i][i] for i in range(3)], [c[i][2-i] for i in range(3)]]
        for r in rows:
            if r[0] != '.' and len(set(r)) == 1: return r[0]
    def empties(self): return [(i, j) for i in range(3) for j in range(3) if self.cells[i][j] == '.']
    def with_move(self, m, s):
        b = copy.deepcopy(self); b.cells[m[0]][m[1]] = s; return b
class MinimaxPlayer:
    def __init__(self, sign): self.sign = sign; self.other = 'O' if sign == 'X' else 'X'
    def choose(self, board):
        best, move = -math.inf, None
        for m in board.empties():
            v = self._min(board.with_move(m, self.sign), -math.inf, math.inf)
            if v > best: best, move = v, m
        return move
    def _score(self, board):
        w = board.winner()
        return 0 if w is None else (1 if w == self.sign else -1)
    def _done(self, board): return board.winner() is not None or not board.empties()
    def _max(self, board, lo, hi):
        if self._done(board): return self._score(board)
        for m in board.empties():
            lo = max(lo, self._min(board.with_move(m, self.sign), lo, hi))
            if lo >= hi: break
        return lo
    def _min(self, board, lo, hi):
        if self._done(board): return self._score(board)
        for m in board.empties():
            hi = min(hi, self._max(board.with_move(m, self.other), lo, hi))
            if lo >= hi: break
        return hi
