"""An agent without its game asks the next state whose turn it is."""


class Thinker:
    def __init__(self, depth):
        self.depth = depth

    def choose(self, state):
        return self.value(state, self.depth)[0]

    def value(self, state, depth):
        if state.is_terminal() or depth == 0:
            return None, state.evaluate()
        best, score = None, float("-inf") if state.is_max_turn() else float("inf")
        for child in state.get_successors():
            left = depth - 1
            found = self.value(child, left)[1]
            if found > score if child.is_max_turn() else found < score:
                best, score = child, found
        return best, score
