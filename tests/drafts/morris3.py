from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from countermove import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NEIGHBOURS = {
    0: [1, 3, 4],
    1: [0, 2, 4],
    2: [1, 4, 5],
    3: [0, 4, 6],
    4: [0, 1, 2, 3, 5, 6, 7, 8],
    5: [2, 4, 8],
    6: [3, 4, 7],
    7: [4, 6, 8],
    8: [4, 5, 7],
}
MEN = 3


class Phase(Enum):
    PLACING = auto()
    MOVING = auto()
    OVER = auto()


class Position(NamedTuple):
    points: str
    turn: str
    phase: Phase


@lru_cache(maxsize=1000)
def has_line(points, man):
    return any(all(points[p] == man for p in line) for line in LINES)


def moves(points, man):
    return [(p, q) for p in range(9) if points[p] == man for q in NEIGHBOURS[p] if points[q] == "."]


class ThreeMensMorris(Game):
    """Place three men each, then move them along the lines; three in a row win, and being stuck loses."""

    repeats = True

    def initial(self):
        return Position("." * 9, "W", Phase.PLACING)

    def player(self, state):
        return "WB".index(state.turn)

    def actions(self, state):
        if state.phase is Phase.PLACING:
            return [p for p, man in enumerate(state.points) if man == "."]
        elif state.phase is Phase.MOVING:
            return moves(state.points, state.turn)
        else:
            return []

    def result(self, state, action):
        points = list(state.points)
        match action:
            case int(to):
                points[to] = state.turn
            case (start, to):
                points[start], points[to] = ".", state.turn
        points = "".join(points)
        other = "B" if state.turn == "W" else "W"
        if has_line(points, state.turn):
            phase = Phase.OVER
        elif points.count(".") > 9 - 2 * MEN:
            phase = Phase.PLACING
        elif moves(points, other):
            phase = Phase.MOVING
        else:
            phase = Phase.OVER
        return Position(points, other, phase)

    def is_terminal(self, state):
        return state.phase == Phase.OVER

    def utility(self, state, player):
        return -1.0 if player == self.player(state) else 1.0

    def endless(self, player):
        return 0.0

    def canonical(self, state):
        def turned(points):
            rows = [points[i : i + 3] for i in (0, 3, 6)]
            return "".join("".join(column) for column in zip(*rows[::-1]))

        best = points = state.points
        for _ in range(4):
            points = turned(points)
            mirrored = points[6:] + points[3:6] + points[:3]
            best = min(best, points, mirrored)
        return state._replace(points=best)

    def evaluate(self, state, player):
        middle = state.points[4]
        if middle == ".":
            return 0.0
        return 0.2 if "WB".index(middle) == player else -0.2

    def action_name(self, state, action):
        if isinstance(action, int):
            return str(action + 1)
        return "-".join(str(point + 1) for point in action)

    def text(self, state):
        return "\n".join(state.points[i : i + 3] for i in range(0, 9, 3))
