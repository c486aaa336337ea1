"""The mistakes that students make: name, description, hint, and the searches that make them.

The first form of a mistake is the one that `tree` shows. The others are other ways to write it (the root as a separate
loop, the test before or after the update), so that `grade` recognises them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Literal

from countermove.textbook.deepening import Algorithm
from countermove.textbook.minimax import value as minimax_value
from countermove.textbook.search import Search
from countermove.textbook.wrong.mutated import mutated
from countermove.textbook.wrong.search import (
    Alternating,
    AlternatingEnds,
    AlternatingEstimates,
    ByAction,
    Deep,
    DividedTwice,
    DrawLost,
    Dwindling,
    FirstChild,
    FirstReply,
    Gloomy,
    Greedy,
    Hopeful,
    Movers,
    MoversEnds,
    MoversEstimates,
    Negated,
    NegatedEnds,
    NegatedEstimates,
    Overrunning,
    Shallow,
    Swapped,
    Undivided,
    Unlimited,
    Unnegated,
    Unweighted,
    WonOrLost,
    flawed,
)
from countermove.textbook.wrong.variant import PREFIX, Variant
from countermove.textbook.wrong.walk import Slip, walk
from countermove.textbook.wrong.window import Flaw, windowed

ALL_BASES = ("minimax", "alphabeta", "expectimax", "expectiminimax")
MINIMAX_BASES = ("minimax", "alphabeta", "expectiminimax")
AVERAGING_BASES = ("expectimax", "expectiminimax")
TOLERANCE = 1e-9


def _in(name: str, bases: tuple[str, ...], *kinds: type) -> tuple[tuple[str, Algorithm], ...]:
    """One or more flawed `Search` classes in each of the algorithms."""
    return tuple((base, flawed(PREFIX + name, base, kind)) for base in bases for kind in kinds)


def _at(name: str, *flaws: Flaw, prune: Literal[">=", ">"] | None = None) -> tuple[tuple[str, Algorithm], ...]:
    """A flawed window, in one or more ways to write it."""
    return tuple(("alphabeta", windowed(PREFIX + name, flaw, prune)) for flaw in flaws)


def _floor(terms: list[float]) -> float:
    """The result of // for a sum of whole numbers."""
    return float(math.floor(math.fsum(terms) + TOLERANCE))


def _floor_sum(terms: list[float]) -> float:
    """The result of // 1 for a sum of floats, which may fall a hair short of a whole number."""
    return float(math.floor(sum(terms)))


def _trunc(terms: list[float]) -> float:
    """The result of int for an average of whole numbers."""
    total = math.fsum(terms)
    return float(math.trunc(total + math.copysign(TOLERANCE, total)))


def _trunc_sum(terms: list[float]) -> float:
    """The result of int for a sum of floats."""
    return float(math.trunc(sum(terms)))


def _started(name: str, *starts: tuple[float, float]) -> tuple[tuple[str, Algorithm], ...]:
    """A wrong initial best value: everywhere, everywhere but in a separate root loop, or only there."""
    slips = [
        Slip(each, sound, alone) for sound, alone in ((False, False), (True, False), (False, True)) for each in starts
    ]
    walks = tuple(
        (base, flawed(PREFIX + name, base, walk=walk(base, slip)))
        for base in ("minimax", *AVERAGING_BASES)
        for slip in slips
    )
    flaws = [Flaw(starts=each, sound=sound) for sound in (False, True) for each in starts]
    return walks + _at(name, *flaws, *(replace(flaw, crossed=True) for flaw in flaws))


def _tested(*tests: tuple[str, str]) -> list[Flaw]:
    """Tests before a cut, with a root that has them too or has the right one."""
    return [Flaw(tests=each, sound=sound) for each in tests for sound in (False, True)]


def _updated(*updates: tuple[str, str]) -> list[Flaw]:
    """Updates of the window, with the test before or after, or of alpha against beta."""
    flaws = [Flaw(updates=each, sound=sound) for each in updates for sound in (False, True)]
    return [way for flaw in flaws for way in (flaw, replace(flaw, crossed=True), replace(flaw, late=True))]


def _sides(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The mistake in MAX's code, in MIN's, or in both."""
    return [each for top, bottom in pairs for each in (("", bottom), (top, ""), (top, bottom))]


def _shared(alpha: bool, beta: bool) -> tuple[Flaw, ...]:
    """One shared window, in the ways people write it: test the value, test it first, test alpha against beta, and each
    of these with a root that never cuts.
    """
    sides = (alpha, beta)
    ways = Flaw(sides), Flaw(sides, kept=True), Flaw(sides, crossed=True), Flaw(sides, hard=True)
    return *ways, *(replace(way, open=True) for way in ways)


CATALOGUE: Final = (
    Variant(
        "sign",
        "Leaves have the wrong sign: they are valued for the opponent.",
        "Use the utility to MAX, or negate it where it is the other player's.",
        _in("sign", ALL_BASES, Negated, NegatedEnds, NegatedEstimates),
    ),
    Variant(
        "leaf-sign",
        "This is negamax, but its leaves are always valued for MAX, regardless of who is to act.",
        "In negamax every value is for the player to act: multiply a leaf by +1 or -1 for the player to act there.",
        _in("leaf-sign", ("minimax", "alphabeta"), Alternating, AlternatingEnds, AlternatingEstimates),
    ),
    Variant(
        "mover-utility",
        "Leaves are valued for the player to act, but minimax needs them all valued for MAX.",
        "Use the utility to player 0 at every leaf, regardless of who is to act.",
        _in("mover-utility", ("minimax", "alphabeta"), Movers, MoversEnds, MoversEstimates)
        + _in("mover-utility", ("expectimax",), Alternating, AlternatingEnds, AlternatingEstimates),
    ),
    Variant(
        "no-negation",
        "This is negamax, but it does not negate the value of a child.",
        "A child's value is the opponent's: take the maximum of the negated values.",
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
        "Only the first child of a node is searched: the function returns inside its loop.",
        "Return after the loop over the children, not inside it.",
        _in("first-child", ("minimax",), FirstChild),
    ),
    Variant(
        "swapped",
        "Min and max are swapped: MAX takes the smallest value and MIN the largest.",
        "Player 0 is MAX and takes the largest value; check the test for whose turn it is.",
        _in("swapped", MINIMAX_BASES, Swapped),
    ),
    Variant(
        "zero-start",
        "The best value starts at 0, so values on the wrong side of 0 are lost.",
        "Start from -inf where MAX acts and from +inf where MIN acts.",
        _started("zero-start", (0.0, math.inf), (0.0, 0.0), (-math.inf, 0.0)),
    ),
    Variant(
        "same-start",
        "MAX and MIN start from the same infinity, so for one of them no value is ever better.",
        "Start from -inf where MAX acts, since everything is larger, and from +inf where MIN acts.",
        _started("same-start", (-math.inf, -math.inf), (math.inf, math.inf)),
    ),
    Variant(
        "depth-short",
        "The depth is off by one: the search stops one ply before the limit.",
        "With a limit of 1, the children of the root are evaluated, not the root; test the depth before counting it "
        "down.",
        _in("depth-short", ALL_BASES, Shallow),
    ),
    Variant(
        "depth-long",
        "The depth is off by one: the search goes one ply beyond the limit.",
        "With a limit of 1, the children of the root are evaluated; stop when no depth is left, not one ply later.",
        _in("depth-long", ALL_BASES, Deep),
    ),
    Variant(
        "depth-ignored",
        "The depth limit is never reached: the search goes on to the end of the game.",
        "Pass depth - 1 to the children, and stop when no depth is left.",
        _in("depth-ignored", ALL_BASES, Unlimited),
    ),
    Variant(
        "depth-in-loop",
        "The depth is counted down in the loop, once per child, so later children are searched less deeply.",
        "Pass depth - 1 to every child, and do not change your own depth.",
        _in("depth-in-loop", ALL_BASES, Dwindling, Overrunning),
    ),
    Variant(
        "partial-ply",
        "A ply is counted as one action, but here it is a cycle in which every player acts once.",
        "Count the depth down only when the turn comes back to MAX, after the last opponent.",
        _in("partial-ply", ALL_BASES, ByAction),
    ),
    Variant(
        "first-reply",
        "A ply ends after the first opponent; the other opponents are left out of the last one.",
        "Count the depth down only after the last opponent has acted.",
        _in("first-reply", ALL_BASES, FirstReply),
    ),
    Variant(
        "draw-loss",
        "A draw is scored as a loss.",
        "A draw is worth 0 on the scale +1/0/-1: it is better than losing, and its utility says so.",
        _in("draw-loss", ALL_BASES, DrawLost, WonOrLost),
    ),
    Variant(
        "mutated-state",
        "The state is changed in place and not restored, so the other actions are tried in the wrong state.",
        "Make a new state for every action (result does), or undo the action before the next.",
        (("minimax", flawed(PREFIX + "mutated-state", "minimax", walk=mutated)),),
    ),
    Variant(
        "prune-equal",
        "It prunes on equality, but should prune only beyond the bound.",
        "Cut when the value is greater than beta (less than alpha), not when it equals it.",
        _at("prune-equal", Flaw(), prune=">="),
    ),
    Variant(
        "prune-strict",
        "It prunes only beyond the bound, but should also prune on equality.",
        "Cut as soon as the value reaches beta (or alpha), equality included.",
        _at("prune-strict", Flaw(), prune=">"),
    ),
    Variant(
        "prune-one-side",
        "It cuts on equality on one side only: the tests of MAX and of MIN do not match.",
        "Write v >= beta and v <= alpha, or v > beta and v < alpha, whichever the task specifies, on both sides.",
        _at(
            "prune-one-side",
            *_tested(("v > beta", ""), ("", "v < alpha"), ("v >= beta", ""), ("", "v <= alpha")),
            Flaw(tests=("alpha >= beta", "alpha > beta"), late=True),
            Flaw(tests=("alpha > beta", "alpha >= beta"), late=True),
        ),
    ),
    Variant(
        "no-prune",
        "Nothing is ever pruned: this is minimax.",
        "Pass the window to the children (in negamax as -beta, -alpha), and stop once a node's value closes it.",
        _at("no-prune", Flaw(tests=("False", "False"))),
    ),
    Variant(
        "one-sided",
        "One side prunes too little: its test is missing, or the bound in its test is not updated.",
        "MAX raises alpha and cuts at beta, MIN lowers beta and cuts at alpha; all four are needed.",
        _at("one-sided", Flaw(tests=("False", "")), Flaw(tests=("", "False")), *_updated(("pass", ""), ("", "pass"))),
    ),
    Variant(
        "wrong-bound",
        "A cutoff test uses the wrong bound, or the comparison is reversed.",
        "MAX cuts when its value is at least beta, MIN when its value is at most alpha.",
        _at(
            "wrong-bound",
            *_tested(
                *_sides(
                    [
                        ("v <= beta", "v >= alpha"),
                        ("v < beta", "v > alpha"),
                        ("v >= alpha", "v <= beta"),
                        ("v > alpha", "v < beta"),
                        ("v <= alpha", "v >= beta"),
                        ("v < alpha", "v > beta"),
                    ]
                )
            ),
        ),
    ),
    Variant(
        "wrong-update",
        "The wrong bound is updated: MAX's values go into beta, or MIN's into alpha.",
        "MAX raises alpha, alpha = max(alpha, v); MIN lowers beta, beta = min(beta, v).",
        _at(
            "wrong-update",
            *_updated(
                *_sides(
                    [
                        ("beta = min(beta, v)", "alpha = max(alpha, v)"),
                        ("beta = max(beta, v)", "alpha = min(alpha, v)"),
                        ("beta = v", "alpha = v"),
                    ]
                )
            ),
        ),
    ),
    Variant(
        "loose-update",
        "A bound is overwritten instead of tightened, so the window may widen again.",
        "Keep the better of the two: alpha = max(alpha, v) for MAX, beta = min(beta, v) for MIN.",
        _at("loose-update", *_updated(*_sides([("alpha = v", "beta = v"), ("alpha = child", "beta = child")]))),
    ),
    Variant(
        "window-turned",
        "A child gets the window with its sides swapped.",
        "In minimax pass on alpha, beta unchanged; in negamax pass on -beta, -alpha.",
        _at("window-turned", Flaw(swapped=True), Flaw(swapped=True, crossed=True)),
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
        "Bounds are used as values at the root: it chooses an action that is only known to be worth at most the best "
        "value.",
        "At the root, take an action only if it is strictly better than all before it.",
        _at("root-bound", Flaw(last=True), Flaw(last=True, hard=True)),
    ),
    Variant(
        "root-window",
        "The root gives every child an infinite window, so its best value so far cuts nothing below.",
        "Raise alpha at the root as well, and pass it to the next child.",
        _at("root-window", Flaw(forgetful=True)),
    ),
    Variant(
        "divided-twice",
        "The expectation is divided twice: a sum of values times probabilities is already an average.",
        "Either add up probability times value, or divide the plain sum by the number of outcomes; not both.",
        _in("divided-twice", AVERAGING_BASES, DividedTwice),
    ),
    Variant(
        "unweighted",
        "The expectation is unweighted: every outcome counts the same, whatever its probability.",
        "Multiply each value by the probability of its outcome before adding up.",
        _in("unweighted", AVERAGING_BASES, Unweighted),
    ),
    Variant(
        "undivided",
        "The expectation is a plain sum: it is neither weighted nor divided.",
        "Multiply each value by the probability of its outcome; with n equal outcomes that is 1/n.",
        _in("undivided", AVERAGING_BASES, Undivided),
    ),
    Variant(
        "floor-average",
        "The expectation loses its fraction: // (or int) rounds it to a whole number.",
        "Divide with /, and leave the average as it is.",
        tuple(
            (base, flawed(PREFIX + "floor-average", base, kind, walk(base, Slip(total=total))))
            for base in AVERAGING_BASES
            for total in (_floor, _floor_sum, _trunc, _trunc_sum)
            for kind in (Search, Unweighted)
        ),
    ),
    Variant(
        "chance-min",
        "Chance is treated as an opponent: the smallest value is taken instead of the average.",
        "Where chance acts, or an opponent of known odds, add up probability times value.",
        tuple((base, flawed(PREFIX + "chance-min", base, walk=minimax_value)) for base in AVERAGING_BASES),
    ),
    Variant(
        "chance-max",
        "Chance is treated as a friend: the largest value is taken instead of the average.",
        "Where chance acts, or an opponent of known odds, add up probability times value.",
        (
            ("expectimax", flawed(PREFIX + "chance-max", "expectimax", Greedy, minimax_value)),
            ("expectiminimax", flawed(PREFIX + "chance-max", "expectiminimax", Hopeful, minimax_value)),
        ),
    ),
)
