from countermove import Game

COLOURS = "rgb"
START = ("rgbr", "gbrg", "brgb", "rbgr")


class FloodDuel(Game):
    """Each floods from a corner. The state is a bare tuple of strings and the mover."""

    def initial(self):
        return (*START, 0)

    def player(self, state):
        return state[len(START)]

    def area(self, rows, corner):
        """How many cells are joined with a corner."""
        size = 0
        seen = set()
        colour = rows[corner[0]][corner[1]]

        def visit(r, c):
            nonlocal size
            if not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or (r, c) in seen or rows[r][c] != colour:
                return
            seen.add((r, c))
            size += 1
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                visit(r + dr, c + dc)

        visit(*corner)
        return size

    def corners(self):
        n = len(START) - 1
        return (0, 0), (n, n)

    def actions(self, state):
        if self.is_terminal(state):
            return []
        rows = state[:-1]
        taken = {rows[r][c] for r, c in self.corners()}
        return [colour for colour in COLOURS if colour not in taken] or [COLOURS[0]]

    def result(self, state, action):
        rows, mover = [list(row) for row in state[:-1]], state[-1]
        r0, c0 = self.corners()[mover]
        old = rows[r0][c0]
        todo = [(r0, c0)]
        while todo:
            r, c = todo.pop()
            if not (0 <= r < len(rows) and 0 <= c < len(rows[r])) or rows[r][c] != old:
                continue
            if old == action:
                break
            rows[r][c] = action
            todo += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        return (*("".join(row) for row in rows), 1 - mover)

    def is_terminal(self, state):
        rows = state[:-1]
        total = sum(self.area(rows, corner) for corner in self.corners())
        return total == len(rows) * len(rows[0]) or len(set("".join(rows))) <= 2

    def utility(self, state, player):
        one, two = (self.area(state[:-1], corner) for corner in self.corners())
        lead = one - two
        return lead / 16 if player == 0 else -lead / 16
