from functools import cache

from countermove import Game

WORDS = set(
    """
    ace act action actor ado age agent aim air alarm alone apple apply arch area army art
    bad bag bake baker balk band bank bar bark base bath bead beak beam bean bear beat bed bee
    cab cable cage cake call calm camp can candle candy cap cape car card care cart case
    dare dark dart dash data date dawn day deal dean dear debt deck deed deep deer
    """.split()
)
SHORTEST = 3


@cache
def goes_on(start):
    """The letters that lead on to some word."""
    return sorted({word[len(start)] for word in WORDS if word.startswith(start) and word != start})


def spelled(letters):
    return len(letters) >= SHORTEST and letters in WORDS


class Ghost(Game):
    """Add a letter that leads on to a word; whoever spells one out loses."""

    def initial(self):
        return ""

    def player(self, state):
        return len(state) % 2

    def actions(self, state):
        return [] if spelled(state) else goes_on(state)

    def result(self, state, action):
        return state + action

    def is_terminal(self, state):
        return spelled(state)

    def utility(self, state, player):
        loser = (len(state) - 1) % 2
        return -1 if player == loser else 1

    def evaluate(self, state, player):
        words = [word for word in WORDS if word.startswith(state)]
        odd = sum(len(word) % 2 for word in words)
        even = len(words) - odd
        # Words of odd length are spelled out by the first player.
        value = (even - odd) / (len(words) or 1) / 2
        return value if player == 0 else -value

    def text(self, state):
        return state.upper() + "..."
