"""One step of a search as a small value.

Every textbook algorithm narrates itself as a stream of these, and every view, quiz and comparison is made from that one
stream. A node yields its events in this order:

    enter                       the search reaches the node, with a window if the algorithm has one
    leaf                        the game is over there, or the depth limit is reached; nothing follows
    update, update, ... cut     a child has changed the value of the node; the other children cannot change the result
    exit                        the value that the node returns to its parent

so the order of "enter" is the order of calls, and the order of "leaf" the order in which leaves are visited.
"iteration" follows each complete search of iterative deepening; node ids start again from 0 after it.

Monte Carlo tree search does not walk through a tree; it grows one. It begins with an "expand" of the root, and each
simulation yields:

    select, select, ...         an action is taken at a node of the tree, with the scores it was chosen by
    expand                      a node is added
    simulate                    a game is played from there to its end, with these payoffs
    backup, backup, ...         a node has another visit and another mean, from the last one up to the root
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from countermove.action import name_of, sent
from countermove.game import Action, Game, S, State, legal

Kind = Literal[
    "enter", "leaf", "update", "cut", "exit", "iteration", "select", "expand", "simulate", "backup"
]  # fmt: skip
Bound = Literal["=", "<=", ">="]
"""Whether a node is worth exactly its value, at most, or at least that."""
Mix: TypeAlias = tuple[tuple[tuple[int, float], ...], ...]
"""The mixed strategy of each player: choices with their probabilities, zeros left out."""
Value: TypeAlias = float | tuple[float, ...]
"""What a node is worth to MAX, or to each player."""
Window: TypeAlias = tuple[float, float]
"""(alpha, beta): what MAX and what MIN are already sure of on the path to a node."""


class Candidate(NamedTuple):
    """An action among those that Monte Carlo tree search selects from."""

    action: Action
    visits: int
    mean: float | None
    """The mean payoff to the player to move, from 0 to 1; None if it was never tried."""
    bonus: float
    """What the formula adds to it, because few visits mean little."""
    score: float
    prior: float
    """How likely the action is beforehand."""
    formula: Literal["ucb1", "puct"] = "ucb1"
    exploration: float = 0.0
    """The constant of the formula."""


@dataclass(frozen=True, slots=True)
class Event(Generic[S]):
    """A step at one node."""

    kind: Kind
    node: int
    """The node's number, in order of entering; the root is 0."""
    path: tuple[Action, ...]
    """The actions from the root to the node."""
    state: S
    player: int | None
    """Who acts there, CHANCE included; None where the game is over."""
    depth: int
    """Actions from the root, plus the root's own depth (a convention); an iteration's depth is its limit."""
    before: Window | None = None
    """The window when the step began; None for algorithms without one."""
    after: Window | None = None
    """The window after the step. The exit of a node spans all of its steps. Just before a cut, it may be closed: alpha
    above beta."""
    value: Value | None = None
    bound: Bound | None = None
    """Whether the value is exact, an upper or a lower bound. None when it is none of these, such as a partial sum."""
    action: Action = None
    """For an update or a cut, the action whose child caused it; for a select, the action taken."""
    skipped: tuple[Action, ...] = ()
    """For a cut, the actions never searched."""
    estimate: bool = False
    """For a leaf, whether its value comes from `evaluate` at the depth limit, not from `utility`."""
    mix: Mix = ()
    """For the exit of a node with simultaneous actions, the mixed strategy of each player."""
    simulation: int = 0
    """The number of the simulation."""
    visits: int | None = None
    """For a backup, the visits of the node so far; for a select, those before it."""
    candidates: tuple[Candidate, ...] = ()
    """For a select, what the formula gives each action; empty where chance drew."""
    playout: tuple[Action, ...] = ()
    """For a simulate, the actions to the end of the game; none where it is over already."""


CAUSED_BY_ACTION = ("update", "cut", "select")
"""Kinds of events that an action causes."""
T = TypeVar("T")
Narration: TypeAlias = Generator[Event, None, T]
"""A search that yields its steps and returns its answer."""


def to_json(event: Event[S], game: Game[S]) -> dict[str, Any]:
    """The event as plain JSON values; infinities are "inf" and "-inf", actions come with their names.

    Entering a node lists all of its actions, so that what is pruned later can be drawn as well.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> first = to_json(next(alphabeta(game)), game)
    >>> first["state"], first["after"], first["actions"][0]
    ('a', ['-inf', 'inf'], {'action': 0, 'name': 'Left'})
    """
    data = {
        "kind": event.kind,
        "node": event.node,
        "path": [action if isinstance(action, int) else name_of(action) for action in event.path],
        "state": game.write(event.state),
        "player": event.player,
        "depth": event.depth,
        "before": _plain(event.before),
        "after": _plain(event.after),
        "value": _plain(event.value),
        "bound": event.bound,
        "action": _named(game, event.state, event.action) if event.kind in CAUSED_BY_ACTION else None,
        "skipped": [_named(game, event.state, action) for action in event.skipped],
        "estimate": event.estimate,
    }
    if event.kind in ("enter", "expand"):
        data["actions"] = [_named(game, event.state, action) for action in legal(game, event.state)]
    if event.simulation:
        data["simulation"] = event.simulation
    if event.visits is not None:
        data["visits"] = event.visits
    if event.candidates:
        data["candidates"] = [
            _named(game, event.state, each.action)
            | {"visits": each.visits, "mean": each.mean, "bonus": _plain(each.bonus), "score": _plain(each.score)}
            for each in event.candidates
        ]
    if event.playout:
        data["playout"] = playout_names(game, event.state, event.playout)
    if event.mix:
        data["mix"] = [
            {game.choice_name(event.state, player, choice): chance for choice, chance in mix}
            for player, mix in enumerate(event.mix)
        ]
    return data


def playout_names(game: Game[S], state: S, actions: tuple[Action, ...]) -> list[str]:
    """The actions of a playout, by name."""
    found = []
    for action in actions:
        found.append(game.action_name(state, action))
        state = game.result(state, action)
    return found


def _named(game: Game, state: State, action: Action) -> dict[str, Any]:
    name = game.action_name(state, action)
    return {"action": sent(action, name), "name": name}


def _plain(value: Value | None) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or math.isfinite(value):
        return value
    return "inf" if value > 0 else "-inf"
