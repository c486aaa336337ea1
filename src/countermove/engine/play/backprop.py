"""The gradient of a network of policy and value (see dual.py), for a batch of positions.

    value loss   the cross entropy between the logistic function of the value and what should be predicted, from 0 to 1
    policy loss  the cross entropy between the softmax of the scores of the legal actions and their shares of the visits

All loops add a multiple of one row of weights to another, which the processor does with vector instructions; where a
blame flows back through a layer, it takes the columns of that layer, from a transposed copy.
"""

from __future__ import annotations

import math
from typing import Any

from countermove.native.kernel import kernel
from countermove.values import weigh


def layer(inputs: Any, weights: Any, units: Any) -> None:
    """The units after a layer, before what follows; the last row of the weights is of a constant input."""
    for unit in range(len(units)):
        units[unit] = weights[len(inputs), unit]
    for at in range(len(inputs)):
        if inputs[at] > 0:
            weigh(units, weights[at], inputs[at])


def blame(inputs: Any, slopes: Any, units: Any) -> None:
    """Add the gradient of a layer, given the blame of its units."""
    weigh(slopes[len(inputs)], units, 1.0)
    for at in range(len(inputs)):
        if inputs[at] != 0:
            weigh(slopes[at], units, inputs[at])


def back(columns: Any, units: Any, before: Any, blamed: Any) -> None:
    """The blame of the units before a layer, which are `before`: none where a unit was not above 0."""
    for at in range(len(blamed)):
        blamed[at] = 0
    for unit in range(len(units)):
        if units[unit] != 0:
            weigh(blamed, columns[unit], units[unit])
    for at in range(len(blamed)):
        if before[at] <= 0:
            blamed[at] = 0


@kernel
def backprop(
    game: Any, state: Any, batch: Any, inputs: Any, starts: Any, outputs: Any, shares: Any, targets: Any, first: Any,
    second: Any, third: Any, second_columns: Any, third_columns: Any, slopes_first: Any, slopes_second: Any,
    slopes_third: Any, units: Any, losses: Any
) -> int:  # fmt: skip
    """Add the gradient of some positions to the slopes, and their losses to `losses`: of the value, of the policy.

    Position n has the row n of inputs and targets; from starts[n, 0] to starts[n, 1] are the outputs and the shares of
    its actions. `units` are rows of room.
    """
    hidden = units[0][: first.shape[1]]
    after = units[1][: second.shape[1]]
    ends = units[2][: third.shape[1]]
    blamed = units[3][: first.shape[1]]
    blamed_after = units[4][: second.shape[1]]
    for place in range(len(batch)):
        number = batch[place]
        # Step 1. Forward.
        for unit in range(len(hidden)):
            hidden[unit] = first[inputs.shape[1], unit]
        for at in range(inputs.shape[1]):
            if inputs[number, at] != 0:
                weigh(hidden, first[at], inputs[number, at])
        for unit in range(len(hidden)):
            hidden[unit] = max(hidden[unit], hidden[unit] * 0)
        layer(hidden, second, after)
        for unit in range(len(after)):
            after[unit] = max(after[unit], after[unit] * 0)
        layer(after, third, ends)

        # Step 2. The losses, and the blame of the outputs.
        for value in range(targets.shape[1]):
            wanted = float(targets[number, value])
            share = 1 / (1 + math.exp(-min(max(float(ends[value]), -30.0), 30.0)))
            losses[0] -= wanted * math.log(share) + (1 - wanted) * math.log(1 - share)
            ends[value] = share - wanted
        low = starts[number, 0]
        high = starts[number, 1]
        top = float(ends[outputs[low]])
        for each in range(low, high):
            top = max(top, float(ends[outputs[each]]))
        total = 0.0
        for each in range(low, high):
            total += math.exp(float(ends[outputs[each]]) - top)
        for each in range(low, high):
            score = float(ends[outputs[each]]) - top
            losses[1] -= shares[each] * (score - math.log(total))
            units[5, each - low] = math.exp(score) / total - shares[each]
        for output in range(targets.shape[1], len(ends)):
            ends[output] = 0
        for each in range(low, high):
            ends[outputs[each]] += units[5, each - low]

        # Step 3. Backward.
        blame(after, slopes_third, ends)
        back(third_columns, ends, after, blamed_after)
        blame(hidden, slopes_second, blamed_after)
        back(second_columns, blamed_after, hidden, blamed)
        weigh(slopes_first[inputs.shape[1]], blamed, 1.0)
        for at in range(inputs.shape[1]):
            if inputs[number, at] != 0:
                weigh(slopes_first[at], blamed, inputs[number, at])
    return len(batch)
