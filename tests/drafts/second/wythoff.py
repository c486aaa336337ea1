from countermove import Game


class Wythoff(Game):
    """Two piles; take from one, or as many from both. The state is (small, large, mover)."""

    def initial(self):
        return (4, 7, 0)

    def player(self, state):
        *_, mover = state
        return mover

    def actions(self, state):
        small, large, _ = state
        for k in range(1, small + 1):
            yield "small", k
        for k in range(1, large + 1):
            yield "large", k
        for k in range(1, min(small, large) + 1):
            yield "both", k

    def result(self, state, action):
        small, large, mover = state
        match action:
            case ("small", k):
                small -= k
            case ("large", k):
                large -= k
            case ("both", k):
                small, large = small - k, large - k
            case _:
                raise ValueError(f"no such move: {action}")
        small, large = sorted((small, large))
        return (small, large, 1 - mover)

    def is_terminal(self, state):
        return state[:2] == (0, 0)

    def utility(self, state, player):
        return 1.0 if player != state[-1] else -1.0
