"""What nodes are worth: by minimax, and, where chance decides, on average.

Values are worked out from the leaves up, so one slip spoils everything above it. Grading works the same way: a value
that follows from the student's own values below is a consequence, and only the slips are explained. A slip is
recognised by its result: the minimum instead of the maximum, the opposite sign, a plain average where the odds differ,
an unweighted sum.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from countermove.lectures.quiz.answer import agrees, named_numbers, show
from countermove.lectures.quiz.kinds.kind import Kind, joined, right, wrong
from countermove.lectures.quiz.question import Feedback, Question, QuestionBody
from countermove.lectures.quiz.worked import Worked
from countermove.views.narrate import odds

MAX_NODES = 7
"""The most nodes in one question."""


def ask(worked: Worked, rng: random.Random) -> QuestionBody:
    root = worked.game.node_names[0]
    nodes = worked.inner
    if len(nodes) > MAX_NODES:
        nodes = (*worked.children(root), root)
    listed = ", ".join(nodes)
    averages = any(worked.role(node) == "CHANCE" for node in worked.inner)
    places = "; fractions such as 23/3, or two decimal places" if averages else ""
    return QuestionBody(
        prompt=f"{_rule(worked)} What is each of these nodes worth: {listed}?",
        format=f"numbers in this order, or by name ({nodes[0]}=...){places}",
        answer=", ".join(f"{node}={show(worked.values[node])}" for node in nodes),
        hint=_hint(worked),
        explanation=worked.explain(lambda event: event.kind == "exit"),
        nodes=nodes,
    )


def _rule(worked: Worked) -> str:
    roles = {worked.role(node) for node in worked.inner}
    if "CHANCE" not in roles:
        return "Both sides play optimally (minimax)."
    if worked.algorithm == "expectimax" and not worked.game.axes.stochastic:
        return "The opponent takes each action with the same probability (expectimax)."
    if worked.algorithm == "expectimax":
        return "Chance has the odds shown, and the opponent takes each action with the same probability (expectimax)."
    sides = joined(
        [f"{role} takes the {most}" for role, most in (("MAX", "largest"), ("MIN", "smallest")) if role in roles]
    )
    return f"Chance has the odds shown; {sides} value."


def _hint(worked: Worked) -> str:
    first = worked.inner[0]
    below = joined([f"{child} ({show(worked.values[child])})" for child in worked.children(first)])
    how = {"MAX": "the largest", "MIN": "the smallest", "CHANCE": "the average, weighted by the odds,"}[
        worked.role(first)
    ]
    return f"Start at the bottom: {first} is a {worked.role(first)} node, so take {how} of {below}."


def grade(question: Question, worked: Worked, text: str) -> Feedback:
    given = named_numbers(text, question.nodes)
    if all(agrees(value, worked.values[node]) for node, value in given.items()):
        return right(question, "Right, every value." if len(given) > 1 else "Right.")
    if _matches(given, worked.swapped) and not _matches(worked.values, worked.swapped):
        message = "MIN and MAX are swapped: MAX (▲) takes the largest value and MIN (▼) the smallest."
        return wrong(question, "swapped", message)
    slips = list(_slips(given, worked))
    good = sum(agrees(value, worked.values[node]) for node, value in given.items())
    follow = sum(not agrees(value, worked.values[node]) for node, value in given.items()) - len(slips)
    message = f"{good} of {len(given)} are right" if len(given) > 1 else "Not right"
    message += (
        f"; {'1 other follows' if follow == 1 else f'{follow} others follow'} from the mistake below" if follow else ""
    )
    return wrong(question, slips[0][0], f"{message}.", tuple(sentence for _, sentence in slips))


def _matches(given: dict[str, float], values: dict[str, float]) -> bool:
    return all(agrees(value, values[node]) for node, value in given.items())


def _slips(given: dict[str, float], worked: Worked) -> Iterator[tuple[str, str]]:
    """The category of each slip and a sentence about it, from the leaves up, without mere consequences."""
    trusted = {**worked.values, **given}
    for node, value in given.items():
        if agrees(value, worked.values[node]):
            continue
        spoilt = any(not agrees(trusted[child], worked.values[child]) for child in worked.children(node))
        if not (spoilt and agrees(value, _worth(worked, node, trusted))):
            yield _slip(worked, node, value, trusted)


def _worth(worked: Worked, node: str, values: dict[str, float], role: str = "") -> float:
    """The value of a node whose children have these values."""
    below = {child: values[child] for child in worked.children(node)}
    role = role or worked.role(node)
    if role == "CHANCE":
        return sum(probability * below[child] for child, probability in worked.odds(node).items())
    return max(below.values()) if role == "MAX" else min(below.values())


def _slip(worked: Worked, node: str, value: float, values: dict[str, float]) -> tuple[str, str]:
    """What went wrong at one node, if its children have these values."""
    role, below = worked.role(node), [values[child] for child in worked.children(node)]
    true = _worth(worked, node, values)
    at = f"{node} ({role})"
    should = f"{at} is worth {show(true)}, {_reason(worked, node, values)}"
    if true != 0 and agrees(value, -true):
        return "sign", f"The sign is wrong: {should}. All values are payoffs to MAX."
    if role != "CHANCE":
        if agrees(value, max(below) if role == "MIN" else min(below)):
            took, most = ("most", "least") if role == "MIN" else ("least", "most")
            return "swapped", f"At {node} you took the {took}; {role} takes the {most}: {should}."
        if agrees(value, sum(below) / len(below)):
            return "averaged", f"You took the average at {node}, but {role} chooses there: {should}."
        bounds = worked.otherwise(algorithm="alphabeta", prune=">=") if not worked.game.axes.stochastic else None
        if bounds and any(
            bounds.name(e.state) == node and e.kind == "exit" and e.value == value for e in bounds.events
        ):
            return "bound", f"{show(value)} is only the bound that alpha-beta would have for {node}: {should}."
    else:
        if agrees(value, sum(below) / len(below)):
            return "unweighted", f"That is the plain average at {node}, but the odds differ: {should}."
        if agrees(value, min(below)) or agrees(value, max(below)):
            return "not-averaged", f"Nobody chooses at {node}, so its value is an average: {should}."
        if agrees(value, sum(below)):
            return "not-divided", f"That is the sum at {node}; multiply each value by its probability: {should}."
        if agrees(value, true / len(below)):
            return "divided-twice", f"The odds already divide, so do not divide again at {node}: {should}."
    if abs(value - true) < 0.5 and round(true, 1) == round(value, 1):
        return "rounding", f"{show(value)} is rounded too coarsely; give two decimal places or a fraction: {should}."
    if abs(abs(value - true) - 1) < 1e-9:
        return "off-by-one", f"Off by one at {node}: {should}."
    return "wrong", f"{should[0].upper() if at[0].isupper() else should[0]}{should[1:]}."


def _reason(worked: Worked, node: str, values: dict[str, float]) -> str:
    below = worked.children(node)
    if worked.role(node) == "CHANCE":
        return " + ".join(
            f"{odds(weight)} × {_bracketed(values[child])}" for child, weight in worked.odds(node).items()
        )
    most = "largest" if worked.role(node) == "MAX" else "smallest"
    return f"the {most} of {joined([show(values[child]) for child in below])}"


def _bracketed(value: float) -> str:
    return f"({show(value)})" if value < 0 else show(value)


VALUES = Kind("values", "minimax values of nodes", ("minimax",), lambda worked: True, ask, grade)
AVERAGES = Kind(
    "expectimax", "expected values of nodes", ("expectimax", "expectiminimax"), lambda worked: True, ask, grade
)
