"""Nodes where both players act at once: regret matching in every node (Lanctot, Lisý and Winands, 2014).

Each player draws a choice by the regrets so far, and after the simulation adds what every other choice would have
gained. A child stands for a pair of choices; row.py explains the rows.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.mcts.row import ACTION, CHILDREN, FIRST_CHOICES, MAX_CHILDREN, PRIOR, VALUES, VISITS, clear_row
from countermove.engine.mcts.work import TreeWorkspace, fraction
from countermove.native.real import real_of, word_of
from countermove.values import split


def lay_pairs(rows: Any, node: int, free: int, count: int, actions: Any, work: TreeWorkspace) -> int:
    """Put a child for each pair of choices into rows from `free`, and the choices after them; the number of rows.

    Returns 0 if the actions are not every pair of choices.
    """
    width = work.width
    ones = 0
    first, second = split(int(actions[0]))
    others = 0
    for i in range(count):
        one, other = split(int(actions[i]))
        if other == second:
            ones += 1
        if one == first:
            others += 1
    if ones * others != count:
        return 0
    laid = 0
    for i in range(count):
        one, other = split(int(actions[i]))
        if other == second:
            clear_row(rows, (free + count + laid) * width, width, one, 0.0)
            laid += 1
    for i in range(count):
        one, other = split(int(actions[i]))
        if one == first:
            clear_row(rows, (free + count + laid) * width, width, other, 0.0)
            laid += 1
    for i in range(count):
        one, other = split(int(actions[i]))
        row = column = -1
        for j in range(ones):
            if rows[(free + count + j) * width + ACTION] == one:
                row = j
        for j in range(others):
            if rows[(free + count + ones + j) * width + ACTION] == other:
                column = j
        if row < 0 or column < 0:
            return 0
        clear_row(rows, (free + row * others + column) * width, width, int(actions[i]), 1.0 / count)
    rows[node * width + VALUES + 2 * work.players + FIRST_CHOICES] = ones
    return count + ones + others


def draw_choice(rows: Any, first: int, count: int, work: TreeWorkspace) -> int:
    """The choice of one player by regret matching, noted in the sums of probabilities."""
    width = work.width
    total = 0.0
    for i in range(count):
        total += max(0.0, real_of(rows[(first + i) * width + VALUES]))
    mark = fraction(work)
    pick = count - 1
    found = False
    for i in range(count):
        at = (first + i) * width
        odds = max(0.0, real_of(rows[at + VALUES])) / total if total > 0.0 else 1.0 / count
        rows[at + PRIOR] = word_of(real_of(rows[at + PRIOR]) + odds)
        mark -= (1.0 - work.mixing) * odds + work.mixing / count
        if mark < 0.0 and not found:
            found = True
            pick = i
    return pick


def draw_pair(rows: Any, node: int, work: TreeWorkspace) -> int:
    """The row of the child for the choices that both players draw."""
    at = node * work.width
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    ones = rows[at + VALUES + 2 * work.players + FIRST_CHOICES]
    others = count // ones
    one = draw_choice(rows, first + count, ones, work)
    other = draw_choice(rows, first + count + ones, others, work)
    return first + one * others + other


def regret(rows: Any, node: int, child: int, work: TreeWorkspace) -> None:
    """Add what each other choice would have gained, against the other player's."""
    width = work.width
    at = node * width
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    ones = rows[at + VALUES + 2 * work.players + FIRST_CHOICES]
    others = count // ones
    one = (child - first) // others
    other = (child - first) % others
    for player in range(2):
        value = real_of(work.worth[player])
        start = first + count + player * ones
        for i in range(others if player == 1 else ones):
            pair = one * others + i if player == 1 else i * others + other
            cell = (first + pair) * width
            tries = rows[cell + VISITS]
            if tries > 0 and first + pair != child:
                place = (start + i) * width + VALUES
                rows[place] = word_of(real_of(rows[place]) + real_of(rows[cell + VALUES + player]) / tries - value)
