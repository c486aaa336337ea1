"""A search as students write it by hand: the trace of its calls, and the table of its nodes.

    calls    every call and every return, indented by depth
    rows     NODE TYPE ALPHA BETA VALUE, where a bound that changes shows all its values: "+∞, 6, 5"

Both use a `Narrator`, so names, roles and marks are those of its sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from countermove.game import Game
from countermove.textbook import STANDARD, Conventions, Event
from countermove.views.estimate import Estimates
from countermove.views.narrate import Narrator, marked, number, said, shown


def calls(
    events: Iterable[Event], game: Game, conventions: Conventions = STANDARD, *, algorithm: str = ""
) -> Iterator[str]:
    r"""The trace of calls and returns, indented by depth.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> print(*calls(alphabeta(game), game), sep="\n")
    a MAX depth 0 (-∞, +∞)
      b MIN depth 1 (-∞, +∞)
        d leaf depth 2 returns 2
        e leaf depth 2 returns 7
      b returns = 2
      c MIN depth 1 (2, +∞)
        f leaf depth 2 returns 1
        g skipped: 1 <= alpha 2 from b
      c returns <= 1
    a returns = 2
    """
    narrator = Narrator(game, conventions, algorithm=algorithm)
    called = ""
    for event in map(Estimates().mark, events):
        frame = narrator.follow(event)
        indent = "  " * len(event.path)
        if event.kind == "enter":
            if called:
                yield called
            window = "" if event.after is None else f" ({number(event.after[0])}, {number(event.after[1])})"
            place = narrator.place(event.depth)
            called = f"{indent}{frame.name} {frame.role} {place}"
            if event.player is not None:
                called += window
            continue
        if event.kind == "leaf":
            estimate = " by Eval" if event.estimate else ""
            yield f"{called} returns {shown(event.value)}{estimate}"
            called = ""
        elif called:
            yield called
            called = ""
        if event.kind == "cut" and event.after is not None:
            side, at = ("beta", 1) if event.bound == ">=" else ("alpha", 0)
            sign = conventions.prune if event.bound == ">=" else {">=": "<=", ">": "<"}[conventions.prune]
            source = f" from {frame.sources[at]}" if frame.sources[at] else ""
            for name in narrator.skipped(event):
                limit = number(event.after[at])
                yield f"{indent}  {name} skipped: {said(event.value, event.estimate)} {sign} {side} {limit}{source}"
        elif event.kind == "exit":
            yield f"{indent}{frame.name} returns {marked(event.value, event.bound, event.estimate)}"
        elif event.kind == "iteration":
            yield narrator.narrate(event)
        narrator.leave(event, frame)


class Row(NamedTuple):
    """A row of the table NODE TYPE ALPHA BETA VALUE; a bound that changed shows all its values."""

    node: str
    type: str
    alpha: str
    beta: str
    value: str


def rows(events: Iterable[Event], game: Game, conventions: Conventions = STANDARD, *, algorithm: str = "") -> list[Row]:
    """The table of a search, one row per node in the order of calls, skipped ones included.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> for row in rows(alphabeta(game), game):
    ...     print(" | ".join(row))
    a | MAX | -∞, 2 | +∞ | = 2
    b | MIN | -∞ | +∞, 2 | = 2
    d | leaf | -∞ | +∞ | = 2
    e | leaf | -∞ | 2 | = 7
    c | MIN | 2 | +∞, 1 | <= 1
    f | leaf | 2 | +∞ | = 1
    g | skipped |  |  |
    """
    narrator = Narrator(game, conventions, algorithm=algorithm)
    table: list[list[str]] = []
    at: dict[tuple[int, ...], int] = {}
    for event in map(Estimates().mark, events):
        frame = narrator.follow(event)
        if event.kind == "enter":
            if not event.path:
                table, at = [], {}  # deepening: the last search
            at[event.path] = len(table)
            low, high = ("", "") if event.after is None else map(number, event.after)
            table.append([frame.name, frame.role, low, high, ""])
        elif event.kind == "update" and event.before and event.after:
            for column, before, after in zip((2, 3), event.before, event.after):
                if before != after:
                    table[at[event.path]][column] += f", {number(after)}"
        elif event.kind == "cut":
            table += [[name, "skipped", "", "", ""] for name in narrator.skipped(event)]
        elif event.kind in ("leaf", "exit"):
            table[at[event.path]][4] = marked(event.value, event.bound, event.estimate)
        narrator.leave(event, frame)
    return [Row(*row) for row in table]
