from countermove import Axes, Game


class Jugs(Game):
    """Pour between jugs of 8, 5 and 3 until one holds 4."""

    players = 1
    axes = Axes(payoff="general")
    repeats = True
    capacity = [8, 5, 3]
    target = 4

    def initial(self):
        return (8, 0, 0)

    def player(self, state):
        return 0

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [
            (i, j)
            for i, have in enumerate(state)
            for j, other in enumerate(state)
            if i != j and have > 0 and other < self.capacity[j]
        ]

    def result(self, state, action):
        i, j = action
        jugs = list(state)
        amount = min(jugs[i], self.capacity[j] - jugs[j])
        jugs[i] -= amount
        jugs[j] += amount
        return tuple(jugs)

    def is_terminal(self, state):
        return self.target in state

    def utility(self, state, player):
        return 1
