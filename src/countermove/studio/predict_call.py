"""Predict mode: what is worth predicting in a search, and how a prediction is graded.

The page sends the same fields as for the tree it shows; the search is made again, so nothing is kept between calls.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict
from typing import Any

from countermove.lectures.predict import Prediction, TracedSearch, grade, predictions
from countermove.studio.call import Stream
from countermove.studio.lesson import SOURCE, searched
from countermove.studio.pool import Turn
from countermove.studio.shape import Fields, Many, RefusedError, Text, Whole
from countermove.studio.shelf import Shelf
from countermove.views.typeset import typeset

__all__ = ["CALLS"]

MOST = 2000
"""Steps of a search that a person predicts."""


def predict(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """What is worth predicting: the step that is hidden, and what is asked of it."""
    _, found = yield from _asked(shelf, asked, turn)
    # but for the format, which says what to type, and keyboards have no infinity
    return {"questions": [typeset(asdict(each)) | {"format": each.format} for each in found]}


def predict_grade(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Whether a prediction is right, and if not, which mistake it is."""
    told, found = yield from _asked(shelf, asked, turn)
    if asked["question"] >= len(found):
        raise RefusedError(f"There is no question {asked['question']}; there are {len(found)}.", 404)
    question = found[asked["question"]]
    feedback = grade(told, question, asked["text"], asked["chosen"])
    return typeset({**feedback.as_json(), "say": told.sentences[question.at]})


def _asked(
    shelf: Shelf, asked: dict[str, Any], turn: Turn
) -> Generator[None, None, tuple[TracedSearch, list[Prediction]]]:
    done = yield from searched(shelf, asked, turn)
    if len(done.events) > MOST:
        raise RefusedError(
            f"This search has {len(done.events):,} steps, too many to predict ({MOST:,} are the most); "
            "search a smaller tree, or less deep."
        )
    told = TracedSearch(done.game, done.events, done.decision, done.conventions, done.model, done.opponent)
    return told, predictions(told)


CALLS = (
    Stream("predict", Fields(SOURCE), predict, "What is worth predicting in a search."),
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
        "Whether a prediction is right; if not, the mistake by name, and what happens.",
    ),
)
