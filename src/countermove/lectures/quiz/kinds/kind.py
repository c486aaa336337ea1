"""What every kind of question has: its algorithms, suitable trees, asking, and grading."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from countermove.lectures.quiz.question import Feedback, Question, QuestionBody
from countermove.lectures.quiz.worked import Worked


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question."""

    name: str
    words: str
    """A short description."""
    algorithms: tuple[str, ...]
    """The algorithms it can be about, the default first."""
    suits: Callable[[Worked], bool]
    """Whether a tree makes a worthwhile question."""
    ask: Callable[[Worked, random.Random], QuestionBody]
    grade: Callable[[Question, Worked, str], Feedback]
    """Grade an answer; SpecError if it cannot be read."""


def right(question: Question, text: str = "Right.") -> Feedback:
    return Feedback(True, "correct", text, answer=question.answer)


def wrong(question: Question, category: str, text: str, details: tuple[str, ...] = ()) -> Feedback:
    return Feedback(False, category, text, details, question.answer)


def count(things: int, thing: str, many: str = "") -> str:
    """A count with its noun.

    >>> count(1, "leaf", "leaves"), count(3, "leaf", "leaves")
    ('1 leaf', '3 leaves')
    """
    return f"{things} {thing if things == 1 else many or thing + 's'}"


def joined(words: list[str]) -> str:
    """Words with commas and an "and".

    >>> joined(["e"]), joined(["e", "f", "g"])
    ('e', 'e, f and g')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""
