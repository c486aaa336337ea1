"""What every kind of question has: the algorithms it can be about, trees that suit it, asking, and grading."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from countermove.lectures.quiz.question import Asked, Feedback, Question
from countermove.lectures.quiz.worked import Worked

__all__ = ["Kind", "count", "joined", "right", "wrong"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question."""

    name: str
    words: str
    """What it asks for, in a few words."""
    algorithms: tuple[str, ...]
    """Those it can be about, the usual one first."""
    suits: Callable[[Worked], bool]
    """Whether a tree makes a question that is worth asking."""
    ask: Callable[[Worked, random.Random], Asked]
    grade: Callable[[Question, Worked, str], Feedback]
    """Reads an answer and judges it; raises SpecError for one that cannot be read."""


def right(question: Question, text: str = "Right.") -> Feedback:
    return Feedback(True, "correct", text, answer=question.answer)


def wrong(question: Question, category: str, text: str, details: tuple[str, ...] = ()) -> Feedback:
    return Feedback(False, category, text, details, question.answer)


def count(things: int, thing: str, many: str = "") -> str:
    """So many things.

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
