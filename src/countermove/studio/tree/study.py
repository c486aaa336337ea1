"""A textbook search requested by the page: validated, run in slices, and kept for trees and exports.

The page names an algorithm, a depth, conventions and an opponent. It cannot name a file or a function, nor exceed
`MAX_EVENTS` steps. A longer search is not shown in part, since unfinished nodes have no value; it is rejected,
with a depth at which it is short enough. Each slice runs in a thread, abandoned if an author's rules never return.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from countermove import worker
from countermove.game import Game, S, State
from countermove.games.tree import Tree
from countermove.players.opponent import POLICIES, make_policy
from countermove.studio.games.shelf import AT, Place, Shelf
from countermove.studio.pool import Turn
from countermove.studio.web.shape import Fields, RefusedError, Shape, Text, Whole
from countermove.textbook import Conventions, Decision, Event, Narration, Policy, Run, fitting, refuse, uniform
from countermove.textbook.wrong import is_wrong, named, right_of
from countermove.views.sketch import Sketch
from countermove.views.words import count, outcome

__all__ = ["CONVENTIONS", "SEARCH", "Study", "narration", "opponent_named", "rules_of", "study"]

MAX_EVENTS = 200_000
"""Maximum steps of one search."""
DEPTH_SEARCH_SECONDS = 3.0
"""Seconds to look for a depth at which a search is short enough."""
MAX_DEPTH = 64
MAX_SIMULATIONS = 2_000
"""Maximum simulations of Monte Carlo tree search."""
DEFAULT_DEPTH = 2
"""Default depth for a game; a list is searched to its end."""
POLL_SECONDS = 0.05
"""Seconds between two checks for a free slot."""
BATCH = 256
"""Events between two checks of the clock."""
FORBIDDEN = ("record", "function")
"""Policies that read files."""
MAX_POLICY_DEPTH = 4
"""Maximum depth of a policy that searches in every state."""
MAX_CONCURRENT = 8
"""Maximum concurrent searches, since each keeps all of its steps; others wait."""
_room = threading.BoundedSemaphore(MAX_CONCURRENT)

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
    "depth": Whole(0, MAX_DEPTH, default=None),
    "conventions": CONVENTIONS,
    "opponent": Text(200, default=None),
    "simulations": Whole(1, MAX_SIMULATIONS, default=None),
    "root": Text(3, ("max", "min"), default=None),
    "players": Whole(1, 6, default=None),
}
"""What to search, and how. Depth 0 searches to the end of the game; by default a game is searched two actions deep and
a list to its end."""


@dataclass(frozen=True, slots=True)
class Study:
    """A finished search."""

    place: Place
    algorithm: str
    model: str
    """The right algorithm if `algorithm` is deliberately wrong; else the same."""
    depth: int | None
    conventions: Conventions
    opponent: Policy
    sketch: Sketch
    decision: Decision
    events: list[Event]
    iterations: list[dict[str, Any]]
    """The result of each completed depth of iterative deepening."""

    @property
    def game(self) -> Game:
        return self.place.game

    @property
    def state(self) -> State:
        return self.place.state

    @property
    def is_list(self) -> bool:
        """Whether it is a tree given as a list, which is known completely."""
        return isinstance(self.game, Tree)


def rules_of(request: dict[str, Any]) -> str:
    """The requested game; for a list, with its root player and number of players."""
    spec: str = request["game"]
    given = [f"{name}={request[name]}" for name in ("root", "players") if request[name] is not None]
    if not given:
        return spec
    if not spec.lstrip().startswith(("[", "{")):
        raise RefusedError(
            f"root and players are for a list such as [[3,12],[2,4]]; {spec[:40]!r} defines them itself."
        )
    return ",".join([f"tree:tree={spec.strip()}", *given])


def study(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, Study]:
    """Run the search given by the fields of `SEARCH`, in turns."""
    place = shelf.place({**request, "game": rules_of(request)})
    game, state = place.game, place.state
    if place.worth is not None:
        over = outcome(game, state, place.worth)
        raise RefusedError(f"The game is over in this position ({over}), so there is nothing to search.")
    conventions = Conventions(**(request["conventions"] or {}))
    algorithm = request["algorithm"] or fitting(game)
    named(algorithm)  # report an unknown name before whether it fits
    model = right_of(algorithm, game) if is_wrong(algorithm) else algorithm
    refuse(game, model)
    opponent = opponent_named(request["opponent"], algorithm, game, state)
    simulations = request["simulations"] if model == "mcts" else None
    depth = request["depth"] or None if model == "mcts" else _depth(request["depth"], game, conventions)
    running = _Running(narration(game, state, algorithm, depth, conventions, opponent, simulations), game)
    while not _room.acquire(blocking=False):
        turn.stop.wait(POLL_SECONDS)
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
    game: Game[S],
    state: S,
    algorithm: str,
    depth: int | None,
    conventions: Conventions,
    opponent: Policy,
    simulations: int | None = None,
) -> Narration[Decision]:
    """A search that reports its steps."""
    more: dict[str, Any] = {"opponent": opponent} if algorithm == "expectimax" else {}
    if simulations is not None:
        more["simulations"] = simulations
    return named(algorithm, game)(game, state, depth=depth, conventions=conventions, **more)


def opponent_named(spec: str | None, algorithm: str, game: Game[S], state: S) -> Policy:
    """The opponent model of expectimax, validated."""
    if spec is None or algorithm != "expectimax":
        return uniform
    name = spec.partition(":")[0].strip()
    if name in FORBIDDEN:
        offered = ", ".join(each for each in POLICIES if each not in FORBIDDEN)
        raise RefusedError(f"The opponent {name} reads a file, which is not allowed here; use {offered}.")
    policy = make_policy(spec)
    if getattr(policy, "depth", None) is not None and policy.depth > MAX_POLICY_DEPTH:  # type: ignore[attr-defined]
        raise RefusedError(
            f"The opponent {spec!r} searches in every position; set its depth to at most {MAX_POLICY_DEPTH}."
        )
    worker.run(lambda: policy.fit(game, state), game)
    return policy.odds


def _depth(request: int | None, game: Game, conventions: Conventions) -> int | None:
    if request is None:
        return None if isinstance(game, Tree) else DEFAULT_DEPTH + conventions.root_depth
    return request or None


class _TooLongError(Exception):
    """A search takes more steps than are kept."""


class _Running:
    """A search in progress."""

    def __init__(self, search: Narration[Decision], game: Game) -> None:
        self.search = Run(search)
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
            for event in self.search:
                self._take(event)
                if self.steps % BATCH == 0:
                    if self.steps > MAX_EVENTS:
                        raise _TooLongError
                    if halted or time.monotonic() >= until:
                        return None
            return self.search.answer

        return worker.run(work, self.game, halt=halt, progress=lambda: self.steps, stop=turn.stop)

    def _take(self, event: Event) -> None:
        self.sketch.add(event)
        self.steps += 1
        if event.kind == "iteration":
            found = {"depth": event.depth, "value": event.value, "exact": event.bound == "=", "nodes": self.nodes}
            self.iterations.append(found)
        elif event.kind in ("enter", "expand"):
            self.nodes += 1
            if event.node == 0:
                self.events.clear()  # only the last depth of deepening is shown
        self.events.append(event)


def _shorter(
    game: Game, state: State, algorithm: str, depth: int | None, conventions: Conventions, opponent: Policy, turn: Turn
) -> Generator[None, None, tuple[int, int] | None]:
    """The largest depth found in time at which the search is short enough, and its steps."""
    until = time.monotonic() + DEPTH_SEARCH_SECONDS
    found = None
    for less in range(1 + conventions.root_depth, depth or MAX_DEPTH):
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
    sentence = f"This search takes more than {MAX_EVENTS:,} steps {how_far}"
    if shorter is None:
        return RefusedError(f"{sentence}; search a later position instead.")
    less, steps = shorter
    return RefusedError(f"{sentence}; at depth {less} it takes {count(steps, 'step')}.", offer={"depth": less})
