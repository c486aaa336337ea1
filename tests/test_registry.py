import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from heap_file import SUBTRACT

from countermove import load
from countermove.errors import SpecError
from countermove.games.checkers import Checkers
from countermove.games.connect import Connect
from countermove.games.nim import Nim
from countermove.games.tree import Tree
from countermove.registry import BUILT_IN, forget

FIELDS = """
    ratio: float = 0.5
    name: str = "heap"
    sizes: tuple[int, ...] = (1, 2)
    fast: bool = False
    anything: object = None
"""
RULES = SUBTRACT.replace("    counters: int = 100\n", f"    counters: int = 100{FIELDS}")


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a file of rules; forget afterwards what was loaded from it."""
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)

    def file(text, name="rules_here.py"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
        return name

    yield file
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_built_in_game_loads_by_its_name(name):
    game = load(name)
    assert not game.is_terminal(game.initial())


def test_fields_follow_the_name():
    assert load("connect:rows=5,cols=5") == Connect(5, 5, 4)
    assert load(" nim:piles=[1,2], misere=yes ") == Nim((1, 2), True)
    assert load("nim:piles=5") == Nim((5,))
    assert load("[[3,12],[4,6]]") == Tree([[3, 12], [4, 6]])


def test_a_field_that_may_be_none_is_read_like_any_other():
    assert load("checkers:size=6,flying=true,majority=no,rows=None") == Checkers(size=6, flying=True, majority=False)
    with pytest.raises(SpecError, match="Checkers: size=six is not a whole number"):
        load("checkers:size=six")


def test_a_file_alone_is_enough(write):
    game = load(write(RULES))
    assert type(game).__name__ == "SubtractSquare" and game.counters == 100
    assert load("rules_here.py:SubtractSquare") == game
    assert load("rules_here.py:SubtractSquare:counters=60").counters == 60
    assert load("rules_here.py:counters=60").counters == 60


def test_a_file_is_run_once_and_files_of_one_name_are_kept_apart(write):
    one, other = write(RULES, "one/same_name.py"), write(RULES.replace("100", "7"), "other/same_name.py")
    assert type(load(one)) is type(load(one))
    assert (load(one).counters, load(other).counters, load(one).counters) == (100, 7, 100)


def test_a_file_may_import_its_neighbours(write):
    write("SIZE = 12\n", "neighbour_of_rules.py")
    assert load(write("from neighbour_of_rules import SIZE\n" + RULES.replace("100", "SIZE"))).counters == 12
    assert str(Path.cwd()) not in sys.path


def test_a_file_may_have_the_name_of_a_module(write):
    assert load(write(RULES, "json.py")).counters == 100
    import json

    assert json.dumps([1]) == "[1]"


def test_values_are_of_the_type_that_the_field_has(write):
    spec = write(RULES) + ":counters=-3,ratio=2,name='x,y',sizes=(3,),fast=TRUE,anything=[1,(2,3)]"
    game = load(spec)
    assert (game.counters, game.ratio, game.name, game.sizes, game.fast) == (-3, 2.0, "x,y", (3,), True)
    assert type(game.ratio) is float and game.anything == [1, (2, 3)]
    assert load(write(RULES) + ":anything=word,name=plain").anything == "word"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ("size=3", "SubtractSquare has no field 'size'; its fields are counters, ratio, name"),
        ("counters=many", "counters=many is not a whole number; for example counters=100"),
        ("counters=1.5", "counters=1.5 is not a whole number"),
        ("counters=true", "counters=true is not a whole number"),
        ("ratio=half", "ratio=half is not a number; for example ratio=0.5"),
        ("fast=maybe", "fast=maybe is not true or false"),
        ("sizes=wide", "sizes=wide is not a tuple"),
        ("sizes='wide'", "is not a tuple"),
        ("counters", "The field 'counters' in .* needs a value, as in counters=VALUE"),
        ("counters=", "needs a value"),
        ("counters=3,,", "has no field ''"),
    ],
)
def test_a_wrong_field_is_refused(write, fields, sentence):
    with pytest.raises(SpecError, match=sentence):
        load(write(RULES) + ":SubtractSquare:" + fields)


def test_what_the_game_itself_refuses_is_told_in_one_sentence(write):
    with pytest.raises(SpecError, match=r"^Connect: 7 rows and 8 columns need 64 bits"):
        load("connect:rows=7,cols=8")
    text = RULES.replace("    def initial", "    def __post_init__(self):\n        1 / 0\n\n    def initial")
    with pytest.raises(SpecError, match=r"is refused: ZeroDivisionError: division by zero\.$"):
        load(write(text))


def test_an_unknown_game_is_answered_with_the_nearest_name():
    with pytest.raises(SpecError, match="There is no game 'conect4'; did you mean 'connect4'"):
        load("conect4")
    with pytest.raises(SpecError, match=r"There is no game 'zzz'; the games are backgammon, .*, checkers, chess, "):
        load("zzz:n=3")


TWO = RULES + "\n@dataclass(frozen=True)\nclass Second(SubtractSquare):\n    pass\n"


@pytest.mark.parametrize(
    ("text", "which", "sentence"),
    [
        ("def broken(:\n", "", "rules_here.py line 1 is not Python: invalid syntax"),
        ("x = 1\nraise ValueError('bad luck')\n", "", "line 2 stops with ValueError: bad luck"),
        ("import sys\nsys.exit(3)\n", "", "line 2 stops with SystemExit: 3"),
        ("\nimport no_such_module_here\n", "", "line 2 stops with ModuleNotFoundError: No module named"),
        ("x = 1\n", "", "rules_here.py has no subclass of countermove.Game; write the rules as a class"),
        ("from countermove import Game\n", "", "has no subclass of countermove.Game"),
        ("x = 1\n", ":Walk", "has no class 'Walk'; it has no subclass of countermove.Game"),
        (RULES, ":Subtract", "has no class 'Subtract'; it has SubtractSquare"),
        (RULES, ":Heap", "'Heap' in rules_here.py is not a subclass of countermove.Game"),
        (TWO, "", r"has 2 games \(SubtractSquare, Second\); choose one, as in rules_here.py:SubtractSquare"),
        (RULES.replace("def result", "def outcome"), "", "SubtractSquare lacks result: every game needs"),
        (
            RULES.replace("def utility(self, state, player)", "def utility(self, state)"),
            "",
            r"SubtractSquare.utility takes \(self, state.*\), but must take \(self, state, player\)",
        ),
        (RULES + "    player = 0\n", "", r"SubtractSquare.player is 0, but must be a method \(self, state\)"),
        (RULES.replace("@dataclass(frozen=True)", ""), "::counters=3", "it has no fields .is it a dataclass"),
    ],
)
def test_a_file_that_gives_no_game_is_explained(write, text, which, sentence):
    with pytest.raises(SpecError, match=sentence):
        load(write(text) + which)


def test_a_file_that_is_mended_can_be_loaded_again(write):
    with pytest.raises(SpecError):
        load(write("oops oops\n"))
    assert load(write(RULES)).counters == 100


@pytest.mark.parametrize("spec", ["nowhere.py", "nowhere.py:Class", "no/such/dir/rules.py:Class:n=3"])
def test_a_missing_file_is_named(write, spec):
    with pytest.raises(SpecError, match=f"There is no file '{spec.split(':')[0]}'; give the path"):
        load(spec)


@pytest.fixture(scope="module")
def plug_in(tmp_path_factory):
    """A package with a game, really installed by pip, in a directory of its own."""
    pytest.importorskip("pip", reason="pip is not installed")
    source = tmp_path_factory.mktemp("source") / "plugin"
    shutil.copytree(Path(__file__).parent / "plugin", source)
    target = tmp_path_factory.mktemp("installed")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--disable-pip-version-check",
    ]
    subprocess.run([*command, "--target", str(target), str(source)], check=True)
    return target


def run(program, path):
    environment = {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_an_installed_plug_in_is_loaded_by_its_name(plug_in):
    program = "from countermove import load; game = load('pebbles:pebbles=9'); print(game, game.read('1 2 2'))"
    assert run(program, plug_in) == "Pebbles(pebbles=9) Handful(pebbles=4, mover=1)"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("broken-pebbles", "The plug-in game 'broken-pebbles' (pebbles:Missing) cannot be loaded: AttributeError"),
        ("not-a-game", "The plug-in 'not-a-game' (pebbles:Handful) is not a subclass of countermove.Game"),
        ("peebles", "There is no game 'peebles'; did you mean 'pebbles'?"),
    ],
)
def test_a_plug_in_that_gives_no_game_is_explained(plug_in, name, sentence):
    program = f"""
from countermove import CountermoveError, load
try:
    load({name!r})
except CountermoveError as error:
    print(error)
"""
    assert sentence in run(program, plug_in)


def test_a_module_saved_twice_within_a_second_is_read_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path, beside = tmp_path / "rules_beside.py", tmp_path / "module_beside.py"
    path.write_text("from module_beside import COUNTERS\n" + SUBTRACT.replace("int = 100", "int = COUNTERS"))
    for counters in (100, 200):  # in as many bytes
        beside.write_text(f"COUNTERS = {counters}\n")
        os.utime(beside, (1_000_000_000, 1_000_000_000))
        forget([path, beside])
        assert load(f"{path}:SubtractSquare").counters == counters
