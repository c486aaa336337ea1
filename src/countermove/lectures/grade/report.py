"""What grading found: values to print, to save and to test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from countermove.lectures.grade.case import Case, Given
from countermove.lectures.grade.pupil import Fault


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest tree found that shows what is wrong."""

    tree: str
    depth: int | None
    """The limit, where one was given."""
    players: int
    expected: dict[str, Any]
    """The right value, actions and leaves visited."""
    got: dict[str, Any]
    """What the submission says and does instead."""
    sentence: str
    """What differs, in words."""
    step: str
    """The first step in which the mistake shows, when it is a known one."""
    position: str = ""
    """The position, where it is one of the student's own game, as the program prints it."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A graded function."""

    ok: bool
    file: str
    function: str
    style: str
    algorithm: str
    returns: str
    """What it answers with: value, action, or both."""
    cases: int
    right: dict[str, int]
    """In how many cases the value, the action and the set of visited leaves were right, as far as they are graded."""
    mistake: str
    """The name of the mistake, such as "wrong:shared-beta"; or of what kept it from answering, such as "endless";
    "unknown" when it is none of those; empty when all is right."""
    also: tuple[str, ...]
    """Other mistakes that would give the same answers."""
    sentence: str
    hint: str
    example: Example | None
    see: str
    """The command that shows the mistake, if one does."""
    notes: tuple[str, ...]
    taken: tuple[str, ...] = ()
    """What in the student's own game was taken for what, in sentences."""
    graded: dict[str, int] = field(default_factory=dict)
    """In how many cases each aspect was graded, where not in all."""

    def to_json(self) -> dict[str, Any]:
        example = None
        if self.example is not None:
            example = {name: getattr(self.example, name) for name in Example.__slots__}
        return {name: getattr(self, name) for name in Grade.__slots__} | {"example": example}


def expected_of(case: Case) -> dict[str, Any]:
    """The right answer, in words that a person can check on paper."""
    game, root = case.specimen, case.specimen.initial()
    told: dict[str, Any] = {
        "value": case.value,
        "actions": [game.action_name(root, action) for action in sorted(case.best)],
    }
    if case.leaves:
        told["leaves_visited"] = game.leaf_values(case.leaves[0])
    return told


def got_of(case: Case, answer: Given | None, fault: Fault | None = None) -> dict[str, Any]:
    """What the submission answered."""
    game, root = case.specimen, case.specimen.initial()
    if answer is None:
        return {"fault": fault.kind if fault else None}
    told: dict[str, Any] = {}
    if answer.has_value:
        told["value"] = answer.value
    if answer.has_action:
        told["action"] = None if answer.action is None else game.action_name(root, answer.action)
    if case.leaves and answer.leaves is not None:
        told["leaves_visited"] = game.leaf_values(answer.leaves)
    return told


def difference(case: Case, answer: Given) -> str:
    """What is wrong with an answer, in one sentence."""
    game, root, wrong = case.specimen, case.specimen.initial(), answer.wrong(case)
    parts = []
    if "value" in wrong:
        parts.append(f"the value is {case.value:g} and yours is {_number(answer.value)}")
    if "action" in wrong:
        right = " or ".join(game.action_name(root, action) for action in sorted(case.best))
        yours = "none" if answer.action is None else game.action_name(root, answer.action)
        parts.append(f"the action is {right} and yours is {yours}")
    if "visited" in wrong and answer.leaves is not None:
        more = game.leaf_values(answer.leaves - case.leaves[0])
        fewer = game.leaf_values(case.leaves[0] - answer.leaves)
        if more:
            parts.append(f"yours visits {_listed(more)}, which should be pruned")
        if fewer:
            parts.append(f"yours prunes {_listed(fewer)}, which must be visited")
    limit = "" if case.limit is None else f" searched to depth {case.limit}"
    return f"On {game}{limit}, {'; '.join(parts)}."


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"


def _listed(values: list[int]) -> str:
    return ", ".join(map(str, values))
