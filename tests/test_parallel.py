"""The same function on many inputs, in processes that may die, and on a Ray cluster."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import types
from pathlib import Path

import pytest
from working import die, die_once, fail, slow, square

from countermove.errors import CountermoveError, SpecError
from countermove.parallel import WAIT, answers, processors, require_room


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_input_is_answered(jobs):
    assert sorted(answers(square, range(9), jobs=jobs)) == [(number, number * number) for number in range(9)]


def test_what_a_dead_process_worked_on_is_given_to_another(tmp_path):
    mark = str(tmp_path / "mark")
    assert list(answers(die_once, [mark], jobs=2)) == [(mark, "done")]


def test_an_input_that_kills_every_process_is_an_error():
    with pytest.raises(CountermoveError, match="ended without an answer 3 times"):
        list(answers(die, [1], jobs=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_the_same_sentence(jobs):
    with pytest.raises(CountermoveError, match=r"^Number 1 is wrong\.$"):
        list(answers(fail, [1], jobs=jobs))


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_is_answered_after_a_stop(jobs):
    stop = threading.Event()
    found = []
    for each, _ in answers(slow, range(100), jobs=jobs, stop=stop):
        found.append(each)
        stop.set()
    assert len(found) <= jobs


def test_inputs_are_taken_as_they_are_needed():
    taken = []

    def inputs():
        for number in range(100):
            taken.append(number)
            yield number

    found = answers(square, inputs(), jobs=2)
    next(found)
    found.close()
    assert len(taken) <= 4


def test_more_processes_than_processors_are_refused():
    require_room(1, 10_000)
    require_room(processors(), 1)
    with pytest.raises(SpecError, match="give at most"):
        require_room(processors() + 1, 1)
    with pytest.raises(SpecError, match="The number of jobs is 0"):
        require_room(0, 1)


def test_without_ray_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SpecError, match="install it with pip"):
        list(answers(square, [1], ray="local"))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere.invalid:6379", "host", "host:x", "", "ray://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_one_sentence(monkeypatch, address):
    monkeypatch.setitem(sys.modules, "ray", types.ModuleType("ray"))
    with pytest.raises(SpecError, match="cannot be reached"):
        list(answers(square, [1], ray=address))


@pytest.mark.parametrize("jobs", [1, 2])
def test_inputs_may_wait_for_answers(jobs):
    found = []

    def inputs():
        for number in range(6):
            while number // 2 > len(found) // 2:  # two at a time
                yield WAIT
            yield number

    for each, answer in answers(square, inputs(), jobs=jobs):
        assert len(found) // 2 == each // 2
        found.append(answer)
    assert sorted(found) == [0, 1, 4, 9, 16, 25]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_ray_cluster_gives_the_same_answers_and_survives_a_lost_process(tmp_path, monkeypatch):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'countermove[cluster]'")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent / "support"))  # for its processes
    from countermove import load
    from countermove.arena import Plan, hold

    mark = str(tmp_path / "mark")
    assert list(answers(die_once, [mark], ray="local", jobs=2)) == [(mark, "done")]
    plan = Plan("tictactoe", ("reflex", "random"), 2, 4, plies=2)
    assert hold(plan, load("tictactoe"), ray="local", jobs=2) == hold(plan, load("tictactoe"))


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.filterwarnings("ignore")
def test_a_ray_cluster_trains_and_builds_the_same_files_although_a_process_is_killed(tmp_path):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'countermove[cluster]'")
    from countermove import load, registry
    from countermove.learn import fit_weights
    from countermove.solve import build_slices
    from countermove.solve.slice_build import Source

    game, killed = load("chess"), []

    def kill_one(seen):
        if not killed:
            raylets = [pid for pid in children(os.getpid()) if "raylet" in command(pid)]
            killed.append(next(pid for raylet in raylets for pid in children(raylet) if "_answer" in command(pid)))
            os.kill(killed[0], signal.SIGKILL)

    for name, more in (("alone", {}), ("ray", {"ray": "local", "jobs": 2, "spec": "chess", "progress": kill_one})):
        assert fit_weights(game, games=100, file=tmp_path / name, nodes=300, **more).complete
    assert killed and (tmp_path / "alone").read_bytes() == (tmp_path / "ray").read_bytes()
    build_slices(game, tmp_path / "here", 3, threads=2)
    build_slices(game, tmp_path / "there", 3, threads=2, ray="local", source=Source(registry.load, "chess"))
    for path in (tmp_path / "here").glob("*.slice"):
        assert path.read_bytes() == (tmp_path / "there" / path.name).read_bytes()


def children(pid):
    """The processes that a process has started."""
    found = []
    for each in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            if int((each / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(each.name))
    return found


def command(pid):
    """The command line of a process."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""
