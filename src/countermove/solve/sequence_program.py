"""Equilibria of two players with a constant sum by linear programming in sequence form: exact, for small games.

A plan x of the first player is optimal if it maximises what a best response of the second leaves it:

    maximise q_0   with   for each sequence t of the second player, in set J, before the sets K that follow t:
                              q_J  <=  sum over s of x_s A_st  +  sum over K of q_K
                          x of the empty sequence = 1,   x of a set's actions adds up to x of the sequence before it

where A is what the ends pay the first player, and q_J is the least that the set J leaves it. The dual variables are an
optimal plan of the second player. See Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized
strategies in game trees" (1994). SciPy's HiGHS solves it.
"""

from __future__ import annotations

import numpy as np

from countermove.errors import GameError, SpecError
from countermove.solve.sequence import Reals, SequenceForm


def optimal(form: SequenceForm) -> Reals:
    """An optimal strategy of each player, as probabilities by sequence."""
    try:
        from scipy.optimize import linprog
        from scipy.sparse import coo_array, csr_array, hstack
    except ImportError:
        raise SpecError("The method lp needs SciPy; run pip install 'countermove[simultaneous]'.") from None
    mine, theirs = form.bounds[0], form.bounds[1]
    own, other = int(mine[3] - mine[2]), int(theirs[3] - theirs[2])
    own_sets, other_sets = int(mine[1] - mine[0]), int(theirs[1] - theirs[0])

    # What the ends pay the first player, by its sequences and the other's.
    rows = np.repeat(np.arange(own), np.diff(form.starts[: own + 1]))
    ends = slice(0, int(form.starts[own]))
    paid = csr_array(
        coo_array((form.coefficients[ends], (rows, form.columns[ends] - theirs[2])), shape=(own, other))
    )  # both players' rows have the same ends, so the first player's suffice

    # Constraints: row 0 is the empty sequence, row 1 + i is set i.
    own_flow = _flow(form, 0, own, own_sets)
    other_flow = _flow(form, 1, other, other_sets)
    found = linprog(
        np.concatenate([np.zeros(own), [-1.0], np.zeros(other_sets)]),
        A_ub=hstack([-paid.T, other_flow.T]),
        b_ub=np.zeros(other),
        A_eq=hstack([own_flow, csr_array((1 + own_sets, 1 + other_sets))]),
        b_eq=np.concatenate([[1.0], np.zeros(own_sets)]),
        bounds=[(0.0, None)] * own + [(None, None)] * (1 + other_sets),
        method="highs",
    )
    if not found.success:
        raise GameError(f"The linear program of {type(form.game).__name__} cannot be solved: {found.message}")
    plan = np.maximum(0.0, np.concatenate([found.x[:own], -found.ineqlin.marginals])) + 0.0  # without -0.0
    return form.strategy(plan)


def _flow(form: SequenceForm, player: int, sequences: int, sets: int):  # type: ignore[no-untyped-def]
    """The constraints on a player's plan, as a sparse matrix: one row for the empty sequence, one for each set."""
    from scipy.sparse import coo_array, csr_array

    low, high, begin, _ = form.bounds[player]
    count = form.count[low:high]
    inner = np.repeat(np.arange(1, sets + 1), count)
    rows = np.concatenate([[0], np.arange(1, sets + 1), inner])
    columns = np.concatenate([[0], form.parent[low:high] - begin, np.arange(1, sequences)])
    values = np.concatenate([[1.0], -np.ones(sets), np.ones(len(inner))])
    return csr_array(coo_array((values, (rows, columns)), shape=(1 + sets, sequences)))
