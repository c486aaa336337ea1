"""What a quiz is made of: plain values that can be kept, sent as JSON, and read back.

A question holds its tree as text and what is asked about it, and nothing that was computed to make it: grading works
the tree through again. So a page, a file or a terminal can show a question, and any of them can have it graded.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from countermove.errors import SpecError
from countermove.lectures.quiz.worked import Worked, work

__all__ = ["Asked", "Feedback", "Question", "Quiz"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a kind of question asks about one tree."""

    prompt: str
    format: str
    """How an answer may be written."""
    answer: str
    hint: str
    explanation: tuple[str, ...]
    nodes: tuple[str, ...] = ()
    """The nodes it asks about, in the order of the answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question about one tree.

    >>> question = Question(1, "count", "[[3,12],[2,4]]", "max", "alphabeta", ">=", "How many?", "a number", "3", "")
    >>> Question.from_json(question.as_json()) == question
    True
    """

    number: int
    kind: str
    tree: str
    """Nested lists, as `Tree` and `countermove tree` read them."""
    root: str
    algorithm: str
    prune: str
    prompt: str
    format: str
    answer: str
    hint: str
    explanation: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    """What is known to be in the tree: "tie", "deep-cut", ..."""

    def worked(self) -> Worked:
        """The search that the question is about."""
        return work(self.tree, self.root, self.algorithm, self.prune)

    def as_json(self) -> dict[str, Any]:
        told = asdict(self)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Question:
        names = {field.name for field in fields(cls)}
        if not isinstance(told, dict) or not {"kind", "tree", "root", "algorithm", "prune"} <= told.keys():
            raise SpecError(
                "This is not a question of a quiz: it needs a kind, a tree, a root, an algorithm and a prune."
            )
        known = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
        blank: dict[str, Any] = {"number": 1, "prompt": "", "format": "", "answer": "", "hint": ""}
        return cls(**{**blank, **{name: value for name, value in known.items() if name in names}})


@dataclass(frozen=True, slots=True)
class Quiz:
    """Questions in order, and what they were made from."""

    seed: int
    prune: str
    questions: tuple[Question, ...]

    @property
    def conventions(self) -> str:
        """What a student has to know before starting."""
        test = "reaches" if self.prune == ">=" else "passes"
        return (
            "Trees are searched from left to right and payoffs are MAX's. "
            f"Alpha-beta cuts as soon as a value {test} the other side's bound ({self.prune}), "
            "starts with the window (-inf, +inf) and returns the best value seen (fail-soft). "
            "Of equal actions the first is taken."
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "prune": self.prune,
            "conventions": self.conventions,
            "questions": [question.as_json() for question in self.questions],
        }


@dataclass(frozen=True, slots=True)
class Feedback:
    """What an answer gets: whether it is right, what kind of mistake it is, and why."""

    correct: bool
    category: str
    """"correct", or the mistake: "over-pruning", "under-pruning", "off-by-one", "swapped", "sign", ..."""
    text: str
    """One or two sentences about this answer."""
    details: tuple[str, ...] = ()
    """A sentence for each thing that went wrong."""
    answer: str = ""
    """The right answer."""

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "details": list(self.details)}
