"""The command that shows a mistake: `countermove tree` on a tree where the wrong search really parts from the right.

What a student's code gets wrong on its smallest tree need not show in the search that is wrong on purpose, which is
one form of the mistake among several. So the tree is tried first, and the others that were asked after it.
"""

from __future__ import annotations

from collections.abc import Iterable

from countermove import registry
from countermove.errors import CountermoveError
from countermove.lectures.grade.case import Case
from countermove.textbook.wrong import diverge, named, right_of


def see(name: str, cases: Iterable[Case]) -> str:
    """The command for the first of the cases that shows the mistake; nothing when none does."""
    return next((_command(name, case) for case in cases if _shows(name, case)), "")


def _shows(name: str, case: Case) -> bool:
    if case.specimen.players != 2:
        return False  # a list is for two players
    try:
        game = registry.load(str(case.specimen))
        right, wrong = (
            named(each, game)(game, depth=case.limit, conventions=case.conventions)
            for each in (right_of(name, game), name)
        )
        return diverge(right, wrong) is not None
    except CountermoveError:
        return False


def _command(name: str, case: Case) -> str:
    options = [
        "" if case.limit is None else f" --depth {case.limit}",
        "" if case.conventions.prune == ">=" else " --prune '>'",
        "" if case.conventions.ply == "action" else " --ply cycle",
    ]
    return f"countermove tree '{case.specimen}' --algorithm {name}{''.join(options)}"
