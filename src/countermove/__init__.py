"""Countermove: write the rules of a game once, in plain Python; find the best action, prove it, see why.

>>> from countermove import analyse, load
>>> game = load("tictactoe")
>>> analyse(game, depth=9).value
0.0
"""

from countermove import interrupt as interrupt

# isort: split
from countermove.analysis import Analysis, Budget, analyse
from countermove.board import Board, Cell
from countermove.errors import CountermoveError
from countermove.game import CHANCE, ONLOOKER, SIMULTANEOUS, Axes, Game
from countermove.registry import load
from countermove.solve import Solution, solve
from countermove.values import joint, put, split

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "ONLOOKER",
    "SIMULTANEOUS",
    "Analysis",
    "Axes",
    "Board",
    "Budget",
    "Cell",
    "CountermoveError",
    "Game",
    "Solution",
    "analyse",
    "joint",
    "load",
    "put",
    "solve",
    "split",
]
