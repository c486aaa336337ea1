"""Whatever the rules answer, a check ends with a report, never with an error of its own."""

import math

import numpy as np
import pytest

from countermove import CHANCE
from countermove.check import check_game

METHODS = [
    "initial", "player", "actions", "result", "is_terminal", "utility", "chances", "evaluate", "features", "order",
    "key", "canonical", "bounds", "candidates", "is_quiet", "action_name", "player_name", "text", "board", "read",
    "write",
]  # fmt: skip
NONSENSE = [
    None, True, -1, 7, 2**70, 1.5, math.nan, -math.inf, "", "X", b"x", (), [], {}, set(), (1, 2), [1, "a"], [(1,)],
    [(1, 0.5, 0.5)], [(1, "half")], np.zeros(3), np.float64(1), np.int8(1), np.bool_(False), object(), int,
    range(3), 1j,
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_any_answer_of_a_method_leads_to_a_report(small, method):
    for number, nonsense in enumerate(NONSENSE):
        base = (small.Take, small.Dice)[(number + METHODS.index(method)) % 2]
        game = type("Nonsense", (base,), {method: lambda self, *arguments, n=nonsense: n})()
        report = check_game(game, games=2, seconds=2.0, native=False)
        assert all(problem.sentence and problem.law for problem in report.problems)


@pytest.mark.parametrize("method", METHODS)
def test_any_error_of_a_method_leads_to_a_report(small, method):
    def wrong(self, *arguments):
        raise RecursionError

    report = check_game(type("Wrong", (small.Dice,), {method: wrong})(), games=2, native=False)
    laws = {problem.law for problem in report.problems}
    assert laws <= {f"{method}-raises", "read-write"}
    assert laws or method == "features"


def test_chance_that_acts_everywhere_leads_to_a_report(small):
    game = type("Fate", (small.Take,), {"player": lambda self, state: CHANCE})()
    assert not check_game(game, games=2, native=False).ok
