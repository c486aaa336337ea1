import math

from countermove import Game


def best(pair):
    a, b = pair
    return -1 if math.gcd(a, b) > 1 and a % b == 0 else 1


class Euclid(Game):
    """Take a multiple of the smaller number from the larger; who makes zero wins. A state is a plain int."""

    def initial(self):
        return self.pack(17, 12, 0)

    @staticmethod
    def pack(a, b, mover):
        return (a * 100 + b) * 2 + mover

    @staticmethod
    def unpack(state):
        rest, mover = divmod(state, 2)
        a, b = divmod(rest, 100)
        return a, b, mover

    def player(self, state):
        return state & 1

    def actions(self, state):
        a, b, _ = self.unpack(state)
        if min(a, b) == 0:
            return range(0)
        return range(1, max(a, b) // min(a, b) + 1)

    def result(self, state, action):
        a, b, mover = self.unpack(state)
        if a >= b:
            a -= action * b
        else:
            b -= action * a
        return self.pack(a, b, 1 - mover)

    def is_terminal(self, state):
        return 0 in self.unpack(state)[:2]

    def utility(self, state, player):
        return -1 if self.player(state) == player else 1

    def evaluate(self, state, player):
        a, b, mover = self.unpack(state)
        ratio = max(a, b) / min(a, b)
        value = 0.5 if ratio > (1 + math.sqrt(5)) / 2 else -0.5
        return value if mover == player else -value
