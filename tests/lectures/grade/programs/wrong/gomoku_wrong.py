import numpy as np
class Gomoku:
    def __init__(self, n=4, k=3):
        self.n, self.k = n, k
        self.grid = np.zeros((n, n), dtype=int)
        self.player = 1
    def actions(self):
        return [tuple(p) for p in np.argwhere(self.grid == 0)]
    def step(self, a):
        self.grid[a] = self.player
        self.player = -self.player
    def back(self, a):
        self.grid[a] = 0
        self.player = -self.player
    def win(self, p):
        for r in range(self.n):
            for c in range(self.n):
                for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                    if all(0 <= r+i*dr < self.n and 0 <= c+i*dc < self.n and self.grid[r+i*dr, c+i*dc] == p for i in range(self.k)):
                        return True
        return False
class AI:
    def __init__(self, game, max_depth=2):
        self.game = game
        self.max_depth = max_depth
        self.nodes = 0
    def evaluate(self):
        if self.game.win(1): return 1000
        if self.game.win(-1): return -1000
        return int(self.game.grid[1:3, 1:3].sum())
    def best(self):
        best, act = -float('inf'), None
        for a in self.game.actions():
            self.game.step(a)
            v = self.search(1, -float('inf'), float('inf'))
            self.game.back(a)
            if v > best: best, act = v, a
        return act
    def search(self, depth, alpha, beta):
        self.nodes += 1
        if depth >= self.max_depth or self.game.win(1) or self.game.win(-1) or not self.game.actions():
            return self.evaluate()
        if self.game.player == 1:
            v = -float('inf')
            for a in self.game.actions():
                self.game.step(a)
                v = max(v, self.search(depth + 1, alpha, beta))
                self.game.back(a)
                alpha = v + 1
                if alpha >= beta: break
            return v
        v = float('inf')
        for a in self.game.actions():
            self.game.step(a)
            v = min(v, self.search(depth + 1, alpha, beta))
            self.game.back(a)
            beta = min(beta, v)
            if alpha >= beta: break
        return v
