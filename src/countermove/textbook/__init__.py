"""Search as the lectures write it, narrating every step.

Each algorithm is a generator: iterate it to follow the search event by event; its return value is the decision. These
versions work for any game, compiled or not, and every faster one is checked against them.

>>> from countermove.games.tree import Tree
>>> events, decision = trace(alphabeta(Tree([[10, 8], [4, 50]])))
>>> decision.value, decision.action, leaves_visited(events)
(8.0, 0, [10.0, 8.0, 4.0])
"""

from __future__ import annotations

from countermove.textbook.alphabeta import alphabeta
from countermove.textbook.bestreply import bestreply
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Score
from countermove.textbook.deepening import ALGORITHMS, Algorithm, deepening
from countermove.textbook.event import Bound, Candidate, Event, Kind, Mix, Narration, Value, Window, to_json
from countermove.textbook.expectimax import Policy, expectimax, uniform
from countermove.textbook.expectiminimax import expectiminimax
from countermove.textbook.fit import fitting, is_max_side, prunes, refuse, team
from countermove.textbook.induction import induction, stage
from countermove.textbook.leaves import leaves_pruned, leaves_visited
from countermove.textbook.matrix import Equilibrium, equilibrium
from countermove.textbook.maxn import maxn
from countermove.textbook.mcts import mcts
from countermove.textbook.minimax import minimax
from countermove.textbook.paranoid import paranoid
from countermove.textbook.run import Run, StoppedError, run, trace
from countermove.textbook.shallow import shallow
from countermove.textbook.star import star1, star2

__all__ = [
    "ALGORITHMS",
    "STANDARD",
    "Algorithm",
    "Bound",
    "Candidate",
    "Conventions",
    "Decision",
    "Equilibrium",
    "Event",
    "Kind",
    "Mix",
    "Narration",
    "Policy",
    "Run",
    "Score",
    "StoppedError",
    "Value",
    "Window",
    "alphabeta",
    "bestreply",
    "deepening",
    "equilibrium",
    "expectimax",
    "expectiminimax",
    "fitting",
    "induction",
    "is_max_side",
    "leaves_pruned",
    "leaves_visited",
    "maxn",
    "mcts",
    "minimax",
    "paranoid",
    "prunes",
    "refuse",
    "run",
    "shallow",
    "stage",
    "star1",
    "star2",
    "team",
    "to_json",
    "trace",
    "uniform",
]
