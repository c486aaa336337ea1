from string import ascii_lowercase

from countermove import Axes, Game

WORDS = "cat cot cog dog dot cut but bat bag big dig rat rot rut rug bug dug hat hot hut hog".split()


def one_apart(a, b):
    return sum(x != y for x, y in zip(a, b)) == 1


class WordLadder(Game):
    players = 1
    axes = Axes(payoff="general")
    repeats = True

    def initial(self):
        return "cat"

    def player(self, state):
        return 0

    def actions(self, state):
        if state == "rug":
            return []
        found = []
        for i in range(len(state)):
            for letter in ascii_lowercase:
                word = state[:i] + letter + state[i + 1 :]
                if word != state and word in WORDS:
                    found.append(word)
        return found

    def result(self, state, action):
        assert one_apart(state, action), f"{state} and {action}"
        return action

    def is_terminal(self, state):
        return state == "rug"

    def utility(self, state, player):
        return 1.0

    def evaluate(self, state, player):
        return 1 - sum(a != b for a, b in zip(state, "rug")) / 4
