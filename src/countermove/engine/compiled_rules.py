"""The compiled rules of a game, called method by method, so that `check` can compare them with the interpreted ones.

The kernel calls every method once and records the answers. Before each call it records which method it is, so that one
that raises can be named.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.errors import NativeError
from countermove.game import CHANCE, Action, Game, State
from countermove.native import kernel, layout
from countermove.native.bridge import (
    any_action,
    canonical_state,
    count_actions,
    each_before,
    fill_actions,
    fill_candidates,
    fill_chances,
    fill_tactical,
    flatten,
    limits,
    next_state,
    offers_predecessors,
    slice_state,
    view_key,
    view_state,
)
from countermove.native.compiler.kinds import words
from countermove.native.compiler.program import RoomError
from countermove.native.naming import Naming
from countermove.native.record import Record

METHODS = (
    "is_terminal", "utility", "player", "actions", "order", "candidates", "evaluate", "bounds", "key", "is_quiet",
)  # fmt: skip
"""The methods, indexed by `Answers.method`."""
MAX_ACTIONS = 1 << 14
"""The most actions recorded; any others are only counted."""


class Answers(Record):
    """The answers of the rules for a state, one number each."""

    method: int
    """The method being called, as an index into METHODS."""
    is_terminal: int
    player: int
    action_count: int
    """The number of actions, from the form of `actions` that fills a buffer."""
    counted: int
    """The same, from the form that only counts."""
    any_action: int
    """Whether there is an action, from the form that stops at the first."""
    candidate_count: int
    key: int
    is_quiet: int
    low: float
    high: float
    low_plies: int
    high_plies: int


@kernel.kernel
def call_all(game: Any, state: Any, answers: Answers, payoffs: Any, actions: Any, orders: Any, candidates: Any) -> None:
    """Call every method for a state, except `chances`, which only games of chance compile.

    `payoffs` gets the utility of each player if the game is over, else the estimate.
    """
    # Step 1. The end of the game.
    answers.method = 0
    over = game.is_terminal(state)
    answers.is_terminal = 1 if over else 0
    if over:
        answers.method = 1
        for player in range(len(payoffs)):
            payoffs[player] = np.float64(game.utility(state, player))
    else:
        # Step 2. The mover and the actions.
        answers.method = 2
        answers.player = game.player(state)
        if answers.player != CHANCE:
            answers.method = 3
            answers.action_count = fill_actions(game, state, actions, 0)
            answers.counted = count_actions(game, state)
            answers.any_action = 1 if any_action(game, state) else 0
            answers.method = 4
            for i in range(min(answers.action_count, len(actions))):
                orders[i] = np.float64(game.order(state, actions[i]))
            answers.method = 5
            answers.candidate_count = fill_candidates(game, state, candidates, 0)

        # Step 3. Optional knowledge.
        answers.method = 6
        for player in range(len(payoffs)):
            payoffs[player] = np.float64(game.evaluate(state, player))
        answers.method = 7
        answers.low, answers.high, answers.low_plies, answers.high_plies = limits(game, state)
        answers.method = 9
        answers.is_quiet = 1 if game.is_quiet(state) else 0
    answers.method = 8
    answers.key = int(game.key(state))


@kernel.kernel
def call_chances(game: Any, state: Any, actions: Any, chances: Any) -> int:
    """Fill two buffers with the chance outcomes and their odds; returns their number."""
    return fill_chances(game, state, actions, chances, 0)


@kernel.kernel
def call_result(game: Any, state: Any, action: int, symmetry: bool, flat: Any) -> None:
    """Flatten the state after an action; or, with `symmetry`, the canonical state of this one."""
    if symmetry:
        flatten(game, canonical_state(game, state), flat)
    else:
        flatten(game, next_state(game, state, action), flat)


@kernel.kernel
def call_view(game: Any, state: Any, player: int, flat: Any) -> int:
    """Flatten the state as a player sees it; returns the hash of that view."""
    flatten(game, view_state(game, state, player), flat)
    return view_key(game, state, player)


@kernel.kernel
def call_hints(game: Any, state: Any, hints: Any, actions: Any) -> int:
    """The hints for selective search: what `extend` and `reversible` give, and the tactical actions; their number."""
    hints[0] = game.extend(state)
    hints[1] = game.reversible(state)
    return fill_tactical(game, state, actions, 0)


@kernel.kernel
def call_slices(game: Any, state: Any, flat: Any, before: Any) -> int:
    """The slice and index of a state in `before`, then what `slice_before` gives; the state with its index in `flat`.

    Returns how many numbers there are.
    """
    before[0] = game.slice_of(state)
    before[1] = -1
    count = 2
    if before[0] >= 0:
        before[1] = game.slice_index(state)
    if before[1] >= 0:
        flatten(game, slice_state(game, int(before[0]), int(before[1])), flat)
        if offers_predecessors(game):
            for index in each_before(game, state):
                if count < len(before):
                    before[count] = index
                count += 1
    return count


class CompiledRules:
    """The compiled rules of a game; NativeError if they do not compile."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.answers = Answers()
        self.payoffs = np.zeros(game.players, np.float64)
        self.actions, self.candidates = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS, np.int64)
        self.orders = np.zeros(MAX_ACTIONS, np.float64)
        kernel.require_on(game)
        self._call_all = kernel.bind(call_all, game, *self._buffers())
        self._result = kernel.bind(call_result, game, 0, False, np.zeros(1, np.int64))
        self._hints: Any = None
        self._view: Any = None
        self._slices: Any = None
        if game.axes.stochastic:
            self._chances = kernel.bind(call_chances, game, self.actions, self.orders)

    def hints(self, state: State) -> tuple[int, int, list[Action]]:
        """What `extend` and `reversible` give, and the tactical actions, as words."""
        hints = np.zeros(2, np.int64)
        if self._hints is None:
            self._hints = kernel.bind(call_hints, self.game, hints, self.candidates)
        count = self._hints(state, hints, self.candidates)
        actions = list(self.game.actions(state)) if self._hints.code.codec.by_number else []
        found = self.decoded(self.candidates[:count].tolist(), actions, self._hints.code.codec)
        return int(hints[0]), int(hints[1]), found

    def view(self, state: State, player: int) -> tuple[State, int]:
        """The state as a player sees it, and the hash of that view."""
        if self._view is None:
            self._view = kernel.bind(call_view, self.game, 0, np.zeros(1, np.int64))
        code = self._view.code
        flat = np.zeros(words(code.state), np.int64)
        hashed = code.run((self.game, state, player, flat))
        return layout.state_of(self.game, flat, code.state), int(hashed)

    def slices(self, state: State) -> tuple[int, int, State | None, list[int]]:
        """The slice and index of a state, the state with that index, if there is one, and what `slice_before` gives."""
        if self._slices is None:
            self._slices = kernel.bind(call_slices, self.game, np.zeros(1, np.int64), self.candidates)
        code = self._slices.code
        flat = np.zeros(words(code.state), np.int64)
        count = code.run((self.game, state, flat, self.candidates))
        number, index, *before = self.candidates[:count].tolist()
        same = layout.state_of(self.game, flat, code.state) if number >= 0 and index >= 0 else None
        return number, index, same, before

    def _buffers(self) -> tuple[Any, ...]:
        return self.answers, self.payoffs, self.actions, self.orders, self.candidates

    def call(self, state: State) -> None:
        """Fill the buffers with all answers for a state."""
        self.answers.words[:] = 0
        self._call_all(state, *self._buffers())

    @property
    def codec(self) -> Any:
        """The current encoding of actions; it is replaced when they outgrow it."""
        return self._call_all.code.codec  # type: ignore[attr-defined]

    def decoded(self, words: list[int], actions: list[Any], codec: Any = None) -> list[Any]:
        """The author's actions for the words recorded by the kernel; `actions` are those of the state."""
        codec = codec or self.codec
        if codec.by_number:
            return [actions[word] if word < len(actions) else word for word in words]
        return [codec.action(word) for word in words]

    def last_method(self) -> str:
        """The method that was called last."""
        return METHODS[self.answers.method]

    def chances(self, state: State) -> list[tuple[int, float]]:
        """The chance outcomes of a state, with their odds."""
        count = self._chances(state, self.actions, self.orders)
        codec = self._chances.code.codec  # type: ignore[attr-defined]
        actions = [action for action, _ in self.game.chances(state)] if codec.by_number else []
        return list(zip(self.decoded(self.actions[:count].tolist(), actions, codec), self.orders[:count].tolist()))

    def result(self, state: State, action: Action) -> State:
        """The state after an action."""
        return self._next_state(state, action, False)

    def canonical(self, state: State) -> State:
        """The canonical state of a state."""
        return self._next_state(state, None, True)

    def _next_state(self, state: State, action: Action, symmetry: bool) -> State:
        for _ in range(kernel.GROWTHS):
            word = 0 if symmetry else Naming(self._result, self.game).word(state, action)
            code = self._result.code  # type: ignore[attr-defined]
            flat = np.zeros(words(code.state), np.int64)
            try:
                code.run((self.game, state, word, symmetry, flat))
                return layout.state_of(self.game, flat, code.state)
            except RoomError:
                self._result.outgrow(code)  # type: ignore[attr-defined]
        raise NativeError(f"{kernel.opening(type(self.game))}its states grow longer and longer.")
