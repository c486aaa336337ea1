from collections import defaultdict
from typing import NamedTuple

from countermove import Game

EDGES = "0-1 1-2 2-3 3-4 4-0 0-2".split()


def neighbours():
    table = defaultdict(set)
    for edge in EDGES:
        a, b = map(int, edge.split("-"))
        table[a].add(b)
        table[b].add(a)
    return {node: frozenset(near) for node, near in table.items()}


NEAR = neighbours()


class Move(NamedTuple):
    node: int
    colour: str


class Graph(NamedTuple):
    colours: tuple[str | None, ...]
    moved: int = 0


class GraphColouring(Game):
    """MAX wants every node coloured, MIN wants one that cannot be."""

    palette = ("red", "green", "blue")

    def initial(self):
        return Graph((None,) * len(NEAR))

    def player(self, state):
        return state.moved % 2

    def options(self, state, node):
        used = {state.colours[near] for near in NEAR[node]}
        return [colour for colour in self.palette if colour not in used]

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [
            Move(node, colour)
            for node, have in enumerate(state.colours)
            if have is None
            for colour in self.options(state, node)
        ]

    def result(self, state, action):
        node, colour = action
        colours = tuple(colour if i == node else c for i, c in enumerate(state.colours))
        return state._replace(colours=colours, moved=state.moved + 1)

    def stuck(self, state):
        return any(c is None and not self.options(state, node) for node, c in enumerate(state.colours))

    def is_terminal(self, state):
        return None not in state.colours or self.stuck(state)

    def utility(self, state, player):
        value = -1 if self.stuck(state) else 1
        return value if player == 0 else -value
