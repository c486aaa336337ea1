"""What compiled rules say of a state, one answer after the other, to be held against what Python says of it.

It is a kernel that decides nothing: it only asks every method once and notes the answers, so that `check` can
compare. Before each question it notes which one it is, so that a method that raises can be named.
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
    fill_actions,
    fill_candidates,
    fill_chances,
    flatten,
    limits,
    next_state,
)
from countermove.native.compiler.kinds import words
from countermove.native.compiler.program import RoomError
from countermove.native.naming import Naming
from countermove.native.record import Record

QUESTIONS = (
    "is_terminal", "utility", "player", "actions", "order", "candidates", "evaluate", "bounds", "key", "is_quiet",
)  # fmt: skip
"""What `asked` counts."""
MAX_ACTIONS = 1 << 14
"""Actions that are noted; more are only counted."""


class Answers(Record):
    """What the rules say of a state, in one number each."""

    asked: int
    """The question that is being asked, by its place in QUESTIONS."""
    is_terminal: int
    player: int
    action_count: int
    """How many actions there are, by the form of `actions` that writes them down."""
    counted: int
    """The same by the form that only counts."""
    any_action: int
    """Whether there is one, by the form that stops at the first."""
    candidate_count: int
    key: int
    is_quiet: int
    low: float
    high: float
    low_plies: int
    high_plies: int


@kernel.kernel
def probe(game: Any, state: Any, answers: Answers, payoffs: Any, actions: Any, orders: Any, candidates: Any) -> None:
    """Ask everything about a state; `chances` apart, which only games of chance compile.

    `payoffs` are the utility of each player where the game is over, and otherwise its estimate.
    """
    # Step 1. The end of the game.
    answers.asked = 0
    over = game.is_terminal(state)
    answers.is_terminal = 1 if over else 0
    if over:
        answers.asked = 1
        for player in range(len(payoffs)):
            payoffs[player] = np.float64(game.utility(state, player))
    else:
        # Step 2. Who acts, and what they may do.
        answers.asked = 2
        answers.player = game.player(state)
        if answers.player != CHANCE:
            answers.asked = 3
            answers.action_count = fill_actions(game, state, actions, 0)
            answers.counted = count_actions(game, state)
            answers.any_action = 1 if any_action(game, state) else 0
            answers.asked = 4
            for i in range(min(answers.action_count, len(actions))):
                orders[i] = np.float64(game.order(state, actions[i]))
            answers.asked = 5
            answers.candidate_count = fill_candidates(game, state, candidates, 0)

        # Step 3. What search wants to know beside the rules.
        answers.asked = 6
        for player in range(len(payoffs)):
            payoffs[player] = np.float64(game.evaluate(state, player))
        answers.asked = 7
        answers.low, answers.high, answers.low_plies, answers.high_plies = limits(game, state)
        answers.asked = 9
        answers.is_quiet = 1 if game.is_quiet(state) else 0
    answers.asked = 8
    answers.key = int(game.key(state))


@kernel.kernel
def outcomes(game: Any, state: Any, actions: Any, chances: Any) -> int:
    """What chance may do, into two buffers; gives how much there is."""
    return fill_chances(game, state, actions, chances, 0)


@kernel.kernel
def step(game: Any, state: Any, action: int, turn: bool, flat: Any) -> None:
    """The words of the state after an action; or, to `turn`, of the state that stands for this one."""
    if turn:
        flatten(game, canonical_state(game, state), flat)
    else:
        flatten(game, next_state(game, state, action), flat)


class Probe:
    """The compiled rules of a game, ready to be asked; NativeError when they do not compile."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.answers = Answers()
        self.payoffs = np.zeros(game.players, np.float64)
        self.actions, self.candidates = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS, np.int64)
        self.orders = np.zeros(MAX_ACTIONS, np.float64)
        kernel.require_on(game)
        self._probe = kernel.bind(probe, game, *self._buffers())
        self._step = kernel.bind(step, game, 0, False, np.zeros(1, np.int64))
        if game.axes.stochastic:
            self._outcomes = kernel.bind(outcomes, game, self.actions, self.orders)

    def _buffers(self) -> tuple[Any, ...]:
        return self.answers, self.payoffs, self.actions, self.orders, self.candidates

    def ask(self, state: State) -> None:
        """Have all answers about a state in the buffers."""
        self.answers.words[:] = 0
        self._probe(state, *self._buffers())

    @property
    def codec(self) -> Any:
        """How the kernel packs actions now: once they outgrow their room, it packs them in another way."""
        return self._probe.code.codec  # type: ignore[attr-defined]

    def decoded(self, words: list[int], actions: list[Any], codec: Any = None) -> list[Any]:
        """The author's actions for the words that the kernel noted; `actions` are those of the state."""
        codec = codec or self.codec
        if codec.by_number:
            return [actions[word] if word < len(actions) else word for word in words]
        return [codec.action(word) for word in words]

    def asked(self) -> str:
        """The method that was asked last."""
        return QUESTIONS[self.answers.asked]

    def chances(self, state: State) -> list[tuple[int, float]]:
        """What chance may do in a state."""
        count = self._outcomes(state, self.actions, self.orders)
        codec = self._outcomes.code.codec  # type: ignore[attr-defined]
        actions = [action for action, _ in self.game.chances(state)] if codec.by_number else []
        return list(zip(self.decoded(self.actions[:count].tolist(), actions, codec), self.orders[:count].tolist()))

    def result(self, state: State, action: Action) -> State:
        """The state after an action."""
        return self._stepped(state, action, False)

    def canonical(self, state: State) -> State:
        """The state that stands for a state."""
        return self._stepped(state, None, True)

    def _stepped(self, state: State, action: Action, turn: bool) -> State:
        for _ in range(kernel.GROWTHS):
            word = 0 if turn else Naming(self._step, self.game).word(state, action)
            code = self._step.code  # type: ignore[attr-defined]
            flat = np.zeros(words(code.state), np.int64)
            try:
                code.run((self.game, state, word, turn, flat))
                return layout.state_of(self.game, flat, code.state)
            except RoomError:
                self._step.outgrow(code)  # type: ignore[attr-defined]
        raise NativeError(f"{kernel.opening(type(self.game))}its states grow longer and longer.")
