"""Find the mistake: a deliberately wrong search to step through, and grading of what was found."""

from __future__ import annotations

from typing import Any

from countermove.lectures import Run
from countermove.lectures.mistake import BASES, Hunt, grade_name, grade_step, make_hunt
from countermove.studio.games.shelf import Shelf
from countermove.studio.lecture.lesson import run_study, tree_rules
from countermove.studio.tree.tree_call import answer
from countermove.studio.web.call import Answer
from countermove.studio.web.shape import Fields, RefusedError, Shape, Text, Whole
from countermove.views.typeset import typeset

HUNT: dict[str, Shape] = {"seed": Whole(0, 2**31), "algorithm": Text(20, tuple(BASES), default=None)}
RULES = {
    "minimax": "MAX takes the largest value, MIN the smallest",
    "alphabeta": "minimax that cuts on ≥, as soon as a value reaches the other side's bound",
    "expectimax": "MAX takes the largest value; where chance or the opponent acts, the average",
}


def mistake(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A search with an undisclosed mistake, step by step."""
    hunt = make_hunt(request["seed"], request["algorithm"])
    return {
        "seed": hunt.seed,
        "algorithm": hunt.algorithm,
        "rule": RULES[hunt.algorithm],
        "tree": {**_drawn(hunt, hunt.variant.name), "summary": ""},
        "choices": [{"name": each.name, "mistake": typeset(each.mistake)} for each in hunt.choices],
    }


def mistake_grade(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A marked step, or a mistake from the list, graded; with the right search beside it."""
    hunt = make_hunt(request["seed"], request["algorithm"])
    if (request["step"] is None) == (request["name"] is None):
        raise RefusedError("Give either the wrong step or the name of the mistake.")
    feedback = grade_step(hunt, request["step"]) if request["name"] is None else grade_name(hunt, request["name"])
    return {
        **typeset(feedback.as_json()),
        "step": hunt.step,
        "mistake": typeset(hunt.variant.mistake),
        "right": _drawn(hunt, hunt.algorithm),
    }


def _drawn(hunt: Hunt, algorithm: str) -> dict[str, Any]:
    tree: dict[str, Any] = answer(run_study(Run(tree_rules(hunt.tree, "max"), algorithm))[1])["tree"]
    return tree


CALLS = (
    Answer("mistake", Fields(HUNT), mistake, "A deliberately wrong search, step by step."),
    Answer(
        "mistake_grade",
        Fields({**HUNT, "step": Whole(0, 100_000, default=None), "name": Text(60, default=None)}),
        mistake_grade,
        "Whether the first wrong step, or the mistake, was found.",
    ),
)
