"""Why a position is evaluated as it is: the parts add up to the evaluation, and are the same for both sides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from countermove import linear
from countermove.games.chess import Chess, fen
from countermove.games.chess.evaluation import PHASE, TEMPO, TERMS, advantage, expected
from countermove.games.chess.position import Position, turned
from countermove.games.chess.weights import FITTED, HAND_SET

GAME = Chess()
WEIGHED = linear.weighted(Chess(), FITTED)
"""Chess evaluated by the named terms alone."""


def positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of random games."""
    rng = random.Random(seed)
    state = GAME.initial()
    for _ in range(count):
        actions = list(GAME.actions(state))
        state = GAME.result(state, rng.choice(actions)) if actions and rng.random() < 0.99 else GAME.initial()
        yield state


@pytest.mark.parametrize("game", [GAME, WEIGHED], ids=["network", "weights"])
def test_the_parts_add_up_to_the_evaluation(game: Chess) -> None:
    for number, state in enumerate(positions(1000, seed=1)):
        player = number & 1
        found = game.explain(state, player)
        assert isinstance(found.total, Fraction)
        assert found.estimate == expected(float(found.total * 100)) == game.evaluate(state, player)
        assert ("network" in [part.name for part in found.parts]) == (game is GAME)
        if number % 20 == 0 and game is WEIGHED:
            sides = [sum(part.details[side] for part in found.parts) for side in range(2)]
            assert abs((sides[0] - sides[1]) * (1 if player == 0 else -1) - float(found.total)) < 1e-9


def test_the_other_side_has_the_same_parts_negated() -> None:
    for state in positions(100, seed=2):
        one, other = GAME.explain(state, 0), GAME.explain(state, 1)
        assert [part.name for part in one.parts] == [part.name for part in other.parts]
        assert [part.value for part in one.parts] == [-part.value for part in other.parts]


def test_a_mirrored_position_has_the_same_parts() -> None:
    for state in positions(100, seed=3):
        mirrored = turned(state)._replace(plies=state.plies + 1)  # the colours and the player to move are exchanged
        back = turned(mirrored)._replace(plies=state.plies + 1)
        one, other = GAME.explain(state, state.plies & 1), GAME.explain(back, back.plies & 1)
        assert [part.value for part in one.parts] == [part.value for part in other.parts]


def test_a_symmetric_position_is_worth_the_tempo() -> None:
    found = {part.name: part for part in WEIGHED.explain(GAME.initial(), 0).parts}
    assert [name for name, part in found.items() if part.value] == ["tempo"]
    assert found["tempo"].value == Fraction(GAME.weights[0][TEMPO], 100)
    assert found["material"].details[0] == found["material"].details[1] > 30


def test_a_queen_more_is_material() -> None:
    found = {part.name: part.value for part in GAME.explain(fen.read("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), 0).parts}
    assert 8 < found["material"] < 15 and found["passed pawns"] == 0


def test_terms_sum_to_the_explanation() -> None:
    for state in positions(100, seed=4):
        early, late = ([0.0, 0.0] for _ in range(2))
        for term, times in GAME.terms(state, 0):
            early[0] += FITTED[0][term] * times
            late[0] += FITTED[1][term] * times
        shares = GAME.phases(state)
        assert sum(shares) == 1 and 0 <= shares[0] * PHASE <= PHASE
        total = shares[0] * early[0] + shares[1] * late[0]
        assert abs(total - float(WEIGHED.explain(state, 0).total) * 100) < 1e-6
        assert abs(advantage(WEIGHED.evaluate(state, 0)) - total) < 1e-6 or abs(total) > 5000


def test_shipped_weights_fit_the_terms() -> None:
    assert [len(row) for row in FITTED] == [TERMS, TERMS] == [len(row) for row in HAND_SET]
    assert FITTED != HAND_SET
    assert all(abs(weight) < 2000 for row in FITTED for weight in row)
