"""Advice for one decision in a game of hidden information, by what its player knows and nothing else.

Small games are solved: the advice is how often an equilibrium takes each action; with more than two players or a
general sum, how often regret minimisation did on average, which need not be an equilibrium. Larger ones are searched
(`analysis/ismcts.py`): it is how often the search tried each.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from countermove.action import as_action
from countermove.analysis import analyse
from countermove.analysis.belief import Belief
from countermove.game import SIMULTANEOUS, Game, S, choices, legal
from countermove.information import is_small
from countermove.players.solver import Solver
from countermove.players.turn import Turn

SEARCH_SECONDS = 2.0
"""Seconds that a search may take."""


@dataclass(frozen=True, slots=True)
class Counsel:
    """How often each of the legal actions of a player should be taken, in their order."""

    shares: tuple[float, ...]
    """Empty if a solution never comes here."""
    source: str
    """What says so: "In equilibrium", "By regret minimisation" or "By search"."""


def counsel(
    game: Game[S], state: S, seat: int, turns: Sequence[Turn[S]], solver: Solver, stop: threading.Event | None = None
) -> Counsel:  # fmt: skip
    """Advice for the player in a seat, which is to act in `state` after these turns from the start.

    >>> from countermove import load
    >>> from countermove.players import Record, replay
    >>> game = load("kuhn")
    >>> _, turns = replay(Record("kuhn", actions=("K", "J", "check", "bet")), game)
    >>> found = counsel(game, turns[-1].after, 0, turns, Solver())
    >>> [round(share, 2) for share in found.shares], found.source
    ([0.0, 1.0], 'In equilibrium')
    """
    at_once = game.player(state) == SIMULTANEOUS
    offered = list(choices(game, state, seat)) if at_once else [as_action(each) for each in legal(game, state)]
    if is_small(game):
        mix = solver.mix(game, seat, turns, len(offered), stop)
        return Counsel(tuple(mix or ()), solution(game))
    found = analyse(
        game,
        state,
        seconds=SEARCH_SECONDS,
        history=[turn.state for turn in turns],
        belief=Belief(game, seat),
        stop=stop,
    )
    if at_once:
        return Counsel(tuple(found.strategies[seat].get(choice, 0.0) for choice in offered), "By search")
    visits = [found.visits.get(action, 0) for action in offered]
    total = sum(visits)
    shares = [each / total for each in visits] if total else [float(action == found.action) for action in offered]
    return Counsel(tuple(shares), "By search")


def solution(game: Game) -> str:
    """What solves a small game.

    >>> from countermove.games.kuhn import Kuhn
    >>> solution(Kuhn()), solution(Kuhn(players=3))
    ('In equilibrium', 'By regret minimisation')
    """
    from countermove.solve.nash import opposed  # which imports NumPy

    return "In equilibrium" if opposed(game) else "By regret minimisation"
