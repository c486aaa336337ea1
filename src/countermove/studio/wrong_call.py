"""Find the mistake: a search that is wrong on purpose, to be stepped through, and what was found graded."""

from __future__ import annotations

from typing import Any

from countermove.lectures import Run
from countermove.lectures.mistake import BASES, Hunt, grade_name, grade_step, make_hunt
from countermove.studio.call import Answer
from countermove.studio.lesson import run_study, tree_rules
from countermove.studio.shape import Fields, RefusedError, Shape, Text, Whole
from countermove.studio.shelf import Shelf
from countermove.studio.tree_call import answer
from countermove.views.typeset import typeset

__all__ = ["CALLS"]

HUNT: dict[str, Shape] = {"seed": Whole(0, 2**31), "algorithm": Text(20, tuple(BASES), default=None)}
RULES = {
    "minimax": "MAX takes the largest value, MIN the smallest",
    "alphabeta": "minimax that cuts on ≥, as soon as a value reaches the other side's bound",
    "expectimax": "MAX takes the largest value; where chance or the opponent acts, the average",
}


def mistake(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """A search with a mistake, step by step, without saying which."""
    hunt = make_hunt(asked["seed"], asked["algorithm"])
    return {
        "seed": hunt.seed,
        "algorithm": hunt.algorithm,
        "rule": RULES[hunt.algorithm],
        "tree": {**_drawn(hunt, hunt.variant.name), "summary": ""},
        "choices": [{"name": each.name, "mistake": typeset(each.mistake)} for each in hunt.choices],
    }


def mistake_grade(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """A marked step, or a mistake from the list, graded; with the right search beside it."""
    hunt = make_hunt(asked["seed"], asked["algorithm"])
    if (asked["step"] is None) == (asked["name"] is None):
        raise RefusedError("Give either the step that is wrong, or the name of the mistake.")
    feedback = grade_step(hunt, asked["step"]) if asked["name"] is None else grade_name(hunt, asked["name"])
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
    Answer("mistake", Fields(HUNT), mistake, "A search that is wrong on purpose, step by step."),
    Answer(
        "mistake_grade",
        Fields({**HUNT, "step": Whole(0, 100_000, default=None), "name": Text(60, default=None)}),
        mistake_grade,
        "Whether the first wrong step, or the mistake, was found.",
    ),
)
