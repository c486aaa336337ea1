"""Names of openings: the code in the Encyclopaedia of Chess Openings (ECO) and the name of some 3,500 positions.

A name belongs to a position, however it came about. A game's opening is that of the last position in it that has one.
The names are those of lichess.org's data set chess-openings, which is in the public domain (CC0 1.0); each line of
openings/chess-names.tsv.gz has the key of a position (polyglot.py), the code, the name and the moves.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[1] / "openings" / "chess-names.tsv.gz"
MAX_PLIES = 36
"""Plies of the longest opening that has a name."""


class Opening(NamedTuple):
    """An opening."""

    code: str
    """In the Encyclopaedia of Chess Openings, such as C60."""
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


@cache
def openings() -> dict[int, Opening]:
    """All openings, by the keys of their positions."""
    found = {}
    for line in gzip.decompress(FILE.read_bytes()).decode().splitlines():
        if not line.startswith("#"):
            key, code, name, _ = line.split("\t")
            found[int(key, 16)] = Opening(code, name)
    return found
