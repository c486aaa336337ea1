"""An agent without its game; a depth counts the actions of both players."""


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
            left = depth - 1 if child.is_max_turn() else depth
            found = self.value(child, left)[1]
            if found > score if state.is_max_turn() else found < score:
                best, score = child, found
        return best, score
