"""A tree as text, unsolved, as it is drawn on a blackboard.

           a ▲
        ┌───┴───┐
       b ▼     c ▼
      ┌─┴─┐   ┌─┴─┐
      3  12   2   4
      d   e   f   g

The payoff of a leaf is above its name. A tree too wide for the screen is indented instead.
"""

from __future__ import annotations

from countermove.lectures.quiz.answer import show
from countermove.lectures.quiz.layout import PlacedNode, placed_nodes
from countermove.lectures.quiz.worked import Worked

SHAPES = {"MAX": "▲", "MIN": "▼", "CHANCE": "○"}


def tree_text(worked: Worked, width: int = 100) -> str:
    """The tree of a question.

    >>> from countermove.lectures.quiz.worked import work
    >>> print(tree_text(work("[[3,12],[2,4]]", "max", "alphabeta", ">=")))
           a ▲
        ┌───┴───┐
       b ▼     c ▼
      ┌─┴─┐   ┌─┴─┐
      3  12   2   4
      d   e   f   g
    """
    nodes = placed_nodes(worked)
    leaves = sum(not place.role for place in nodes.values())
    longest = max(len(show(place.payoff)) for place in nodes.values() if place.payoff is not None)
    step = max(longest, 2, 3 * any(place.odds for place in nodes.values())) + (2 if leaves <= 16 else 1)
    return _wide(nodes, step) if step * leaves + 2 <= width else _tall(worked, nodes)


def _wide(nodes: dict[str, PlacedNode], step: int) -> str:
    column = {name: 2 + round(place.across * step) for name, place in nodes.items()}
    levels = max(place.level for place in nodes.values()) + 1
    size = max(column.values()) + 6
    rows: list[list[str]] = []
    for level in range(levels):
        here = [place for place in nodes.values() if place.level == level]
        if level:
            rows += _branches(nodes, here, column, size)
        top, below = [" "] * size, [" "] * size
        for place in here:
            if place.role:
                _set(top, column[place.name], f"{place.name} {SHAPES[place.role]}", len(place.name))
            else:
                words = show(place.payoff or 0.0)
                _set(top, column[place.name], words, len(words) - 1)
                _set(below, column[place.name], place.name, len(place.name) - 1)
        rows += [top, below] if any(not place.role for place in here) else [top]
    return "\n".join("".join(row).rstrip() for row in rows)


def _set(row: list[str], column: int, words: str, before: int) -> None:
    """Write words with `before` of their characters left of the column."""
    start = max(0, column - before)
    row[start : start + len(words)] = words


def _branches(
    nodes: dict[str, PlacedNode], here: list[PlacedNode], column: dict[str, int], size: int
) -> list[list[str]]:
    """The lines from parents to the children of a level, and the odds on them."""
    lines, odds = [" "] * size, [" "] * size
    for parent in dict.fromkeys(place.parent for place in here):
        at = [column[place.name] for place in here if place.parent == parent]
        lines[at[0] : at[-1] + 1] = "─" * (at[-1] - at[0] + 1)
        for each in at:
            lines[each] = "┬"
        lines[at[0]], lines[at[-1]] = ("┌", "┐") if len(at) > 1 else ("│", "│")
        middle = column[parent]
        lines[middle] = {"─": "┴", "┬": "┼"}.get(lines[middle], lines[middle])
    for place in here:
        _set(odds, column[place.name], place.odds, len(place.odds) // 2)
    return [lines, odds] if any(place.odds for place in here) else [lines]


def _tall(worked: Worked, nodes: dict[str, PlacedNode]) -> str:
    lines: list[str] = []

    def put(name: str, lead: str, guide: str) -> None:
        place = nodes[name]
        chance = f"({place.odds}) " if place.odds else ""
        mark = f"{SHAPES[place.role]} {place.role}" if place.role else f"= {show(place.payoff or 0.0)}"
        lines.append(f"{lead}{chance}{name} {mark}")
        children = worked.children(name)
        for number, child in enumerate(children):
            last = number == len(children) - 1
            put(child, guide + ("└─ " if last else "├─ "), guide + ("   " if last else "│  "))

    put(worked.game.node_names[0], "", "")
    return "\n".join(lines)
