"""Endings of checkers: the index is perfect, the counts are the published ones, and a whole small board is solved."""

import os
import random
import signal
import subprocess
import sys
import time

import draughts
import pytest

from countermove import analyse
from countermove.errors import SpecError
from countermove.games.checkers import Checkers
from countermove.measure.match import self_play
from countermove.players import Clock
from countermove.players.search import Searcher
from countermove.solve import SliceDatabase, build_slices, slice_file, solve
from countermove.solve.strategy import Strategy, strategy, verify

GAME = Checkers()
SMALL = Checkers(size=4, quiet_moves=0)
PUBLISHED = {2: (716, 402, 2370), 3: (100250, 87305, 8477)}
FOUR = 2574304, 1917090, 1717922
KINDS = [GAME, Checkers(size=6), Checkers("russian"), Checkers("brazilian"), Checkers("international")]
BUILD = """
from countermove.games.checkers import Checkers
from countermove.measure.match import self_play
from countermove.solve import build_slices
from countermove.solve.slice_build import Kernels
import sys
Kernels.of(Checkers(), True, False)
print("begins", flush=True)
build_slices(Checkers(), sys.argv[1], 3)
"""


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """All endings of two and three pieces."""
    return build_slices(GAME, tmp_path_factory.mktemp("three"), 3)


@pytest.mark.parametrize("game", KINDS, ids=repr)
def test_index_and_state_are_inverse_and_slices_lead_to_those_listed(game):
    rng = random.Random(repr(game))
    for pieces in (2, 3, 4, 6, 8):
        slices = list(game.slices(pieces))
        for number in rng.sample(slices, 12):
            assert game.read_slice(game.slice_name(number)) == number
            below = set(game.slices_below(number))
            for _ in range(6):
                index = rng.randrange(game.slice_size(number))
                state = game.slice_state(number, index)
                if game.slice_of(state) < 0:
                    continue
                assert (game.slice_of(state), game.slice_index(state)) == (number, index)
                for action in game.actions(state):
                    after = game.result(state, action)
                    if game.slice_of(after) == number:
                        assert index in game.slice_before(after)
                    else:
                        assert game.slice_of(after) in {-1, *below}


def counts(database, pieces):
    found = [each for each in database.info() if each.pieces == pieces]
    return tuple(sum(getattr(each, name) for each in found) for name in ("wins", "losses", "draws"))


def test_wins_losses_and_draws_are_the_published_ones(three):
    assert {pieces: counts(three, pieces) for pieces in PUBLISHED} == PUBLISHED
    assert three.verify() is None


@pytest.mark.slow
@pytest.mark.native
def test_four_pieces_have_the_published_counts(tmp_path):
    assert counts(build_slices(GAME, tmp_path, 4), 4) == FOUR


def test_results_are_those_of_a_plain_fixpoint_by_other_rules(tmp_path):
    database = build_slices(SMALL, tmp_path, 3)
    states = {}
    for pieces in (2, 3):
        for number in SMALL.slices(pieces):
            for index in range(SMALL.slice_size(number)):
                state = SMALL.slice_state(number, index)
                if SMALL.slice_of(state) == number:
                    board = draughts.Board.of(draughts.Rules(4), state, SMALL.half)
                    states[board.position()] = board, state
    turned = {}
    after = {}
    for key, (board, state) in states.items():
        after[key] = [board.after(move) for move in board.moves()]
        turned[key] = state
    values = {}
    changed = True
    while changed:
        changed = False
        for key, boards in after.items():
            if key in values:
                continue
            known = [value_of(board, values) for board in boards]
            if not boards or all(value == 1 for value in known):
                values[key] = -1
            elif -1 in known:
                values[key] = 1
            changed |= key in values
    for key, state in turned.items():
        assert database.value(state) == values.get(key, 0), SMALL.write(state)


def value_of(board, values):
    """The value of a board for its mover, which may be stored with the colours swapped; a side without pieces lost."""
    if len({piece.lower() for piece in board.pieces.values()}) < 2:
        return -1
    last = board.rules.size - 1
    swap = str.maketrans("bBwW", "wWbB")
    other = frozenset(((last - row, last - col), piece.translate(swap)) for (row, col), piece in board.pieces.items())
    here = values.get(board.position())
    return here if here is not None else values.get((other, "w" if board.turn == "b" else "b"))


@pytest.mark.native
def test_a_build_killed_again_and_again_ends_with_the_same_files(three, tmp_path):
    rng = random.Random(8)
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", BUILD, tmp_path], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout.readline() == "begins\n"
            time.sleep(rng.random() * 0.3)
            os.kill(child.pid, signal.SIGKILL) if os.name == "posix" else child.kill()
    subprocess.run([sys.executable, "-c", BUILD, tmp_path], check=True, timeout=600, stdout=subprocess.DEVNULL)
    assert len(slice_file.files_in(tmp_path)) == len(three.results)
    assert not list(tmp_path.glob("*.part"))
    for path in slice_file.files_in(three.directory):
        assert path.read_bytes() == (tmp_path / path.name).read_bytes()


def test_a_damaged_truncated_or_foreign_file_is_refused_by_name(three, tmp_path):
    source = three.directory / "K2-K1.slice"
    copy = tmp_path / source.name
    data = bytearray(source.read_bytes())
    data[-100] ^= 1
    for wrong in (bytes(data), data[:-8], b"something else"):
        copy.write_bytes(wrong)
        with pytest.raises(SpecError, match=r"K2-K1.slice"):
            SliceDatabase.open(tmp_path, GAME)
    copy.write_bytes(source.read_bytes())
    with pytest.raises(SpecError, match=r"K2-K1.slice was built with other rules"):
        SliceDatabase.open(tmp_path, Checkers(size=6))
    copy.rename(tmp_path / "K1-K1.slice")
    with pytest.raises(SpecError, match=r"K1-K1.slice has the results of another slice"):
        SliceDatabase.open(tmp_path, GAME)


@pytest.mark.native
def test_a_search_keeps_a_won_ending_won_and_makes_progress(three):
    state, seen = GAME.read("B:WK32,30:BK14"), []
    assert three.value(state) != 1
    state = GAME.read("B:WK32:BK1,K2")
    while not GAME.is_terminal(state):
        if state.turn == 0:
            found = analyse(GAME, state, nodes=150_000, database=three, history=seen)
            assert (found.value, found.exact, found.known, found.distance) == (1, True, "database", None)
            action = found.action
        else:
            action = min(GAME.actions(state))
        seen.append(state)
        state = GAME.result(state, action)
        assert len(seen) < 80
    assert GAME.utility(state, 0) == 1


@pytest.mark.native
@pytest.mark.parametrize("fen", ["W:WK6:BK5,K17", "B:WK32:BK1,K2", "B:WK29:BK24,11"])
def test_a_search_of_few_nodes_wins_what_the_database_knows_as_won(three, fen):
    state = GAME.read(fen)
    winner, seen = (0 if three.outcome(state).values[0] > 0 else 1), []
    while not GAME.is_terminal(state):
        found = analyse(GAME, state, nodes=50, database=three if GAME.player(state) == winner else None)
        assert found.native
        seen.append(state)
        state = GAME.result(state, found.action)
    assert GAME.utility(state, winner) == 1, len(seen)


def test_a_player_without_time_plays_what_the_database_knows(three):
    rng, player = random.Random(5), Searcher(database=three, clock=Clock(0.001))
    player.sit(GAME, 0)
    assert three.conversion.kernels is not None  # not compiled when the clock runs
    for number in rng.sample(list(GAME.slices(3)), 40):
        state = GAME.slice_state(number, rng.randrange(GAME.slice_size(number)))
        if GAME.slice_of(state) >= 0 and not GAME.is_terminal(state):
            assert player.choose(GAME, state) in three.best(state)
            assert player.analysis is None


def test_a_slice_that_takes_too_long_has_no_way_out(three):
    fresh = SliceDatabase.open(three.directory, GAME)
    state = GAME.read("B:WK32:BK1,K2")
    assert fresh.conversion.after(state, seconds=0.0) == {}
    assert fresh.conversion.after(state, seconds=600.0)


def test_the_way_out_of_a_slice_is_the_shortest(three):
    game, rng = three.game, random.Random(3)
    number = game.read_slice("K2-K1")
    for _ in range(5):
        state = game.slice_state(number, rng.randrange(game.slice_size(number)))
        if three.value(state) == 0:
            assert three.conversion.after(state) == {}
            continue
        left = three.conversion.line(state) if three.conversion.after(state) else ()
        wins = three.value(state) > 0
        for action in left:
            ways = three.conversion.after(state)
            assert ways[action] == (min if wins else max)(ways.values())
            assert set(ways) <= set(three.best(state))
            state, wins = game.result(state, action), not wins
        assert game.slice_of(state) != number


@pytest.mark.native
def test_a_search_above_the_database_finds_its_wins(three):
    state = GAME.read("B:WK32,5:BK1,K2")
    found = analyse(GAME, state, nodes=200_000, database=three)
    assert found.hits > 0


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """The board of 4 x 4, whole, with three of its four pieces in a database."""
    database = build_slices(SMALL, tmp_path_factory.mktemp("small"), 3)
    return database, solve(SMALL, database=database)


def test_the_board_of_4_x_4_is_proven_over_a_database(solved, tmp_path):
    database, found = solved
    assert found.complete
    assert found.value == solve(SMALL, method="sweep").value
    for player in (0, 1):
        plan = strategy(found, player=player)
        assert plan.ends_in_database
        plan.save(tmp_path / "plan")
        again = Strategy.load(tmp_path / "plan", SMALL)
        assert verify(again, database=database).holds
        with pytest.raises(SpecError, match="ends where an endgame database begins"):
            verify(again)


def test_a_proof_stops_resumes_and_says_the_same(solved, tmp_path):
    database, found = solved
    file = tmp_path / "proof"
    from countermove.solve.proof import prove

    part = prove(SMALL, database=database, save=file, nodes=20)
    assert not part.complete
    assert prove(SMALL, database=database, save=file).value == found.value
    assert prove(SMALL, database=database, save=file).value == found.value
    with pytest.raises(SpecError, match="is a proof about"):
        prove(Checkers(size=6, quiet_moves=0), save=file)
    with pytest.raises(SpecError, match="table of"):
        prove(SMALL, database=database, save=file, memory=1)
    file.write_bytes(b"?")
    with pytest.raises(SpecError, match="not the state of a proof"):
        prove(SMALL, database=database, save=file)


def test_a_proof_with_a_rule_that_the_database_does_not_know_is_refused(tmp_path):
    game = Checkers(size=4)
    database = build_slices(game, tmp_path, 2)
    with pytest.raises(SpecError, match="switch that rule off"):
        solve(game, database=database)


def test_an_answer_that_rests_on_the_database_says_so_and_hits_are_counted(three):
    won = analyse(GAME, GAME.read("W:WK15,K18:BK1"), nodes=500, database=three)
    assert (won.value, won.exact, won.in_database) == (1, True, True)
    near = GAME.read("W:WK15,K18,K22:BK1")
    assert analyse(GAME, near, nodes=2000, database=three).hits > 0
    assert not analyse(GAME, nodes=500, database=three).in_database
    found = self_play(GAME, near, 2, 300, 1, 0, database=three)
    assert 0 < found.hits < found.searched and found.announced > 0
