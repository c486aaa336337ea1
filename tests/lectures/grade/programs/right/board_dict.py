"""A board that is a dictionary with attributes: two pieces race along a strip, and jump."""
from collections import defaultdict


class Strip(defaultdict):
    def __init__(self, to_move="A", length=5, **cells):
        self.__dict__.update(to_move=to_move, length=length)
        self.update(cells)

    def __missing__(self, key):
        return 0

    def moved(self, who, by):
        other = Strip("B" if who == "A" else "A", self.length)
        other.update(self)
        other[who] = self[who] + by
        return other


class Race:
    def __init__(self, length=5):
        self.initial = Strip("A", length)

    def actions(self, state):
        return [1, 2] if state["A"] == state["B"] else [1, 3]

    def result(self, state, action):
        return state.moved(state.to_move, action)

    def is_terminal(self, state):
        return max(state["A"], state["B"]) >= state.length

    def utility(self, state):
        return state["A"] - state["B"]


def search(game, state):
    def max_value(state):
        if game.is_terminal(state):
            return game.utility(state), None
        best = float("-inf"), None
        for action in game.actions(state):
            value, _ = min_value(game.result(state, action))
            if value > best[0]:
                best = value, action
        return best

    def min_value(state):
        if game.is_terminal(state):
            return game.utility(state), None
        best = float("inf"), None
        for action in game.actions(state):
            value, _ = max_value(game.result(state, action))
            if value < best[0]:
                best = value, action
        return best

    return max_value(state)


race = Race(6)
print(search(race, race.initial))
