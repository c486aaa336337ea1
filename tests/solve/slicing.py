"""Builds slices of chess in a process of its own, to be killed."""

import sys

from countermove.games.chess import Chess
from countermove.solve import build_slices
from countermove.solve.slice_build import Kernels

if __name__ == "__main__":
    Kernels.of(Chess(), True)
    print("begins", flush=True)
    build_slices(Chess(), sys.argv[1], slices=sys.argv[2:])
