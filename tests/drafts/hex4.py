from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from countermove import Game


@lru_cache(maxsize=None)
def neighbours(cell, n):
    row, col = divmod(cell, n)
    around = [(row - 1, col), (row - 1, col + 1), (row, col - 1), (row, col + 1), (row + 1, col - 1), (row + 1, col)]
    return tuple(r * n + c for r, c in around if 0 <= r < n and 0 <= c < n)


@dataclass(frozen=True)
class Hex(Game):
    """Red joins top and bottom, Blue joins left and right."""

    n: int = 4

    def initial(self):
        return "." * (self.n * self.n)

    def player(self, state):
        return len(state.replace(".", "")) % 2

    def connected(self, state, mark):
        n = self.n
        if mark == "R":
            start = range(n)
            goal = set(range(n * n - n, n * n))
        else:
            start = range(0, n * n, n)
            goal = set(range(n - 1, n * n, n))
        queue = deque(cell for cell in start if state[cell] == mark)
        seen = set(queue)
        while queue:
            cell = queue.popleft()
            if cell in goal:
                return True
            for other in neighbours(cell, n):
                if state[other] == mark and other not in seen:
                    seen.add(other)
                    queue.append(other)
        return False

    def actions(self, state):
        if not self.is_terminal(state):
            cell = state.find(".")
            while cell != -1:
                yield cell
                cell = state.find(".", cell + 1)

    def result(self, state, action):
        cells = list(state)
        cells[action] = "B" if self.player(state) else "R"
        return "".join(cells)

    def is_terminal(self, state):
        return self.connected(state, "R") or self.connected(state, "B")

    def utility(self, state, player):
        won = 0 if self.connected(state, "R") else 1
        return 1.0 if won == player else -1.0

    def canonical(self, state):
        return min(state, state[::-1])

    def order(self, state, action):
        r, c = divmod(action, self.n)
        return -abs(2 * r - self.n + 1) - abs(2 * c - self.n + 1)

    def action_name(self, state, action):
        r, c = divmod(action, self.n)
        return "abcdefgh"[c] + str(r + 1)

    def text(self, state):
        rows = (state[i : i + self.n] for i in range(0, len(state), self.n))
        return "\n".join(" " * i + " ".join(row) for i, row in enumerate(rows))
