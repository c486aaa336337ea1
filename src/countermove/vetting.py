"""A game from the command line, looked over before anything is asked of it.

A file of rules can raise, hang, or answer nonsense. Commands would then fail in the middle of their work, each in its
own way; so the first state and the first action are tried here, in a thread that can be left behind, and what is
wrong is said in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from countermove import registry, worker
from countermove.action import as_action
from countermove.errors import GameError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, shortened
from countermove.immutable import flaw

__all__ = ["load_game", "load_unvetted", "patient", "read_position", "vet"]

T = TypeVar("T")
PATIENCE = 5.0
LOADING = 20.0
"""Seconds a file may take to load: it may import something large."""
MOST = 1_000_000
"""More actions than any game has in one state."""


def patient(game: Game, work: Callable[[], T], seconds: float = 5.0) -> T:
    """The answer of rules that should answer at once; when they do not, the sentence says where they hang."""
    return worker.run(work, game, patience=seconds)


class _Loading(Game):
    """Stands for a game that is not there yet."""

    initial = player = actions = result = is_terminal = utility = None  # type: ignore[assignment]


def load_game(spec: str) -> Game:
    """The game that `spec` names, looked over."""
    game = load_unvetted(spec)
    vet(game)
    return game


def load_unvetted(spec: str) -> Game:
    """The game that `spec` names, as it is."""
    file, extension, _ = spec.partition(".py")
    if extension:
        loading = type(Path(file).name + extension, (_Loading,), {})()  # its name stands in the sentence
        return worker.run(lambda: registry.load(spec), loading, patience=LOADING)
    return registry.load(spec)


def read_position(game: Game, text: str | None) -> State:
    """The state that `--position` describes; the first state when it is not given."""
    return game.initial() if text is None else patient(game, lambda: game.read(text))


def vet(game: Game) -> None:
    """Refuse rules that do not get through the first state and the first action."""
    patient(game, lambda: _probe(game), PATIENCE)


def _probe(game: Game) -> None:
    name = type(game).__name__
    if isinstance(game.players, bool) or not isinstance(game.players, int) or game.players < 1:
        raise GameError(f"{name}.players is {game.players!r}; give the number of players, 1 or more.")
    state = game.initial()
    if state is None:
        raise GameError(f"{name}.initial gives None; return the first state.")
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
        raise GameError(f"{name}.result gives None for the action {action!r}; return the state after it.")
    _hashable(game, after)
    if game.is_terminal(after):
        _number(game, after)
    else:
        game.player(after)


def _hashable(game: Game, state: State) -> None:
    found = flaw(state)
    if found:
        raise GameError(f"{type(game).__name__} has a state that can change: {found.what}. {found.do}")


def _choices(game: Game, method: str, state: State) -> list[Any]:
    """What may be done in the first state, as the rules give it."""
    name = f"{type(game).__name__}.{method}"
    given: Any = getattr(game, method)(state)
    try:
        choices = list(islice(given, MOST + 1))
    except TypeError:
        if hasattr(given, "__iter__"):
            raise
        raise GameError(f"{name} gives {given!r}, which is no list of actions; yield the actions.") from None
    if len(choices) > MOST:
        raise GameError(f"{name} gives more than {MOST:,} actions in the first state; does its loop end?")
    if not choices:
        raise GameError(
            f"{name} gives no action in the first state, which is not terminal; "
            "make is_terminal true there, or yield at least one action."
        )
    return choices


def _first(game: Game, method: str, choices: list[Any]) -> Action:
    """The first action, once none of them can change."""
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
            raise GameError(f"{name} gives {shortened(action)}, which can change: {found.what}. {found.do}")
    first = choices[0]
    return as_action(first[0] if method == "chances" else first)


def _number(game: Game, state: State) -> None:
    for player in range(game.players):
        value = game.utility(state, player)
        try:
            float(value)
        except (TypeError, ValueError):
            raise GameError(f"{type(game).__name__}.utility gives {value!r}, which is no number.") from None


def _whole(value: Any) -> bool:
    return hasattr(value, "__index__")
