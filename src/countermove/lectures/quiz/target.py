"""What a tree is meant to contain, recognised from the events of its search.

    tie          a cut at exactly the bound: >= cuts there and > does not
    deep-cut     a cut by a bound from more than one level up, which the parent's value alone would not have made
    unsafe-root  a root action whose bound equals the best value but whose true value is worse
    ordering     another order of the children would have visited fewer leaves
    chance       a node where chance decides

A tie is the trap of lecture trees such as [[10], [10, 0]]; on [[3, 5], [3, 0]] it makes the root unsafe: the right
child is known to be worth "at most 3", and mistaking that for its value means playing for 0. A deep cut lies at least
three levels below the node whose bound it meets, because bounds of one side come from every second level.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from countermove.game import CHANCE
from countermove.lectures.quiz.ordering import fewest
from countermove.lectures.quiz.worked import Worked
from countermove.textbook import Event


def has_tie(worked: Worked) -> bool:
    """Whether >= makes a cut where the value only equals the bound.

    >>> from countermove.lectures.quiz.worked import work
    >>> has_tie(work("[[10],[10,0]]", "max", "alphabeta", ">")), has_tie(work("[[10],[9,0]]", "max", "alphabeta", ">"))
    (True, False)
    """
    loose = worked.otherwise(prune=">=")
    return any(cut.value == _limit(cut) for cut in loose.cuts)


def has_deep_cut(worked: Worked) -> bool:
    """Whether some cut is due to a bound from more than one level up.

    >>> from countermove.lectures.quiz.worked import work
    >>> has_deep_cut(work("[[5,6],[[[4,9],[1,2]],8]]", "max", "alphabeta", ">="))
    True
    """
    return bool(deep_cuts(worked))


def deep_cuts(worked: Worked) -> list[Event]:
    """The cuts whose bound was set more than one level up."""
    entered: dict[tuple[int, ...], Event] = {}
    held: dict[tuple[int, ...], float] = {}
    deep = []
    for event in worked.events:
        if event.kind == "enter":
            entered[event.path] = event
        elif event.kind == "update" and isinstance(event.value, float):
            held[event.path] = event.value
        elif event.kind == "cut" and event.path and _is_deep(worked, event, entered, held):
            deep.append(event)
    return deep


def _is_deep(
    worked: Worked, cut: Event, entered: dict[tuple[int, ...], Event], held: dict[tuple[int, ...], float]
) -> bool:
    """Whether the parent neither set the bound of a cut nor would have caused the cut by its own value."""
    parent = cut.path[:-1]
    side = 1 if cut.bound == ">=" else 0
    window = entered[parent].before
    if window is None or window[side] != _limit(cut):
        return False
    if parent not in held or not isinstance(cut.value, float):
        return True
    lower, upper = (cut.value, held[parent]) if side else (held[parent], cut.value)
    return not worked.conventions.cuts(lower, upper)


def _limit(cut: Event) -> float | None:
    """The bound that caused a cut."""
    return None if cut.after is None else cut.after[1 if cut.bound == ">=" else 0]


def unsafe_actions(worked: Worked) -> list[int]:
    """The root actions that look as good as the best one but are worse.

    >>> from countermove.lectures.quiz.worked import work
    >>> unsafe_actions(work("[[3,5],[3,0]]", "max", "alphabeta", ">="))
    [1]
    """
    children = worked.children(worked.game.node_names[0])
    return [
        action
        for action, score in worked.decision.values.items()
        if score.bound != "=" and score.value == worked.decision.value != worked.values[children[action]]
    ]


def could_be_ordered_better(worked: Worked) -> bool:
    best = fewest(worked)
    return best is not None and best.leaves < len(worked.visited)


def has_chance(worked: Worked) -> bool:
    return bool((worked.game.mover == CHANCE).any())


TARGETS: Final[dict[str, Callable[[Worked], bool]]] = {
    "tie": has_tie,
    "deep-cut": has_deep_cut,
    "unsafe-root": lambda worked: bool(unsafe_actions(worked)),
    "ordering": could_be_ordered_better,
    "chance": has_chance,
}
"""Every target by its name, with its test."""
PRUNING: Final = frozenset({"tie", "deep-cut", "unsafe-root", "ordering"})
"""Those that only alpha-beta has."""


def found(worked: Worked) -> tuple[str, ...]:
    """The targets that a tree has, intended or not."""
    names = PRUNING if worked.algorithm == "alphabeta" else {"chance"}
    return tuple(name for name, present in TARGETS.items() if name in names and present(worked))
