"""Predict mode: the steps of a search worth predicting, and grading of predictions.

The page sends the same fields as for the tree it shows; the search is repeated, so nothing is kept between calls.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict
from typing import Any

from countermove.lectures.predict import Prediction, TracedSearch, grade, predictions
from countermove.studio.games.shelf import Shelf
from countermove.studio.lecture.lesson import SOURCE, searched
from countermove.studio.pool import Turn
from countermove.studio.web.call import Stream
from countermove.studio.web.shape import Fields, Many, RefusedError, Text, Whole
from countermove.views.typeset import typeset

MAX_STEPS = 2000
"""Maximum steps of a search in predict mode."""


def predict(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """The steps worth predicting, each with its question."""
    _, found = yield from _predictions(shelf, request, turn)
    # except the format: it shows what to type, and keyboards have no infinity sign
    return {"questions": [typeset(asdict(each)) | {"format": each.format} for each in found]}


def predict_grade(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Grade a prediction, and name the mistake if it is wrong."""
    narration, found = yield from _predictions(shelf, request, turn)
    if request["question"] >= len(found):
        raise RefusedError(f"There is no question {request['question']}; there are {len(found)}.", 404)
    question = found[request["question"]]
    feedback = grade(narration, question, request["text"], request["chosen"])
    return typeset({**feedback.as_json(), "say": narration.sentences[question.at]})


def _predictions(
    shelf: Shelf, request: dict[str, Any], turn: Turn
) -> Generator[None, None, tuple[TracedSearch, list[Prediction]]]:
    done = yield from searched(shelf, request, turn)
    if len(done.events) > MAX_STEPS:
        raise RefusedError(
            f"This search has {len(done.events):,} steps, too many to predict (at most {MAX_STEPS:,}); "
            "use a smaller tree or less depth."
        )
    narration = TracedSearch(done.game, done.events, done.decision, done.conventions, done.model, done.opponent)
    return narration, predictions(narration)


CALLS = (
    Stream("predict", Fields(SOURCE), predict, "The steps of a search worth predicting."),
    Stream(
        "predict_grade",
        Fields(
            {
                **SOURCE,
                "question": Whole(0, 10_000),
                "text": Text(200, default=""),
                "chosen": Many(Whole(0, 1000), 1000, default=()),
            }
        ),
        predict_grade,
        "A prediction graded; if wrong, the mistake by name and the actual step.",
    ),
)
