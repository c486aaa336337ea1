"""The action to take at the root.

A search returns an action, not a number. Under alpha-beta the numbers of most root actions are only bounds, and one
that merely equals the best value may hide a worse one: this question targets the mistake of taking it.
"""

from __future__ import annotations

import random

from countermove.errors import SpecError
from countermove.lectures.quiz.answer import agrees, show, tidy
from countermove.lectures.quiz.kinds.kind import Kind, right, wrong
from countermove.lectures.quiz.question import Feedback, Question, QuestionBody
from countermove.lectures.quiz.worked import Worked


def suits(worked: Worked) -> bool:
    """Whether one action is best, so that there is one answer."""
    children = worked.children(worked.game.node_names[0])
    return sum(worked.values[child] == worked.decision.value for child in children) == 1


def _names(worked: Worked) -> list[str]:
    root = worked.game.initial()
    return [worked.game.action_name(root, action) for action in worked.game.actions(root)]


def ask(worked: Worked, rng: random.Random) -> QuestionBody:
    root = worked.game.node_names[0]
    role, names = worked.role(root), _names(worked)
    action = worked.decision.action
    assert action is not None
    how = {
        "minimax": "Both sides play optimally.",
        "alphabeta": f"Alpha-beta searches this tree and cuts on {worked.conventions.prune}.",
        "expectimax": "Everybody but MAX follows the odds, which are equal where none are shown.",
        "expectiminimax": "Chance has the odds shown; everybody else plays optimally.",
    }[worked.algorithm]
    return QuestionBody(
        prompt=f"{how} Which action does {role} take at the root {root}?",
        format=f"{', '.join(names[:-1])} or {names[-1]}; or its number from the left, or the node it leads to",
        answer=names[action],
        hint=f"Work out the value of each child of {root}, or a bound that decides it.",
        explanation=worked.explain(lambda event: event.kind == "exit" and len(event.path) <= 1),
        nodes=(root,),
    )


def grade(question: Question, worked: Worked, text: str) -> Feedback:
    names, children = _names(worked), worked.children(worked.game.node_names[0])
    given = _action(text, names, children)
    values = [worked.values[child] for child in children]
    best = worked.decision.value
    assert isinstance(best, float)
    if agrees(values[given], best):
        equal = "" if given == worked.decision.action else f" (the search takes the first of these, {question.answer})"
        return right(question, f"Right: {names[given]} is worth {show(best)}{equal}.")
    score = worked.decision.values.get(given)
    details = worked.explain(lambda event: event.kind == "exit" and len(event.path) <= 1)
    message = f"{names[given]} is worth {show(values[given])}, while {question.answer} is worth {show(best)}."
    if score is not None and score.bound != "=" and score.value == best:
        message = (
            f"{names[given]} only looks as good: its {show(best)} is a bound ({score}), its true value is "
            f"{show(values[given])}; {question.answer} is really worth {show(best)}."
        )
        return wrong(question, "bound", message, details)
    turned = max(values) if worked.root == "min" else min(values)
    if values[given] == turned and len(values) > 1:
        most = "largest" if worked.root == "max" else "smallest"
        role = worked.role(worked.game.node_names[0])
        return wrong(question, "swapped", f"{message} {role} takes the {most} value.", details)
    return wrong(question, "wrong", message, details)


def _action(text: str, names: list[str], children: tuple[str, ...]) -> int:
    """The action that an answer names: by its name or a prefix of it, its number, or its child."""
    word = tidy(text).casefold().strip(" .,()")
    folded = [name.casefold() for name in names]
    if word in folded:
        return folded.index(word)
    if word in children:
        return children.index(word)
    if word.isdigit() and 1 <= int(word) <= len(names):
        return int(word) - 1
    begins = [number for number, name in enumerate(folded) if word and name.startswith(word)]
    if len(begins) == 1:
        return begins[0]
    raise SpecError(f"{text.strip()!r} is not an action at the root; the actions are {', '.join(names)}.")


ACTION = Kind(
    "action",
    "the action to take at the root",
    ("alphabeta", "minimax", "expectimax", "expectiminimax"),
    suits,
    ask,
    grade,
)
