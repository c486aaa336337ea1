import dataclasses
from itertools import product

from countermove import Game

SIZE = 2
ACROSS = [((r, c), (r, c + 1)) for r in range(SIZE + 1) for c in range(SIZE)]
DOWN = [((r, c), (r + 1, c)) for r in range(SIZE) for c in range(SIZE + 1)]
EDGES = ACROSS + DOWN
BOXES = {
    (r, c): {
        ((r, c), (r, c + 1)),
        ((r + 1, c), (r + 1, c + 1)),
        ((r, c), (r + 1, c)),
        ((r, c + 1), (r + 1, c + 1)),
    }
    for r, c in product(range(SIZE), repeat=2)
}


@dataclasses.dataclass(frozen=True)
class State:
    drawn: frozenset
    boxes: tuple[int, int]
    turn: int

    @property
    def missing(self):
        return [edge for edge in EDGES if edge not in self.drawn]


def completed(drawn):
    return sum(edges <= drawn for edges in BOXES.values())


class DotsAndBoxes(Game):
    """Draw lines between dots; whoever closes a box has it, and draws again."""

    def initial(self):
        return State(frozenset(), (0, 0), 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        return state.missing

    def result(self, state, action):
        drawn = state.drawn | {action}
        gained = completed(drawn) - completed(state.drawn)
        if gained == 0:
            return dataclasses.replace(state, drawn=drawn, turn=1 - state.turn)
        boxes = list(state.boxes)
        boxes[state.turn] += gained
        return dataclasses.replace(state, drawn=drawn, boxes=tuple(boxes))

    def is_terminal(self, state):
        return not state.missing

    def utility(self, state, player):
        return state.boxes[player] - state.boxes[1 - player]

    def evaluate(self, state, player):
        lead = state.boxes[player] - state.boxes[1 - player]
        nearly = sum(len(edges & state.drawn) == 3 for edges in BOXES.values())
        return lead + (nearly / 2 if state.turn == player else -nearly / 2)

    def bounds(self, state):
        lead = state.boxes[0] - state.boxes[1]
        open_boxes = len(BOXES) - sum(state.boxes)
        return lead - open_boxes, lead + open_boxes

    def order(self, state, action):
        def sides(box):
            return len(BOXES[box] & state.drawn)

        touched = [sides(box) for box, edges in BOXES.items() if action in edges]
        return 10 if 3 in touched else -max(touched, default=0)

    def action_name(self, state, action):
        (r1, c1), (r2, c2) = action
        return f"{r1}{c1}-{r2}{c2}"

    def text(self, state):
        lines = []
        for r in range(SIZE + 1):
            lines.append(
                "+" + "+".join("--" if ((r, c), (r, c + 1)) in state.drawn else "  " for c in range(SIZE)) + "+"
            )
            if r < SIZE:
                lines.append("  ".join("|" if ((r, c), (r + 1, c)) in state.drawn else " " for c in range(SIZE + 1)))
        return "\n".join(lines)
