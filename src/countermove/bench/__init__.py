"""Benchmarks: both sides of every ratio in one run, on the same work.

Seconds depend on the machine and its load, so what counts are ratios measured moments apart, and node counts, which are
machine-independent. Nothing here is a test; `countermove bench` prints it.
"""

from countermove.bench.backgammon import Match, matches
from countermove.bench.battleships import Hunted, hunts
from countermove.bench.chess import Counted, Searched, Tactics, counts, searches, tactics
from countermove.bench.compilation import Compilation, compilations
from countermove.bench.draft import Ordinary, ordinary
from countermove.bench.endgame import Endgames, Perft, endgames, perfts
from countermove.bench.equilibria import Converged, equilibria
from countermove.bench.exact import Exact, Threads, sets, threads
from countermove.bench.hidden import information
from countermove.bench.mcts import Simulated, simulated
from countermove.bench.perfect import Perfect, perfect
from countermove.bench.plain import Depth, Plays, depths, plays
from countermove.bench.rival import Rival, rivals
from countermove.bench.signature import Signature, signatures
from countermove.bench.start import Start, start_up

__all__ = [
    "Compilation", "Converged", "Counted", "Depth", "Endgames", "Exact", "Hunted", "Match", "Ordinary", "Perfect",
    "Perft", "Plays", "Rival", "Searched", "Signature", "Simulated", "Start", "Tactics", "Threads", "compilations",
    "counts", "depths", "endgames", "equilibria", "hunts", "information", "matches", "ordinary", "perfect", "perfts",
    "plays", "rivals", "searches", "sets", "signatures", "simulated", "start_up", "tactics", "threads",
]  # fmt: skip
