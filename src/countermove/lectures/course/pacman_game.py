"""The Pacman tests of the Berkeley project: a whole game, and at each of Pacman's turns the actions that are right.

The keys of a test are `class` (PacmanGameTreeTest), `alg`, `depth` (in cycles), `seed` and `layout`; `layoutName` and
`max_points` are for people. Pacman plays against up to two directional ghosts, whose random numbers are seeded with
`seed` plus the number of the turn; so the game is the same for everybody.

At every turn an agent's action must be among the best ones, and the number of different states that it generated must
be right, with Pacman's Stop in the tree or without. If not, the course's grader compares all its actions with those of
two common mistakes: a search that leaves out the last ghost of the last cycle (partial ply), and one that is a cycle
too deep or too shallow (depth off by one). A solution lists, one line of JSON per turn:

    optimalActions          [[best actions, states], the same without Stop]
    altDepthActions         best actions at depth - 1 (at least 1), the same without Stop, at depth + 1, without Stop
    partialPlyBugActions    best actions without the last ghost, and without Stop

States are the same if the places and directions of all agents, food, capsules, timers and the score are; whose turn it
is does not count.
"""

from __future__ import annotations

import json
import random
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import inf, isclose
from pathlib import Path
from typing import Any, Final, NamedTuple

from countermove.errors import SpecError
from countermove.games._pacman_layout import STOP
from countermove.games.pacman import Maze, Pacman
from countermove.lectures.course.fields import Field, read_fields, write_fields, wrong
from countermove.textbook import Conventions, Event, trace
from countermove.textbook.wrong import WRONG, named

KIND: Final = "PacmanGameTreeTest"
REQUIRED: Final = ("alg", "depth", "seed", "layout")
SOLUTION: Final = ("optimalActions", "altDepthActions", "partialPlyBugActions")
GHOSTS: Final = 2
"""The most ghosts of a test; others of the layout stay away."""
ORDERS: Final = ("NSEW-", "W-ENS")
"""The orders in which versions of the course generate actions; pruning depends on them."""
MAX_TURNS: Final = 2000

Best = tuple[list[str], int]
"""The best actions, and the number of states generated."""


class Turn(NamedTuple):
    """What is right at one of Pacman's turns: with Stop in the tree, and without."""

    state: Maze
    heading: int
    """Pacman's direction."""
    optimal: list[Best]
    other_depth: list[list[str]]
    """A cycle less, and a cycle more."""
    partial_ply: list[list[str]]


@dataclass(frozen=True)
class Verdict:
    """An agent's game, judged as the course's grader does."""

    actions: list[str]
    states: list[int]
    """The states generated at each turn."""
    fault: str = ""
    """In the grader's words; empty if all is right."""
    cause: str = ""
    """The mistake that explains all turns, "partial ply" or "depth off by one"; empty if none of them does."""
    turn: int | None = None
    """The first turn that is wrong."""

    @property
    def right(self) -> bool:
        return not self.fault


@dataclass(frozen=True)
class PacmanTest:
    """A test: the game, and how it is searched."""

    game: Pacman
    algorithm: str
    depth: int
    seed: int
    name: str = ""
    expected: dict[str, list[Any]] | None = field(default=None, compare=False)
    """The solution file beside it, if there is one."""

    def turns(self) -> Iterator[Turn]:
        """Pacman's turns; he takes the first best action, the solution's if there is one."""
        state, heading = self.game.initial(), STOP
        moves = [] if self.expected is None else [line[0][0][0] for line in self.expected["optimalActions"]]
        for number in range(1, MAX_TURNS):
            if self.game.is_terminal(state):
                return
            turn = self._turn(state, heading)
            yield turn
            taken = moves[number - 1] if number <= len(moves) else turn.optimal[0][0][0]
            action = next((a for a in self.game.actions(state) if self.game.action_name(state, a) == taken), None)
            if action is None:
                raise SpecError(
                    f"The solution of {self.name} has {taken!r} at turn {number}, which is not legal there."
                )
            heading = heading if action == STOP else action
            state = self._haunted(self.game.result(state, action), random.Random(self.seed + number))

    def _turn(self, state: Maze, heading: int) -> Turn:
        def best(depth: int, stop: bool, partial: bool = False) -> Best:
            return _Search(self.game, self.algorithm, stop, partial, self._children).best(state, heading, depth)

        near, far = max(1, self.depth - 1), self.depth + 1
        return Turn(
            state,
            heading,
            [best(self.depth, stop) for stop in (True, False)],
            [best(depth, stop)[0] for depth in (near, far) for stop in (True, False)],
            [best(self.depth, stop, True)[0] for stop in (True, False)],
        )

    @cached_property
    def _children(self) -> dict[Maze, list[tuple[int, Maze]]]:
        return {}

    def _haunted(self, state: Maze, rng: random.Random) -> Maze:
        """The state after the ghosts' turns."""
        while state.agent and not self.game.is_terminal(state):
            odds = sorted((self.game.action_name(state, way), chance, way) for way, chance in self.game.chances(state))
            totals = list(accumulate(chance for _, chance, _ in odds))
            state = self.game.result(state, odds[bisect_left(totals, rng.random() * totals[-1])][2])
        return state

    @cached_property
    def played(self) -> tuple[Turn, ...]:
        """All turns of the game."""
        return tuple(self.turns())

    def solution(self) -> dict[str, list[Any]]:
        """What a solution file lists."""
        return {
            "optimalActions": [[[actions, count] for actions, count in turn.optimal] for turn in self.played],
            "altDepthActions": [turn.other_depth for turn in self.played],
            "partialPlyBugActions": [turn.partial_ply for turn in self.played],
        }

    @cached_property
    def differences(self) -> list[str]:
        """A sentence for every turn at which the solution file disagrees; empty without such a file."""
        if self.expected is None:
            return []
        found = []
        for key, mine in self.solution().items():
            theirs = self.expected[key]
            for number, (one, other) in enumerate(zip(mine, theirs), 1):
                if not _same(one, other):
                    words = f"{json.dumps(other)} in the solution, {json.dumps(one)} here"
                    found.append(f"Turn {number}, {key}: {words}.")
            if len(mine) != len(theirs):
                found.append(f"{key} has {len(theirs)} turns in the solution, {len(mine)} here.")
        return found

    def search(self, turn: Turn, algorithm: str, conventions: Conventions) -> tuple[str, int]:
        """The action of a textbook search at a turn, and the number of different states that it generated."""
        forms = WRONG[algorithm].of(self.algorithm) if algorithm in WRONG else []
        search = forms[0] if forms else named(algorithm, self.game)
        events, decision = trace(search(self.game, turn.state, depth=self.depth, conventions=conventions))
        return self.game.action_name(turn.state, decision.action), self._generated(turn, events)

    def _generated(self, turn: Turn, events: list[Event]) -> int:
        headings = {(): turn.heading}
        found = set()
        crew = 1 + self.game.crew
        for event in events:
            if event.kind == "enter":
                if event.path:
                    before, last = headings[event.path[:-1]], event.path[-1]
                    moved = (len(event.path) - 1) % crew == 0 and last != STOP
                    headings[event.path] = last if moved else before
                found.add(_identity(event.state, headings[event.path]))
        return len(found)

    def judge(self, answer: Callable[[Turn], tuple[str, int]]) -> Verdict:
        """Judge an agent, which returns its action at a turn and the number of states it generated."""
        actions, states = [], []
        count_wrong = action_wrong = None
        fits = {"": [True] * 2, "partial ply": [True] * 2, "depth off by one": [True] * 4}
        for number, turn in enumerate(self.played, 1):
            action, count = answer(turn)
            actions.append(action)
            states.append(count)
            lists = {
                "": [best for best, _ in turn.optimal],
                "partial ply": turn.partial_ply,
                "depth off by one": turn.other_depth,
            }
            for cause, each in lists.items():
                fits[cause] = [fit and action in best for fit, best in zip(fits[cause], each)]
            if count_wrong is None and all(count != right for _, right in turn.optimal):
                count_wrong = number
            if action_wrong is None and not any(action in best for best, _ in turn.optimal):
                action_wrong = number
        if count_wrong is not None:
            return Verdict(actions, states, "Wrong number of states expanded", self._count_cause(states), count_wrong)
        if any(fits.pop("")):
            return Verdict(actions, states)
        cause = next((cause for cause, fit in fits.items() if any(fit)), "")
        faults = {"partial ply": "Partial ply bug", "depth off by one": "Search depth off by 1"}
        return Verdict(actions, states, faults.get(cause, "Suboptimal moves"), cause, action_wrong or 1)

    def _count_cause(self, states: list[int]) -> str:
        """The mistake under which every number of states is right, if there is one."""
        variants = [("partial ply", self.depth, True)]
        variants += [("depth off by one", depth, False) for depth in (self.depth - 1, self.depth + 1) if depth]
        for cause, depth, partial in variants:
            for stop in (True, False):
                search = _Search(self.game, self.algorithm, stop, partial, self._children)
                if all(search.best(t.state, t.heading, depth)[1] == n for t, n in zip(self.played, states)):
                    return cause
        return ""


class _Search:
    """The search of the course, for its reference answers."""

    def __init__(
        self, game: Pacman, algorithm: str, stop: bool, partial: bool, children: dict[Maze, list[tuple[int, Maze]]]
    ) -> None:
        self.game, self.stop, self.partial, self._children = game, stop, partial, children
        self.prunes, self.averages = algorithm == "alphabeta", algorithm == "expectimax"
        self.found: set[Hashable] = set()
        self.known: dict[tuple[Maze, int, int], float] = {}

    def best(self, state: Maze, heading: int, depth: int) -> Best:
        """The best actions of Pacman, and the number of different states generated."""
        self.found, self.known = {_identity(state, heading)}, {}
        actions: list[int] = []
        best = -inf
        for action, child in self.children(state):
            value = self._value(child, action if action != STOP else heading, depth, best, inf)
            if value > best and not isclose(value, best, rel_tol=0, abs_tol=1e-9):
                actions, best = [action], value
            elif isclose(value, best, rel_tol=0, abs_tol=1e-9):
                actions.append(action)
        return [self.game.action_name(state, action) for action in actions], len(self.found)

    def children(self, state: Maze) -> list[tuple[int, Maze]]:
        if state not in self._children:
            self._children[state] = [(a, self.game.result(state, a)) for a in self.game.actions(state)]
        found = self._children[state]
        stays = state.agent == 0 and not self.stop and len(found) > 1
        return [(action, child) for action, child in found if action != STOP] if stays else found

    def _value(self, state: Maze, heading: int, depth: int, alpha: float, beta: float) -> float:
        """The value of a state, `depth` counting the cycle under way."""
        self.found.add(_identity(state, heading))
        depth -= state.agent == 0
        last = self.partial and depth == 1 and state.agent == self.game.crew
        if depth == 0 or last or self.game.is_terminal(state):
            return float(state.score)
        key = (state, heading, depth)
        if not self.prunes and key in self.known:
            return self.known[key]
        most = state.agent == 0
        children = self.children(state)
        value, total, share = (-inf if most else inf), 0.0, 1 / len(children)
        for action, child in children:
            ahead = action if most and action != STOP else heading
            found = self._value(child, ahead, depth, alpha, beta)
            total += found * share
            value = max(value, found) if most else min(value, found)
            if self.prunes:
                if value > beta if most else value < alpha:
                    return value
                alpha, beta = (max(alpha, value), beta) if most else (alpha, min(beta, value))
        self.known[key] = total if self.averages and not most else value
        return self.known[key]


def _identity(state: Maze, heading: int) -> Hashable:
    """What the course compares of two states."""
    return state._replace(agent=heading, outcome=0)


def _same(mine: Any, theirs: Any) -> bool:
    """Whether a line of a solution has the same numbers and best actions, in any order.

    Averages that are equal may differ by rounding there, so it need not list them all.
    """
    if not isinstance(mine, (list, tuple)):
        return bool(mine == theirs)
    if mine and isinstance(mine[0], str):
        return isinstance(theirs, list) and bool(theirs) and set(theirs) <= set(mine)
    return isinstance(theirs, list) and len(mine) == len(theirs) and all(map(_same, mine, theirs))


def read_pacman(path: Path, algorithms: dict[str, str]) -> PacmanTest:
    """The test in a file; SpecError names the invalid line."""
    fields = read_fields(path)
    for key in REQUIRED:
        if key not in fields:
            raise SpecError(f"{path.name} has no {key!r}; a Pacman test needs {', '.join(REQUIRED)}.")
    if fields["alg"].text not in algorithms:
        raise wrong(path, fields["alg"].line, f"alg is {fields['alg'].text!r}; use {', '.join(algorithms)}")
    depth, seed = (_number(path, fields[key], key, least) for key, least in (("depth", 1), ("seed", 0)))
    try:
        game = Pacman(_two_ghosts(fields["layout"].text + "\n"))
    except SpecError as error:
        raise wrong(path, fields["layout"].line, str(error).rstrip(".")) from None
    test = PacmanTest(game, algorithms[fields["alg"].text], depth, seed, path.name)
    solution = path.with_suffix(".solution")
    if not solution.is_file():
        return test
    test = replace(test, expected=read_pacman_solution(solution))
    ordered = [replace(test, game=Pacman(game.layout, order)) for order in ORDERS]
    return min(ordered, key=lambda each: len(each.differences))


def _two_ghosts(layout: str) -> str:
    """The layout without the ghosts that no agent moves."""
    rows = [line.strip() for line in layout.strip("\n").splitlines()]
    places = [
        (int(sign.replace("G", "1")), x, -y)
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign in "G1234"
    ]
    for _, x, y in sorted(places)[GHOSTS:]:
        rows[-y] = rows[-y][:x] + " " + rows[-y][x + 1 :]
    return "\n".join(rows) + "\n"


def _number(path: Path, field: Field, key: str, least: int) -> int:
    if not field.text.isdigit() or int(field.text) < least:
        raise wrong(path, field.line, f"{key} is {field.text!r}; give a whole number, {least} or more")
    return int(field.text)


def read_pacman_solution(path: Path) -> dict[str, list[Any]]:
    """The lists of a solution file."""
    fields = read_fields(path)
    found: dict[str, list[Any]] = {}
    for key in SOLUTION:
        if key not in fields:
            raise SpecError(f"{path.name} has no {key!r}; the solution of a Pacman test has {', '.join(SOLUTION)}.")
        found[key] = []
        for number, line in fields[key].lines:
            try:
                found[key].append(json.loads(line))
                if key == "optimalActions":
                    [[str(action) for action in actions] and int(count) for actions, count in found[key][-1]]
            except (ValueError, TypeError):
                raise wrong(path, number, f"{line.strip()[:40]!r} is not a list of actions, as JSON") from None
    if not found["optimalActions"]:
        raise SpecError(f"{path.name} lists no turns; a solution has one line per turn.")
    return found


def write_pacman_solution(test: PacmanTest, path: Path) -> None:
    """Write the solution of a test."""
    lists = {key: "\n".join(map(json.dumps, lines)) for key, lines in test.solution().items()}
    path.write_text(write_fields(lists, f"The solution of {test.name}."), encoding="utf-8")
