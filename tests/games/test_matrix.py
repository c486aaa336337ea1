"""A matrix as a game: what it is worth where choices meet, its names, and what is wrong with one."""

import pytest

from countermove.errors import SpecError
from countermove.games.matrix import Matrix
from countermove.values import joint


def test_choices_meet_at_an_entry():
    game = Matrix([[3, 1], [(5, 0), 2]], rows="up down", columns="left,right")
    assert game.utility(game.result(game.initial(), joint(0, 1)), 1) == -1.0
    assert game.utility(game.read("down/left"), 0) == 5.0 and game.utility(game.read("down/left"), 1) == 0.0


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"payoffs": 7}, "must be a list of rows"),
        ({"payoffs": [[1, 2], [3]]}, "have 2, 1 entries"),
        ({"payoffs": [["x"]]}, "x"),
        ({"rows": [[1, 2], [3]]}, r"must be names; give numbers as payoffs"),
        ({"rows": "a b c"}, "gives 3 names; give 2"),
        ({"columns": "a a"}, "gives 2 names; give 2 different ones"),
        ({"payoffs": [[0] * 201]}, "the limit is 200 of each"),
    ],
)
def test_what_is_no_matrix_is_a_sentence(fields, sentence):
    with pytest.raises(SpecError, match=sentence):
        Matrix(**fields)
