"""Every example in the tables of docs/native.md is compiled, and gives what Python gives."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from plain import check, compiled, either

from countermove import analyse
from countermove.check import check_game

pytestmark = pytest.mark.native
PAGE = (Path(__file__).parents[2] / "docs" / "native.md").read_text(encoding="utf-8")
OTHER_VALUES = """
n, m, x = 4, 2, 9.25
text = ".x.o"
cells, grid = (2, 7, 1, 8, 2), ((0, 0, 1), (2, 2, 0))
marks, piece, walls = (Mark.O, None), Piece.PAWN, Wall.NORTH | Wall.EAST
cell, side = Cell(0, 1), Side("bc", (1, 2, 3), 0.5)
found = frozenset({5})
board = np.array([[0, 5, 1], [1, 1, 7]])
"""
VALUES = ("n", "m", "x", "text", "cells", "grid", "marks", "piece", "walls", "cell", "side", "found", "board")
GAME = """
from countermove import Game
from names import *

class Turn(NamedTuple):
    value: object
    ply: int

class Row(Game):
    def player(self, turn):
        return turn.ply % 2

    def is_terminal(self, turn):
        return turn.ply == 3

    def utility(self, turn, player):
        return 1.0 if (turn.ply + player) % 2 else -1.0
"""
HOLDS = """
class {name}(Row):
    def initial(self):
        return Turn({first}, 0)

    def actions(self, turn):
        return [0, 1, 2] if turn.ply < 3 else []

    def result(self, turn, action):
        state = turn.value
        return Turn({after}, turn.ply + 1)
"""
ACTS = """
FIRST_{name} = next(iter({actions}))

class {name}(Row):
    def initial(self):
        return Turn(0, 0)

    def actions(self, turn):
        if turn.ply < 3:
            yield from {actions}

    def result(self, turn, action):
        return Turn(3 * turn.value + (1 if action == FIRST_{name} else 2), turn.ply + 1)

    def utility(self, turn, player):
        return float(turn.value % 5 - 2) * (1 - 2 * player)
"""


def tables() -> dict[str, list[list[str]]]:
    """The tables of the page, by their first heading: the cells of each row."""
    found: dict[str, list[list[str]]] = {}
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        head, _, *rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines()]
        found.setdefault(head[0], []).extend(rows)
    return found


def spans(cell: str) -> list[str]:
    return [each.replace("\\|", "|") for each in re.findall(r"`([^`]+)`", cell)]


def block(title: str) -> str:
    found = re.search(rf'```python title="{title}"\n(.*?)```', PAGE, re.DOTALL)
    assert found is not None
    return found[1]


TABLES = tables()
EXPRESSIONS = [example for row in TABLES["construct"] for example in spans(row[1])]
STATEMENTS = re.findall(r"^def (\w+)", block("statements.py"), re.MULTILINE)
STATES = [(row[0], *spans(row[1]), *spans(row[2])) for row in TABLES["a state may hold"]]
ACTIONS = [example for row in TABLES["an action may be"] for example in spans(row[1])]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The functions of the page, one for each example, and a game for each kind of state and action."""
    place = tmp_path_factory.mktemp("table")
    text = [block("statements.py"), GAME]
    for number, example in enumerate(EXPRESSIONS):
        used = {each.id for each in ast.walk(ast.parse(example)) if isinstance(each, ast.Name)}
        text.append(f"def row_{number}({', '.join(sorted(used & set(VALUES)))}):\n    return {example}\n")
    for number, (_, first, after) in enumerate(STATES):
        text.append(HOLDS.format(name=f"Holds{number}", first=first, after=after))
    for number, actions in enumerate(ACTIONS):
        text.append(ACTS.format(name=f"Acts{number}", actions=actions))
    (place / "names.py").write_text(block("names.py"), encoding="utf-8")
    (place / "rows.py").write_text("\n".join(text), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(place))
        for name in ("names", "rows"):
            spec = importlib.util.spec_from_file_location(name, place / f"{name}.py")
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            patch.setitem(sys.modules, name, module)
            spec.loader.exec_module(module)
        other = dict(vars(module))
        exec(OTHER_VALUES, other)
        module.tried = [vars(module), other]  # type: ignore[attr-defined]
        yield module


def compare(rows: ModuleType, function: FunctionType) -> None:
    """Compile a function for what it is tried with, and compare."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    native = compiled(function, *(either(*(values[name] for values in rows.tried)) for name in names))
    check(function, native, [tuple(values[name] for name in names) for values in rows.tried])


@pytest.mark.parametrize("number", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
def test_an_expression_of_the_page_compiles(rows: ModuleType, number: int) -> None:
    compare(rows, getattr(rows, f"row_{number}"))


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_of_the_page_compiles(rows: ModuleType, name: str) -> None:
    compare(rows, getattr(rows, name))


@pytest.mark.parametrize("number", range(len(STATES)), ids=[state[0] for state in STATES])
def test_a_state_of_the_page_compiles(rows: ModuleType, number: int) -> None:
    report = check_game(getattr(rows, f"Holds{number}")(), games=20, native=True)
    assert report.ok, report.problems


@pytest.mark.parametrize("number", range(len(ACTIONS)), ids=ACTIONS)
def test_an_action_of_the_page_compiles(rows: ModuleType, number: int) -> None:
    game = getattr(rows, f"Acts{number}")()
    report = check_game(game, games=20, native=True)
    assert report.ok, report.problems
    found, expected = (analyse(game, depth=3, algorithm="alphabeta", native=native) for native in (True, False))
    assert (found.action, found.value, found.line) == (expected.action, expected.value, expected.line)
