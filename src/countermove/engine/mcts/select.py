"""The first step of a simulation: which child of a node it descends to.

Players take the child with the best score by the formula. Chance draws by its odds (`draw_outcome`); where both players
act at once, see joint.py.

    UCB1, PUCT             Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006); Rosin (2011)
    RAVE                   Gelly and Silver, "Combining online and offline knowledge in UCT" (2007)
    first-play urgency     Gelly and Wang (2006)
    bias and widening      Chaslot et al., "Progressive strategies for Monte-Carlo tree search" (2008)
"""

from __future__ import annotations

import math
from typing import Any

from countermove.engine.mcts.row import AMAF, AMAF_VALUE, CHILDREN, MAX_CHILDREN, PRIOR, PROVEN, VALUES, VISITS
from countermove.engine.mcts.work import PUCT, TreeWorkspace, below, fraction
from countermove.native.real import real_of


def select(rows: Any, node: int, mover: int, ply: int, work: TreeWorkspace) -> int:
    """The row of the child with the best score by the formula; the first of equals, a random one of those untried.

    A proven child is not searched again. Where it is the best, the best of the others is tried, but the proven value
    is backed up from here on (`instead`).
    """
    width = work.width
    at = node * width
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    visits = rows[at + VISITS]
    low = work.low
    scale = 1.0 / (work.high - low) if work.high > low else 1.0
    extras = VALUES + 2 * work.players
    if work.widening > 0.0:
        count = min(count, max(1, math.ceil(work.widening * math.sqrt(visits))))
    puct = work.formula == PUCT
    growth = math.sqrt(visits) if puct else math.log(visits) if visits > 0 else 0.0
    share = math.sqrt(work.rave / (3.0 * visits + work.rave)) if work.rave > 0.0 else 0.0
    tries_all = work.urgency > 1e9
    untried = 0
    best = proven = -1
    top = known = 0.0
    for i in range(count):
        child = (first + i) * width
        tries = rows[child + VISITS]
        if rows[child + PROVEN] != 0:
            score = (real_of(rows[child + VALUES + work.players + mover]) - low) * scale
            if proven < 0 or score > known:
                proven = i
                known = score
            continue
        if tries == 0 and tries_all:
            untried += 1
            continue
        score = work.urgency
        if tries > 0:
            score = (real_of(rows[child + VALUES + mover]) / tries - low) * scale
        if share > 0.0 and rows[child + extras + AMAF] > 0:
            average = real_of(rows[child + extras + AMAF_VALUE]) / rows[child + extras + AMAF]
            score = (1.0 - share) * score + share * (average - low) * scale
        if puct:
            score += work.exploration * real_of(rows[child + PRIOR]) * growth / (1 + tries)
        elif tries > 0:
            score += work.exploration * math.sqrt(growth / tries)
        if work.bias > 0.0:
            score += work.bias * real_of(rows[child + PRIOR]) / (1 + tries)
        if best < 0 or score > top:
            best = i
            top = score
    work.instead[ply] = 0
    if untried == 0:
        if proven >= 0 and (best < 0 or known >= top):
            if best < 0:
                return first + proven
            work.instead[ply] = first + proven
        return first + best
    pick = below(work, untried)
    for i in range(count):
        child = (first + i) * width
        if rows[child + VISITS] == 0 and rows[child + PROVEN] == 0:
            if pick == 0:
                return first + i
            pick -= 1
    return first  # another thread was faster


def draw_outcome(rows: Any, node: int, work: TreeWorkspace) -> int:
    """The row of the child that chance draws."""
    at = node * work.width
    child = rows[at + CHILDREN] >> 16
    last = child + (rows[at + CHILDREN] & MAX_CHILDREN) - 1
    mark = fraction(work)
    while child < last and mark >= real_of(rows[child * work.width + PRIOR]):
        mark -= real_of(rows[child * work.width + PRIOR])
        child += 1
    return child
