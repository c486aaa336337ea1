"""Endgame databases by slices equal a fixpoint on random games, and their files are whole or refused."""

import errno
import math
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from graphs import Graph, Spot, fixpoint, random_graph

from countermove import analyse
from countermove.engine.slices.code import UNKNOWN, before, code_of, plies_of, score_of
from countermove.engine.slices.probe import probe
from countermove.errors import GameError, SpecError, UnfitError
from countermove.games.chess import Chess
from countermove.games.nim import Nim
from countermove.native.kernel import call, is_on, kernel
from countermove.solve import SliceDatabase, build_slices, open_database, slice_build, slice_file

SCRIPT = Path(__file__).with_name("slicing.py")


@dataclass(frozen=True, eq=False, repr=False)
class Sliced(Graph):
    """A random graph cut into slices: play never leads to a slice with a larger number."""

    outcomes = (-1, 0, 1)
    of: np.ndarray
    """The slice of each spot."""
    index: np.ndarray
    """Its index there; -1 where it is looked up one ply later."""
    spots: np.ndarray
    """By slice and index, 100 to a slice: the spot; 0, which has an index elsewhere, where there is none."""

    def slice_of(self, state):
        return self.of[state.place]

    def slice_index(self, state):
        return self.index[state.place]

    def slice_state(self, number, index):
        return Spot(self.spots[100 * number + index])

    def slice_size(self, number):
        return 100

    def slices(self, pieces):
        return [pieces - 1] if pieces <= int(self.of.max()) + 1 else []

    def slices_below(self, number):
        return sorted(
            {
                int(self.of[to])
                for place in range(len(self.of))
                if self.of[place] == number
                for to in self.successors(place)
            }
            - {number}
        )

    def slice_name(self, number):
        return f"s{number}"


@dataclass(frozen=True, eq=False, repr=False)
class Backwards(Sliced):
    """The same, and it knows what comes before a spot."""

    earlier: np.ndarray
    """A row of spots for each spot, up to the first negative one."""

    def slice_before(self, state):
        for place in self.earlier[state.place]:
            if place < 0:
                return
            if self.of[place] == self.of[state.place] and self.index[place] >= 0:
                yield self.index[place]


def sliced(rng, backwards):
    """A random game with slices, some spots without an index, and some indices without a spot."""
    game = random_graph(rng, around=0)
    size = len(game.movers)
    number = rng.randint(1, 4)
    of = np.sort(np.array([rng.randrange(number) for _ in range(size)]))[::-1].copy()
    of[0] = of.max()
    starts, targets = game.starts, game.targets.copy()
    for place in range(size):
        for at in range(starts[place], starts[place + 1]):
            if of[targets[at]] > of[place]:
                targets[at] = rng.choice([to for to in range(size) if of[to] <= of[place]])
    worths = np.sign(np.nan_to_num(game.worths))
    index, spots, free = np.full(size, -1), np.zeros(400, np.int64), [rng.sample(range(100), 100) for _ in range(4)]
    for place in range(size):
        after = targets[starts[place] : starts[place + 1]]
        if place == 0 or rng.random() < 0.8 or any(index[to] < 0 for to in after):
            index[place] = free[of[place]].pop()
            spots[100 * of[place] + index[place]] = place
    parts = (game.movers, starts, targets, worths, game.around, of, index, spots)
    if not backwards:
        return Sliced(*parts)
    earlier = np.full((size, size + 1), -1)
    for place in range(size):
        found = [one for one in range(size) if place in targets[starts[one] : starts[one + 1]]]
        earlier[place, : len(found)] = found
    return Backwards(*parts, earlier)


@pytest.mark.parametrize("backwards", [False, True])
def test_slices_equal_a_fixpoint_on_random_games(tmp_path, backwards):
    rng = random.Random(777 + backwards)
    met = set()
    for trial in range((100 if backwards else 40) if is_on() else 10):
        game = sliced(rng, backwards)
        database = build_slices(game, tmp_path / str(trial), 4)
        assert database.verify() is None
        for place, (value, distance) in fixpoint(game).items():
            state = Spot(place)
            if game.is_terminal(state):
                continue
            outcome = database.outcome(state)
            assert outcome == ((value, -value), None if value == 0 else distance), (trial, place)
            met.add((value, distance, bool(game.index[place] < 0)))
    assert len(met) > 5


@pytest.mark.parametrize("backwards", [False, True])
def test_results_without_distances_equal_a_fixpoint_on_random_games(tmp_path, backwards):
    rng = random.Random(99 + backwards)
    for trial in range((30 if backwards else 15) if is_on() else 8):
        game = sliced(rng, backwards)
        database = build_slices(game, tmp_path / str(trial), 4, distances=False)
        assert database.verify() is None
        assert not database.timed
        for place, (value, _) in fixpoint(game).items():
            if not game.is_terminal(Spot(place)):
                assert database.outcome(Spot(place)) == ((value, -value), None), (trial, place)
        counts = [(each.states, each.wins, each.losses, each.draws) for each in database.info()]
        timed = build_slices(game, tmp_path / f"{trial} timed", 4)
        assert counts == [(each.states, each.wins, each.losses, each.draws) for each in timed.info()]


def test_a_short_stack_changes_nothing(tmp_path, monkeypatch):
    game = sliced(random.Random(31), True)
    build_slices(game, tmp_path / "long", 4, distances=False)
    monkeypatch.setattr(slice_build, "STACK", 1)
    build_slices(game, tmp_path / "short", 4, distances=False)
    for path in slice_file.files_in(tmp_path / "long"):
        assert path.read_bytes() == (tmp_path / "short" / path.name).read_bytes()


def test_slices_with_distances_and_without_do_not_mix(tmp_path):
    game = sliced(random.Random(3), True)
    build_slices(game, tmp_path, 4, distances=False)
    with pytest.raises(SpecError, match=r"has no distances, and this build is with; give another directory"):
        build_slices(game, tmp_path, 4)
    path = slice_file.files_in(tmp_path)[-1]
    whole = build_slices(game, tmp_path / "whole", 4)
    if len(whole.results) > 1:
        path.write_bytes((whole.directory / path.name).read_bytes())
        with pytest.raises(SpecError, match="with distances and without"):
            SliceDatabase.open(tmp_path, game)


def test_a_directory_is_opened_and_says_the_same(tmp_path):
    game = sliced(random.Random(3), True)
    made = build_slices(game, tmp_path, 4)
    opened = open_database(tmp_path, game)
    assert isinstance(opened, SliceDatabase)
    assert opened.info() == made.info()
    again = build_slices(game, tmp_path, 4)
    assert again.info() == made.info()
    assert sum(each.states for each in made.info()) == sum(game.index >= 0)
    assert all(each.wins + each.losses + each.draws == each.states for each in made.info())


def test_compiled_and_interpreted_builds_write_the_same_files(tmp_path):
    rng = random.Random(9)
    for trial in range(5):
        game = sliced(rng, trial % 2 == 0)
        for native in (None, False):
            build_slices(game, tmp_path / f"{trial} {native}", 4, native=native, distances=trial < 3)
        for path in slice_file.files_in(tmp_path / f"{trial} None"):
            assert path.read_bytes() == (tmp_path / f"{trial} False" / path.name).read_bytes()


@kernel
def asked(game, state, directory):
    """What a directory says of a state, asked by a kernel."""
    return probe(directory, game, state)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """KQK and KRK."""
    return build_slices(Chess(), tmp_path_factory.mktemp("slices"), slices=["KQK", "KRK"])


@pytest.mark.native
def test_kernels_and_python_probe_alike(small):
    game, rng = small.game, random.Random(5)
    for number in small.results:
        for _ in range(300):
            state = game.slice_state(number, rng.randrange(game.slice_size(number)))
            if game.slice_of(state) == number:
                assert call(asked, game, state, small.memory) == probe(small.memory, game, state) != UNKNOWN
    assert call(asked, game, game.initial(), small.memory) == UNKNOWN


@pytest.mark.native
def test_threads_do_not_change_a_file(small, tmp_path):
    build_slices(Chess(), tmp_path, slices=["KRK", "KQK"], threads=1)
    for path in slice_file.files_in(tmp_path):
        assert path.read_bytes() == (small.directory / path.name).read_bytes()


def test_codes_and_scores_are_the_same_thing():
    for code in (2, 4, 5, 6, 7, 104, 105):
        assert code_of(score_of(code)) == code
    assert plies_of(code_of(before(score_of(4 + 2 * 6), same_player=False))) == 7
    scores = [score_of(code) for code in (4, 8, 2, 9, 5)]
    assert scores == sorted(scores)


def test_a_damaged_file_is_refused_by_name(tmp_path):
    game = sliced(random.Random(3), True)
    build_slices(game, tmp_path, 4)
    path = slice_file.files_in(tmp_path)[0]
    good = path.read_bytes()
    rng = random.Random(5)
    attempts = (lambda: SliceDatabase.open(tmp_path, game), lambda: build_slices(game, tmp_path, 4))
    for place in [*range(0, 64, 5), *(rng.randrange(len(good)) for _ in range(60))]:
        path.write_bytes(good[:place] + bytes([good[place] ^ rng.randint(1, 255)]) + good[place + 1 :])
        for attempt in attempts:
            with pytest.raises(
                SpecError, match=rf"{path.name}.*(not a Countermove database|version|truncated|damaged)"
            ):
                attempt()
    for size in [0, 1, 7, 8, 63, 64, len(good) - 1]:
        path.write_bytes(good[:size])
        with pytest.raises(SpecError, match=r"not a Countermove database|truncated"):
            SliceDatabase.open(tmp_path, game)
    if hasattr(os, "mkfifo"):
        path.unlink()
        os.mkfifo(path)
        with pytest.raises(SpecError, match=rf"{path.name} cannot be read: it is a pipe"):
            SliceDatabase.open(tmp_path, game)


@pytest.mark.native
def test_slices_of_another_game_or_another_slice_are_refused(small, tmp_path):
    game = sliced(random.Random(3), True)
    build_slices(game, tmp_path, 4)
    with pytest.raises(SpecError, match="belongs to Backwards, not to Chess"):
        SliceDatabase.open(tmp_path, Chess())
    with pytest.raises(SpecError, match="built with other rules or parameters of Backwards"):
        SliceDatabase.open(tmp_path, sliced(random.Random(4), True))
    other = tmp_path / "other"
    other.mkdir()
    (other / "KRK.slice").write_bytes((small.directory / "KQK.slice").read_bytes())
    for attempt in (lambda: SliceDatabase.open(other, Chess()), lambda: build_slices(Chess(), other, slices=["KRK"])):
        with pytest.raises(SpecError, match=r"KRK\.slice has the results of another slice"):
            attempt()
    (tmp_path / "none").mkdir()
    with pytest.raises(SpecError, match="has no endgame databases"):
        SliceDatabase.open(tmp_path / "none", Chess())


def test_a_wrong_result_is_found_by_verification(tmp_path):
    game = sliced(random.Random(3), True)
    database = build_slices(game, tmp_path, 4)
    number = max(number for number, memory in database.results.items() if memory[slice_file.WINS])
    states = [game.slice_state(number, index) for index in range(100)]
    used = [(game.slice_of(state), game.slice_index(state)) == (number, at) for at, state in enumerate(states)]
    codes = np.array([probe(database.memory, game, state) if use else 1 for state, use in zip(states, used)], np.uint16)
    won = next(at for at in range(100) if codes[at] > 4 and codes[at] & 1)
    codes[won] = 2
    work = slice_file.SliceWorkspace()
    words = slice_file.packed(codes, number, number + 1, slice_file.identity_of(game), work)
    slice_file.write(slice_file.path_of(tmp_path, game, number), words)
    assert "does not follow" in SliceDatabase.open(tmp_path, game).verify()


def test_a_full_disk_is_told_in_a_sentence_and_loses_nothing(tmp_path, monkeypatch):
    rng = random.Random(3)
    game = next(game for game in (sliced(rng, True) for _ in range(50)) if game.of.max() > 0)
    whole = build_slices(game, tmp_path / "whole", 4)
    true_write, written = slice_file.write, []

    def write(path, words):
        if written:
            with slice_file.store.sentences(path, "written", slice_file.SLICE_FILE):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(path)
        true_write(path, words)

    with monkeypatch.context() as patch:
        patch.setattr(slice_file, "write", write)
        with pytest.raises(
            SpecError, match=r"cannot be written to .*: no space left on device.*finished slices are kept"
        ):
            build_slices(game, tmp_path / "full", 4)
    assert [path.name for path in slice_file.files_in(tmp_path / "full")] == [path.name for path in written]
    build_slices(game, tmp_path / "full", 4)
    for path in slice_file.files_in(whole.directory):
        assert path.read_bytes() == (tmp_path / "full" / path.name).read_bytes()


@pytest.mark.native
def test_a_build_killed_again_and_again_ends_with_the_same_files(small, tmp_path):
    rng = random.Random(8)
    for _ in range(4):
        line = [sys.executable, SCRIPT, tmp_path, "KQK", "KRK"]
        with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout.readline() == "begins\n"
            time.sleep(rng.random() * 0.4)
            child.kill()
    subprocess.run([sys.executable, SCRIPT, tmp_path, "KQK", "KRK"], check=True, timeout=600)
    for path in slice_file.files_in(small.directory):
        assert path.read_bytes() == (tmp_path / path.name).read_bytes()


def test_only_one_process_builds_into_a_directory(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    game = sliced(random.Random(3), True)
    with (tmp_path / ".building").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(SpecError, match="Another process is building"):
            build_slices(game, tmp_path, 4)


def test_what_does_not_fit_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(UnfitError, match="Nim has no endgame databases by slices: it does not define slice_of"):
        build_slices(Nim((1, 2)), tmp_path, 3)
    with pytest.raises(SpecError, match="Chess has no slices of up to 2 pieces"):
        build_slices(Chess(), tmp_path, 2)
    with pytest.raises(SpecError, match=r"takes .* MB while it is solved"):
        build_slices(Chess(), tmp_path, 5, memory=100)
    with pytest.raises(SpecError, match="The ending is 'KXK'; expected"):
        build_slices(Chess(), tmp_path, slices=["KXK"])
    with pytest.raises(SpecError, match="Backwards has no slice 'KQK'"):
        build_slices(sliced(random.Random(3), True), tmp_path, slices=["KQK"])


def test_slices_below_that_lack_one_are_blamed(tmp_path, monkeypatch):
    rng = random.Random(11)
    game = next(game for game in (sliced(rng, True) for _ in range(50)) if game.slices_below(int(game.of.max())))
    monkeypatch.setattr(Backwards, "slices_below", lambda self, number: [])
    with pytest.raises(GameError, match=r"slices_below\(s[0-3]\) does not give s[0-3]|have no index"):
        build_slices(game, tmp_path, 4)


@pytest.mark.native
def test_a_search_that_probes_finds_what_the_database_says(small):
    game, rng = small.game, random.Random(6)
    done = 0
    while done < 25:
        number = rng.choice(list(small.results))
        state = game.slice_state(number, rng.randrange(game.slice_size(number)))
        if game.slice_of(state) != number or game.is_terminal(state):
            continue
        done += 1
        state = state._replace(quiet=rng.choice([0, 0, 10]))
        found = analyse(game, state, depth=2, nodes=100_000, database=small)
        assert (found.value, found.exact) == (small.value(state), True)
        assert found.distance == small.distance(state)
        if found.distance is not None:
            assert found.action in small.best(state)
            assert len(found.line) == found.distance
    assert not math.isnan(found.value)


@pytest.mark.native
def test_a_win_that_the_fifty_moves_would_end_is_no_win(small):
    game = small.game
    state = game.read("8/8/8/3k4/8/8/1R6/K7 w - - 0 1")
    assert small.distance(state) == 31
    late = analyse(game, state._replace(quiet=75), depth=3, nodes=200_000, database=small)
    assert not (late.exact and late.value == 1.0)
