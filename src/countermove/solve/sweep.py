"""Sweeping: every state that can follow is enumerated, and values are worked out from the ends backwards.

Where `solve` follows lines of play and cannot do with a position that repeats, a sweep looks at the graph of all states
at once, cycles and all. It goes in five steps:

    1. enumerate    each state once, breadth first, with its successors (engine/graph/expand.py)
    2. link         the successors turned round: of each state, those before it (engine/graph/fold.py)
    3. settle       values and distances, from the ends backwards (the same file)
    4. arrange      states packed as tightly as they can be, in the order of their hash (engine/graph/row.py)
    5. save         to a file, where one was asked for (store.py)

Most of the time goes into the first, where the rules are asked; what it finds is saved as it goes, so that a sweep that
was killed goes on where it was. The other steps take seconds for millions of states, and are simply done again. All is
in the order in which states are found, and that follows from the rules alone: two sweeps of a game give the same file.

What play without end is worth is the game's to say (`endless`), and distances follow from it. Who can get more than
that must come to an end, and takes the nearest; who gets less takes the farthest. A state worth exactly that has no
distance: nobody needs to end it.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from countermove import worker
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import Game, S
from countermove.solve import budget
from countermove.solve.solution import SweepProgress

if TYPE_CHECKING:
    from countermove.solve.database import Database

KEEP = 1.0
"""Seconds, about, of work that a kill may cost."""
MEMORY = 4096.0
"""The default limit in megabytes."""
NEAR = 1e-9
"""By how much the worth of endless play may miss what utilities add up to."""


def sweep(
    game: Game[S],
    state: S | None = None,
    *,
    save: str | os.PathLike[str] | None = None,
    seconds: float | None = None,
    memory: float | None = None,
    native: bool | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[SweepProgress], None] | None = None,
) -> Database[S]:
    """The value and the distance of every state that can follow `state` (by default the first), cycles included.

    For one or two players with opposed interests, without chance. With `save` it is written to that file; when the file
    is there already it is only read, and a sweep into it that was cut off, even killed, goes on. It takes at most
    `memory` megabytes (4096). After `seconds`, or when `stop` is set, it ends incomplete. `native` is as for `analyse`:
    True insists on compiled rules, False does without. `progress` is called about ten times a second.

    >>> from countermove.games.nim import Nim
    >>> game = Nim((1, 2))
    >>> database = sweep(game)
    >>> state = game.initial()
    >>> database.value(state), database.distance(state), database.values(state)
    (1.0, 3, {0: -1.0, 1: 1.0, 3: -1.0})
    """
    from countermove.engine.graph.enumeration import bind  # here, for with them comes NumPy
    from countermove.solve import store
    from countermove.solve.build import Build
    from countermove.solve.database import Database, numbers_of
    from countermove.solve.identity import identify

    _refuse(game)
    budget.check(seconds, memory=memory)
    start = game.initial() if state is None else state
    expander = bind(game, native)
    identity = identify(game, numbers_of(game, game.canonical(start)))
    path = None if save is None else Path(save)
    if path is not None and path.exists():
        database = Database.load(path, game)
        if store.identity_of(database.memory.words).start != identity.start:  # type: ignore[union-attr]
            raise SpecError(f"The file {path} is a sweep from another position of this game; give another name.")
        store.forget(path)
        return database
    part = None if path is None else store.Part(path, identity)
    try:
        work = Build(game, start, identity, part, MEMORY if memory is None else memory, expander)
        keep = worker.Ticker(work.pause if part else None, float, KEEP)
        tell = worker.Ticker(progress, work.progress)

        def tick() -> None:
            keep()
            tell()

        words = worker.run(
            lambda: work.run(path), game, halt=work.halt, progress=work.moved, tick=tick, seconds=seconds, stop=stop
        )
    except MemoryError:
        raise SpecError(
            f"{type(game).__name__} cannot be swept: this machine has no more memory free; give less than "
            f"{MEMORY if memory is None else memory:,.0f} MB, or sweep from a later position."
        ) from None
    finally:
        if part is not None:
            part.close()
    if words is not None and path is not None:
        store.forget(path)
    return Database(
        game,
        words,
        start,
        far=work.progress(tell.seconds),
        native=work.note is None,
        note=work.note,
    )


def _refuse(game: Game) -> None:
    """UnfitError for a kind of game that a sweep is not for."""
    name, axes = type(game).__name__, game.axes
    if axes.hidden or axes.simultaneous:
        kind = "hidden information" if axes.hidden else "simultaneous actions"
        raise UnfitError(f"{name} has {kind}, and a sweep is for games where everyone sees the state.")
    if axes.stochastic:
        raise UnfitError(f"A sweep cannot weigh the chance in {name}; solve can, without a file.")
    if game.players > 2:
        raise UnfitError(f"A sweep is for one or two players and {name} has {game.players}; solve fits.")
    if game.players == 2 and axes.payoff not in ("zero", "constant"):
        raise UnfitError(f"A sweep needs two opposed sides and {name} has a {axes.payoff} payoff; solve fits.")
    if game.repeats:
        worth = [float(game.endless(player)) for player in range(game.players)]
        if any(map(math.isnan, worth)) or (game.players == 2 and abs(sum(worth) - axes.total) > NEAR):
            raise GameError(
                f"{name}.endless gives {' and '.join(f'{value:g}' for value in worth)}, which do not add up to "
                f"{axes.total:g}, as its axes say utilities do."
            )
