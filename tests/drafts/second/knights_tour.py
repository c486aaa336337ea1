from countermove import Axes, Game

SIZE = 5
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def targets(square, seen):
    """The squares that a knight can go to, those with the fewest ways on first (Warnsdorff)."""
    col, row = ord(square[0]) - ord("a"), int(square[1]) - 1
    found = []
    for dc, dr in LEAPS:
        c, r = col + dc, row + dr
        if 0 <= c < SIZE and 0 <= r < SIZE:
            name = chr(ord("a") + c) + str(r + 1)
            if name not in seen:
                found.append(name)
    return found


class KnightsTour(Game):
    """The state is the way so far, a tuple of squares such as 'c3'."""

    players = 1
    axes = Axes(payoff="general")

    def initial(self):
        return ("a1",)

    def player(self, state):
        return 0

    def actions(self, state):
        return sorted(targets(state[-1], state), key=lambda name: (len(targets(name, state + (name,))), name))

    def result(self, state, action):
        return state + (action,)

    def is_terminal(self, state):
        return not targets(state[-1], state)

    def utility(self, state, player):
        return len(state) / SIZE**2
