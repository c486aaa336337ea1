"""Positions worth a look at their search trees."""

from __future__ import annotations

import pytest
from asking import SHELF, ask

from countermove.studio.tree.worthwhile import worthwhile


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "othello", "breakthrough", "morris", "pig", "subtract"])
def test_the_tree_of_a_worthwhile_position_is_small_and_its_actions_differ(game: str) -> None:
    assert worthwhile(SHELF.game(game)) == worthwhile(SHELF.game(game))
    found = ask("worthwhile", game=game)
    told = ask("tree", **found)
    assert 4 < told["nodes"] < 130
    assert len({score["value"] for score in told["values"].values()}) > 1
