"""The parts of a quiz: plain values that can be stored, sent as JSON, and read back.

A question holds its tree as text and what it asks, but nothing computed: grading searches the tree again. So a page, a
file or a terminal can show a question and have it graded.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from countermove.errors import SpecError
from countermove.lectures.quiz.worked import Worked, work


@dataclass(frozen=True, slots=True)
class QuestionBody:
    """The text of a question about one tree."""

    prompt: str
    format: str
    """How to write an answer."""
    answer: str
    hint: str
    explanation: tuple[str, ...]
    nodes: tuple[str, ...] = ()
    """The nodes in question, in the order of the answer."""


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
    """The targets in the tree: "tie", "deep-cut", ..."""

    def worked(self) -> Worked:
        """The search that the question is about."""
        return work(self.tree, self.root, self.algorithm, self.prune)

    def as_json(self) -> dict[str, Any]:
        data = asdict(self)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Question:
        names = {field.name for field in fields(cls)}
        if not isinstance(data, dict) or not {"kind", "tree", "root", "algorithm", "prune"} <= data.keys():
            raise SpecError("This is not a quiz question: it needs kind, tree, root, algorithm and prune.")
        known = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        blank: dict[str, Any] = {"number": 1, "prompt": "", "format": "", "answer": "", "hint": ""}
        return cls(**{**blank, **{name: value for name, value in known.items() if name in names}})


@dataclass(frozen=True, slots=True)
class Quiz:
    """Questions in order, and the parameters they were made from."""

    seed: int
    prune: str
    questions: tuple[Question, ...]

    @property
    def conventions(self) -> str:
        """What a student needs to know before starting."""
        test = "reaches" if self.prune == ">=" else "passes"
        return (
            "Trees are searched from left to right, and payoffs are for MAX. "
            f"Alpha-beta cuts as soon as a value {test} the other side's bound ({self.prune}), "
            "starts with the window (-inf, +inf) and returns the best value seen (fail-soft). "
            "The first of equal actions is taken."
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
    """The grading of an answer: whether it is right, the kind of mistake, and why."""

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
