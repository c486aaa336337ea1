"""Quiz sessions: questions from a seed, and answers graded.

The page never receives the answers: a quiz is rebuilt from its seed for grading and hints. A question's tree is drawn
as before any search: names, probabilities and payoffs.
"""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import Any

from countermove.lectures.quiz import KINDS, TARGETS, Quiz, grade_answer, make_quiz
from countermove.lectures.quiz.question import Question
from countermove.studio.games.shelf import Shelf
from countermove.studio.lecture.blank import blank_tree
from countermove.studio.lecture.lesson import tree_study
from countermove.studio.tree.tree_call import answer
from countermove.studio.web.call import Answer
from countermove.studio.web.shape import Fields, Many, RefusedError, Shape, Text, Whole
from countermove.views.typeset import typeset

ALGORITHMS = ("minimax", "alphabeta", "expectimax", "expectiminimax")
MAX_QUESTIONS = 20
"""Maximum questions per session."""
QUIZ: dict[str, Shape] = {
    "seed": Whole(0, 2**31),
    "questions": Whole(1, MAX_QUESTIONS, default=5),
    "kinds": Many(Text(20, tuple(KINDS)), len(KINDS), default=()),
    "algorithm": Text(20, ALGORITHMS, default=None),
    "prune": Text(2, (">=", ">"), default=">="),
    "branching": Whole(2, 6, default=None),
    "depth": Whole(2, 5, default=None),
    "cuts": Whole(0, 20, default=None),
    "targets": Many(Text(20, tuple(TARGETS)), len(TARGETS), default=()),
    "root": Text(3, ("max", "min"), default="max"),
}
"""The fields that determine a quiz: same fields, same quiz."""


def quiz(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The questions, without their answers."""
    made = _made(request)
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
        "format": question.format,  # shows what to type, so in keyboard characters
        "tree": blank_tree(question.tree, question.root, question.algorithm),
    }


def grade(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """An answer graded, with the search to step through; no answer means skipped."""
    question = _question(request)
    search = answer(tree_study(question.tree, question.root, question.algorithm, question.prune))
    data: dict[str, Any] = {
        "tree": search["tree"],
        "source": {
            "game": question.tree,
            "root": question.root,
            "algorithm": question.algorithm,
            "conventions": {"prune": question.prune},
        },
    }
    if request["text"] is None:
        skipped = {"correct": False, "category": "skipped", "text": "Skipped.", "details": list(question.explanation)}
        return {**typeset({**skipped, "answer": question.answer}), **data}
    feedback = grade_answer(question, request["text"]).as_json()
    feedback["details"] = feedback["details"] or list(question.explanation)
    return {**typeset(feedback), **data}


def hint(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A hint where to start."""
    return {"hint": typeset(_question(request).hint)}


def _question(request: dict[str, Any]) -> Question:
    made = _made(request)
    if request["number"] > len(made.questions):
        raise RefusedError(f"There is no question {request['number']}; there are {len(made.questions)}.", 404)
    found: Question = made.questions[request["number"] - 1]
    return found


def _made(request: dict[str, Any]) -> Quiz:
    """The quiz for these fields, cached for a while."""
    given = {name: request[name] for name in QUIZ}
    return _make(tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in given.items()))


@lru_cache(maxsize=64)
def _make(given: tuple[tuple[str, Any], ...]) -> Quiz:
    return make_quiz(**dict(given))


def quiz_kinds(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The kinds of questions, in words."""
    return {
        "kinds": [{"name": kind.name, "words": kind.words} for kind in KINDS.values()],
        "algorithms": ALGORITHMS,
        "targets": list(TARGETS),
    }


def quiz_sheet(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The quiz on paper: the sheet, or its key, as a file for the page to save."""
    from countermove.lectures.quiz.sheet import made_sheet

    key = request["what"] == "key"
    content = made_sheet(_made(request), f".{request['format']}", sheet=not key, key=key)
    return {
        "name": f"quiz-{request['seed']}{'-key' if key else ''}.{request['format']}",
        "base64": base64.b64encode(content).decode(),
    }


ONE: dict[str, Shape] = {**QUIZ, "number": Whole(1, MAX_QUESTIONS)}

CALLS = (
    Answer(
        "quiz_sheet",
        Fields(
            {
                **QUIZ,
                "format": Text(3, ("pdf", "typ", "md"), default="pdf"),
                "what": Text(5, ("sheet", "key"), default="sheet"),
            }
        ),
        quiz_sheet,
        "A quiz as a sheet to hand out, or its key.",
    ),
    Answer("quiz_kinds", Fields({}), quiz_kinds, "The kinds of questions a quiz may have."),
    Answer("quiz", Fields(QUIZ), quiz, "A quiz from its seed: questions and trees, without answers."),
    Answer("grade", Fields({**ONE, "text": Text(2000, default=None)}), grade, "An answer graded and explained."),
    Answer("hint", Fields(ONE), hint, "A hint for a question."),
)
