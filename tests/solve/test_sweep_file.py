"""The file of a sweep: whole or refused, the same whatever happened on the way, and asked by compiled code."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from countermove import load
from countermove.engine.graph import enumeration
from countermove.engine.graph.probe import ABSENT, distance_of, probe, value_of
from countermove.errors import SpecError
from countermove.games.nim import Nim
from countermove.native.kernel import call, is_on, kernel
from countermove.solve import Database, store, sweep

SCRIPT = Path(__file__).with_name("sweeping.py")
GAME = "connect:rows=4,cols=4,k=4" if is_on() else "connect:rows=3,cols=3,k=3"
KILLS = 50 if os.environ.get("COUNTERMOVE_LONG") else 6


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(enumeration, "CHUNK", 64)


def test_a_saved_database_is_loaded_and_says_the_same(tmp_path):
    game = load("connect:rows=3,cols=4,k=3")
    path = tmp_path / "connect.sweep"
    made = sweep(game, save=path)
    assert os.listdir(tmp_path) == ["connect.sweep"]
    for database in (Database.load(path, game), sweep(game, save=path)):
        assert np.array_equal(database.memory.words, made.memory.words)
        assert database.solution().line == made.solution().line
        assert database.states == made.states
    other = tmp_path / "copy.sweep"
    made.save(other)
    assert other.read_bytes() == path.read_bytes()


def test_a_sweep_without_a_file_and_one_with_large_or_small_chunks_are_the_same(tmp_path, monkeypatch):
    game = load("connect:rows=3,cols=4,k=3")
    plain = sweep(game).memory.words
    for chunk in (1, 7, 1000):
        monkeypatch.setattr(enumeration, "CHUNK", chunk)
        assert np.array_equal(sweep(game, save=tmp_path / f"{chunk}").memory.words, plain)


def test_putting_away_all_the_time_changes_nothing(tmp_path, monkeypatch):
    game = load("connect:rows=3,cols=4,k=3")
    monkeypatch.setattr(sys.modules["countermove.solve.sweep"], "KEEP", 0.0)
    assert np.array_equal(sweep(game, save=tmp_path / "database").memory.words, sweep(game).memory.words)


class End(BaseException):
    pass


def cut_off(game, path, monkeypatch):
    """Leave a sweep behind that was ended after the last state was found."""

    def end(*_):
        raise End

    with monkeypatch.context() as patch:
        patch.setattr(store, "seal", end)
        with pytest.raises(End):
            sweep(game, save=path)
    return store.part_path(path).read_bytes()


def test_a_sweep_cut_off_at_any_byte_goes_on_to_the_same_file(tmp_path, monkeypatch, small_chunks):
    game = load("connect:rows=3,cols=3,k=3")
    whole = tmp_path / "whole"
    sweep(game, save=whole)
    path = tmp_path / "again"
    parts = cut_off(game, path, monkeypatch)
    rng = random.Random(3)
    for size in [0, 1, 8, 100, len(parts) - 1, len(parts), *(rng.randrange(len(parts)) for _ in range(30))]:
        store.part_path(path).write_bytes(parts[:size])
        database = sweep(game, save=path)
        assert path.read_bytes() == whole.read_bytes(), size
        assert database.nodes == sweep(game).nodes
        path.unlink()
    for _ in range(15):  # damage in the middle costs what follows it, and no more
        place = rng.randrange(400, len(parts))
        store.part_path(path).write_bytes(parts[:place] + bytes([parts[place] ^ 5]) + parts[place + 1 :])
        sweep(game, save=path)
        assert path.read_bytes() == whole.read_bytes(), place
        path.unlink()


def test_a_sweep_that_was_stopped_goes_on_where_it_was(tmp_path):
    game = load("connect:rows=4,cols=5,k=4" if is_on() else "connect:rows=3,cols=4,k=3")
    path = tmp_path / "database"
    found = 0
    for seconds in (0.01, 0.02, 0.1, 0.05, 0.2):
        database = sweep(game, save=path, seconds=seconds)
        if database.complete:
            break
        assert database.states >= found
        found = database.states
        assert not path.exists() and store.part_path(path).exists()
    database = sweep(game, save=path)
    assert database.complete and database.states >= found > 0
    assert os.listdir(tmp_path) == ["database"]
    assert np.array_equal(database.memory.words, sweep(game).memory.words)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_sweep_killed_again_and_again_ends_with_the_same_file(tmp_path):
    whole, path = tmp_path / "whole", tmp_path / "killed"
    subprocess.run([sys.executable, SCRIPT, GAME, whole], check=True, timeout=600)
    rng = random.Random(4)
    size = 12 * 10**6 if is_on() else 60_000
    for target in sorted(rng.randrange(size) for _ in range(KILLS)):
        child = subprocess.Popen([sys.executable, SCRIPT, GAME, path])
        part = store.part_path(path)
        while child.poll() is None and not (part.exists() and part.stat().st_size > target):
            time.sleep(0.0005)
        child.kill()
        child.wait()
    assert path.exists() or part.exists()
    subprocess.run([sys.executable, SCRIPT, GAME, path], check=True, timeout=600)
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["killed", "whole"]


def test_a_damaged_file_is_always_refused(tmp_path):
    game = load("connect:rows=3,cols=3,k=3")
    path = tmp_path / "database"
    sweep(game, save=path)
    good = path.read_bytes()
    rng = random.Random(5)
    for place in [*range(0, 64, 3), *(rng.randrange(len(good)) for _ in range(200))]:
        path.write_bytes(good[:place] + bytes([good[place] ^ rng.randint(1, 255)]) + good[place + 1 :])
        for attempt in (lambda: Database.load(path, game), lambda: sweep(game, save=path)):
            with pytest.raises(SpecError, match=r"not a Countermove database|version|truncated|damaged"):
                attempt()
    for size in [0, 1, 7, 8, 63, 64, len(good) - 1, *(rng.randrange(len(good)) for _ in range(30))]:
        path.write_bytes(good[:size])
        with pytest.raises(SpecError, match=r"not a Countermove database|truncated"):
            Database.load(path, game)
    path.write_bytes(good + b"x")
    with pytest.raises(SpecError, match="truncated or too long"):
        Database.load(path, game)
    path.write_bytes(good)
    assert Database.load(path, game).states > 0


@dataclass(frozen=True)
class Reversed(Nim):
    def __repr__(self):
        return repr(Nim(self.piles, self.misere))

    def utility(self, state, player):
        return -super().utility(state, player)


class Estimated(Reversed):
    """The same rules, with an estimate."""

    def evaluate(self, state, player):
        return 0.25


def test_a_file_of_another_game_or_other_rules_or_another_position_is_refused(tmp_path):
    path = tmp_path / "nim"
    game = Nim((1, 2))
    sweep(game, save=path)
    with pytest.raises(SpecError, match=r"is a database of Nim\(piles=\(1, 2\).*, not of Nim\(piles=\(1, 3\)"):
        Database.load(path, Nim((1, 3)))
    with pytest.raises(SpecError, match="was made with other rules"):
        Database.load(path, Reversed((1, 2)))
    with pytest.raises(SpecError, match="from another position"):
        sweep(game, game.read("a1"), save=path)
    with pytest.raises(SpecError, match="not a Countermove database"):
        Database.load(SCRIPT, game)
    turned = tmp_path / "turned"
    sweep(Reversed((1, 2)), save=turned)
    assert Database.load(turned, Estimated((1, 2))).complete, "an estimate is not a rule"


def test_a_part_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "nim"
    store.part_path(path).write_text("somebody's notes")
    with pytest.raises(SpecError, match="is not from a sweep of this game"):
        sweep(Nim((1, 2)), save=path)
    assert store.part_path(path).read_text() == "somebody's notes"


def test_two_sweeps_into_one_file_are_refused(tmp_path):
    pytest.importorskip("fcntl")
    path = tmp_path / "nim"
    told = []

    def meanwhile(_):
        if not told:
            with pytest.raises(SpecError, match="Another process is sweeping into"):
                sweep(game, save=path)
            told.append(True)

    game = load("connect:rows=4,cols=5,k=4")
    sweep(game, save=path, seconds=3, progress=meanwhile)
    assert told


def test_a_place_that_cannot_be_written_is_named_before_any_work_is_done(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "no" / "such" / "folder", tmp_path / "file" / "inside", tmp_path):
        with pytest.raises(SpecError, match=r"cannot be (written to|read)"):
            sweep(Nim((1, 2)), save=path)


def test_a_full_disk_is_told_in_a_sentence_and_the_sweep_goes_on_later(tmp_path, monkeypatch, small_chunks):
    game = load("connect:rows=3,cols=3,k=3")
    path = tmp_path / "database"
    true_append = store.Part.append
    appended = []

    def append(part, segment):
        if len(appended) > 2:
            with part._sentences():
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        appended.append(segment)
        true_append(part, segment)

    with monkeypatch.context() as patch:
        patch.setattr(store.Part, "append", append)
        with pytest.raises(SpecError, match=r"cannot be written to .*: no space left on device"):
            sweep(game, save=path)
    assert sweep(game, save=path).complete
    assert np.array_equal(Database.load(path, game).memory.words, sweep(game).memory.words)


def test_memory_that_did_not_suffice_can_be_raised(tmp_path):
    game = load(GAME)
    path = tmp_path / "database"
    with pytest.raises(SpecError, match="what was found is kept"):
        sweep(game, save=path, memory=2.0 if is_on() else 0.6)
    assert sweep(game, save=path).complete
    assert np.array_equal(Database.load(path, game).memory.words, sweep(game).memory.words)


@kernel
def ask(game, state, memory):
    """What a database says of a state, asked by a kernel."""
    return probe(memory, game, state)


def test_a_kernel_reads_the_same_as_python_from_memory_and_from_the_file(tmp_path):
    game = load("tictactoe")
    path = tmp_path / "database"
    made = sweep(game, save=path)
    absent = game.initial()._replace(**{game.initial()._fields[0]: 511})
    for database in (made, Database.load(path, game)):
        for state in database:
            found = int(call(ask, game, state, database.memory))
            outcome = database.outcome(state)
            assert value_of(database.memory, found) == outcome.values[0]
            assert distance_of(found) == (-1 if outcome.distance is None else outcome.distance)
        assert call(ask, game, absent, database.memory) == ABSENT


@pytest.mark.native
def test_two_processes_and_plain_python_agree_and_no_kernel_has_two_forms(tmp_path):
    def run(**more):
        environment = {**os.environ, "COUNTERMOVE_CACHE": str(tmp_path), **more}
        done = subprocess.run([sys.executable, SCRIPT], env=environment, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout)

    compiled, loaded, plain = run(), run(), run(COUNTERMOVE_INTERPRET="1")
    assert compiled["results"] == loaded["results"] == plain["results"]
    assert compiled["loaded"] == 0 < compiled["needed"]
    assert loaded["loaded"] == loaded["needed"] == compiled["needed"]
    assert not compiled["doubled"], "a kernel is compiled twice for one game"
