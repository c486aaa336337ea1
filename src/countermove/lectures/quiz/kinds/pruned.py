"""Which leaves alpha-beta never looks at.

The two mistakes are opposite. *Over-pruning* skips a leaf that could still matter, and may give a wrong value; what
the node held and the window it was in show why the leaf must be seen. *Under-pruning* looks at a leaf that cannot
matter any more: the cut that removes it is told. Leaves are named, or given by their values; of several leaves with
the same value, as many must be given as are pruned.
"""

from __future__ import annotations

import random
from collections import Counter

from countermove.errors import SpecError
from countermove.lectures.quiz.answer import number, show, tokens
from countermove.lectures.quiz.kinds.kind import Kind, count, right, wrong
from countermove.lectures.quiz.question import Asked, Feedback, Question
from countermove.lectures.quiz.worked import Worked
from countermove.textbook import Event

__all__ = ["PRUNED"]

NONE = {"none", "nothing", "no", "-", "all"}


def ask(worked: Worked, rng: random.Random) -> Asked:
    test = worked.conventions.prune
    cuts = worked.told(lambda event: event.kind == "cut")
    return Asked(
        prompt=(
            f"Alpha-beta searches this tree from left to right and cuts on {test}. Which leaves does it never look at?"
        ),
        format="the leaves, by name or by value, in any order; none if it looks at all of them",
        answer=" ".join(worked.pruned) or "none",
        hint=_hint(worked),
        explanation=(
            *(cuts or ("No value ever meets the bound of the other side, so nothing is cut.",)),
            f"Visited: {_listed(worked, list(worked.visited))}."
            + (f" Never looked at: {_listed(worked, list(worked.pruned))}." if worked.pruned else ""),
        ),
    )


def _hint(worked: Worked) -> str:
    if not worked.cuts:
        return "Write the window next to each node as you enter it; does any value ever meet it?"
    node = worked.name(worked.cuts[0].state)
    alpha, beta = worked.windows[node]
    return f"The first cut happens at {node}, which is entered with the window ({show(alpha)}, {show(beta)})."


def grade(question: Question, worked: Worked, text: str) -> Feedback:
    given = _leaves(worked, text)
    over = [leaf for leaf in worked.leaves if leaf in given and leaf not in worked.pruned]
    under = [leaf for leaf in worked.pruned if leaf not in given]
    if not over and not under:
        return right(question, "Right, exactly those." if given else "Right, every leaf is visited.")
    details = (*(_why_visited(worked, leaf) for leaf in over), *_why_pruned(worked, under))
    if given and set(given) == set(worked.visited):
        told = "Those are the leaves that it does look at; the question is which it never sees."
        return wrong(question, "visited", told, tuple(worked.told(lambda event: event.kind == "cut")))
    other = worked.otherwise(prune=">" if worked.conventions.prune == ">=" else ">=")
    if set(given) == set(other.pruned):
        how = (
            "a value that equals the bound cuts"
            if worked.conventions.prune == ">="
            else "an equal value does not cut yet"
        )
        lead = "under-pruning" if under else "over-pruning"
        test = worked.conventions.prune
        told = f"That is right for {other.conventions.prune}; here the test is {test}, so {how} ({lead})."
        return wrong(question, "prune-test", told, details)
    many, few = (
        f"{count(len(leaves), 'leaf', 'leaves')} too {how}" for leaves, how in ((over, "many"), (under, "few"))
    )
    if over and under:
        return wrong(question, "over-and-under-pruning", f"Over- and under-pruning: {many}, {few}.", details)
    if over:
        return wrong(
            question, "over-pruning", f"Over-pruning: you skip {many}, and what they hold could matter.", details
        )
    told = f"Under-pruning: you skip {few}; the value would be right, with more work than needed."
    return wrong(question, "under-pruning", told, details)


def _leaves(worked: Worked, text: str) -> set[str]:
    """The leaves that an answer names; values are taken for pruned leaves first, of which they may be as many."""
    words = tokens(text)
    if not words and text.strip() != "-":
        raise SpecError("Name the leaves that are never looked at, by name or by value, or write none.")
    first = words[0].casefold() if words else ""
    if len(words) <= 1 and (not words or first in NONE) and first not in worked.leaves:
        if first == "all":
            raise SpecError("A search always looks at some leaves; name those it never looks at, or write none.")
        return set()
    given: set[str] = set()
    values: Counter[float] = Counter()
    for word in words:
        typed, _, value = word.partition("=")
        name = typed.casefold()
        if name in worked.leaves:
            given.add(name)
        elif name in worked.game.node_names:
            given |= set(_below(worked, name))
        else:
            try:
                values[number(value or typed)] += 1
            except SpecError:
                raise SpecError(
                    f"{word!r} is neither a leaf nor a number; the leaves are {_listed(worked, list(worked.leaves))}."
                ) from None
    for payoff, times in values.items():
        same = [leaf for leaf, worth in worked.leaves.items() if worth == payoff and leaf not in given]
        if len(same) < times:
            have = f"only {count(len(same), 'leaf', 'leaves')}" if same else "no leaf"
            raise SpecError(
                f"The tree has {have} worth {show(payoff)}; the leaves are {_listed(worked, list(worked.leaves))}."
            )
        same.sort(key=lambda leaf: leaf not in worked.pruned)
        given |= set(same[:times])
    return given


def _below(worked: Worked, name: str) -> list[str]:
    return [leaf for child in worked.children(name) for leaf in _below(worked, child)] or [name]


def _listed(worked: Worked, leaves: list[str]) -> str:
    return ", ".join(f"{leaf}={show(worked.leaves[leaf])}" for leaf in leaves)


def _why_visited(worked: Worked, leaf: str) -> str:
    """Why a leaf has to be looked at: what its parent held, and the window, when the search came to it."""
    at = next(n for n, e in enumerate(worked.events) if e.kind == "enter" and worked.name(e.state) == leaf)
    parent = worked.events[at].path[:-1]
    earlier = [e for e in worked.events[:at] if e.path == parent]
    node = worked.name(earlier[0].state)
    role = worked.role(node)
    what = f"{leaf} ({show(worked.leaves[leaf])}) must be looked at"
    holds = [e for e in earlier if e.kind == "update" and isinstance(e.value, float)]
    if not holds:
        return f"{what}: it is the first child of {node}, and nothing is known of {node} before."
    value, window = holds[-1].value, worked.events[at].before
    assert isinstance(value, float) and window is not None
    side, limit = ("beta", window[1]) if role == "MAX" else ("alpha", window[0])
    if value == limit:
        return f"{what}: {node} ({role}) holds {show(value)}, which only equals {side}, and the test is strict."
    how = "below" if role == "MAX" else "above"
    return f"{what}: {node} ({role}) holds {show(value)}, still {how} {side} {show(limit)}."


def _why_pruned(worked: Worked, leaves: list[str]) -> tuple[str, ...]:
    """The cuts that remove some of these leaves."""

    def removes(event: Event) -> bool:
        skipped = (worked.name(worked.game.result(event.state, action)) for action in event.skipped)
        return any(leaf in leaves for name in skipped for leaf in _below(worked, name))

    return worked.told(removes)


PRUNED = Kind("pruned", "the leaves that alpha-beta prunes", ("alphabeta",), lambda worked: True, ask, grade)
