"""What is asked, what the right answer is, and how far an answer is from it.

A case is a tree and a depth. The textbook says what it is worth, which actions keep that value (any of them is right),
and, for alpha-beta, which leaves must be looked at: no more, no fewer.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from countermove.game import CHANCE
from countermove.lectures.grade.pupil import Reply
from countermove.lectures.grade.specimen import FIRST, Specimen, grow, of_list
from countermove.lectures.grade.submission import Submission
from countermove.lectures.grade.unroll import positions
from countermove.textbook import ALGORITHMS, Algorithm, Conventions, Decision, Event, trace

Reading = Literal["value", "action", "value, action", "action, value"]
DEEPEST = 50
"""From here a depth stands for the whole tree."""
TRAPS = (
    [3, 5],
    [[2, 7], [5, 7]],
    [[3, 5], [3, 0]],
    [[10], [10, 0]],
    [[10, 8], [4, 50]],
    [[2, 7], [1, 8]],
    [[3, 12], [4, 6], [15, 2]],
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[[10, 6], [100, 8]], [[1, 2], [20, 4]]],
    [[7, 6, 5], [3, 1], [6, 5, 9]],
    [[0, 1], [-1, 1]],
    [[-8, -5], [-10, 8]],
)
"""Trees of the lectures that catch something."""
CLOSE = 1e-6


@dataclass(frozen=True)
class Case:
    """A tree, how deep to search it, and the conventions."""

    specimen: Specimen
    depth: int | None
    algorithm: str
    conventions: Conventions

    def run(self, search: Algorithm, conventions: Conventions | None = None) -> tuple[list[Event], Decision]:
        return trace(search(self.specimen, depth=self.depth, conventions=conventions or self.conventions))

    def outcome(self, search: Algorithm) -> tuple[Decision, frozenset[tuple[int, ...]]]:
        """What a search decides here and the leaves it visits; asked again, from memory."""
        if search not in self._outcomes:
            events, decision = self.run(search)
            self._outcomes[search] = decision, leaves_of(events)
        return self._outcomes[search]

    @cached_property
    def _outcomes(self) -> dict[Algorithm, tuple[Decision, frozenset[tuple[int, ...]]]]:
        return {}

    @cached_property
    def value(self) -> float:
        value = self._whole.value
        assert isinstance(value, float)
        return value

    @cached_property
    def best(self) -> frozenset[int]:
        """The actions that keep the value."""
        worth = {action: score.value for action, score in self._whole.values.items()}
        return frozenset(a for a, value in worth.items() if isinstance(value, float) and close(value, self.value))

    @property
    def limit(self) -> int | None:
        """The depth, where it is a limit."""
        return None if self.depth is None or self.depth > DEEPEST else self.depth

    @cached_property
    def leaves(self) -> tuple[frozenset[tuple[int, ...]], ...]:
        """The leaves to look at, returning values as they are or clamped to the window: both are right."""
        if self.algorithm != "alphabeta":
            return ()
        search = ALGORITHMS["alphabeta"]
        soft = Conventions(prune=self.conventions.prune, ply=self.conventions.ply)
        hard = Conventions(prune=self.conventions.prune, ply=self.conventions.ply, returns="hard")
        return tuple(leaves_of(self.run(search, each)[0]) for each in (soft, hard))

    @cached_property
    def _whole(self) -> Decision:
        """The decision of a search that looks at everything."""
        name = "minimax" if self.algorithm == "alphabeta" else self.algorithm
        return self.run(ALGORITHMS[name])[1]


@dataclass(frozen=True, slots=True)
class Given:
    """What a function answers to a case, understood."""

    value: float | None
    action: int | None
    leaves: frozenset[tuple[int, ...]] | None
    has_value: bool
    has_action: bool

    def wrong(self, case: Case) -> tuple[str, ...]:
        """What is wrong with it: its value, its action, what it visited."""
        found = []
        if self.has_value and (self.value is None or not close(self.value, case.value)):
            found.append("value")
        if self.has_action and self.action not in case.best:
            found.append("action")
        if case.leaves and self.leaves is not None and self.leaves not in case.leaves:
            found.append("visited")
        return tuple(found)

    def late(self, case: Case) -> bool:
        """Whether the action is as good as the first best one, and not the first."""
        return self.has_action and self.action in case.best and self.action != min(case.best)


def close(one: float, other: float) -> bool:
    return one == other or math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)


def leaves_of(events: list[Event]) -> frozenset[tuple[int, ...]]:
    return frozenset(event.path for event in events if event.kind == "leaf")


def reading(answers: list[tuple[Case, Any]], submission: Submission) -> Reading | None:
    """How the answers are to be read: which reading makes sense of all of them, or None when they make none."""
    pairs = [isinstance(answer, list) for _, answer in answers]
    if not answers or any(pairs) != all(pairs):
        return None
    if all(pairs):
        orders: list[tuple[Reading, int]] = [("value, action", 1), ("action, value", 0)]
        fits = [
            name
            for name, place in orders
            if all(_is_action(case, answer[place], submission) for case, answer in answers)
            and all(_number(answer[1 - place]) is not None for _, answer in answers)
        ]
        return fits[0] if fits else None
    actions = all(_is_action(case, answer, submission) for case, answer in answers)
    values = all(_number(answer) is not None for _, answer in answers)
    if actions and (submission.style != "tree" or submission.chooses or not values):
        return "action"
    return "value" if values else None


def given(case: Case, reply: Reply, how: Reading, submission: Submission) -> Given:
    """A reply, understood."""
    answer = reply.answer
    parts = dict(zip(how.split(", "), answer if isinstance(answer, list) else [answer]))
    return Given(
        _number(parts.get("value")),
        _action(case, parts.get("action"), submission),
        reply.leaves,
        "value" in parts,
        "action" in parts,
    )


def _is_action(case: Case, answer: Any, submission: Submission) -> bool:
    return answer is None or _action(case, answer, submission) is not None


def _action(case: Case, answer: Any, submission: Submission) -> int | None:
    """The action that an answer names: its number, the index of a child, or the child itself."""
    children = len(case.specimen.tree.children)
    if isinstance(answer, dict):
        return FIRST + answer["child"] if "child" in answer else None
    if not isinstance(answer, float) or not answer.is_integer():
        return None
    index = int(answer) - (0 if submission.style == "tree" else FIRST)
    if submission.style == "node" and not 0 <= index < children:
        index = int(answer)
    return FIRST + index if 0 <= index < children else None


def _number(answer: Any) -> float | None:
    return answer if isinstance(answer, float) and not math.isnan(answer) else None


def cases(submission: Submission, conventions: Conventions, seed: int, trees: int) -> list[Case]:
    """Trees to try a submission on, the smallest first."""
    rng = random.Random(seed)
    algorithm = submission.algorithm
    cycle = conventions.ply == "cycle"
    plain = submission.style == "tree"
    patterns: list[tuple[int, ...]] = [(0, 1)]
    if algorithm == "expectiminimax":
        patterns = [(0, CHANCE, 1, CHANCE)]
    elif algorithm == "expectimax" and not plain:
        patterns = [(0, 1), (0, CHANCE)]
    elif cycle:
        patterns = [(0, 1), (0, 1, 2)]
    found: list[tuple[Specimen, int | None]] = []
    if (0, 1) in patterns:
        found += [(of_list(trap), None) for trap in TRAPS]
        found += [(position, None) for position in positions(rng, trees // 10)]
    for number in range(trees):
        pattern = patterns[number % len(patterns)]
        deepest = max(rng.randint(2, 4), len(pattern) if cycle else 2)
        specimen = grow(rng, pattern, deepest, 1 if number % 4 == 3 else 9)
        limited = submission.limited and (cycle or number % 2 == 0)
        most = 2 if cycle else max(1, specimen.tree.height - 1)
        found.append((specimen, rng.randint(1, most) if limited else None))
    found.sort(key=lambda pair: pair[0].tree.weight)
    return [
        Case(specimen, submission.unlimited if depth is None else depth, algorithm, conventions)
        for specimen, depth in found
    ]
