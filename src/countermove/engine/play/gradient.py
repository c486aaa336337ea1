"""The gradient of a network of sparse inputs (see sparse.py), in floating point, for a batch of positions.

total     = offset + sum over both views and all hidden units of weight * clip(unit, 0, 1) ** 2
predicted = 1 / (1 + exp(-SLOPE * total))
loss      = (predicted - target) ** 2
"""

from __future__ import annotations

import math
from typing import Any

from countermove.native.kernel import kernel
from countermove.sparse import SLOPE
from countermove.values import weigh


def see(rows: Any, numbers: Any, units: Any) -> None:
    """Sum the rows of the active inputs, and that of the constant one, which comes last and fills up the numbers."""
    last = len(rows) - 1
    for unit in range(len(units)):
        units[unit] = rows[last, unit]
    for place in range(len(numbers)):
        if numbers[place] == last:
            break
        weigh(units, rows[numbers[place]], 1.0)


def blame(rows: Any, numbers: Any, units: Any) -> None:
    """Add the blame of hidden units to the gradient of the rows they are sums of."""
    last = len(rows) - 1
    weigh(rows[last], units, 1.0)
    for place in range(len(numbers)):
        if numbers[place] == last:
            break
        weigh(rows[numbers[place]], units, 1.0)


@kernel
def gradient(
    game: Any, state: Any, batch: Any, views: Any, stages: Any, targets: Any, rows: Any, outputs: Any, offsets: Any,
    rows_slope: Any, outputs_slope: Any, offsets_slope: Any, units: Any
) -> float:  # fmt: skip
    """The sum of the losses of some positions; adds the gradient to the arrays of slopes."""
    loss = 0.0
    for at in range(len(batch)):
        number = batch[at]
        stage = stages[number]
        total = offsets[stage]
        for view in range(2):
            see(rows, views[number, view], units[view])
            for unit in range(units.shape[1]):
                clipped = min(max(units[view, unit], 0.0), 1.0)
                total += clipped * clipped * outputs[stage, view, unit]
        predicted = 1 / (1 + math.exp(-SLOPE * total))
        error = predicted - targets[number]
        loss += error * error
        slope = 2 * error * SLOPE * predicted * (1 - predicted)
        offsets_slope[stage] += slope
        for view in range(2):
            for unit in range(units.shape[1]):
                clipped = min(max(units[view, unit], 0.0), 1.0)
                outputs_slope[stage, view, unit] += slope * clipped * clipped
                inside = 0.0 < clipped < 1.0
                units[view, unit] = 2 * slope * clipped * outputs[stage, view, unit] if inside else 0.0
            blame(rows_slope, views[number, view], units[view])
    return loss
