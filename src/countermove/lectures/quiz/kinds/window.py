"""The window (alpha, beta) with which alpha-beta enters a node.

The window belongs to the path from the root. The common mistakes: alpha and beta swapped, the window on exit instead of
on entry, and a bound that leaks in from another branch of the tree.
"""

from __future__ import annotations

import math
import random

from countermove.lectures.quiz.answer import agrees, read_window, show
from countermove.lectures.quiz.kinds.kind import Kind, right, wrong
from countermove.lectures.quiz.question import Feedback, Question, QuestionBody
from countermove.lectures.quiz.worked import Worked
from countermove.textbook import Event, Window


def suits(worked: Worked) -> bool:
    return bool(_candidates(worked))


def _candidates(worked: Worked) -> list[str]:
    """Inner nodes below the root that are entered with a finite bound."""
    root = worked.game.node_names[0]
    return [name for name, window in worked.windows.items() if name != root and any(map(math.isfinite, window))]


def ask(worked: Worked, rng: random.Random) -> QuestionBody:
    candidates = _candidates(worked)
    narrow = [name for name in candidates if all(map(math.isfinite, worked.windows[name]))]
    node = rng.choice(narrow or candidates)
    alpha, beta = worked.windows[node]
    return QuestionBody(
        prompt=(
            f"Alpha-beta cuts on {worked.conventions.prune}. With which window (alpha, beta) does it enter node {node}?"
        ),
        format="(alpha, beta), with inf for infinity: (2, inf)",
        answer=f"({show(alpha)}, {show(beta)})",
        hint=f"On the path from the root to {node}, MAX nodes have raised alpha and MIN nodes lowered beta.",
        explanation=worked.explain(lambda event: _on_the_way(worked, event, node)),
        nodes=(node,),
    )


def _entry(worked: Worked, node: str) -> int:
    return next(n for n, e in enumerate(worked.events) if e.kind == "enter" and worked.name(e.state) == node)


def _on_the_way(worked: Worked, event: Event, node: str) -> bool:
    """Whether an event changed the window on the path to a node, or enters the node."""
    entry = _entry(worked, node)
    path = worked.events[entry].path
    at = next(number for number, each in enumerate(worked.events) if each is event)
    if at == entry:
        return True
    above = event.path == path[: len(event.path)] and len(event.path) < len(path)
    return at < entry and above and event.kind == "update" and event.before != event.after


def grade(question: Question, worked: Worked, text: str) -> Feedback:
    (node,) = question.nodes
    given, true = read_window(text), worked.windows[node]
    if _same(given, true):
        return right(question)
    details = worked.explain(lambda event: _on_the_way(worked, event, node))
    if _same(given, (true[1], true[0])):
        return wrong(
            question, "swapped", "Alpha and beta are swapped: alpha is the lower side, beta the upper.", details
        )
    if _same(given, (-true[0], -true[1])) or _same(given, (-true[1], -true[0])):
        return wrong(question, "sign", "The signs are reversed: both bounds are payoffs to MAX.", details)
    after = next(e.after for e in worked.events if e.kind == "exit" and worked.name(e.state) == node)
    if after is not None and _same(given, after):
        return wrong(question, "left-with", f"That is the window when {node} is left, after its children.", details)
    for side, name in enumerate(("alpha", "beta")):
        if not agrees(given[side], true[side]) and agrees(given[1 - side], true[1 - side]):
            other = ("beta", "alpha")[side]
            return _one_side(question, worked, (given, true), side, name, other, details)
    return wrong(question, "wrong", f"Neither alpha nor beta is right at {node}.", details)


def _same(given: Window, true: Window) -> bool:
    return all(map(agrees, given, true))


def _one_side(
    question: Question,
    worked: Worked,
    windows: tuple[Window, Window],
    side: int,
    name: str,
    other: str,
    details: tuple[str, ...],
) -> Feedback:
    """One bound is right, the other is not."""
    (node,) = question.nodes
    given, true = windows[0][side], windows[1][side]
    leak = _leak(worked, node, side, given) if math.isfinite(given) else ""
    if leak:
        message = (
            f"{other.capitalize()} is right, but {name} {show(given)} belongs to {leak}, which is not above {node}: "
        )
        return wrong(question, "leak", message + "a window belongs to its own path.", details)
    if math.isinf(true):
        message = f"{other.capitalize()} is right; nothing above {node} has set {name} yet, so it is {show(true)}."
        return wrong(question, "too-narrow", message, details)
    if math.isinf(given):
        message = f"{other.capitalize()} is right, but {name} is already set on the path to {node}."
        return wrong(question, "too-wide", message, details)
    if abs(given - true) == 1:
        return wrong(question, "off-by-one", f"{other.capitalize()} is right, but {name} is off by one.", details)
    return wrong(question, "wrong", f"{other.capitalize()} is right, {name} is not.", details)


def _leak(worked: Worked, node: str, side: int, given: float) -> str:
    """A node off the path that had this bound before the node was entered; "" if there is none."""
    entry = _entry(worked, node)
    path = worked.events[entry].path
    for event in worked.events[:entry]:
        off = event.path != path[: len(event.path)]
        if off and event.kind == "update" and event.after is not None and event.after[side] == given:
            return worked.name(event.state)
    return ""


WINDOW = Kind("window", "the window at a node", ("alphabeta",), suits, ask, grade)
