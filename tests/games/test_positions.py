"""Public positions have their published values, solved exactly; skipped where the files are not."""

import os
import re

import pytest

from countermove import load
from countermove.bench.exact import exact_file
from countermove.bench.settler import settled
from countermove.engine.table import Table
from countermove.solve import solve

pytestmark = pytest.mark.native
SAMPLE = {"Test_L3_R1": 1000, "Test_L2_R1": 1000, "Test_L1_R1": 400, "Test_L2_R2": 100}
"""How many positions of each file; all of them with COUNTERMOVE_LONG=1."""
LONG = bool(os.environ.get("COUNTERMOVE_LONG"))


@pytest.mark.parametrize("name", SAMPLE)
def test_positions_of_connect_four_have_their_published_scores(data, tmp_path, name):
    rows = (data / "connect4" / name).read_text().splitlines()[: None if LONG else SAMPLE[name]]
    (tmp_path / name).write_text("\n".join(rows))
    found = exact_file(tmp_path / name)
    assert (found.positions, found.wrong) == (len(rows), 0)


def test_solve_finds_the_published_scores_and_the_same_with_two_threads(data):
    game = load("connect4")
    for name in ("Test_L3_R1", "Test_L2_R1"):
        columns, score = (data / "connect4" / name).read_text().splitlines()[0].split()
        solutions = [solve(game, game.read(columns), method="alphabeta", threads=threads) for threads in (1, 2)]
        for solution in solutions:
            stones = len(columns) + (solution.distance or 0)
            assert solution.complete
            assert solution.value * (22 - (stones + 1) // 2) == int(score)


def endgames(data):
    rows = (data / "othello" / "fforum-20-39.obf").read_text().splitlines()
    return [(20 + number, row) for number, row in enumerate(rows)]


def test_endgames_of_othello_have_their_published_values(data):
    game, table = load("othello"), Table()
    for _, row in [each for each in endgames(data) if LONG or each[0] < 24]:
        state = game.read(row)
        found = settled(game, state, table)
        value = found.search.scale.value(found.scores[0])
        best = int(re.search(r"[A-H][1-8]:([+-]\d+)", row)[1])
        assert value == (best if game.player(state) == 0 else -best)


def test_solve_values_the_actions_of_an_endgame_as_published(data):
    game = load("othello")
    row = endgames(data)[0][1]
    state = game.read(row)
    solution = solve(game, state, method="alphabeta")
    found = {game.action_name(state, action): value for action, value in solution.actions.items()}
    published = {square.lower(): float(value) for square, value in re.findall(r"([A-H][1-8]):([+-]\d+)", row)}
    assert found == published and solution.value == max(published.values())
