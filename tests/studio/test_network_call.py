"""What the network thinks: policy and value of every action, for the page's table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from asking import ask

from countermove import dual, load
from countermove.studio.games.shelf import Shelf
from countermove.studio.web.shape import RefusedError


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    game = load("tictactoe")
    layers = dual.fresh(game, (6, 4), 1)
    file = tmp_path / "net.npz"
    third = np.random.default_rng(1).normal(0, 1, layers.third.shape).astype(np.float32)
    dual.write(game, file, dual.Saved(layers._replace(third=third), 1, 0))
    return Shelf(networks=[str(file)])


def test_policies_and_values_are_those_of_the_network(shelf: Shelf) -> None:
    found = ask("network", shelf=shelf, game="tictactoe", start="b2")
    assert found["player"] == "O" and len(found["actions"]) == 8
    assert sum(each["policy"] for each in found["actions"]) == pytest.approx(1)
    policies = [each["policy"] for each in found["actions"]]
    assert policies == sorted(policies, reverse=True)
    assert ask("seats", shelf=shelf, game="tictactoe")["network"]
    assert not ask("seats", shelf=shelf, game="nim")["network"]


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({"game": "nim"}, "There is no network for this game"),
        ({"game": "tictactoe", "start": "XXXOO...."}, "No player is to move"),
    ],
)
def test_where_there_is_no_opinion_the_page_hears_why(shelf: Shelf, place: dict[str, str], sentence: str) -> None:
    with pytest.raises(RefusedError, match=sentence):
        ask("network", shelf=shelf, **place)
