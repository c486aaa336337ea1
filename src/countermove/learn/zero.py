"""Learning as AlphaGo Zero does: the search plays itself, the network learns from the search, and the search plays on
with the better network (Silver et al., "Mastering the game of Go without human knowledge", 2017).

Each iteration has four steps:

    play     games between searches with the best network so far, at first without any, by playouts (record.py)
    replay   the games of the last iterations, as rows of inputs and what should be predicted (descent.py)
    train    the network with random batches of these rows
    gate     a match between the new network and the best one, at first playouts; it must not lose clearly (duel.py)

FILE is the best network so far. FILE.part has all that the next iteration depends on, and FILE.games the games of the
last iterations. Nothing else counts, so training that is killed and resumed ends with the same weights.

Gradients are compiled here, as everything else is. The usual library would do it as well, but its package brings
gigabytes for graphics cards, and small dense networks gain nothing from it on a processor.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from countermove import dual
from countermove.dual import Layers
from countermove.errors import SpecError
from countermove.files import written_whole
from countermove.game import Game
from countermove.learn.descent import BATCH, Descent, rate_after, rows_of
from countermove.learn.duel import Score, duel
from countermove.learn.record import Record, Settings, play_games, settings_for
from countermove.network import arrays

__all__ = ["Iteration", "Progress", "learn_by_search"]

REUSE = 12
"""How often a position is learnt from, about."""
MIN_WINDOW, MAX_WINDOW = 4, 20
"""The iterations whose games are learnt from: half of all, within these limits."""
MAX_BYTES = 1 << 28
"""The most memory for the inputs of positions."""
GATE_GAMES, GATE_SCORE = 40, 0.45
"""The games of the match with the best network, and the score that a new one needs; so few games cannot show more than
that it is not much worse."""
GATE_SHARE = 4
"""A part of the simulations is enough to tell two networks apart."""
PLAIN_GAMES, PLAIN_EVERY = 40, 5
"""The games of a match with search by playouts, and the iterations from one to the next."""
MIN_ITERATION, ITERATIONS = 50, 40
"""Games of an iteration at least, and iterations that a training has by default."""


class Iteration(NamedTuple):
    """What became of an iteration."""

    games: int
    """Games so far."""
    value_loss: float
    """The loss in its games before they were learnt from; lower is better."""
    policy_loss: float
    gate: float
    """The score of the new network against the best one so far, or playouts before there is one, from 0 to 1."""
    accepted: float
    """1 where it became the best one; else 0."""
    plain: float
    """The score of the best network against search by playouts with as many simulations; nan where not measured."""
    plain_error: float


@dataclass(frozen=True)
class Progress:
    """The state of training."""

    game: Game
    """The game with the best network so far."""
    games: int
    total: int
    seconds: float
    """Seconds in this run."""
    simulations: int
    """Simulations of self-play in this run."""
    step: str
    """What is being done."""
    curve: tuple[Iteration, ...] = ()
    complete: bool = False
    plain: Score | None = None
    """The last score against search by playouts."""


@dataclass
class State:
    """All that the next iteration depends on, beside the games."""

    mark: str
    size: int
    """Games of an iteration."""
    best: Layers
    descent: Descent
    curve: list[Iteration] = field(default_factory=list)

    @property
    def champion(self) -> Layers | None:
        """The network that plays; None while playouts are better."""
        return self.best if any(each.accepted for each in self.curve) else None

    def write(self, path: Path) -> None:
        held: dict[str, Any] = {f"best_{name}": each for name, each in self.best._asdict().items()}
        for name in ("weights", "means", "squares"):
            held |= {f"{name}{number}": each for number, each in enumerate(getattr(self.descent, name))}
        try:
            with written_whole(path) as part, open(part, "wb") as stream:
                np.savez(
                    stream, mark=self.mark, size=self.size, steps=self.descent.steps,
                    curve=np.array(self.curve, np.float64).reshape(-1, len(Iteration._fields)), **held,
                )  # fmt: skip
        except OSError as error:
            raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None

    @staticmethod
    def read(path: Path, mark: str) -> State:
        try:
            with arrays(path) as held:
                found = str(held["mark"])
                best = Layers(*(np.array(held[f"best_{name}"]) for name in Layers._fields))
                best = best._replace(words=int(best.words))
                weights, means, squares = (
                    tuple(np.array(held[f"{name}{number}"]) for number in range(3))
                    for name in ("weights", "means", "squares")
                )
                now = best._replace(first=weights[0], second=weights[1], third=weights[2])
                curve = [Iteration(int(row[0]), *row[1:]) for row in held["curve"].tolist()]
                state = State(found, int(held["size"]), best, Descent(now, means, squares, int(held["steps"])), curve)
        except Exception:
            raise SpecError(
                f"The training in {path} cannot be resumed: the file is damaged; remove it to start anew."
            ) from None
        if found != mark:
            raise SpecError(f"{path} has training of {found}, not of {mark}; give another file, or the same options.")
        return state


def learn_by_search(
    game: Game,
    *,
    games: int,
    file: str | Path,
    simulations: int = 200,
    hidden: tuple[int, int] = (128, 32),
    seed: int = 0,
    size: int | None = None,
    spec: str = "",
    jobs: int = 1,
    ray: str | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Train a network of policy and value with at least `games` games of self-play, `size` in each iteration.

    If the files of an earlier training exist, it is resumed. Set `stop` to end early; what is in the files then is
    enough to continue. With several `jobs`, or on a `ray` cluster, other processes play, which know the game by its
    name on the command line (`spec`); the result is the same.
    """
    _require_options(games, simulations, hidden, size)
    game, path = dual.plain(game), Path(file)
    dual.require_fit(game)
    settings = settings_for(game, seed, simulations)
    mark = f"{game!r}, seed {seed}, {simulations} simulations, {hidden[0]} and {hidden[1]} hidden units"
    if size is not None:
        mark += f", {size} games in an iteration"
    now = _begun(game, path, mark, hidden, seed, size or max(MIN_ITERATION, games // ITERATIONS))
    total = -(-games // now.size) * now.size
    training = Training(game, path, settings, now, total, spec, jobs, ray, stop, progress)
    while training.games < total and training.iterate():
        pass
    found = training.so_far("", complete=training.games >= total)
    if found.complete and math.isnan(found.curve[-1].plain):
        found = replace(found, plain=training.match(training.now.best, None, PLAIN_GAMES, seed))
    return found


def _require_options(games: int, simulations: int, hidden: tuple[int, int], size: int | None) -> None:
    """SpecError for budgets that no training can have."""
    for what, value, least, most in (
        ("The number of games", games, 1, 10**9), ("The number of simulations", simulations, 2, 10**6),
        ("The first number of hidden units", hidden[0], 1, 4096),
        ("The second number of hidden units", hidden[1], 1, 4096),
        ("The number of games in an iteration", 1 if size is None else size, 1, 10**6),
    ):  # fmt: skip
        if not least <= value <= most:
            raise SpecError(f"{what} is {value}; give a whole number from {least:,} to {most:,}.")


def _begun(game: Game, path: Path, mark: str, hidden: tuple[int, int], seed: int, size: int) -> State:
    """The state of a training: resumed, or new."""
    part = part_of(path)
    if part.exists():
        return State.read(part, mark)
    if path.exists():
        raise SpecError(
            f"{path} exists, but not {part}, from which its training could be resumed; give another file, or remove it."
        )
    layers = dual.fresh(game, hidden, seed)
    now = State(mark, size, layers, Descent(layers))
    dual.write(game, path, dual.Saved(layers, 0, seed))  # so that an unwritable place fails now
    now.write(part)
    return now


def part_of(path: Path) -> Path:
    """The file from which training is resumed."""
    return path.with_name(f"{path.name}.part")


@dataclass
class Training:
    """A training that goes on."""

    game: Game
    path: Path
    settings: Settings
    now: State
    total: int
    spec: str
    jobs: int
    ray: str | None
    stop: threading.Event | None
    progress: Callable[[Progress], None] | None
    start: float = field(default_factory=time.perf_counter)
    simulations: int = 0
    _learned: tuple[Layers, Game] | None = None
    """The best network so far, and the game with it."""

    @property
    def games(self) -> int:
        """Games that were learnt from."""
        return len(self.now.curve) * self.now.size

    def so_far(self, step: str, games: int | None = None, complete: bool = False) -> Progress:
        if self._learned is None or self._learned[0] is not self.now.best:
            self._learned = self.now.best, dual.attach(self.game, self.now.best)
        return Progress(
            self._learned[1], self.games if games is None else games, self.total,
            time.perf_counter() - self.start, self.simulations, step, tuple(self.now.curve), complete, self.plain,
        )  # fmt: skip

    def _tell(self, step: str, games: int | None = None) -> None:
        if self.progress:
            self.progress(self.so_far(step, games))

    def _keeps_on(self) -> bool:
        return not (self.stop and self.stop.is_set())

    def _file(self, number: int) -> Path:
        return self.path.with_name(f"{self.path.name}.games") / f"{number:05d}.npz"

    def iterate(self) -> bool:
        """One iteration; False when stopped, which leaves everything but the games as it was."""
        now, number, seed = self.now, len(self.now.curve), self.settings.seed
        seeds = np.random.SeedSequence([abs(seed), number]).generate_state(4).tolist()

        # Step 1. Play.
        window = range(max(0, number + 1 - min(MAX_WINDOW, max(MIN_WINDOW, number // 2))), number + 1)
        records = [Record.read(self._file(each), f"iteration {each} of {now.mark}") for each in window]
        done = self.simulations

        def after_games(games: int, simulations: int) -> None:
            self.simulations = done + simulations
            self._tell("playing", self.games + games)

        numbers = range(number * now.size, (number + 1) * now.size)
        complete = play_games(
            self.game, now.champion, self.settings, records[-1], self._file(number), numbers, spec=self.spec,
            jobs=self.jobs, ray=self.ray, stop=self.stop, progress=after_games,
        )  # fmt: skip
        if not complete:
            return False

        # Step 2. Replay.
        self._tell("training", self.games + now.size)
        newest = rows_of(self.game, now.best, records[-1].games, seeds[0])
        room = MAX_BYTES // (4 * newest.inputs.shape[1])
        games = [game for record in reversed(records) for game in record.games]
        while sum(len(each.actions) for each in games) > room and len(games) > now.size:
            del games[-now.size :]
        rows = rows_of(self.game, now.best, games, seeds[1])

        # Step 3. Train a copy, so that an interruption leaves the weights as they were.
        before = now.descent
        learner = Descent(
            before.layers, tuple(map(np.copy, before.means)), tuple(map(np.copy, before.squares)), before.steps
        )
        value_loss, policy_loss = learner.losses(self.game, newest)
        steps = -(-REUSE * len(newest) // BATCH)
        learner.train(self.game, rows, steps, seeds[2], rate_after(self.games), self._keeps_on)

        # Step 4. Gate.
        self._tell("gating", self.games + now.size)
        gate = self.match(learner.layers, now.champion, GATE_GAMES, seeds[3])
        accepted = gate.mean >= GATE_SCORE
        best = learner.layers if accepted or now.champion is None else now.best
        plain = gate if now.champion is None else None
        if number % PLAIN_EVERY == PLAIN_EVERY - 1 and now.champion is not None:
            plain = self.match(best, None, PLAIN_GAMES, seeds[3])
        if not self._keeps_on():
            return False
        entry = Iteration(
            self.games + now.size, value_loss, policy_loss, gate.mean, float(accepted),
            math.nan if plain is None else plain.mean, math.nan if plain is None else plain.error,
        )  # fmt: skip
        self.now = replace(now, best=dual.copied(best), descent=learner, curve=[*now.curve, entry])
        if accepted or self.now.champion is None:
            dual.write(self.game, self.path, dual.Saved(self.now.best, entry.games, seed))
        self.now.write(part_of(self.path))
        for each in range(window.start):
            self._file(each).unlink(missing_ok=True)
        self._tell("", self.games)
        return True

    @property
    def plain(self) -> Score | None:
        """The last score against search by playouts."""
        known = [each for each in self.now.curve if not math.isnan(each.plain)]
        return Score(known[-1].plain, known[-1].plain_error, PLAIN_GAMES) if known else None

    def match(self, one: Layers, other: Layers | None, games: int, seed: int) -> Score:
        """A network against another, or against search by playouts."""
        simulations = self.settings.simulations if other is None else self.settings.simulations // GATE_SHARE
        return duel(
            dual.attach(self.game, dual.copied(one)), self.game if other is None else dual.attach(self.game, other),
            games=games, simulations=max(2, simulations), opening=self.settings.opening, seed=seed,
            keep_on=self._keeps_on,
        )  # fmt: skip
