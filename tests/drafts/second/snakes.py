from countermove import CHANCE, Axes, Game

SNAKES = {17: 4, 19: 7, 21: 9}
LADDERS = {3: 11, 6: 17, 14: 20}
JUMPS = {**SNAKES, **LADDERS}
GOAL = 24


class SnakesAndLadders(Game):
    """Two dice modes: a player chooses a four-sided or a six-sided die, then it is rolled."""

    axes = Axes(stochastic=True)
    repeats = True

    def initial(self):
        return {"positions": (0, 0), "turn": 0, "die": None}["positions"], 0, None

    def player(self, state):
        positions, turn, die = state
        return turn if die is None else CHANCE

    def actions(self, state):
        return [] if self.is_terminal(state) else ["d4", "d6"]

    def chances(self, state):
        positions, turn, die = state
        sides = int(die[1:])
        return [(face, 1 / sides) for face in range(1, sides + 1)]

    def result(self, state, action):
        positions, turn, die = state
        if die is None:
            return positions, turn, action
        square = positions[turn] + action
        if square > GOAL:
            square = GOAL - (square - GOAL)
        square = JUMPS.get(square, square)
        new = list(positions)
        new[turn] = square
        return tuple(new), 1 - turn, None

    def is_terminal(self, state):
        return GOAL in state[0]

    def utility(self, state, player):
        return 1 if state[0][player] == GOAL else -1

    def evaluate(self, state, player):
        positions = state[0]
        return (positions[player] - positions[1 - player]) / (2 * GOAL)
