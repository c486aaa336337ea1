"""A textbook search that the page asks for: vetted, run in slices, and kept as what trees and exports are made of.

The page names an algorithm, a depth, conventions and an opponent. It cannot name a file or a function, and it cannot
ask for more than `EVENTS` steps. A search that needs more is not shown in part, for the values of nodes that are not
done would be none; it is refused, and a depth is offered at which it is short enough. Each slice runs in a thread that
is left behind when the rules of an author's game never answer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from countermove import worker
from countermove.game import Game, State
from countermove.games.tree import Tree
from countermove.players.opponent import POLICIES, make_policy
from countermove.studio.pool import Turn
from countermove.studio.shape import Fields, RefusedError, Shape, Text, Whole
from countermove.studio.shelf import AT, Place, Shelf
from countermove.textbook import Conventions, Decision, Event, Policy, fitting, refuse, uniform
from countermove.textbook.wrong import is_wrong, named, right_of
from countermove.views.sketch import Sketch
from countermove.views.words import count, outcome

__all__ = ["CONVENTIONS", "SEARCH", "Study", "narration", "opponent_named", "rules_of", "study"]

EVENTS = 200_000
"""Steps of one search."""
OFFERING = 3.0
"""Seconds in which a depth is looked for at which a search is short enough."""
DEEPEST = 64
DEPTH = 2
"""How deep a game is searched when nothing is said; a list is searched to its end."""
PAUSE = 0.05
"""Seconds until it is asked again whether there is room."""
BATCH = 256
"""Events between two looks at the clock."""
FORBIDDEN = ("record", "function")
"""Policies that read files."""
SEARCHED = 4
"""How deep a policy may search in every state."""
AT_ONCE = 8
"""Searches under way at once, for each remembers all of its steps; others wait for one to end."""
_room = threading.BoundedSemaphore(AT_ONCE)

CONVENTIONS = Fields(
    {
        "prune": Text(2, (">=", ">"), default=">="),
        "returns": Text(4, ("soft", "hard"), default="soft"),
        "ply": Text(6, ("action", "cycle"), default="action"),
        "root_depth": Whole(0, 1, default=0),
        "payoff": Text(6, ("given", "signed", "unit"), default="given"),
        "window": Text(9, ("infinite", "utilities"), default="infinite"),
        "names": Text(14, ("max-min", "plus-minus", "agent-opponent"), default="max-min"),
    },
    default=None,
)
SEARCH: dict[str, Shape] = {
    **AT,
    "algorithm": Text(60, default=None),
    "depth": Whole(0, DEEPEST, default=None),
    "conventions": CONVENTIONS,
    "opponent": Text(200, default=None),
    "root": Text(3, ("max", "min"), default=None),
    "players": Whole(1, 6, default=None),
}
"""The fields that say what to search and how. A depth of 0 goes to the end of the game; without one, a game is searched
two actions deep and a list to its end."""


@dataclass(frozen=True, slots=True)
class Study:
    """A search that is done."""

    place: Place
    algorithm: str
    model: str
    """The right algorithm where `algorithm` is wrong on purpose; else the same."""
    depth: int | None
    conventions: Conventions
    opponent: Policy
    sketch: Sketch
    decision: Decision
    events: list[Event]
    iterations: list[dict[str, Any]]
    """What each complete depth of iterative deepening found."""

    @property
    def game(self) -> Game:
        return self.place.game

    @property
    def state(self) -> State:
        return self.place.state

    @property
    def is_list(self) -> bool:
        """Whether it is a tree given as a list, which is known as a whole."""
        return isinstance(self.game, Tree)


def rules_of(asked: dict[str, Any]) -> str:
    """The game that is asked for, with who acts at the root of a list and for how many players it is."""
    spec: str = asked["game"]
    given = [f"{name}={asked[name]}" for name in ("root", "players") if asked[name] is not None]
    if not given:
        return spec
    if not spec.lstrip().startswith(("[", "{")):
        raise RefusedError(f"root and players are for a list such as [[3,12],[2,4]]; {spec[:40]!r} knows them itself.")
    return ",".join([f"tree:tree={spec.strip()}", *given])


def study(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, Study]:
    """The search that the fields of `SEARCH` ask for, run by turns."""
    place = shelf.place({**asked, "game": rules_of(asked)})
    game, state = place.game, place.state
    if place.worth is not None:
        over = outcome(game, state, place.worth)
        raise RefusedError(f"The game is over in this position ({over}), so there is nothing to search.")
    conventions = Conventions(**(asked["conventions"] or {}))
    algorithm = asked["algorithm"] or fitting(game)
    named(algorithm)  # a name that is none is told as such, before whether it fits
    model = right_of(algorithm, game) if is_wrong(algorithm) else algorithm
    refuse(game, model)
    opponent = opponent_named(asked["opponent"], algorithm, game, state)
    depth = _depth(asked["depth"], game, conventions)
    running = _Running(narration(game, state, algorithm, depth, conventions, opponent), game)
    while not _room.acquire(blocking=False):
        turn.stop.wait(PAUSE)
        yield
    try:
        while (decision := running.go_on(turn)) is None:
            turn.tell("progress", {"nodes": running.nodes, "steps": running.steps})
            yield
    except _TooLongError:
        shorter = yield from _shorter(game, state, algorithm, depth, conventions, opponent, turn)
        raise _refused(depth, shorter) from None
    finally:
        _room.release()
    return Study(
        place, algorithm, model, depth, conventions, opponent, running.sketch, decision, running.events,
        running.iterations,
    )  # fmt: skip


def narration(
    game: Game, state: State, algorithm: str, depth: int | None, conventions: Conventions, opponent: Policy
) -> Generator[Event, None, Decision]:
    """A search that tells its steps."""
    more: dict[str, Any] = {"opponent": opponent} if algorithm == "expectimax" else {}
    return named(algorithm, game)(game, state, depth=depth, conventions=conventions, **more)


def opponent_named(spec: str | None, algorithm: str, game: Game, state: State) -> Policy:
    """How expectimax takes the others to act, vetted."""
    if spec is None or algorithm != "expectimax":
        return uniform
    name = spec.partition(":")[0].strip()
    if name in FORBIDDEN:
        offered = ", ".join(each for each in POLICIES if each not in FORBIDDEN)
        raise RefusedError(f"The opponent {name} reads a file, which the page cannot name; there are {offered}.")
    policy = make_policy(spec)
    if getattr(policy, "depth", None) is not None and policy.depth > SEARCHED:  # type: ignore[attr-defined]
        raise RefusedError(f"The opponent {spec!r} searches in every position; give it a depth of at most {SEARCHED}.")
    worker.run(lambda: policy.fit(game, state), game)
    return policy.odds


def _depth(asked: int | None, game: Game, conventions: Conventions) -> int | None:
    if asked is None:
        return None if isinstance(game, Tree) else DEPTH + conventions.root_depth
    return asked or None


class _TooLongError(Exception):
    """A search takes more steps than are remembered."""


class _Running:
    """A search under way."""

    def __init__(self, search: Generator[Event, None, Decision], game: Game) -> None:
        self.search = search
        self.game = game
        self.sketch = Sketch(steps=True)
        self.events: list[Event] = []
        self.iterations: list[dict[str, Any]] = []
        self.nodes = self.steps = 0

    def go_on(self, turn: Turn) -> Decision | None:
        """Search until there is a decision, or for as long as a turn lasts."""
        until = time.monotonic() + turn.seconds
        halted = False

        def halt() -> None:
            nonlocal halted
            halted = True

        def work() -> Decision | None:
            try:
                while not halted and time.monotonic() < until:
                    for _ in range(BATCH):
                        self._take(next(self.search))
                    if self.steps > EVENTS:
                        raise _TooLongError
            except StopIteration as end:
                answer: Decision = end.value
                return answer
            return None

        return worker.run(work, self.game, halt=halt, progress=lambda: self.steps, stop=turn.stop)

    def _take(self, event: Event) -> None:
        self.sketch.add(event)
        self.steps += 1
        if event.kind == "iteration":
            found = {"depth": event.depth, "value": event.value, "exact": event.bound == "=", "nodes": self.nodes}
            self.iterations.append(found)
        elif event.kind == "enter":
            self.nodes += 1
            if event.node == 0:
                self.events.clear()  # of deepening, the last search is shown
        self.events.append(event)


def _shorter(
    game: Game, state: State, algorithm: str, depth: int | None, conventions: Conventions, opponent: Policy, turn: Turn
) -> Generator[None, None, tuple[int, int] | None]:
    """The largest depth found in a while at which a search is short enough, and how many steps it takes."""
    until = time.monotonic() + OFFERING
    found = None
    for less in range(1 + conventions.root_depth, depth or DEEPEST):
        running = _Running(narration(game, state, algorithm, less, conventions, opponent), game)
        try:
            while running.go_on(turn) is None:
                if time.monotonic() > until:
                    return found
                yield
        except _TooLongError:
            break
        found = less, running.steps
    return found


def _refused(depth: int | None, shorter: tuple[int, int] | None) -> RefusedError:
    how_far = "to the end of the game" if depth is None else f"at depth {depth}"
    sentence = f"This search takes more than {EVENTS:,} steps {how_far}"
    if shorter is None:
        return RefusedError(f"{sentence}; play on, and search a later position.")
    less, steps = shorter
    return RefusedError(f"{sentence}; at depth {less} it takes {count(steps, 'step')}.", offer={"depth": less})
