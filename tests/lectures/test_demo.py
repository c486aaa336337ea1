"""The demonstrations with Pacman: what they claim comes out."""

from __future__ import annotations

import json

import pytest

from countermove.cli import main
from countermove.errors import SpecError
from countermove.games.pacman import Pacman
from countermove.lectures import find as find_item
from countermove.lectures.demo import DEMOS, find, starving


def shown(name, games=0):
    return find(name).perform(games)


def test_the_demonstrations_are_those_of_the_lectures():
    names = [demo.name for demo in DEMOS]
    assert names == ["mystery", "min-vs-exp", "limited-depth", "thrashing", "thrashing-fixed", "smart-ghosts"]
    listed = find_item("pacman-demos").tables()[0]
    assert set(listed.column("countermove demo")) == set(names)
    with pytest.raises(SpecError, match="did you mean 'thrashing'"):
        find("trashing")
    with pytest.raises(SpecError, match="there are mystery"):
        find("x")


def test_the_thrashing_table_is_that_of_the_lectures():
    table = shown("thrashing").tables[0]
    assert table.column("Eval = -food left") == ["{West, East}"] * 2 + ["{East}"] * 2 + ["{West, East}"]
    assert table.column("with + 0.5/(distance + 1)") == ["{East}"] * 4 + ["{West, East}"]


def test_the_agent_starves_by_a_tie_and_does_not_with_the_bonus():
    for depth in (1, 2, 5):
        steps = starving(0.0, depth, 30)
        assert len(steps.rows) == 30
        assert "a tie" in steps.column("")
    to_and_fro = starving(0.0, 5, 10)
    assert to_and_fro.column("taken") == ["West", "East"] * 5
    assert to_and_fro.column("") == ["a tie", ""] * 5
    for depth in (1, 2):
        assert starving(0.5, depth).column("taken") == ["East"] * 3
    for depth in (3, 4, 5):
        steps = starving(0.5, depth, 30)
        assert len(steps.rows) == 30 and "a tie" in steps.column("")


def test_pacman_itself_thrashes_and_is_fixed():
    last = shown("thrashing").tables[-1]
    assert last.rows[1] == ("W-ENS", "West West West West Stop Stop Stop Stop")
    fixed = shown("thrashing-fixed").tables
    assert fixed[-1].rows == (("W-ENS", "East East East"),)
    *parts, total = fixed[-2].column("w × f")
    assert sum(parts) == pytest.approx(total)


def test_the_corridor_of_pacman_is_that_of_the_lectures():
    game = Pacman("corridor")
    assert game.rows[1].index("P") == 5 and game.rows[1].index(".") == 8 and len(game.rows[1]) == 11


@pytest.mark.native
def test_minimax_gives_up_and_expectimax_tries_its_luck():
    result = shown("min-vs-exp", 20)
    values = {row[0]: row[1:] for row in result.tables[0].rows}
    assert values["West"] == (-501.0, -501.0)
    assert values["East"][0] == -502.0 and values["East"][1] > -300
    table = result.tables[1]
    assert table.rows[0] == (
        "minimax Pacman", "wins 0 of 20, score -501.0", "wins 0 of 20, score -501.0",
    )  # fmt: skip
    assert table.rows[1][1] == "wins 0 of 20, score -502.0"
    assert 4 <= int(str(table.rows[1][2]).split()[1]) <= 16


@pytest.mark.native
def test_the_mystery_can_be_solved_from_the_numbers():
    table = shown("mystery", 10).tables[0]
    won = dict(zip(table.column("agent"), table.column("games won")))
    assert won["B"] == 0 and won["A"] > won["C"]
    assert table.column("mean cycles")[1] == 1


@pytest.mark.native
def test_deeper_search_makes_up_for_a_poor_evaluation():
    shallow, deep = shown("limited-depth", 1).tables[0].rows
    assert deep[1] == 1 and deep[2] > shallow[2]
    assert deep[4] > 100 * shallow[4]


@pytest.mark.native
def test_ghosts_that_search_as_one_need_fewer_cycles():
    result = shown("smart-ghosts", 8)
    cycles = dict(zip(result.tables[0].column("ghosts"), result.tables[0].column("mean cycles")))
    assert cycles["one search for both"] < cycles["each searches alone"]
    assert result.tables[0].rows[-1][1] == 8
    assert "X" in result.frames[-1]


def test_the_command_lists_tells_and_refuses(capsys):
    assert main(["demo"]) == 0
    assert "smart-ghosts" in capsys.readouterr().out
    assert main(["demo", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["demos"]) == len(DEMOS)
    assert main(["demo", "thrashing"]) == 0
    assert "It comes from a tie." in capsys.readouterr().out
    assert main(["demo", "thrashing", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["name"] == "thrashing" and answer["tables"][0]["rows"][0][0] == 1
    for wrong in (["nonsense"], ["mystery", "--games", "0"], ["thrashing", "--games", "3"]):
        assert main(["demo", *wrong]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1
