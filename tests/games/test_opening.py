"""The opening table of Connect Four: intact, consistent, as published, and used by every search."""

from __future__ import annotations

import pytest

from countermove import analyse, load
from countermove.cli import main
from countermove.errors import SpecError
from countermove.games.connect import FOLDER, KNOWN_STONES, Connect
from countermove.opening import read_opening, write_opening

GAME = Connect()
FIRST_MOVES = [-2, -1, 0, 1, 0, -1, -2]
"""Published for the columns of the empty board: how many of its own stones the winner has left, from X's side."""


def known_states():
    """All positions of the first plies that the table has, symmetric ones once."""
    found = {}
    layer = [GAME.initial()]
    for _ in range(KNOWN_STONES + 1):
        layer = list({GAME.canonical(state): None for state in layer})
        for state in layer:
            if GAME.recalled(state) >= 0:
                found[state] = int(GAME.known_results[GAME.recalled(state)])
        layer = [GAME.result(state, action) for state in layer for action in GAME.actions(state)]
    return found


KNOWN = known_states()


def stones_left(result, stones):
    """A result as published: 22 minus the stones of the winner at the end, from X's side."""
    if result == 0:
        return 0
    end = stones + abs(result)
    return (22 - (end + 1) // 2) * (1 if result > 0 else -1)


def test_every_entry_is_a_position_of_the_first_plies():
    assert len(KNOWN) == len(GAME.known)
    assert all(sum(state.filled.bit_count() == plies for state in KNOWN) for plies in range(3))


def test_the_first_moves_have_their_published_values():
    start = GAME.initial()
    assert KNOWN[start] == 41
    results = [KNOWN[GAME.canonical(GAME.result(start, action))] for action in GAME.actions(start)]
    assert [stones_left(result, 1) for result in results] == FIRST_MOVES


def test_entries_follow_from_those_after_them():
    tested = 0
    for state, result in KNOWN.items():
        after = [KNOWN.get(GAME.canonical(GAME.result(state, action))) for action in GAME.actions(state)]
        if None in after:
            continue
        sign = 1 if GAME.player(state) == 0 else -1
        worth = [(sign * each > 0) * 100 - (sign * each < 0) * 100 - sign * each for each in after]
        best = after[worth.index(max(worth))]
        assert result == (best and best + (1 if best > 0 else -1)), state
        tested += 1
    assert tested >= 5


def test_entries_agree_with_positions_of_known_value(data):
    tested = 0
    for line in (data / "connect4" / "Test_L1_R1").read_text().splitlines():
        moves, score = line.split()
        if len(moves) <= KNOWN_STONES and (state := GAME.canonical(GAME.read(moves))) in KNOWN:
            mine = stones_left(KNOWN[state], len(moves)) * (1 if len(moves) % 2 == 0 else -1)
            assert mine == int(score), moves
            tested += 1
    if not tested:
        pytest.skip("none of the positions is that early")


def test_short_games_of_the_table_are_found_by_search_alone():
    plain = Connect(opening=False)
    near = [state for state, result in KNOWN.items() if 0 < abs(result) <= 7][:3]
    for state in near:
        found = analyse(plain, state, depth=8)
        sign = 1 if plain.player(state) == 0 else -1
        assert (found.value * sign, found.distance) == (1 if KNOWN[state] > 0 else -1, abs(KNOWN[state]))


@pytest.mark.parametrize("native", [None, False])
def test_the_empty_board_is_exact_at_once(native):
    found = analyse(GAME, depth=1, lines=7, native=native)
    assert (found.value, found.distance, found.exact, found.timed) == (1.0, 41, True, True)
    assert GAME.action_name(None, found.action) == "4"
    assert [found.values[column].value for column in range(7)] == [-1, -1, 0, 1, 0, -1, -1]
    assert sorted(line.distance or 0 for line in found.lines) == [0, 0, 40, 40, 41, 42, 42]
    assert found.line[:2] == (3, 3)
    reply = analyse(GAME, GAME.read("4"), depth=1, native=native)
    assert (reply.value, reply.distance, reply.exact) == (-1.0, 40, True)


def test_other_boards_have_no_table():
    assert Connect(rows=5).known == Connect(opening=False).known == {}
    assert Connect(rows=5).known_stones == -1
    assert repr(load("connect4:opening=false")) == repr(GAME)


def test_a_damaged_table_is_refused(tmp_path):
    path = tmp_path / "table.txt"
    write_opening(path, {3: 5, 1: -4}, "two")
    assert read_opening(path) == {1: -4, 3: 5}
    path.write_text(path.read_text().replace("-4", "-6"))
    with pytest.raises(SpecError, match="its checksum is wrong"):
        read_opening(path)
    path.write_text("nonsense")
    with pytest.raises(SpecError, match="is not an opening table"):
        read_opening(path)
    assert read_opening(FOLDER / "connect4.txt") == GAME.known


def test_a_table_is_built_and_continued(tmp_path, capsys):
    path = tmp_path / "small.txt"
    arguments = ["solve", "connect:rows=4,cols=4,k=3", "--opening", "2", "--save", str(path), "--memory", "8"]
    assert main(arguments) == 0
    built = read_opening(path)
    assert "of" in capsys.readouterr().err
    game = Connect(4, 4, 3)
    exact = analyse(game, depth=16)
    assert built[0] == exact.distance * (1 if exact.value > 0 else -1)
    path.write_text("")
    few = dict(list(built.items())[:3])
    write_opening(path, few, "a part")
    assert main(arguments) == 0 and read_opening(path) == built
    assert main(["solve", "connect4", "--opening", "1", "--save", str(tmp_path / "x")]) == 2
    assert "switch its own table off" in capsys.readouterr().err
    assert main(["solve", "connect4", "--opening", "1"]) == 2
