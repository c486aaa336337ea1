"""Which leaves alpha-beta never visits.

The two mistakes are opposite. *Over-pruning* skips a leaf that could still matter, and may give a wrong value; the
node's value and window show why the leaf must be visited. *Under-pruning* visits a leaf that cannot matter any more:
the feedback shows the cut that removes it. Leaves are given by name or by value; if several leaves have the same value,
it must be given once for each pruned leaf.
"""

from __future__ import annotations

import random
from collections import Counter

from countermove.errors import SpecError
from countermove.lectures.quiz.answer import number, show, tokens
from countermove.lectures.quiz.kinds.kind import Kind, count, right, wrong
from countermove.lectures.quiz.question import Feedback, Question, QuestionBody
from countermove.lectures.quiz.worked import Worked
from countermove.textbook import Event

NONE = {"none", "nothing", "no", "-", "all"}


def ask(worked: Worked, rng: random.Random) -> QuestionBody:
    test = worked.conventions.prune
    cuts = worked.explain(lambda event: event.kind == "cut")
    return QuestionBody(
        prompt=(
            f"Alpha-beta searches this tree from left to right and cuts on {test}. Which leaves does it never visit?"
        ),
        format="the leaves, by name or by value, in any order; none if it visits all of them",
        answer=" ".join(worked.pruned) or "none",
        hint=_hint(worked),
        explanation=(
            *(cuts or ("No value ever reaches the other side's bound, so nothing is cut.",)),
            f"Visited: {_listed(worked, list(worked.visited))}."
            + (f" Never visited: {_listed(worked, list(worked.pruned))}." if worked.pruned else ""),
        ),
    )


def _hint(worked: Worked) -> str:
    if not worked.cuts:
        return "Write the window next to each node as you enter it; does any value ever close it?"
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
        message = "Those are the leaves it does visit; the question is which it never visits."
        return wrong(question, "visited", message, tuple(worked.explain(lambda event: event.kind == "cut")))
    other = worked.otherwise(prune=">" if worked.conventions.prune == ">=" else ">=")
    if set(given) == set(other.pruned):
        how = "a value equal to the bound cuts" if worked.conventions.prune == ">=" else "an equal value does not cut"
        lead = "under-pruning" if under else "over-pruning"
        test = worked.conventions.prune
        message = f"That is right for {other.conventions.prune}; here the test is {test}, so {how} ({lead})."
        return wrong(question, "prune-test", message, details)
    many, few = (
        f"{count(len(leaves), 'leaf', 'leaves')} too {how}" for leaves, how in ((over, "many"), (under, "few"))
    )
    if over and under:
        return wrong(question, "over-and-under-pruning", f"Over- and under-pruning: {many}, {few}.", details)
    if over:
        return wrong(question, "over-pruning", f"Over-pruning: you skip {many}, which could still matter.", details)
    message = f"Under-pruning: you skip {few}; the value would be right, with more work than needed."
    return wrong(question, "under-pruning", message, details)


def _leaves(worked: Worked, text: str) -> set[str]:
    """The leaves that an answer names; a value means a pruned leaf first."""
    words = tokens(text)
    if not words and text.strip() != "-":
        raise SpecError("Give the leaves that are never visited, by name or by value, or write none.")
    first = words[0].casefold() if words else ""
    if len(words) <= 1 and (not words or first in NONE) and first not in worked.leaves:
        if first == "all":
            raise SpecError("A search always visits some leaves; give those it never visits, or write none.")
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
    """Why a leaf must be visited: its parent's value and window when the search reached it."""
    at = next(n for n, e in enumerate(worked.events) if e.kind == "enter" and worked.name(e.state) == leaf)
    parent = worked.events[at].path[:-1]
    earlier = [e for e in worked.events[:at] if e.path == parent]
    node = worked.name(earlier[0].state)
    role = worked.role(node)
    what = f"{leaf} ({show(worked.leaves[leaf])}) must be visited"
    holds = [e for e in earlier if e.kind == "update" and isinstance(e.value, float)]
    if not holds:
        return f"{what}: it is the first child of {node}, and nothing is known about {node} before it."
    value, window = holds[-1].value, worked.events[at].before
    assert isinstance(value, float) and window is not None
    side, limit = ("beta", window[1]) if role == "MAX" else ("alpha", window[0])
    if value == limit:
        return f"{what}: {node} ({role}) holds {show(value)}, which only equals {side}, and the test is >."
    how = "below" if role == "MAX" else "above"
    return f"{what}: {node} ({role}) holds {show(value)}, still {how} {side} {show(limit)}."


def _why_pruned(worked: Worked, leaves: list[str]) -> tuple[str, ...]:
    """The cuts that remove some of these leaves."""

    def removes(event: Event) -> bool:
        skipped = (worked.name(worked.game.result(event.state, action)) for action in event.skipped)
        return any(leaf in leaves for name in skipped for leaf in _below(worked, name))

    return worked.explain(removes)


PRUNED = Kind("pruned", "the leaves that alpha-beta prunes", ("alphabeta",), lambda worked: True, ask, grade)
