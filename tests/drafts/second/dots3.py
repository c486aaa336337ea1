from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from countermove import Game


@dataclass(frozen=True)
class DotsAndBoxes(Game):
    """Edges are named by the box and the side, as 'h01' or 'v12'; the state is a frozenset of them and the owners."""

    rows: int = 2
    cols: int = 2

    @cached_property
    def edges(self):
        across = [f"h{r}{c}" for r in range(self.rows + 1) for c in range(self.cols)]
        down = [f"v{r}{c}" for r in range(self.rows) for c in range(self.cols + 1)]
        return across + down

    @cached_property
    def boxes(self):
        return {
            (r, c): (f"h{r}{c}", f"h{r + 1}{c}", f"v{r}{c}", f"v{r}{c + 1}")
            for r in range(self.rows)
            for c in range(self.cols)
        }

    def initial(self):
        return frozenset(), (), 0

    def player(self, state):
        drawn, owners, turn = state
        return turn

    def actions(self, state):
        drawn, owners, turn = state
        return [edge for edge in self.edges if edge not in drawn]

    def result(self, state, action):
        drawn, owners, turn = state
        drawn = drawn | {action}
        done = [box for box, sides in self.boxes.items() if action in sides and all(side in drawn for side in sides)]
        owners = owners + (turn,) * len(done)
        return drawn, owners, turn if done else 1 - turn

    def is_terminal(self, state):
        return len(state[0]) == len(self.edges)

    def utility(self, state, player):
        count = Counter(state[1])
        return count[player] - count[1 - player]

    def evaluate(self, state, player):
        drawn, owners, turn = state
        sides = Counter(sum(side in drawn for side in sides) for sides in self.boxes.values())
        count = Counter(owners)
        ready = sides[3] if turn == player else -sides[3]
        return float(count[player] - count[1 - player] + 0.5 * ready)
