"""`countermove explain`."""

from __future__ import annotations

import json

import pytest

from countermove.cli import main

COUNTED = """
from typing import NamedTuple
from countermove.games.tictactoe import TicTacToe

class Corners(NamedTuple):
    own_corners: int
    other_corners: int

class Cornered(TicTacToe):
    weights = (0.25, -0.125)

    def features(self, state, player):
        own, other = (state.x, state.o) if player == 0 else (state.o, state.x)
        return Corners((own & 0o505).bit_count(), (other & 0o505).bit_count())
"""


def test_chess_is_explained_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "chess", "--position", "1. e4 d5 2. exd5"]) == 0
    out = capsys.readouterr().out
    rows = {line.split("  ")[0]: line.split() for line in out.splitlines()}
    assert "Black to move" in out and "estimate -" in out
    assert {"material", "mobility", "king safety", "passed pawns", "threats", "tempo", "total"} <= rows.keys()
    assert rows["total"][-1] == "pawns" and float(rows["total"][1]) < 0


def test_the_json_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "chess", "--position", "1. e4 d5 2. exd5 Qxd5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["player"] == "White" and found["unit"] == "pawns"
    assert sum(part["value"] for part in found["parts"]) == pytest.approx(found["total"])
    assert found["parts"][0].keys() == {"name", "value", "White", "Black", "early", "late"}


def test_features_explain_any_game(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"{tmp_path}/cornered.py"
    with open(path, "w") as file:
        file.write(COUNTED)
    assert main(["explain", path, "--position", "a1 b2 c3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["total"] == found["estimate"] == -0.25
    assert found["parts"][1] == {"name": "other corners", "value": -0.25, "feature": 2.0, "weight": -0.125}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello"], "Othello does not explain its evaluation; define features with weights, or explain."),
        (["chess", "--position", "f3 e5 g4 Qh4"], "nothing to evaluate"),
        (["chess", "--position", "e9"], "e9"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1
