"""The lectures as content: every example, demonstration, quiz and claim by name, as data.

>>> item = find("alphabeta-quiz-2")
>>> item.numbers, item.runs[0].pruned
((16,), (8, 20, 4))
"""

from __future__ import annotations

import difflib

from countermove.errors import SpecError
from countermove.lectures.contents import sections
from countermove.lectures.item import Item, Run, Section, Table

__all__ = ["SECTIONS", "Item", "Run", "Section", "Table", "find", "items"]

SECTIONS = sections()
NUMBERED = 7
"""The sections whose items are known by their numbers in the notes; later ones have names only."""
"""The sections of the lectures; the last one holds the claims."""


def items() -> list[Item]:
    """Every item, in the order of the lectures."""
    return [item for section in SECTIONS for item in section.items]


def find(name: str) -> Item:
    """The item of that name, or of that number in the notes if it is unique; later sections have names only."""
    known = {item.name: item for item in items()}
    if name in known:
        return known[name]
    if name.isdecimal():
        numbered = [item for s in SECTIONS[:NUMBERED] for item in s.items if int(name) in item.numbers]
        if len(numbered) == 1:
            return numbered[0]
        if numbered:
            raise SpecError(
                f"Example {name} has several lectures; use one of: {', '.join(item.name for item in numbered)}."
            )
    close = difflib.get_close_matches(name, known, 1, 0.5)
    hint = f"did you mean {close[0]!r}?" if close else "run `countermove lecture` to list them."
    raise SpecError(f"There is no lecture {name!r}; {hint}")
