"""Opening books made here: from searches of the first positions, or from games that were played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

from countermove.analysis import Budget, analyse
from countermove.analysis.task import number
from countermove.engine.table import Table
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S
from countermove.players.book import MAX_WEIGHT, Book

SCALE = 1000
"""The weight of the best action of a position."""
MEGABYTES = 64


def searched(
    game: Game[S],
    *,
    plies: int,
    nodes: int,
    lines: int = 3,
    margin: float = 0.02,
    stop: threading.Event | None = None,
    progress: Callable[[int, int], None] = lambda done, waiting: None,
) -> Book:
    """A book of the first plies: from the start on, the best actions of each position within a margin of the best.

    The nearer an action comes to the best, the more often it is played; at the margin, one tenth as often.
    """
    entries: dict[int, list[tuple[int, int]]] = {}
    waiting = [game.initial()]
    done = 0
    table = Table(MEGABYTES)
    for _ in range(plies):
        after: dict[int, S] = {}
        for count, state in enumerate(waiting):
            if stop is not None and stop.is_set():
                return Book(entries)
            progress(done, len(waiting) - count)
            done += 1
            if game.is_terminal(state) or game.player(state) in (CHANCE, SIMULTANEOUS):
                continue
            key = game.book_key(state)
            kept = _kept(game, state, nodes, lines, margin, table, stop)
            entries[key] = [(game.book_code(state, action), weight) for action, weight in kept]
            for action, _weight in kept:
                child = game.result(state, action)
                after.setdefault(game.book_key(child), child)
        waiting = [state for key, state in after.items() if key not in entries]
    return Book(entries)


def _kept(
    game: Game[S], state: S, nodes: int, lines: int, margin: float, table: Table, stop: threading.Event | None
) -> list[tuple[Action, int]]:
    """The actions within the margin, with their weights."""
    found = analyse(game, state, Budget(nodes=nodes), lines=lines, table=table, stop=stop)
    values = [(line.action, number(line.score)) for line in found.lines]
    if not values:
        return [(found.action, SCALE)]
    best = max(value for _, value in values)
    return [
        (action, max(1, round(SCALE * (1 - 0.9 * (best - value) / margin)))) if margin else (action, SCALE)
        for action, value in values
        if best - value <= margin
    ]


def played(game: Game[S], games: Iterable[tuple[Sequence[tuple[S, int, Action]], Sequence[float]]], plies: int) -> Book:
    """A book of games: an action weighs 2 for each win of the player who chose it, and 1 for each draw.

    A game is a list of states with the player to move and the action taken, and the payoffs at its end.
    """
    weights: dict[int, dict[int, int]] = {}
    for turns, payoffs in games:
        for state, player, action in turns[:plies]:
            if player < 0:
                continue
            mine, best = payoffs[player], max(payoffs)
            points = 1 if min(payoffs) == best else 2 if mine == best else 0
            at = weights.setdefault(game.book_key(state), {})
            code = game.book_code(state, action)
            at[code] = at.get(code, 0) + points
    return Book({key: _scaled(codes) for key, codes in weights.items() if any(codes.values())})


def _scaled(codes: dict[int, int]) -> list[tuple[int, int]]:
    most = max(codes.values())
    shrink = max(1.0, most / MAX_WEIGHT)
    return [(code, max(1, int(points / shrink))) for code, points in codes.items() if points]
