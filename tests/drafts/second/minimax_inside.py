"""A referee that looks ahead inside the rules: utility of an adjourned game is what best play would bring."""

from functools import lru_cache

from countermove import Game

PILES = (3, 4)
ADJOURN = 3


@lru_cache(maxsize=None)
def best(piles, maximising):
    """Nim, where the last stone wins, by plain minimax."""
    if not any(piles):
        return -1 if maximising else 1
    scores = []
    for i, pile in enumerate(piles):
        for take in range(1, pile + 1):
            rest = piles[:i] + (pile - take,) + piles[i + 1 :]
            scores.append(best(rest, not maximising))
    return max(scores) if maximising else min(scores)


class AdjournedNim(Game):
    def initial(self):
        return PILES, 0

    def player(self, state):
        piles, ply = state
        return ply % 2

    def actions(self, state):
        if self.is_terminal(state):
            return []
        piles, ply = state
        return [(i, take) for i, pile in enumerate(piles) for take in range(1, pile + 1)]

    def result(self, state, action):
        piles, ply = state
        i, take = action
        return tuple(pile - take * (j == i) for j, pile in enumerate(piles)), ply + 1

    def is_terminal(self, state):
        piles, ply = state
        return ply >= ADJOURN or sum(piles) == 0

    def utility(self, state, player):
        piles, ply = state
        value = best(piles, ply % 2 == 0)
        return value if player == 0 else -value
