from bisect import bisect_left, insort
from itertools import accumulate, pairwise

from countermove import Game


class SortedTrack(Game):
    """Put numbers 1 to 9 into a row in turns; each gap that you make larger than two scores."""

    def initial(self):
        return (5,), (0, 0), 0

    def player(self, state):
        return state[-1]

    def actions(self, state):
        row, _, _ = state
        return [] if self.is_terminal(state) else [n for n in range(1, 10) if n not in row]

    def result(self, state, action):
        row, scores, turn = state
        new = list(row)
        at = bisect_left(new, action)
        insort(new, action)
        gaps = [b - a for a, b in pairwise(new)]
        won = sum(1 for gap in gaps[max(at - 1, 0) : at + 1] if gap > 2)
        scores = tuple(score + won * (p == turn) for p, score in enumerate(scores))
        return tuple(new), scores, 1 - turn

    def is_terminal(self, state):
        return len(state[0]) == 7

    def utility(self, state, player):
        _, scores, _ = state
        return scores[player] - scores[1 - player]

    def evaluate(self, state, player):
        row, scores, turn = state
        heights = list(accumulate(row, lambda a, b: a + b if b % 2 else a - b))
        value = scores[0] - scores[1] + 0.01 * max(heights) + 0.001 * min(heights)
        return value if player == 0 else -value
