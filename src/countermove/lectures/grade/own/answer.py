"""What a search answers: where in it the value is, and what names the action.

A search may answer with a number, a pair, a list such as [row, column, score] or a dictionary. The place of the value
is found by trying: answer the children with numbers of ours, and see where they come out.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from countermove.lectures.grade.own.load import Anything
from countermove.lectures.grade.own.stage import Opened, freeze

FED = (0.25, -0.5, 0.75, -0.25, 0.5, -0.75, 0.125, -0.375, 0.625, -0.125, 0.375, -0.625)
"""Numbers that any search takes for values: between -1 and 1, and no two the same."""


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) or (
        hasattr(value, "__float__") and hasattr(value, "dtype") and getattr(value, "shape", 1) == ()
    )


class Attribute(str):
    """The name of an attribute that is the value of an answer."""


@dataclass(frozen=True)
class Shape:
    """A leaf's answer as a template."""

    template: Any
    place: Any = None
    """The index or key of the value; None where the answer is the value."""
    boolean: bool = False
    """Whether the value is True for a win and False for a loss."""

    def made(self, value: float) -> Any:
        """An answer with that value."""
        if self.boolean:
            value = value > 0
        if self.place is None:
            return value
        if isinstance(self.place, Attribute):
            made = copy.copy(self.template)
            setattr(made, self.place, value)
            return made
        if isinstance(self.template, dict):
            return {**self.template, self.place: value}
        if hasattr(self.template, "_replace"):
            return self.template._replace(**{self.template._fields[self.place]: value})
        parts = list(self.template)
        parts[self.place] = value
        return tuple(parts) if isinstance(self.template, tuple) else parts

    def value(self, answer: Any) -> float | None:
        """The value in an answer."""
        if self.place is not None:
            try:
                answer = getattr(answer, self.place) if isinstance(self.place, Attribute) else answer[self.place]
            except (AttributeError, TypeError, IndexError, KeyError):
                return None
        if self.boolean:
            return 1.0 if answer else -1.0
        return float(answer) if is_number(answer) else None

    def rest(self, answer: Any) -> Hashable:
        """All of an answer but its value."""
        if self.place is None:
            return None
        if isinstance(self.place, Attribute):
            return freeze({key: each for key, each in getattr(answer, "__dict__", {}).items() if key != self.place})
        if isinstance(answer, dict):
            return freeze({key: each for key, each in answer.items() if key != self.place})
        if isinstance(answer, (list, tuple)) and -len(answer) <= self.place < len(answer):
            return freeze([each for index, each in enumerate(answer) if index != self.place % len(answer)])
        return None


def shapes_of(answer: Any) -> list[Shape]:
    """The ways to read a leaf's answer."""
    if is_number(answer):
        return [Shape(answer, None, isinstance(answer, bool))]
    if isinstance(answer, dict):
        places = list(answer.items())
    elif isinstance(answer, (list, tuple)) and len(answer) <= 6:
        places = list(enumerate(answer))
    elif hasattr(answer, "__dict__") and not isinstance(answer, Anything):
        places = [(Attribute(name), value) for name, value in vars(answer).items()]
    else:
        return []
    return [Shape(answer, place, isinstance(value, bool)) for place, value in places if is_number(value)]


def kind_of(
    open_with: Callable[[Callable[[int], Any]], Opened], shape: Shape, children: int, scale: float = 1.0
) -> str:
    """What a node does with the values of its children: max, min, neg (negamax), average; or odd."""
    votes: dict[str, int] = {}
    turns = range(6 if shape.boolean else 4)
    for turn in turns:
        fed = [scale * FED[(number * (1 if turn % 2 else 5) + turn * 3) % len(FED)] for number in range(children)]
        if shape.boolean:  # all lost, all won, and both
            fed = [(-1.0, 1.0, (-1.0) ** number, (-1.0) ** (number + 1))[turn % 4] for number in range(children)]
        elif len(set(fed)) < min(2, children):
            continue
        made = [shape.made(value) for value in fed]
        answer = shape.value(open_with(_from(made)).answer)
        if answer is None:
            continue
        kinds = {"max": max(fed), "min": min(fed), "neg": -min(fed), "average": sum(fed) / len(fed)}
        if shape.boolean:
            kinds["all"] = -max(fed)
        for kind, value in kinds.items():
            if abs(answer - value) < 1e-9 * max(1.0, scale):
                votes[kind] = votes.get(kind, 0) + 1
    best = max(votes, key=lambda kind: votes[kind], default="odd")
    if votes.get(best, 0) < (len(turns) if shape.boolean else 2):
        return "odd"
    return "neg" if best == "all" else best  # it negates, but wants every action to be good


def _from(answers: list[Any]) -> Callable[[int], Any]:
    """Gives the answers in turn."""
    return lambda number: answers[number % len(answers)]
