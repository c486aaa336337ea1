"""Matches of the selective search against itself without one of its means."""

from __future__ import annotations

import pytest

from countermove.bench import means
from countermove.engine.strong import selective
from countermove.errors import SpecError
from countermove.games.breakthrough import Breakthrough

pytestmark = pytest.mark.native


def test_every_constant_that_switches_a_means_off_is_one_of_the_search() -> None:
    for constants in means.WITHOUT.values():
        for name in constants:
            assert hasattr(selective, name)


def test_a_match_plays_each_opening_from_both_seats_and_is_repeatable() -> None:
    game = Breakthrough(rows=5, cols=5)
    found = means.match(game, "null move", nodes=200, games=6)
    assert found.games == 6 and found.pairs is not None and sum(found.pairs) == 3
    assert means.match(game, "null move", nodes=200, games=6) == found


def test_the_search_without_quiescence_loses() -> None:
    found = means.match(Breakthrough(rows=6, cols=6), "quiescence", nodes=500, games=10)
    assert found.wins > found.losses


def test_a_game_without_a_null_move_is_refused() -> None:
    with pytest.raises(SpecError, match="tictactoe is not searched selectively"):
        means.main(["tictactoe"])
