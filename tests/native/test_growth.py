"""Actions and states that hold more than any that random games showed: compiled again, with more room."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from countermove import Game, analyse, worker
from countermove.check import check_game
from countermove.engine.compiled_rules import CompiledRules
from countermove.solve import solve


class Move(NamedTuple):
    taken: int
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    large: int


class Eight(Game):
    """Actions of eight numbers, of which one needs more than an eighth of a word."""

    def initial(self) -> tuple[int, int]:
        return 12, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def actions(self, state: tuple[int, int]) -> Iterator[Move]:
        for taken in (1, 2, 3):
            if taken <= state[0]:
                yield Move(taken, 1, 2, 3, 4, 5, 6, 1000 * state[0])

    def result(self, state: tuple[int, int], action: Move) -> tuple[int, int]:
        return state[0] - action.taken, 1 - state[1]

    def utility(self, state: tuple[int, int], player: int) -> float:
        return 1.0 if player != state[1] else -1.0


class Chain(Game):
    """A chain of steps is one action, and long chains come only after thirty single steps in a row."""

    def initial(self) -> tuple[int, int, int]:
        return 34, 0, 0

    def player(self, state: tuple[int, int, int]) -> int:
        return state[1]

    def is_terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] <= 0

    def actions(self, state: tuple[int, int, int]) -> Iterator[tuple[tuple[int, int], ...]]:
        if not self.is_terminal(state):
            yield ((state[0] % 7, 1),)
            yield ((state[0] % 7, 2), (0, 1))
            if state[2] >= 30:
                yield tuple((i, 9) for i in range(4))

    def result(self, state: tuple[int, int, int], action: tuple[tuple[int, int], ...]) -> tuple[int, int, int]:
        return state[0] - len(action), 1 - state[1], state[2] + 1 if len(action) == 1 else 0

    def utility(self, state: tuple[int, int, int], player: int) -> float:
        return 1.0 if player != state[1] else -1.0


def test_an_action_whose_numbers_do_not_fit_a_word_is_known_by_its_place():
    found = analyse(Eight(), depth=14, native=True)
    assert (found.value, found.exact) == (-1.0, True)
    assert found.action == Move(1, 1, 2, 3, 4, 5, 6, 12_000)
    assert not check_game(Eight(), games=20).problems


def test_an_action_longer_than_random_games_showed_is_found_at_the_root():
    game, state = Chain(), (4, 0, 30)
    found = analyse(game, state, native=True)
    assert found.value == solve(game, state, method="exhaustive").value
    assert found.exact and len(found.action) == 4


def test_an_action_longer_than_random_games_showed_is_found_below_the_root():
    game, state = Chain(), (8, 0, 28)
    found = analyse(game, state, native=True)
    assert (found.value, found.exact) == (solve(game, state, method="exhaustive").value, True)


def test_compiled_rules_read_actions_as_their_kernel_packs_them_now():
    game, rules = Chain(), CompiledRules(Chain())
    for state in ((20, 0, 3), (4, 0, 30), (20, 0, 3)):
        actions = list(game.actions(state))
        rules.call(state)
        assert rules.decoded(rules.actions[: rules.answers.action_count].tolist(), actions) == actions
        for action in actions:
            assert rules.result(state, action) == game.result(state, action)


def test_the_clock_of_a_search_stands_still_while_something_is_compiled():
    def work() -> None:
        with worker.waiting_for_compiler("Chain"):
            time.sleep(0.3)

    began, real = worker.clock(), time.perf_counter()
    worker.run(work, Chain(), seconds=0.1, halt=lambda: None)
    assert time.perf_counter() - real >= 0.3
    assert worker.clock() - began < 0.25
