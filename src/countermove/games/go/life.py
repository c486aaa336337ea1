"""Chains that can never be captured, whatever the opponent does and even if their owner always passes.

D. Benson, "Life in the game of Go", Information Sciences 10, 1976. A *region* is enclosed by a colour: a connected set
of points without its stones. It is *vital* to a chain if every empty point in it is a liberty of the chain. Begin with
all chains and all regions of a colour, and repeat until nothing changes:

    drop every chain with fewer than two vital regions
    drop every region that touches a dropped chain

The chains that remain live. Their stones count for their owner in the end, and so do single points that they surround.
"""

from __future__ import annotations

from typing import Any

from countermove.games.go.point import EDGE, EMPTY


def certain_points(cells: Any, near: Any, colour: int) -> int:
    """How many points a colour is sure to own in the end."""
    area = len(cells) - 1

    # Step 1. Chains and regions, each named by its first point.
    home = [-1] * (area + 1)
    for point in range(area):
        if home[point] >= 0:
            continue
        home[point] = point
        is_chain = cells[point] == colour
        found = [point]
        for each in found:
            for beside in near[each]:
                if home[beside] < 0 and cells[beside] != EDGE and (cells[beside] == colour) == is_chain:
                    home[beside] = point
                    found.append(beside)

    # Step 2. Drop chains and regions until nothing changes.
    stays = [True] * area
    changed = True
    while changed:
        changed = False
        for chain in range(area):
            if home[chain] != chain or cells[chain] != colour or not stays[chain]:
                continue
            vital = 0
            for region in range(area):
                if home[region] == region and cells[region] != colour and stays[region] and vital < 2:
                    vital += 1 if is_vital(cells, near, home, region, chain) else 0
            if vital < 2:
                stays[chain] = False
                changed = True
                for point in range(area):
                    if home[point] == chain:
                        for beside in near[point]:
                            if cells[beside] != EDGE and cells[beside] != colour:
                                stays[home[beside]] = False

    # Step 3. Count.
    count = 0
    for point in range(area):
        if cells[point] == colour:
            count += 1 if stays[home[point]] else 0
        elif cells[point] == EMPTY:
            is_sure = True
            for beside in near[point]:
                if cells[beside] != EDGE and (cells[beside] != colour or not stays[home[beside]]):
                    is_sure = False
            count += 1 if is_sure else 0
    return count


def is_vital(cells: Any, near: Any, home: Any, region: int, chain: int) -> bool:
    """Whether every empty point of a region, of which there is at least one, is a liberty of a chain."""
    empty = 0
    for point in range(len(cells) - 1):
        if home[point] == region and cells[point] == EMPTY:
            empty += 1
            touches = False
            for beside in near[point]:
                if home[beside] == chain:
                    touches = True
            if not touches:
                return False
    return empty > 0
