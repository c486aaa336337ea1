"""Equilibria by sampling: where the tree of a game does not fit, regrets are kept only of what random walks have met.

The kernels are in engine/hidden/sampling.py. A `Sampled` strategy can be asked, played, saved and continued. How good
it is can be said exactly if the whole tree can be visited, which a pass over it in constant memory does (sequence.py);
if the tree is too large even for that, only matches tell.

A file is a NumPy archive: a header in JSON, the keys of all information sets met, where their sums begin, the sums.
"""

from __future__ import annotations

import functools
import json
import os
import random
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from countermove.engine.chance.outcomes import refuse_odds
from countermove.engine.hidden import sampling as kernels
from countermove.engine.hidden.sampling import SLOT, SamplingWorkspace
from countermove.engine.hidden.unroll import FULL, LONG
from countermove.engine.root import refuse
from countermove.errors import GameError, NativeError, SpecError
from countermove.files import no_device, written_whole
from countermove.game import Game, legal
from countermove.information import START_KEY, Knowledge
from countermove.native import kernel
from countermove.native.bridge import stir, view_key
from countermove.native.memory import Memory
from countermove.solve.profile import Choice, identity, known_after, mover_of, refuse_other
from countermove.solve.sequence import MAX_PLIES, MEMORY, Reals, SequenceForm

BATCH = 1_000
"""Walks between two looks at the clock."""
WALKS = 1_000_000
"""Walks by default."""
FORMAT = "countermove sampled strategy"
VERSION = 1
DESCENTS = 200
"""Random games from which the size of a tree is estimated."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """A strategy found by sampling."""

    game: Game
    values: tuple[float, ...]
    """What walks found the game worth to each player, on average."""
    iterations: int
    seconds: float
    complete: bool
    sampling: Sampling = field(repr=False)
    curve: tuple[tuple[int, float], ...] = ()
    method: str = "mccfr"
    exploitability: None = None

    @property
    def value(self) -> float:
        """What player 0 gets on average."""
        return self.values[0]

    @property
    def sets(self) -> int:
        """Information sets met."""
        return self.sampling.work.sets

    def mix(self, key: int, count: int) -> Reals | None:
        """The probabilities of `count` actions at the information set with a key; None where no walk has been."""
        return self.sampling.averages(key, count)

    def choice(self, actions: Iterable[str]) -> Choice:
        """How the player to move acts, after actions given by name."""
        return self.at(known_after(self.game, actions))

    def at(self, known: Knowledge[Any]) -> Choice:
        """How the player to move acts where players know this much."""
        game, state = self.game, known.state
        player = mover_of(game, state)
        actions = legal(game, state)
        found = self.mix(known.keys[player], len(actions))
        if found is None:
            raise SpecError("No walk has been there, so nothing is known about it; allow more iterations.")
        named = {game.action_name(state, action): float(chance) for action, chance in zip(actions, found)}
        return Choice(-1, player, game.text(game.view(state, player)), (), named)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the strategy to a file; `equilibrium(..., save=path)` continues from it."""
        self.sampling.save(path, None)


class Sampling:
    """Walks in progress."""

    def __init__(self, game: Game, memory: float | None, seed: int) -> None:
        self.game = game
        self.memory = MEMORY if memory is None else memory
        self.table, self.sums = Memory(SLOT << 12), Memory(1 << 15)
        self.work = work = SamplingWorkspace()
        work.players, work.seed = game.players, seed
        self.totals = np.zeros(game.players)
        self._start = game.initial()
        self._stack = Memory((MAX_PLIES + 2) * 2 * game.players)
        for player in range(game.players):
            seen = view_key(game, self._start, player)
            self._stack[2 * player : 2 * player + 2] = (stir(stir(START_KEY, player), seen), seen)
        self._run = self._bound()

    def _bound(self) -> Callable[..., Any]:
        game = self.game
        try:
            kernel.require_on(game)
            return kernel.bind(kernels.walks, game, 0, self.work, self._stack, self.table, self.sums, self.totals)
        except NativeError:
            if any(not isinstance(action, int) for action in legal(game, self._start)):
                raise
            return functools.partial(kernels.walks.py_func, game)

    @property
    def values(self) -> tuple[float, ...]:
        """What walks found the game worth to each player, on average."""
        return tuple((self.totals / max(1, self.work.walk // self.game.players)).tolist())

    def run(self, until: int) -> None:
        """Walk up to a number of walks, with more memory whenever it is full."""
        work = self.work
        while work.walk < until and not (work.stop and work.fault != FULL):
            self._run(self._start, until, work, self._stack, self.table, self.sums, self.totals)
            if work.fault == FULL:
                self._grow()
                work.fault = work.stop = 0
            elif work.fault or work.stuck or work.too_wide:
                self._refuse()

    def _grow(self) -> None:
        if 4 * 8 * (len(self.table) + len(self.sums)) / 2**20 > self.memory:
            raise SpecError(
                f"{type(self.game).__name__} has more than {self.work.sets:,} information sets, too many for "
                f"{self.memory:,.0f} MB; allow more memory, or fewer iterations."
            )
        self._make_room(4 * len(self.table), 4 * len(self.sums))

    def _make_room(self, entries: int, sums: int) -> None:
        table, room = Memory(entries), Memory(sums)
        kernels.rehash(self.table, table)
        room[: len(self.sums)] = self.sums.words
        self.table, self.sums = table, room

    def _refuse(self) -> None:
        name = type(self.game).__name__
        refuse(self.game, self.work)
        refuse_odds(self.game, self.work)
        if self.work.fault == LONG:
            raise GameError(f"{name} goes on for more than {MAX_PLIES:,} plies; a game must end.")
        raise GameError(f"{name}.player gives a player that does not exist (run `countermove check` to see where).")

    def averages(self, key: int, count: int) -> Reals | None:
        """The average strategy at an information set; None where no walk has been."""
        found = np.zeros(count)
        keys, first, counts = np.array([key]), np.zeros(1, np.int64), np.array([count])
        met = kernels.averaged(keys, first, counts, self.table, self.sums, found)
        return found if met else None

    def strategy(self, form: SequenceForm) -> Reals:
        """The average strategy at all information sets; uniform where no walk has been."""
        found = form.uniform()
        kernels.averaged(form.keys, form.first, form.count, self.table, self.sums, found)
        return found

    # Files.

    def save(self, path: str | os.PathLike[str], exploitability: float | None) -> None:
        """Write everything to a file, atomically."""
        name, rules = identity(self.game)
        header = {
            "format": FORMAT, "version": VERSION, "game": name, "rules": rules, "method": "mccfr",
            "seed": self.work.seed, "iterations": self.work.walk, "nodes": self.work.nodes, "value": self.values[0],
            "exploitability": exploitability,
        }  # fmt: skip
        entries = self.table.words.reshape(-1, SLOT)
        entries = entries[entries[:, 1] != 0]
        try:
            with written_whole(Path(path)) as part, part.open("wb") as file:
                np.savez(
                    file, header=np.array(json.dumps(header)), entries=entries, totals=self.totals,
                    sums=self.sums.words[: self.work.used],
                )  # fmt: skip
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise SpecError(f"The strategy cannot be written to {path}: {why}.") from None

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Continue from a file."""
        header, arrays = read_sampled(path, self.game)
        entries, sums, totals = arrays["entries"], arrays["sums"], arrays["totals"]
        good = entries.ndim == 2 and entries.shape[1:] == (SLOT,) and len(totals) == self.game.players
        if not good or (len(entries) and not 1 <= entries[:, 1].min() <= entries[:, 1].max() <= len(sums)):
            raise SpecError(f"The strategy {path} is damaged; remove it, or give another name.")
        self.table = Memory(entries.size)
        self.table.words[:] = entries.ravel()
        room, size = SLOT << 12, 1 << 15
        while room < 4 * entries.size:
            room *= 4
        while size < 2 * len(sums):
            size *= 4
        self.sums = Memory(len(sums))
        self.sums.words[:] = sums
        self._make_room(room, size)
        self.totals[:] = totals
        work = self.work
        work.sets, work.used, work.walk = len(entries), len(sums), int(header["iterations"])
        work.nodes, work.seed = int(header["nodes"]), int(header["seed"])


def is_sampled(path: str | os.PathLike[str]) -> bool:
    """Whether a file is an archive, as sampling writes it."""
    try:
        return zipfile.is_zipfile(no_device(Path(path)))
    except OSError:
        return False


def read_sampled(path: str | os.PathLike[str], game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays of a file; SpecError if it is damaged, or belongs to another game."""
    try:
        with no_device(Path(path)).open("rb") as whole, np.load(whole, allow_pickle=False) as file:
            header = json.loads(str(file["header"]))
            arrays = {name: file[name] for name in ("entries", "sums", "totals")}
    except OSError as error:
        raise SpecError(f"The strategy {path} cannot be read: {(error.strerror or str(error)).lower()}.") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise SpecError(f"The strategy {path} is damaged; remove it, or give another name.") from None
    numbers = ("iterations", "nodes", "seed")
    known = isinstance(header, dict) and header.get("format") == FORMAT and header.get("version") == VERSION
    if not known or not all(isinstance(header.get(name), int) for name in numbers):
        raise SpecError(f"{path} is not a strategy of version {VERSION}, as `solve --method mccfr --save` writes it.")
    refuse_other(header, game, f"The strategy {path}")
    return header, arrays


def estimated_nodes(game: Game, seed: int = 0) -> float:
    """About how many nodes the tree of a game has, from random games.

    Knuth, "Estimating the efficiency of backtrack programs" (1975).

    >>> from countermove.games.kuhn import Kuhn
    >>> 40 < estimated_nodes(Kuhn()) < 80
    True
    """
    lots = random.Random(seed)
    total = 0.0
    for _ in range(DESCENTS):
        state, width, plies = game.initial(), 1.0, 0
        while not game.is_terminal(state) and plies < MAX_PLIES:
            actions = legal(game, state)
            if not actions:
                break
            total += width
            width *= len(actions)
            state = game.result(state, lots.choice(actions))
            plies += 1
        total += width
    return total / DESCENTS
