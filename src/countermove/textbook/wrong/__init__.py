"""Search with mistakes, on purpose: what students get wrong, each as a narrating search of its own.

They find the bug in a student's code (the one that gives the same wrong answers has the same mistake), and they show
it: a wrong search tells its steps like a right one, so it can be drawn, narrated, and stepped beside the right one to
the place where they part.

>>> from countermove.games.tree import Tree
>>> from countermove.textbook import run
>>> run(named("wrong:shared-beta")(Tree([[3, 12], [4, 6], [15, 2]]))).value
3.0
"""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import Final, Literal

from countermove.errors import SpecError
from countermove.game import Game
from countermove.textbook.deepening import LIMITED, Algorithm, deepening
from countermove.textbook.wrong.diverge import Divergence, diverge
from countermove.textbook.wrong.mutated import mutated
from countermove.textbook.wrong.search import (
    Alternating,
    ByAction,
    Deep,
    DividedTwice,
    DrawLost,
    FirstChild,
    FirstReply,
    Gloomy,
    Greedy,
    Negated,
    Shallow,
    Swapped,
    Undivided,
    Unnegated,
    Unweighted,
    WonOrLost,
    flawed,
)
from countermove.textbook.wrong.variant import PREFIX, Variant
from countermove.textbook.wrong.window import Flaw, windowed

__all__ = ["WRONG", "Divergence", "Variant", "diverge", "is_wrong", "named", "right_of"]

EVERY = ("minimax", "alphabeta", "expectimax", "expectiminimax")
SIDES = ("minimax", "alphabeta", "expectiminimax")
AVERAGES = ("expectimax", "expectiminimax")


def _in(name: str, bases: tuple[str, ...], *kinds: type) -> tuple[tuple[str, Algorithm], ...]:
    """A flawed bookkeeping, or several, in each of the algorithms."""
    return tuple((base, flawed(PREFIX + name, base, kind)) for base in bases for kind in kinds)


def _at(name: str, *flaws: Flaw, prune: Literal[">=", ">"] | None = None) -> tuple[tuple[str, Algorithm], ...]:
    """A flawed window, or several ways to write it."""
    return tuple(("alphabeta", windowed(PREFIX + name, flaw, prune)) for flaw in flaws)


def _shared(alpha: bool, beta: bool) -> tuple[Flaw, ...]:
    """One window for all, in the ways people write it: test the value, test it first, test alpha against beta, and
    each of these with a root that never cuts.
    """
    sides = (alpha, beta)
    ways = Flaw(sides), Flaw(sides, kept=True), Flaw(sides, crossed=True), Flaw(sides, hard=True)
    return *ways, *(replace(way, open=True) for way in ways)


_ALL = (
    Variant(
        "sign",
        "Leaves have the wrong sign: they are taken for what they are worth to the opponent.",
        "Ask for the utility to MAX, or negate it where it is the other player's.",
        _in("sign", EVERY, Negated),
    ),
    Variant(
        "leaf-sign",
        "This is negamax, and its leaves are always MAX's, whoever is to act there.",
        "In negamax every value is the mover's: multiply a leaf by +1 or -1 for the player to act there.",
        _in("leaf-sign", ("minimax", "alphabeta"), Alternating),
    ),
    Variant(
        "no-negation",
        "This is negamax, and it does not negate the value that comes up from a child.",
        "A child's value is the opponent's: take the largest of minus the values of the children.",
        _in("no-negation", ("minimax",), Unnegated),
    ),
    Variant(
        "all-max",
        "Every node takes the largest value, as if the opponent wanted MAX to win.",
        "Where MIN acts, take the smallest value.",
        _in("all-max", ("minimax", "expectiminimax"), Greedy),
    ),
    Variant(
        "all-min",
        "Every node takes the smallest value, MAX's nodes too.",
        "Where MAX acts, take the largest value.",
        _in("all-min", ("minimax", "expectiminimax"), Gloomy),
    ),
    Variant(
        "first-child",
        "Only the first child of a node is looked at: the function returns in the middle of its loop.",
        "Return after the loop over the children, not inside it.",
        _in("first-child", ("minimax",), FirstChild),
    ),
    Variant(
        "swapped",
        "Min and max are swapped: MAX takes the smallest value and MIN the largest.",
        "Player 0 is MAX and takes the largest value; look at the test that tells whose turn it is.",
        _in("swapped", SIDES, Swapped),
    ),
    Variant(
        "depth-short",
        "The depth is off by one: the search stops one ply before the limit.",
        "With a limit of 1, the children of the root are evaluated, not the root; compare the depth before it counts.",
        _in("depth-short", EVERY, Shallow),
    ),
    Variant(
        "depth-long",
        "The depth is off by one: the search goes one ply beyond the limit.",
        "With a limit of 1, the children of the root are evaluated; stop when no depth is left, not below it.",
        _in("depth-long", EVERY, Deep),
    ),
    Variant(
        "partial-ply",
        "A ply is taken for one action, and here it is a cycle in which every player acts once.",
        "Count the depth down only when the turn comes back to MAX, after the last opponent.",
        _in("partial-ply", EVERY, ByAction),
    ),
    Variant(
        "first-reply",
        "A ply is taken to be over after the first opponent; the other opponents are left out of the last one.",
        "Count the depth down only after the last opponent has acted.",
        _in("first-reply", EVERY, FirstReply),
    ),
    Variant(
        "draw-loss",
        "A draw is scored as a loss.",
        "A draw is worth 0 on the scale +1/0/-1: it is better than losing, and its utility says so.",
        _in("draw-loss", EVERY, DrawLost, WonOrLost),
    ),
    Variant(
        "mutated-state",
        "The state is changed in place and not restored, so the other actions are tried in the wrong state.",
        "Make a new state for every action (result does), or undo the action before the next.",
        (("minimax", flawed(PREFIX + "mutated-state", "minimax", walk=mutated)),),
    ),
    Variant(
        "prune-equal",
        "It prunes on equality, and pruning only beyond the bound was asked for.",
        "Cut when the value is greater than beta (less than alpha), not when it equals it.",
        _at("prune-equal", Flaw(), prune=">="),
    ),
    Variant(
        "prune-strict",
        "It prunes only beyond the bound, and pruning on equality was asked for.",
        "Cut as soon as the value reaches beta (or alpha), so when it equals it as well.",
        _at("prune-strict", Flaw(), prune=">"),
    ),
    Variant(
        "shared-beta",
        "One beta is shared by the whole search, so a bound found on one path cuts on another.",
        "Alpha and beta belong to the path: pass them down as arguments, and change only your own copy.",
        _at("shared-beta", *_shared(False, True)),
    ),
    Variant(
        "shared-alpha",
        "One alpha is shared by the whole search, so a bound found on one path cuts on another.",
        "Alpha and beta belong to the path: pass them down as arguments, and change only your own copy.",
        _at("shared-alpha", *_shared(True, False)),
    ),
    Variant(
        "shared-window",
        "One alpha and one beta are shared by the whole search, so a bound found on one path cuts on another.",
        "Alpha and beta belong to the path: pass them down as arguments, and change only your own copy.",
        _at("shared-window", *_shared(True, True)),
    ),
    Variant(
        "root-bound",
        "Bounds are used as values at the root: an action is chosen whose value is only known to be at most the best.",
        "At the root, take an action only if it is strictly better than all before it.",
        _at("root-bound", Flaw(last=True), Flaw(last=True, hard=True)),
    ),
    Variant(
        "root-window",
        "The root gives every child the widest window, so what it has found already cuts nothing there.",
        "Raise alpha at the root as well, and pass it to the next child.",
        _at("root-window", Flaw(forgetful=True)),
    ),
    Variant(
        "no-prune",
        "Nothing is ever pruned: this is minimax.",
        "Stop looking at a node's other children once its value closes the window.",
        _at("no-prune", Flaw(blind=True)),
    ),
    Variant(
        "divided-twice",
        "The expectation is divided twice: a sum of values times probabilities is an average already.",
        "Either add up probability times value, or divide the plain sum by the number of outcomes; not both.",
        _in("divided-twice", AVERAGES, DividedTwice),
    ),
    Variant(
        "unweighted",
        "The expectation is unweighted: every outcome counts the same, whatever its probability.",
        "Multiply each value by the probability of its outcome before adding up.",
        _in("unweighted", AVERAGES, Unweighted),
    ),
    Variant(
        "undivided",
        "The expectation is a plain sum: it is neither weighted nor divided.",
        "Multiply each value by the probability of its outcome; with n equal outcomes that is 1/n.",
        _in("undivided", AVERAGES, Undivided),
    ),
)

WRONG: Final[dict[str, Variant]] = {
    PREFIX + each.name: Variant(PREFIX + each.name, each.mistake, each.hint, each.forms) for each in _ALL
}
"""Every mistake by its name."""


def is_wrong(name: str) -> bool:
    """Whether a name is that of a mistake."""
    return name.startswith(PREFIX)


def named(name: str, game: Game | None = None) -> Algorithm:
    """The algorithm of that name, right or wrong; of a mistake, the form that fits the game.

    >>> named("wrong:shared-bet")
    Traceback (most recent call last):
    countermove.errors.SpecError: There is no mistake 'wrong:shared-bet'; did you mean 'wrong:shared-beta'?
    """
    right: dict[str, Algorithm] = {**LIMITED, "deepening": deepening}
    if name in right:
        return right[name]
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
    known = list(WRONG) if is_wrong(name) else [*LIMITED, "deepening"]
    close = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}."
    raise SpecError(f"There is no {'mistake' if is_wrong(name) else 'textbook algorithm'} {name!r}; {hint}")
