"""Exact answers: what a state is worth with best play by everyone, how to get there, and proof for every state met.

>>> from countermove.games.grundy import Grundy
>>> solution = solve(Grundy(7))
>>> solution.value, solution.distance
(-1.0, 4)
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from countermove.game import Game, S
from countermove.solve.pick import METHODS, solve
from countermove.solve.solution import Progress, Solution, SweepProgress
from countermove.solve.sweep import sweep

if TYPE_CHECKING:
    from countermove.solve.database import Database
    from countermove.solve.nash import Equilibrium, equilibrium
    from countermove.solve.profile import Profile
    from countermove.solve.slices import SliceDatabase, build_slices
    from countermove.solve.syzygy import Syzygy

__all__ = [
    "METHODS", "Database", "Equilibrium", "Profile", "Progress", "SliceDatabase", "Solution", "SweepProgress",
    "build_slices", "equilibrium", "open_database", "solve", "sweep",
]  # fmt: skip


def open_database(path: str | os.PathLike[str], game: Game[S]) -> "Database[S] | SliceDatabase[S] | Syzygy[S]":
    """The database at a path: slices or Syzygy files in a directory, a sweep in a file; SpecError if it is invalid."""
    if Path(path).is_dir():
        from countermove.solve.syzygy import Syzygy, has_files

        if has_files(path):
            return Syzygy.open(path, game)
        from countermove.solve.slices import SliceDatabase

        return SliceDatabase.open(path, game)
    from countermove.solve.database import Database

    return Database.load(path, game)


def __getattr__(name: str) -> Any:
    """What brings NumPy with it, when it is asked for."""
    if name == "Database":
        from countermove.solve.database import Database

        return Database
    if name in ("SliceDatabase", "build_slices"):
        from countermove.solve import slices

        return getattr(slices, name)
    if name in ("Equilibrium", "Profile", "equilibrium"):
        from countermove.solve import nash

        return getattr(nash, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
