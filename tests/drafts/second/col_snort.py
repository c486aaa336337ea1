"""Col and Snort: one map, two rules."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from countermove import Game

GRAPH = {
    "a": ["b", "c"],
    "b": ["a", "c", "d"],
    "c": ["a", "b", "d", "e"],
    "d": ["b", "c", "e", "f"],
    "e": ["c", "d", "f"],
    "f": ["d", "e"],
}


@dataclass(frozen=True)
class Colouring(Game):
    colours: ClassVar[str] = "LR"

    def initial(self):
        return (tuple((region, " ") for region in sorted(GRAPH)), "L")

    def player(self, state):
        return self.colours.index(state[1])

    @abstractmethod
    def clashes(self, mine, other):
        """Whether two colours may not be side by side."""

    def actions(self, state):
        pairs, mover = state
        painted = dict(pairs)
        return [
            region
            for region, colour in pairs
            if colour == " " and not any(self.clashes(mover, painted[near]) for near in GRAPH[region])
        ]

    def result(self, state, action):
        pairs, mover = state
        painted = {**dict(pairs), action: mover}
        return tuple(sorted(painted.items())), "R" if mover == "L" else "L"

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        return 1 if self.player(state) != player else -1


class Col(Colouring):
    def clashes(self, mine, other):
        return mine == other


class Snort(Colouring):
    def clashes(self, mine, other):
        return other != " " and mine != other
