"""`countermove database`, as a person uses it."""

import pytest

pytestmark = pytest.mark.native


@pytest.fixture
def queens(run, tmp_path):
    """A directory with KQK."""
    result = run("database", "build", "chess", "--slice", "kqk", "--out", tmp_path)
    assert (result.code, result.err) == (0, "")
    assert "KQK" in result.out
    return tmp_path


def test_a_database_is_built_listed_verified_and_probed(run, queens):
    listed = run("database", "info", "chess", "--dir", queens, "--json").json
    assert listed["pieces"] == {"3": {"states": 46137, "wins": 18081, "losses": 25160, "draws": 2896}}
    assert listed["slices"]["KQK"]["longest_win"] == 19
    verified = run("database", "verify", "chess", "--dir", queens)
    assert (verified.code, verified.out) == (0, "Verified: 1 slice, 46,137 states.\n")
    fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
    probed = run("database", "probe", "chess", "--dir", queens, "--position", fen, "--json").json
    assert (probed["value"], probed["slice"]) == (1.0, "KQK")
    assert len(probed["line"]) == probed["distance"] == probed["distances"][probed["action"]]
    shown = run("database", "probe", "chess", "--dir", queens, "--position", fen).out
    assert f"White to move: White wins in {probed['distance']}." in shown
    best = run("best", "chess", "--position", fen, "--database", queens)
    assert f"(White wins in {probed['distance']}, in the database)" in best.out
    assert "none: the database knows the answer" in best.out


def test_mistakes_are_one_sentence(run, refused, queens, tmp_path):
    refused(run("database", "build", "chess", "--out", tmp_path), "Give --pieces N, or --slice NAME.")
    refused(run("database", "build", "nim", "--pieces", 3, "--out", tmp_path), "Nim has no endgame databases")
    refused(run("database", "info", "chess", "--dir", tmp_path / "none"), "cannot be read")
    refused(run("database", "probe", "chess", "--dir", queens), "is in no slice of Chess")
    rook = ("database", "probe", "chess", "--dir", queens, "--position", "8/8/8/3k4/8/8/8/KR6 w - - 0 1")
    refused(run(*rook), "does not have KRK", "--slice KRK makes it")
    file = queens / "KQK.slice"
    file.write_bytes(file.read_bytes()[:-1])
    refused(run("database", "info", "chess", "--dir", queens), "KQK.slice is truncated or too long")
    refused(run("best", "chess", "--database", queens), "KQK.slice is truncated or too long")


def test_help_is_printed_without_a_subcommand(run):
    result = run("database")
    assert result.code == 0
    assert all(name in result.out for name in ("build", "info", "verify", "probe"))


def test_pieces_that_no_slice_has_are_refused(run, tmp_path):
    for pieces in ("0", "2", "9", "99999999999999999999"):
        result = run("database", "build", "chess", "--pieces", pieces, "--out", tmp_path)
        assert (result.code, result.err) == (2, f"--pieces is {pieces}; the slices of Chess have 3 to 5.\n")


def test_of_many_slices_a_build_shows_the_sums_and_info_all(run, tmp_path):
    built = run("database", "build", "checkers:size=4", "--pieces", "4", "--out", tmp_path)
    assert "4 pieces" in built.out and "K1-K1" not in built.out
    assert "K1-K1" in run("database", "info", "checkers:size=4", "--dir", tmp_path).out
