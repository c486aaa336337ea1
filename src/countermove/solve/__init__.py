"""Exact answers: what a state is worth with best play by everyone, how to get there, and proof for every state met.

>>> from countermove.games.grundy import Grundy
>>> solution = solve(Grundy(7))
>>> solution.value, solution.distance
(-1.0, 4)
"""

from typing import TYPE_CHECKING, Any

from countermove.solve.pick import METHODS, solve
from countermove.solve.solution import Progress, Solution, SweepProgress
from countermove.solve.sweep import sweep

if TYPE_CHECKING:
    from countermove.solve.database import Database

__all__ = ["METHODS", "Database", "Progress", "Solution", "SweepProgress", "solve", "sweep"]


def __getattr__(name: str) -> Any:
    """`Database` when it is asked for, as with it comes NumPy."""
    if name == "Database":
        from countermove.solve.database import Database

        return Database
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
