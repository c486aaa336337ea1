"""How many leaves a search evaluates.

A number says little about how it was found, so it is compared with those that common mistakes give: all leaves, the
pruned ones, all nodes, the count under the other prune test.
"""

from __future__ import annotations

import random
import re

from countermove.errors import SpecError
from countermove.lectures.quiz.answer import tokens
from countermove.lectures.quiz.kinds.kind import Kind, count, right, wrong
from countermove.lectures.quiz.question import Feedback, Question, QuestionBody
from countermove.lectures.quiz.worked import Worked


def ask(worked: Worked, rng: random.Random) -> QuestionBody:
    cuts = f" and cuts on {worked.conventions.prune}" if worked.algorithm == "alphabeta" else ""
    name = {"alphabeta": "Alpha-beta", "minimax": "Minimax"}[worked.algorithm]
    visited = len(worked.visited)
    return QuestionBody(
        prompt=f"{name} searches this tree from left to right{cuts}. How many leaves does it evaluate?",
        format="a whole number",
        answer=str(visited),
        hint=f"There are {len(worked.leaves)} leaves; subtract those that are never visited.",
        explanation=(
            *worked.explain(lambda event: event.kind == "cut"),
            f"{count(visited, 'leaf', 'leaves')} of {len(worked.leaves)}: {', '.join(worked.visited)}.",
        ),
    )


def grade(question: Question, worked: Worked, text: str) -> Feedback:
    given = _whole(text)
    visited, leaves = len(worked.visited), len(worked.leaves)
    if given == visited:
        return right(question, f"Right, {count(visited, 'leaf', 'leaves')} of {leaves}.")
    details = (
        *worked.explain(lambda event: event.kind == "cut"),
        f"Visited: {', '.join(worked.visited)}.",
    )
    if given == leaves:
        message = "That is every leaf, as minimax would visit them: under-pruning, since something is cut here."
        return wrong(question, "under-pruning", message, details)
    if worked.algorithm == "alphabeta" and given == len(worked.otherwise(prune=_other(worked)).visited):
        message = f"That is the count for {_other(worked)}; here the test is {worked.conventions.prune}."
        return wrong(question, "prune-test", message, details)
    if given == len(worked.pruned):
        return wrong(
            question, "pruned-instead", "That is the number skipped; the question is how many are evaluated.", details
        )
    if given == worked.decision.nodes:
        return wrong(question, "nodes-instead", "That includes inner nodes; only leaves are evaluated.", details)
    few = given < visited
    lead = "over-pruning: you skip too much" if few else "under-pruning: you count leaves that are cut"
    if abs(given - visited) == 1:
        return wrong(question, "off-by-one", f"One too {'few' if few else 'many'} ({lead}).", details)
    text = f"{abs(given - visited)} too {'few' if few else 'many'} ({lead})."
    return wrong(question, "over-pruning" if few else "under-pruning", text, details)


def _whole(text: str) -> int:
    """The whole number in an answer."""
    words = [word for word in tokens(text) if word.casefold() not in ("leaf", "leaves", "evaluations")]
    if len(words) != 1 or not re.fullmatch(r"\+?\d+(\.0*)?", words[0]):
        raise SpecError(f"{text.strip()!r} is not a count; write a whole number, such as 5.")
    return int(words[0].partition(".")[0]) if len(words[0]) < 20 else 10**20  # more than any tree has


def _other(worked: Worked) -> str:
    return ">" if worked.conventions.prune == ">=" else ">="


COUNT = Kind("count", "how many leaves are evaluated", ("alphabeta", "minimax"), lambda worked: True, ask, grade)
