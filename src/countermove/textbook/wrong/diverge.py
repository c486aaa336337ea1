"""Two searches of one tree, stepped side by side until they diverge.

The first step that differs is where to look: everything later follows from it. Steps are equal if a person would see no
difference: the kind of step, the node, the value and the window; whether a value is exact does not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from countermove.game import CHANCE, Action, Game
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.event import Event, Value, Window
from countermove.textbook.fit import is_max_side


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two searches diverge."""

    step: int
    """The number of the first step that differs, from 1."""
    right: Event | None
    """What the right search does there; None when it has already finished."""
    wrong: Event | None
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def diverge(
    right: Iterable[Event],
    wrong: Iterable[Event],
    game: Game | None = None,
    conventions: Conventions = STANDARD,
    algorithm: str = "",
) -> Divergence | None:
    """The first step in which the wrong search differs from the right one; None when there is none.

    Pass `algorithm` for expectimax, which treats opponents as chance.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> from countermove.textbook.wrong import named
    >>> game = Tree([[2, 7], [5, 7]])
    >>> print(diverge(alphabeta(game), named("wrong:shared-beta")(game), game))
    Step 9: the right search sets a (MAX) to 2, window (2, +∞); the wrong one sets a (MAX) to 2, window (2, 2).
    """
    for step, (one, other) in enumerate(zip_longest(right, wrong), 1):
        if _visible(one) != _visible(other):
            clauses = [_words(event, game, conventions, algorithm) for event in (one, other)]
            sentence = f"Step {step}: the right search {clauses[0]}; the wrong one {clauses[1]}."
            return Divergence(step, one, other, sentence)
    return None


def _visible(event: Event | None) -> Any:
    """What a person would compare."""
    if event is None:
        return None
    window = None if event.kind == "exit" else event.after
    value = event.value
    value = tuple(round(each, 9) for each in value) if isinstance(value, tuple) else value and round(value, 9)
    return event.kind, event.path, value, window, event.action, event.skipped, event.estimate


def _words(event: Event | None, game: Game | None, conventions: Conventions, algorithm: str) -> str:
    """A step as a clause."""
    if event is None:
        return "is done"
    node = _node(event, game, conventions, algorithm)
    window = f", window {_window(event.after)}" if event.after else ""
    value = "" if event.value is None else _number(event.value)
    if event.kind == "enter":
        return f"enters {node}{window}"
    if event.kind == "leaf":
        return f"{'estimates' if event.estimate else 'finds'} {node} to be worth {value}"
    if event.kind == "update":
        return f"sets {node} to {value}{window}"
    if event.kind == "cut":
        skipped = ", ".join(_action(event, action, game) for action in event.skipped)
        return f"cuts at {node}, which holds {value}, and skips {skipped}{window}"
    if event.kind == "exit":
        return f"leaves {node} with {value}"
    return f"completes depth {event.depth} with {value}"


def _node(event: Event, game: Game | None, conventions: Conventions, algorithm: str) -> str:
    """The node's name, or the actions that lead to it, and who acts there."""
    if game is not None and game.node_name(event.state):
        name = game.node_name(event.state)
    elif not event.path:
        name = "the root"
    else:
        name = "the node after " + ", ".join(map(str, event.path))
    if event.player is None or event.kind == "leaf":
        return name
    side = 0 if game is not None and event.player >= 0 and is_max_side(game, event.player) else event.player
    if algorithm == "expectimax" and event.player != 0:
        side = CHANCE
    return f"{name} ({conventions.name(side)})"


def _action(event: Event, action: Action, game: Game | None) -> str:
    return str(action) if game is None else game.action_name(event.state, action)


def _window(window: Window) -> str:
    return f"({_number(window[0])}, {_number(window[1])})"


def _number(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_number, value))})"
    return {float("inf"): "+∞", float("-inf"): "-∞"}.get(value, f"{value:.6g}")
