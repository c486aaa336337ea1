"""A game loaded by its name on the command line, its rules tried out before they are used.

A file of rules can raise, hang, or return nonsense, and commands would then fail midway, each in its own way. So the
first state and the first action are tried here, in a thread that can be abandoned, and a fault is reported in one
sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from countermove import registry, worker
from countermove.action import as_action
from countermove.errors import GameError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S, State, shortened
from countermove.immutable import flaw

__all__ = ["in_time", "load_game", "load_untried", "read_position", "try_rules"]

T = TypeVar("T")
ANSWER_SECONDS = 5.0
"""Seconds that rules may take for one answer."""
LOAD_SECONDS = 20.0
"""Seconds that a file may take to load: it may import something large."""
MAX_ACTIONS = 1_000_000
"""The most actions of a state; more mean an endless loop."""


def in_time(game: Game, work: Callable[[], T]) -> T:
    """The result of rules that should return at once; if they do not, an error says where they hang."""
    return worker.run(work, game, patience=ANSWER_SECONDS)


class _LoadingGame(Game):
    """A placeholder for a game that is still loading."""

    initial = player = actions = result = is_terminal = utility = None  # type: ignore[assignment]


def load_game(spec: str) -> Game:
    """The game that `spec` names, tried out."""
    game = load_untried(spec)
    try_rules(game)
    return game


def load_untried(spec: str) -> Game:
    """The game that `spec` names, not tried out."""
    file, extension, _ = spec.partition(".py")
    if extension:
        loading = type(Path(file).name + extension, (_LoadingGame,), {})()  # its name appears in the message
        return worker.run(lambda: registry.load(spec), loading, patience=LOAD_SECONDS)
    return registry.load(spec)


def read_position(game: Game[S], text: str | None) -> S:
    """The state that `--position` describes; by default the initial state."""
    return game.initial() if text is None else in_time(game, lambda: game.read(text))


def try_rules(game: Game) -> None:
    """Refuse rules that fail in the first state or the first action."""
    in_time(game, lambda: _try_first_action(game))


def _try_first_action(game: Game) -> None:
    name = type(game).__name__
    if isinstance(game.players, bool) or not isinstance(game.players, int) or game.players < 1:
        raise GameError(f"{name}.players is {game.players!r}; give the number of players, 1 or more.")
    if game.axes.simultaneous and game.players != 2:
        raise GameError(
            f"{name} declares axes.simultaneous, which is for two players, and has {game.players}; let them choose one "
            "after the other, unseen (docs/hidden.md, “Three players at once”)."
        )
    state = game.initial()
    if state is None:
        raise GameError(f"{name}.initial returns None; return the first state.")
    _hashable(game, state)
    if game.is_terminal(state):
        _number(game, state)
        return
    player = game.player(state)
    least = SIMULTANEOUS if game.axes.simultaneous else CHANCE
    if isinstance(player, bool) or not _whole(player) or not least <= player < game.players:
        raise GameError(
            f"{name}.player gives {player!r} in the first state; the players are 0 to {game.players - 1}, or CHANCE."
        )
    method = "chances" if player == CHANCE else "actions"
    action = _first(game, method, _choices(game, method, state))
    after = game.result(state, action)
    if after is None:
        raise GameError(f"{name}.result returns None for the action {action!r}; return the state after it.")
    _hashable(game, after)
    if game.is_terminal(after):
        _number(game, after)
    else:
        game.player(after)


def _hashable(game: Game, state: State) -> None:
    found = flaw(state)
    if found:
        raise GameError(f"{type(game).__name__} has a mutable state: {found.what}. {found.do}")


def _choices(game: Game, method: str, state: State) -> list[Any]:
    """The actions or chances of the first state."""
    name = f"{type(game).__name__}.{method}"
    given: Any = getattr(game, method)(state)
    try:
        choices = list(islice(given, MAX_ACTIONS + 1))
    except TypeError:
        if hasattr(given, "__iter__"):
            raise
        raise GameError(f"{name} returns {given!r}, not a list of actions; yield the actions.") from None
    if len(choices) > MAX_ACTIONS:
        raise GameError(f"{name} gives more than {MAX_ACTIONS:,} actions in the first state; check that its loop ends.")
    if not choices:
        raise GameError(
            f"{name} gives no action in the first state, which is not terminal; "
            "make is_terminal true there, or yield at least one action."
        )
    return choices


def _first(game: Game, method: str, choices: list[Any]) -> Action:
    """The first action, after checking that all are immutable."""
    name = f"{type(game).__name__}.{method}"
    for choice in choices:
        if method == "chances":
            if not isinstance(choice, tuple) or len(choice) != 2:
                raise GameError(f"{name} gives {choice!r}; yield pairs of an action and its probability.")
            action = choice[0]
        else:
            action = choice
        found = flaw(action, "the action")
        if found:
            raise GameError(f"{name} gives {shortened(action)}, which is mutable: {found.what}. {found.do}")
    first = choices[0]
    return as_action(first[0] if method == "chances" else first)


def _number(game: Game, state: State) -> None:
    for player in range(game.players):
        value = game.utility(state, player)
        try:
            float(value)
        except (TypeError, ValueError):
            raise GameError(f"{type(game).__name__}.utility gives {value!r}, which is not a number.") from None


def _whole(value: Any) -> bool:
    return hasattr(value, "__index__")
