"""Openings: where the games of a match begin, so that players that never vary do not repeat one game.

A file has one opening per line, in the game's own notation: a position, or the actions that led to it; for chess also
EPD, of which the first four fields count. Without a file, openings are random plies: distinct while there are enough,
never finished, and balanced where a quick search can judge them: as much as the most balanced quarter of the first
ones drawn. Where dice or simultaneous choices vary the games anyway, a game begins at its start.
"""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from countermove.action import as_action
from countermove.analysis import analyse
from countermove.arena.task import Opening
from countermove.errors import CountermoveError, SpecError
from countermove.files import no_device
from countermove.game import CHANCE, Game, S, legal
from countermove.measure.match import opening_plies
from countermove.players.record import named

EPD = re.compile(r"(\S+ [wb] \S+ \S+)( .*;)?\s*$")
"""A position with operations, as in `... w KQkq - bm e4; id "1";`."""
GAMES, MAX_PLIES = 20, 200
"""The random games that measure how long a game is, and their longest."""
SAMPLE = 16
"""Openings whose balance sets the limit for all."""
NODES = 300
"""The size of the search that judges the balance of an opening."""
MAX_TRIES = 100
"""Openings drawn until one is new; after that, those so far are played again."""


def read_openings(game: Game, path: str | Path) -> list[Opening]:
    """The openings of a file."""
    try:
        lines = no_device(Path(path)).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SpecError(
            f"The openings {str(path)!r} cannot be read: {(error.strerror or 'it fails').lower()}."
        ) from None
    except UnicodeDecodeError:
        raise SpecError(f"The openings {str(path)!r} cannot be read: it is not a text file.") from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        operations = EPD.match(text)
        try:
            state = game.read(operations[1] if operations and operations[2] else text)
        except CountermoveError as error:
            raise SpecError(f"Line {number} of {str(path)!r}: {error}") from None
        if game.is_terminal(state):
            raise SpecError(f"Line {number} of {str(path)!r} is a finished game; remove it.")
        found.append(Opening(game.write(state)))
    if not found:
        raise SpecError(f"{str(path)!r} has no openings; give one per line.")
    return found


def openings(game: Game, given: tuple[Opening, ...], plies: int, seed: int) -> Iterator[Opening]:
    """The openings of a match, one after the other: those given, again and again, or random plies."""
    if given:
        yield from cycle(given)
    elif plies == 0:
        yield from cycle([Opening()])
    else:
        yield from _random(game, plies, random.Random(f"openings {seed}"))


def usual_plies(game: Game) -> int:
    """The number of random plies to begin with: about an eighth of a game, and too few to end it.

    >>> from countermove import load
    >>> [usual_plies(load(name)) for name in ("tictactoe", "connect4", "pig")]
    [2, 2, 0]
    """
    if game.axes.stochastic or game.axes.simultaneous:
        return 0
    lots = random.Random(0)
    lengths = [len(_drawn(game, MAX_PLIES, lots)[0]) for _ in range(GAMES)]
    return opening_plies(statistics.mean(lengths), min(lengths), game.players)


def _random(game: Game, plies: int, lots: random.Random) -> Iterator[Opening]:
    """Random openings: distinct, unfinished and balanced; once they run out, the same ones again."""
    found: dict[Opening, bool] = {}
    limit = sorted(_imbalance(game, _unfinished(game, plies, lots)[1]) for _ in range(SAMPLE))[SAMPLE // 4]
    tries = 0
    while tries < MAX_TRIES:
        actions, state = _unfinished(game, plies, lots)
        opening = Opening(actions=actions)
        tries = tries + 1 if opening in found else 0
        if not tries:
            found[opening] = _imbalance(game, state) <= limit
            if found[opening]:
                yield opening
    yield from cycle([opening for opening, balanced in found.items() if balanced] or found)


def _unfinished(game: Game[S], plies: int, lots: random.Random) -> tuple[tuple[str | int, ...], S]:
    for _ in range(MAX_TRIES):
        actions, state = _drawn(game, plies, lots)
        if not game.is_terminal(state):
            return actions, state
    raise SpecError(f"{type(game).__name__} is over within {plies} random plies; give fewer with --plies.")


def _drawn(game: Game[S], plies: int, lots: random.Random) -> tuple[tuple[str | int, ...], S]:
    """Random actions from the start, as names, and where they lead."""
    state, names = game.initial(), list[str | int]()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        if game.player(state) == CHANCE:
            odds = dict(game.chances(state))
            action = lots.choices(list(odds), list(odds.values()))[0]
        else:
            action = as_action(lots.choice(legal(game, state)))
        names.append(named(game, state, action))
        state = game.result(state, action)
    return tuple(names), state


def _imbalance(game: Game[S], state: S) -> float:
    """How far a quick search finds an opening from neutral; 0 where it cannot judge."""
    axes = game.axes
    if (
        game.players != 2
        or axes.stochastic
        or axes.simultaneous
        or axes.hidden
        or axes.payoff not in ("zero", "constant")
    ):
        return 0.0
    return abs(analyse(game, state, nodes=NODES, memory=1).value - game.neutral)
