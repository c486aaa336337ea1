"""Quiz sessions: questions from a seed, and answers graded.

What the page gets holds no answer: a quiz is made again from its seed when something is to be graded, shown or hinted
at. The tree of a question is drawn as it is before any search: names, odds and payoffs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from countermove.lectures.quiz import KINDS, TARGETS, Quiz, grade_answer, make_quiz
from countermove.lectures.quiz.question import Question
from countermove.studio.blank import blank_tree
from countermove.studio.call import Answer
from countermove.studio.lesson import tree_study
from countermove.studio.shape import Fields, Many, RefusedError, Shape, Text, Whole
from countermove.studio.shelf import Shelf
from countermove.studio.tree_call import answer
from countermove.views.typeset import typeset

__all__ = ["CALLS"]

ALGORITHMS = ("minimax", "alphabeta", "expectimax", "expectiminimax")
MOST = 20
"""Questions in one session."""
QUIZ: dict[str, Shape] = {
    "seed": Whole(0, 2**31),
    "questions": Whole(1, MOST, default=5),
    "kinds": Many(Text(20, tuple(KINDS)), len(KINDS), default=()),
    "algorithm": Text(20, ALGORITHMS, default=None),
    "prune": Text(2, (">=", ">"), default=">="),
    "branching": Whole(2, 6, default=None),
    "depth": Whole(2, 5, default=None),
    "cuts": Whole(0, 20, default=None),
    "targets": Many(Text(20, tuple(TARGETS)), len(TARGETS), default=()),
    "root": Text(3, ("max", "min"), default="max"),
}
"""The fields that a quiz is made from: the same again, the same quiz."""


def quiz(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """The questions, without their answers."""
    made = _made(asked)
    return {
        "seed": made.seed,
        "conventions": typeset(made.conventions),
        "questions": [_shown(question) for question in made.questions],
    }


def _shown(question: Question) -> dict[str, Any]:
    return {
        "number": question.number,
        "kind": question.kind,
        "words": KINDS[question.kind].words,
        "algorithm": question.algorithm,
        "prompt": typeset(question.prompt),
        "format": question.format,  # what to type, so as a keyboard has it
        "tree": blank_tree(question.tree, question.root, question.algorithm),
    }


def grade(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """An answer graded, with the search to step through; no answer at all is a question skipped."""
    question = _question(asked)
    search = answer(tree_study(question.tree, question.root, question.algorithm, question.prune))
    told: dict[str, Any] = {
        "tree": search["tree"],
        "source": {
            "game": question.tree,
            "root": question.root,
            "algorithm": question.algorithm,
            "conventions": {"prune": question.prune},
        },
    }
    if asked["text"] is None:
        skipped = {"correct": False, "category": "skipped", "text": "Skipped.", "details": list(question.explanation)}
        return {**typeset({**skipped, "answer": question.answer}), **told}
    feedback = grade_answer(question, asked["text"]).as_json()
    feedback["details"] = feedback["details"] or list(question.explanation)
    return {**typeset(feedback), **told}


def hint(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """Where to begin."""
    return {"hint": typeset(_question(asked).hint)}


def _question(asked: dict[str, Any]) -> Question:
    made = _made(asked)
    if asked["number"] > len(made.questions):
        raise RefusedError(f"There is no question {asked['number']}; there are {len(made.questions)}.", 404)
    found: Question = made.questions[asked["number"] - 1]
    return found


def _made(asked: dict[str, Any]) -> Quiz:
    """The quiz of the fields, made once and kept for a while."""
    given = {name: asked[name] for name in QUIZ}
    return _make(tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in given.items()))


@lru_cache(maxsize=64)
def _make(given: tuple[tuple[str, Any], ...]) -> Quiz:
    return make_quiz(**dict(given))


def quiz_kinds(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """What a quiz may ask for, in words."""
    return {
        "kinds": [{"name": kind.name, "words": kind.words} for kind in KINDS.values()],
        "algorithms": ALGORITHMS,
        "targets": list(TARGETS),
    }


ONE: dict[str, Shape] = {**QUIZ, "number": Whole(1, MOST)}

CALLS = (
    Answer("quiz_kinds", Fields({}), quiz_kinds, "What a quiz may ask for."),
    Answer("quiz", Fields(QUIZ), quiz, "A quiz from its seed: questions and trees, without answers."),
    Answer("grade", Fields({**ONE, "text": Text(2000, default=None)}), grade, "An answer graded and explained."),
    Answer("hint", Fields(ONE), hint, "A hint for a question."),
)
