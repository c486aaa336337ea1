"""Exact answers: what a state is worth with best play by everyone, how to get there, and proof for every state met.

>>> from countermove.games.grundy import Grundy
>>> solution = solve(Grundy(7))
>>> solution.value, solution.distance
(-1.0, 4)
"""

from countermove.solve.exhaustive import solve
from countermove.solve.solution import Progress, Solution

__all__ = ["Progress", "Solution", "solve"]
