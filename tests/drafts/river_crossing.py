from countermove import Axes, Game

EVERYONE = frozenset("farmer wolf goat cabbage".split())
EATS = {"wolf": "goat", "goat": "cabbage"}


def peaceful(bank):
    if "farmer" in bank:
        return True
    return not any(eater in bank and eaten in bank for eater, eaten in EATS.items())


class RiverCrossing(Game):
    """Ferry the wolf, the goat and the cabbage across; the state is who is still on the near bank."""

    players = 1
    axes = Axes(payoff="general")
    repeats = True

    def initial(self):
        return EVERYONE

    def player(self, state):
        return 0

    def actions(self, state):
        if self.is_terminal(state):
            return []
        here = state if "farmer" in state else EVERYONE - state
        return [None] + sorted(here - {"farmer"})

    def result(self, state, action):
        crossing = {"farmer"}
        if action is not None:
            crossing.add(action)
        if "farmer" in state:
            return state - crossing
        return state | crossing

    def is_terminal(self, state):
        return not state or not peaceful(state) or not peaceful(EVERYONE - state)

    def utility(self, state, player):
        return 1.0 if not state else -1.0

    def evaluate(self, state, player):
        across = EVERYONE ^ state
        return len(across) / len(EVERYONE) - 0.5

    def action_name(self, state, action):
        return "alone" if action is None else action

    def text(self, state):
        near, far = (", ".join(sorted(bank)) or "nobody" for bank in (state, EVERYONE - state))
        return f"{near} | {far}"
