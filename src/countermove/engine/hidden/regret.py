"""Regret minimisation on a game in sequence form, as kernels: gradients, updates, best responses.

A strategy is a *plan*: for each sequence, the probability that the player's own choices contribute to it. What a
sequence is worth to its player against the plans of the others is a sum over the ends with that sequence, a row of a
sparse matrix:

    worth[s] = sum of coefficient * plan of the others      coefficient = probability of chance * utility

From the last set to the first, the worth of a set is added to the sequence before it; what an action gains over it is
its counterfactual regret. All players' sequences are numbered together, each player's side by side, sets likewise, so
one pass over memory is one player's update: no tree is walked. Methods:

    CFR      regrets add up; all iterations count the same in the average
             Zinkevich and others, "Regret minimization in games with incomplete information" (2007)
    CFR+     sums stay above 0; iteration t counts t-fold                              Tammelin (2014)
    DCFR     earlier regrets fade, negative ones faster; t counts t^2-fold             Brown and Sandholm (2019)
    PDCFR+   CFR+ with fading and a prediction: the last regrets will come again       Xu and others (2024)
"""

from __future__ import annotations

from typing import Any

from countermove.engine.workspace import Workspace
from countermove.native.kernel import kernel

CFR, CFR_PLUS, DCFR, PDCFR_PLUS = range(4)
ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0
"""DCFR: positive regrets are multiplied by t^alpha / (t^alpha + 1), negative ones by t^beta / (t^beta + 1), and the
average by (t / (t + 1))^gamma."""
PREDICTIVE_ALPHA, PREDICTIVE_GAMMA = 2.3, 5.0
"""The same for PDCFR+."""


def weigh_sequences(low: int, high: int, others: int, starts: Any, columns: Any, coefficients: Any, plan: Any,
                    worth: Any) -> None:  # fmt: skip
    """The worth of sequences `low` to before `high` at the ends of games, against the plans of `others` players."""
    if others == 1:
        for sequence in range(low, high):
            total = 0.0
            for end in range(starts[sequence], starts[sequence + 1]):
                total += coefficients[end] * plan[columns[end]]
            worth[sequence] = total
        return
    for sequence in range(low, high):
        total = 0.0
        for end in range(starts[sequence], starts[sequence + 1]):
            term = coefficients[end]
            for other in range(others):
                term *= plan[columns[end * others + other]]
            total += term
        worth[sequence] = total


def follow(low: int, high: int, first: Any, count: Any, parent: Any, strategy: Any, plan: Any) -> None:
    """The plan of a player whose sets are `low` to before `high`, from its probabilities at each set."""
    for number in range(low, high):
        reach = plan[parent[number]]
        for sequence in range(first[number], first[number] + count[number]):
            plan[sequence] = reach * strategy[sequence]


@kernel
def planned(first: Any, count: Any, parent: Any, strategy: Any, plan: Any) -> None:
    """The plan of all players; that of empty sequences is there already."""
    follow(0, len(first), first, count, parent, strategy, plan)


@kernel
def shared(first: Any, count: Any, plan: Any, strategy: Any) -> None:
    """The strategy of a plan: each action's share of its set; equal shares where the plan never goes."""
    for number in range(len(first)):
        total = 0.0
        for sequence in range(first[number], first[number] + count[number]):
            total += plan[sequence]
        for sequence in range(first[number], first[number] + count[number]):
            strategy[sequence] = plan[sequence] / total if total > 0.0 else 1.0 / count[number]


@kernel
def minimise(
    method: int, start: int, iterations: int, together: bool, only: int, bounds: Any, first: Any, count: Any,
    parent: Any,
    starts: Any, columns: Any, coefficients: Any, regret: Any, strategy: Any, plan: Any, average: Any, worth: Any,
    total: Any, gained: Any, work: Workspace,
) -> int:  # fmt: skip
    """Run iterations `start` + 1, ...; returns the number of the last one complete.

    Row p of `bounds` has the first set and the last set of player p, the first and the last sequence (which is its
    empty one), each "last" plus one. Players update in turn, or with `together` all at once; then `total` adds up the
    worth of each sequence, and `gained` what each player got. With `only` not -1, only that player updates, whose
    sequences have been weighed.
    """
    players = len(bounds)
    others = players - 1
    now = start
    while now < start + iterations and work.stop == 0:
        now += 1
        work.nodes += 1
        t = float(now)
        # Step 1. What earlier regrets and the average still count.
        positive = negative = 1.0
        ahead = 1.0
        weight = 1.0
        if method == CFR_PLUS:
            weight = t
        elif method == DCFR:
            power = (t - 1.0) ** ALPHA
            positive = power / (power + 1.0)
            power = (t - 1.0) ** BETA if now > 1 else 0.0
            negative = power / (power + 1.0)
            weight = t**GAMMA
        elif method == PDCFR_PLUS:
            power = (t - 1.0) ** PREDICTIVE_ALPHA
            positive = power / (power + 1.0)
            power = t**PREDICTIVE_ALPHA
            ahead = power / (power + 1.0)
            weight = t**PREDICTIVE_GAMMA
        if together:
            for player in range(players):
                weigh_sequences(
                    bounds[player, 2], bounds[player, 3], others, starts, columns, coefficients, plan, worth
                )
            for sequence in range(len(worth)):
                total[sequence] += worth[sequence]
        for player in range(max(0, only), players if only < 0 else only + 1):
            low, high = bounds[player, 0], bounds[player, 1]
            if not together and only < 0:
                weigh_sequences(
                    bounds[player, 2], bounds[player, 3], others, starts, columns, coefficients, plan, worth
                )

            # Step 2. From the last set to the first: its worth, and the regret of each action.
            for back in range(high - low):
                number = high - 1 - back
                begin, end = first[number], first[number] + count[number]
                value = 0.0
                for sequence in range(begin, end):
                    value += strategy[sequence] * worth[sequence]
                worth[parent[number]] += value
                mass = 0.0
                if method == PDCFR_PLUS:
                    for sequence in range(begin, end):
                        gain = worth[sequence] - value
                        kept = max(0.0, regret[sequence] * positive + gain)
                        regret[sequence] = kept
                        hoped = max(0.0, kept * ahead + gain)
                        strategy[sequence] = hoped
                        mass += hoped
                elif method == CFR_PLUS:
                    for sequence in range(begin, end):
                        kept = max(0.0, regret[sequence] + worth[sequence] - value)
                        regret[sequence] = kept
                        strategy[sequence] = kept
                        mass += kept
                else:
                    for sequence in range(begin, end):
                        before = regret[sequence]
                        kept = before * (positive if before > 0.0 else negative) + worth[sequence] - value
                        regret[sequence] = kept
                        kept = max(0.0, kept)
                        strategy[sequence] = kept
                        mass += kept

                # Step 3. Regret matching: the next strategy is in proportion to positive regrets.
                if mass > 0.0:
                    mass = 1.0 / mass
                    for sequence in range(begin, end):
                        strategy[sequence] *= mass
                else:
                    share = 1.0 / count[number]
                    for sequence in range(begin, end):
                        strategy[sequence] = share
            if together:
                gained[player] += worth[bounds[player, 2]]

            # Step 4. Its plan, and the average of all its plans.
            if not together:
                follow(low, high, first, count, parent, strategy, plan)
                for sequence in range(bounds[player, 2], bounds[player, 3]):
                    average[sequence] += weight * plan[sequence]
        if together:
            for player in range(players):
                for sequence in range(bounds[player, 2], bounds[player, 3]):
                    average[sequence] += weight * plan[sequence]
                follow(bounds[player, 0], bounds[player, 1], first, count, parent, strategy, plan)
    return now


@kernel
def weighed(bounds: Any, starts: Any, columns: Any, coefficients: Any, plan: Any, worth: Any) -> None:
    """What the ends with each sequence pay its player, against the plans of the others."""
    others = len(bounds) - 1
    for player in range(len(bounds)):
        weigh_sequences(bounds[player, 2], bounds[player, 3], others, starts, columns, coefficients, plan, worth)


@kernel
def weighed_part(
    low: int, high: int, others: int, starts: Any, columns: Any, coefficients: Any, plan: Any, worth: Any
) -> None:  # fmt: skip
    """The same for some sequences of one player: one thread's share."""
    weigh_sequences(low, high, others, starts, columns, coefficients, plan, worth)


@kernel
def respond(player: int, bounds: Any, first: Any, count: Any, parent: Any, worth: Any, best: Any) -> float:
    """The most that one player can get, where `worth` has what the ends with each sequence pay it.

    `worth` is overwritten by what each sequence is worth with all that follows, and `best` has the sequence to choose
    at each set.
    """
    for back in range(bounds[player, 1] - bounds[player, 0]):
        number = bounds[player, 1] - 1 - back
        pick = first[number]
        for sequence in range(pick + 1, first[number] + count[number]):
            if worth[sequence] > worth[pick]:
                pick = sequence
        best[number] = pick
        worth[parent[number]] += worth[pick]
    return float(worth[bounds[player, 2]])
