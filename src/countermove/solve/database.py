"""All that a sweep found: the value of every state and how far it is from the end, in a few words a state.

A `Database` answers for the player to move, as a `Solution` does. Compiled search asks it too: `database.memory` is
what `countermove.engine.graph.probe.probe` reads inside a kernel.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping
from pathlib import Path
from typing import Generic

import numpy as np

from countermove.action import as_action
from countermove.engine.graph.pack import unpack
from countermove.engine.graph.probe import (
    ABSENT,
    DEPTH,
    EDGES,
    FIELDS_AT,
    NUMBERS,
    SIZE,
    STATES,
    STATES_AT,
    distance_of,
    probe,
    value_of,
)
from countermove.errors import GameError, NativeError, SpecError
from countermove.game import Action, Game, S, legal
from countermove.native import layout
from countermove.native.memory import Memory
from countermove.solve import store
from countermove.solve.identity import identify
from countermove.solve.solution import Outcome, Solution, SweepProgress, equally_best, turning, viewing
from countermove.values import freeze, thaw


class Database(Generic[S]):
    """The exact worth of every state that can follow the first one.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> from countermove.solve import sweep
    >>> game = TicTacToe()
    >>> database = sweep(game)
    >>> database.states, database.value(game.initial())
    (765, 0.0)
    >>> fork = game.read("X.XO...OX")
    >>> database.value(fork), database.distance(fork), database.best(fork)
    (-1.0, 2, (1, 4, 5, 6))
    """

    sliced = False

    def __init__(
        self,
        game: Game[S],
        words: store.Words | None,
        state: S,
        *,
        far: SweepProgress | None = None,
        native: bool = False,
        note: str | None = None,
    ) -> None:
        self.game = game
        self._words = words
        self._start = state
        self.complete = words is not None
        """False when the sweep was stopped: then nothing is known yet."""
        self.memory: Memory | None = None if words is None else store.memory_of(words)
        """What `probe` reads."""
        self.states = self.memory[STATES] if self.memory else far.states if far else 0
        """How many states there are, symmetric ones counted once where the game has `canonical`."""
        self.nodes = self.memory[EDGES] + 1 if self.memory else far.nodes if far else 0
        """Positions looked at, counted each time they were met."""
        self.depth = self.memory[DEPTH] if self.memory else far.layer if far else 0
        """Plies from the first state to the farthest, each by the shortest way."""
        self.seconds = far.seconds if far else 0.0
        self.native = native
        """Whether the sweep ran compiled."""
        self.note = note
        """Why it did not, if it did not."""

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game[S]) -> Database[S]:
        """The database in a file, or SpecError: when it is damaged, or not of this game and these rules.

        The file is mapped, so that it takes no time to load beyond checking it, and no memory beyond what is asked.
        """
        place = Path(path)
        words = store.read(place)
        found = store.identity_of(words[store.PREAMBLE :])
        mine = identify(game, found.start)
        if found.game != mine.game:
            raise SpecError(f"The file {place} is a database of {found.game}, not of {mine.game}.")
        if found.rules != mine.rules:
            raise SpecError(
                f"The file {place} was made with other rules of {mine.game}; remove it, or give another name, and "
                "sweep again."
            )
        start = layout.state_of(game, found.start)
        return cls(game, words, start)

    def save(self, path: str | os.PathLike[str], step: Callable[[], None] = lambda: None) -> None:
        """Write it to a file: the whole file, or none. `step` is called now and then, to tell that it goes on."""
        if self._words is None:
            raise SpecError("The sweep was stopped, so there is no database to save yet.")
        store.write(Path(path), self._words, step)

    def value(self, state: S) -> float:
        """What a state is worth to the player to move."""
        return self.outcome(state).values[viewing(self.game, state)]

    def distance(self, state: S) -> int | None:
        """Plies to the end with best play; None where best play need not end."""
        return self.outcome(state).distance

    def values(self, state: S) -> dict[Action, float]:
        """The value of every action in a state, for the player to move."""
        viewer = viewing(self.game, state)
        return {action: outcome.values[viewer] for action, outcome in self._after(state).items()}

    def best(self, state: S) -> tuple[Action, ...]:
        """The best actions in a state, all equally good; none where the game is over."""
        after = self._after(state)
        if not after:
            return ()
        player = self.game.player(state)
        chosen = equally_best(list(after.values()), player, turning(self.game, player))
        actions = list(after)
        return tuple(actions[index] for index in chosen)

    def __contains__(self, state: S) -> bool:
        return self.memory is not None and probe(self.memory, self.game, state) != ABSENT

    def outcome(self, state: S) -> Outcome:
        """What is known of a state: its worth to each player, and its distance."""
        game = self.game
        if self.memory is None:
            raise SpecError("The sweep was stopped, so nothing is proven yet; give it more time.")
        found = int(probe(self.memory, game, state))
        if found == ABSENT:
            raise SpecError(f"The position {game.write(state)} cannot follow the one that was swept: sweep from it.")
        value, distance = float(value_of(self.memory, found)), int(distance_of(found))
        values = (value,) if game.players == 1 else (value, game.axes.total - value)
        return Outcome(values, None if distance < 0 else distance)

    def _after(self, state: S) -> dict[Action, Outcome]:
        """What is known of each action in a state."""
        self.outcome(state)
        return {as_action(action): self.outcome(self.game.result(state, action)) for action in legal(self.game, state)}

    def solution(self, state: S | None = None) -> Solution:
        """The answer for one state (by default the first), in the form that `solve` gives."""
        game = self.game
        state = self._start if state is None else state
        if self.memory is None:
            return self._solution(state, None, {}, None, ())
        viewer = viewing(game, state)
        best = self.best(state)
        return self._solution(
            state, self.outcome(state), self._after(state), best[0] if best else None, self._line(state), viewer
        )

    def _solution(
        self,
        state: S,
        outcome: Outcome | None,
        after: dict[Action, Outcome],
        action: Action,
        line: tuple[Action, ...],
        viewer: int = 0,
    ) -> Solution:
        return Solution(
            value=None if outcome is None else outcome.values[viewer],
            action=action,
            actions={action: outcome.values[viewer] for action, outcome in after.items()},
            distances={
                action: None if outcome.distance is None else outcome.distance + 1 for action, outcome in after.items()
            },
            distance=None if outcome is None else outcome.distance,
            line=line,
            nodes=self.nodes,
            states=self.states,
            depth=self.depth,
            seconds=self.seconds,
            complete=self.complete,
            game=self.game,
            outcomes=_Outcomes(self),
        )

    def _line(self, state: S) -> tuple[Action, ...]:
        """Best play by everyone, up to the end or to where it begins to go round."""
        line: list[Action] = []
        met = {freeze(state)}
        while best := self.best(state):
            line.append(best[0])
            state = self.game.result(state, best[0])
            if freeze(state) in met:
                break
            met.add(freeze(state))
        return tuple(line)

    def __iter__(self) -> Iterator[S]:
        """Every state, in the order of the file; of symmetric ones, the one that stands for them."""
        if self.memory is None:
            return
        flat = np.zeros(self.memory[NUMBERS], np.int64)
        fields = _from(self.memory, FIELDS_AT)
        rows = self.memory.words[self.memory[STATES_AT] :]
        for number in range(self.states):
            unpack(fields, rows, number * self.memory[SIZE], flat)
            yield layout.state_of(self.game, flat)

    def __len__(self) -> int:
        return self.states


def _from(memory: Memory, part: int) -> Memory:
    """A database from where one of its parts begins."""
    rest = Memory.__new__(Memory)
    rest.words = memory.words[memory[part] :]
    return rest


class _Outcomes(Mapping[Hashable, Outcome]):
    """A database by frozen state, as a `Solution` wants it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._example = database.game.initial()

    def __getitem__(self, frozen: Hashable) -> Outcome:
        try:
            return self._database.outcome(thaw(frozen, self._example))
        except (SpecError, GameError):
            raise KeyError(frozen) from None

    def __iter__(self) -> Iterator[Hashable]:
        return map(freeze, self._database)

    def __len__(self) -> int:
        return self._database.states if self._database.complete else 0


def numbers_of(game: Game[S], state: S) -> tuple[int, ...]:
    """The numbers that a state is made of."""
    try:
        return tuple(layout.words_of(game, state))
    except NativeError as error:
        raise GameError(f"{type(game).__name__} cannot be swept: {error}.") from None
