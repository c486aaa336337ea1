"""Files of rules that tests write: counters on a heap, of which players take some in turn."""

SUBTRACT = '''
from dataclasses import dataclass
from typing import NamedTuple
from countermove import Game

class Heap(NamedTuple):
    counters: int
    mover: int

@dataclass(frozen=True)
class SubtractSquare(Game):
    """Take a square number of counters; a player who cannot move loses."""
    counters: int = 100

    def initial(self):
        return Heap(self.counters, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        root = 1
        while root * root <= state.counters:
            yield root * root
            root += 1

    def result(self, state, action):
        return Heap(state.counters - action, 1 - state.mover)

    def is_terminal(self, state):
        return state.counters == 0

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0
'''
"""The example of the documentation: take a square number."""
DOC = "Take a square number of counters; a player who cannot move loses."
SQUARES = """        root = 1
        while root * root <= state.counters:
            yield root * root
            root += 1
"""


def take_away(name: str, doc: str, most: int = 2, counters: int = 5) -> str:
    """The same with fewer counters, of which 1 or more may be taken, up to `most`."""
    up_to = f"""        for taken in range(1, min(state.counters, {most}) + 1):
            yield taken
"""
    text = SUBTRACT.replace("SubtractSquare", name).replace(DOC, doc).replace("int = 100", f"int = {counters}")
    return text.replace(SQUARES, up_to)
