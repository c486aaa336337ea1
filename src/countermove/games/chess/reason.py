"""Why a position is evaluated as it is: the named terms by group, in pawns, and what the network sees beyond them.

Sums are fractions, so that they add up to the evaluation to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from countermove.explanation import Explanation, Part
from countermove.games.chess.evaluation import GROUPS, MOBILITY, PHASE, TEMPO, expected, phase, terms
from countermove.games.chess.position import PAWN, Position, turned

MATERIAL, NETWORK = "material", "network"
PAWNS = 100
"""Weights are in hundredths of a pawn."""


def group_of(term: int) -> str:
    """The name of the group of a term.

    >>> group_of(0), group_of(TEMPO)
    ('piece-square', 'tempo')
    """
    return [name for first, name in GROUPS if first <= term][-1]


def average(weights: Sequence[int], code: int) -> int:
    """What a piece is worth on an average square."""
    first, last = (8, 56) if code == PAWN else (0, 64)
    return round(sum(weights[64 * code + square] for square in range(first, last)) / (last - first))


def sums(at: Position, weights: Sequence[Sequence[int]]) -> dict[str, list[int]]:
    """For each group, the weights that count for the player to move: early and late."""
    found = {name: [0, 0] for name in (MATERIAL, *(name for _, name in GROUPS))}
    for term, times in terms(at):
        for stage in range(2):
            weight = weights[stage][term]
            if term < MOBILITY:
                worth = average(weights[stage], term // 64)
                found[MATERIAL][stage] += worth * times
                weight -= worth
            found[group_of(term)][stage] += weight * times
    return found


def explained(
    at: Position, player: int, weights: Sequence[Sequence[int]], network: float | None = None
) -> Explanation:  # fmt: skip
    """The evaluation of a position for a player, by group of terms.

    If it is a network's, `network` is the advantage that it gives the player, in hundredths of a pawn; the last part is
    what the terms do not account for.
    """
    left = phase(at)
    sides = [sums(at, weights), sums(turned(at), weights)]  # of the player to move, and of the other
    for stage in range(2):
        sides[0][group_of(TEMPO)][stage] += weights[stage][TEMPO]

    def mixed(pair: Sequence[int]) -> Fraction:
        return Fraction(pair[0] * left + pair[1] * (PHASE - left), PHASE * PAWNS)

    parts = []
    mover = at.plies & 1
    for name in sides[0]:
        one, other = (side[name] for side in (sides if player == mover else sides[::-1]))
        white, black = (side[name] for side in (sides if mover == 0 else sides[::-1]))
        change = [mine - theirs for mine, theirs in zip(one, other)]
        details = (float(mixed(white)), float(mixed(black)), change[0] / PAWNS, change[1] / PAWNS)
        parts.append(Part(name, mixed(change), details))
    total = sum((Fraction(part.value) for part in parts), Fraction(0))
    if network is not None:
        parts.append(Part(NETWORK, Fraction(network) / PAWNS - total))
        total = Fraction(network) / PAWNS
    return Explanation(tuple(parts), expected(float(total * PAWNS)), ("White", "Black", "early", "late"), "pawns")
