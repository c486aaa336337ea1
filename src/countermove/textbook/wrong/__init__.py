"""Deliberately wrong searches: each mistake that students make, as a narrating search of its own.

They find the bug in a student's code (the search with the same wrong answers has the same mistake) and show it: a wrong
search yields its steps like a right one, so it can be drawn, narrated, and stepped alongside the right one to the point
where they diverge.

>>> from countermove.games.tree import Tree
>>> from countermove.textbook import run
>>> run(named("wrong:shared-beta")(Tree([[3, 12], [4, 6], [15, 2]]))).value
3.0
"""

from __future__ import annotations

import difflib
from typing import Final

from countermove.errors import SpecError
from countermove.game import Game
from countermove.textbook.deepening import ALGORITHMS, Algorithm
from countermove.textbook.wrong.catalogue import CATALOGUE
from countermove.textbook.wrong.diverge import Divergence, diverge
from countermove.textbook.wrong.variant import PREFIX, Variant

__all__ = ["WRONG", "Divergence", "Variant", "diverge", "is_wrong", "named", "right_of"]

WRONG: Final[dict[str, Variant]] = {
    PREFIX + each.name: Variant(PREFIX + each.name, each.mistake, each.hint, each.forms) for each in CATALOGUE
}
"""Every mistake by its name."""


def is_wrong(name: str) -> bool:
    """Whether this is the name of a mistake."""
    return name.startswith(PREFIX)


def named(name: str, game: Game | None = None) -> Algorithm:
    """The algorithm of that name, right or wrong; for a mistake, the variant that fits the game.

    >>> named("wrong:shared-bet")
    Traceback (most recent call last):
    countermove.errors.SpecError: There is no mistake 'wrong:shared-bet'; did you mean 'wrong:shared-beta'?
    """
    if name in ALGORITHMS:
        return ALGORITHMS[name]
    variant = _variant(name)
    return variant.forms[0][1] if game is None else variant.fitting(game)[1]


def right_of(name: str, game: Game) -> str:
    """The right algorithm to compare with: its own name if it is right already.

    >>> from countermove.games.tree import Tree
    >>> right_of("wrong:shared-beta", Tree([[1, 2], [3, 4]]))
    'alphabeta'
    """
    return _variant(name).fitting(game)[0] if is_wrong(name) else name


def _variant(name: str) -> Variant:
    if name in WRONG:
        return WRONG[name]
    known = list(WRONG) if is_wrong(name) else list(ALGORITHMS)
    close = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}."
    raise SpecError(f"There is no {'mistake' if is_wrong(name) else 'textbook algorithm'} {name!r}; {hint}")
