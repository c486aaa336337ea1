"""The UCI engine probes endgame databases."""

from pathlib import Path

import pytest

from countermove.games.chess import Chess
from countermove.protocol.uci import UciEngine
from countermove.solve import build_slices


@pytest.mark.native
def test_the_engine_mates_by_the_database(tmp_path):
    database = build_slices(Chess(), tmp_path, slices=["KQK"])
    said: list[str] = []
    engine = UciEngine(said.append)
    engine.handle("uci")
    assert "option name DatabasePath type string default <empty>" in said
    engine.handle(f"setoption name DatabasePath value {tmp_path}")
    assert said[-1] == f"info string Endings found in {tmp_path}: 1"
    fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
    engine.handle(f"position fen {fen}")
    engine.handle("go depth 3")
    engine.stop()
    moves = (database.distance(Chess().read(fen)) + 1) // 2
    assert any(f"score mate {moves}" in line for line in said)
    assert said[-1].startswith("bestmove ")
    engine.handle("setoption name DatabasePath value /nowhere/at/all")
    assert "cannot be read" in said[-1]


def test_syzygy_files_are_used_too_and_stay_when_the_other_option_is_emptied():
    said: list[str] = []
    engine = UciEngine(said.append)
    files = Path(__file__).parents[1] / "solve" / "syzygy"
    engine.handle(f"setoption name SyzygyPath value {files}")
    assert said.pop() == f"info string Endings found in {files}: 5"
    engine.handle("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1")
    engine.handle("go nodes 1")
    engine._search.wait()
    assert said[-1].startswith("bestmove ")
    assert any("score cp" in line for line in said)
    engine.handle("setoption name DatabasePath value <empty>")
    assert engine._settings.database is not None
    engine.handle("setoption name SyzygyPath value /nowhere")
    assert "cannot be read" in said[-1] and engine._settings.database is None
