"""Rules written in ways that once were compiled wrongly, crashed, or were refused without need."""

from __future__ import annotations

import copy
import enum
import os
import pickle
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from countermove import Game, analyse
from countermove.engine.plain.search import AlphaBeta
from countermove.errors import GameError, NativeError, SpecError

pytestmark = pytest.mark.native
LONG = tuple(range(1, 101))


class Heap(NamedTuple):
    n: int
    mover: int


@dataclass(frozen=True)
class Take(Game):
    n: int = 7

    def initial(self):
        return Heap(self.n, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        for k in range(1, 4):
            if k <= state.n:
                yield k

    def result(self, state, action):
        return Heap(state.n - action, 1 - state.mover)

    def is_terminal(self, state):
        return state.n == 0

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0


def agree(game: Game, depth: int = 8) -> None:
    """Compiled and interpreted search find the same, with the same nodes."""
    one, other = (analyse(game, depth=depth, algorithm="alphabeta", native=native) for native in (True, False))
    assert (one.value, one.action, one.nodes, one.line) == (other.value, other.action, other.nodes, other.line)


class Color(enum.IntEnum):
    RED = 1
    BLUE = 3


class SuperOfNamed(Take):
    def utility(self, state, player):
        return 10 * super().utility(state, player)


class SkipsOne(SuperOfNamed):
    def utility(self, state, player):
        return super(SuperOfNamed, self).utility(state, player) * 2


class OtherSelf(Take):
    def actions(this, state):  # noqa: N805
        yield from super().actions(state)


class Enumerated(Take):
    def actions(self, state):
        if state.n >= Color.BLUE:
            yield Color.BLUE
        if state.n >= int(Color.RED):
            yield Color.RED


class Joined(Take):
    def actions(self, state):
        for k in LONG[0:1] + LONG[1:2] + LONG[2:3]:
            if k <= state.n:
                yield k


class Changes(Take):
    def actions(self, state):
        k = 0
        while k < min(3, state.n):
            yield (k := k + 1)


class Pops(Take):
    def actions(self, state):
        todo = list(range(1, min(3, state.n) + 1))
        while len(todo) > 0:
            yield todo.pop()


def store(x):
    return x


class Stores(Take):
    def actions(self, state):
        for k in range(1, min(3, state.n) + 1):
            yield store(k)


class Defaults(Take):
    def some(self, state, first=1, *, last=3):
        for k in range(first, last + 1):
            if k <= state.n:
                yield k

    def listed(self, state, least=2):
        return [k for k in (2, 3) if least <= k <= state.n]

    def one(self, state, first=1):
        if first <= state.n:
            yield first

    def actions(self, state):
        yield from self.one(state)
        yield from self.listed(state, least=2)


def capped(game, state):
    return min(game.cap, state.n)


@dataclass(frozen=True)
class HandsOn(Take):
    cap: int = 2

    def actions(self, state):
        yield from range(1, capped(self, state) + 1)


class Holds(Take):
    def actions(self, state):
        found = {}
        for k in range(1, min(3, state.n) + 1):
            found[k] = k
        yield from found


class Replaces(Take):
    def result(self, state, action):
        return state._replace(mover=1 - state.mover)._replace(n=state.n - action)


@pytest.mark.parametrize(
    "cls", [Replaces, SkipsOne, OtherSelf, Enumerated, Joined, Changes, Pops, Stores, Defaults, HandsOn, Holds]
)
def test_unusual_rules_mean_the_same_compiled(cls: type[Game]) -> None:
    agree(cls())


@pytest.mark.parametrize("cls", [Pops, HandsOn, Holds])
def test_the_strong_search_takes_unusual_rules_too(cls: type[Game]) -> None:
    assert analyse(cls(), depth=8, native=True).value == analyse(cls(), depth=8, native=False).value


def test_two_classes_of_one_name_in_a_chain() -> None:
    def make(base: type[Game], factor: int) -> type[Game]:
        class Same(base):  # type: ignore[misc, valid-type]
            def utility(self, state, player):
                return super().utility(state, player) * factor

        return Same

    game = make(make(Take, 2), 3)()
    agree(game)
    assert abs(analyse(game, depth=8, native=True, algorithm="alphabeta").value) == 6


class ClassMethod(Take):
    @classmethod
    def most(cls):
        return 3

    def actions(self, state):
        yield from range(1, min(self.most(), state.n) + 1)


def test_a_class_method_means_the_same_compiled() -> None:
    agree(ClassMethod())
    assert analyse(ClassMethod(), depth=8, native=True).value == analyse(Take(), depth=8).value


def test_a_method_replaced_on_the_game_itself_is_refused() -> None:
    game = Take()
    object.__setattr__(game, "utility", lambda state, player: 5.0 if player == 0 else -5.0)
    with pytest.raises(NativeError, match="utility is set on the instance"):
        analyse(game, depth=3, native=True)
    assert analyse(game, depth=8).value == 5.0


@dataclass(frozen=True, eq=False)
class Table(Take):
    table: Any = None

    def utility(self, state, player):
        value = self.table[0, 1] * 1.0
        return value if player == 0 else -value


def test_a_table_in_another_order_is_refused_each_time() -> None:
    numbers = np.arange(9).reshape(3, 3)
    assert analyse(Table(table=numbers), depth=9, native=True).value == 1.0
    for odd in (numbers.T, np.arange(36).reshape(6, 6)[::2, ::2], numbers.astype(">i4")):
        with pytest.raises(NativeError, match=r"self.table is (not a contiguous|an) array"):
            analyse(Table(table=odd), depth=9, native=True)
    assert analyse(Table(table=numbers.T), depth=9).value == 3.0


class Stuck(Take):
    def actions(self, state):
        yield from range(2, min(3, state.n) + 1)


def test_a_state_without_actions_is_an_error_and_no_proof() -> None:
    for native in (True, False):
        with pytest.raises(GameError, match="gives no action in a state that is not terminal"):
            analyse(Stuck(8), depth=9, native=native)


class Row(NamedTuple):
    cells: Any
    n: int
    mover: int


class Arrays(Take):
    def initial(self):
        return Row(np.zeros(64, np.int64), self.n, 0)

    def result(self, state, action):
        return Row(state.cells.copy(), state.n - action, 1 - state.mover)


@pytest.mark.parametrize("cls", [Arrays, Holds, Pops])
def test_search_lets_go_of_arrays_and_lists(cls: type[Game]) -> None:
    resource = pytest.importorskip("resource")
    game = cls(18)
    analyse(game, depth=18, algorithm="minimax")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    nodes = sum(analyse(game, depth=18, algorithm="minimax").nodes for _ in range(4))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert nodes > 300_000
    assert grown < 20_000  # kilobytes; a word a node would be more on the platforms that count in bytes too


def test_long_lines_are_cut_and_not_filled_up() -> None:
    class Long(Take):
        players = 1

        def player(self, state):
            return 0

        def actions(self, state):
            if state.n > 0:
                yield 1

    found = AlphaBeta(Long(200)).search_root(Heap(200, 0), [1], 300)
    assert set(found.line) == {1}
    assert 100 < len(found.line) <= 200


@pytest.mark.parametrize(
    "budget",
    [{"nodes": 2**63}, {"depth": 2**63 + 1}, {"seconds": 10**400}, {"depth": 2.5}, {"depth": True}, {"seconds": "1"}],
)
def test_budgets_beyond_reason_are_a_sentence(budget: dict[str, Any]) -> None:
    with pytest.raises(SpecError, match="to search"):
        analyse(Take(), **budget)


@dataclass(slots=True)
class Slotted(Game):
    n: int = 7
    extra: int = 3
    initial, player, actions = Take.initial, Take.player, Take.actions
    result, is_terminal, utility = Take.result, Take.is_terminal, Take.utility


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
@pytest.mark.parametrize("make", [lambda: Take(5), lambda: HandsOn(6, 1), lambda: Slotted(4, 2)])
def test_games_are_copied_whole_after_a_search(copied: Any, make: Any) -> None:
    game = make()
    analyse(game, depth=2, algorithm="minimax")
    assert copied(game) == game


RECURSIVE = """
from hostile_rules import Rec
from countermove import analyse
print(analyse(Rec(), depth=7, native=True, algorithm="minimax").value)
"""
RULES = """
import pkg.sub
from test_hostile_base import Take

def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

class Rec(Take):
    def utility(self, state, player):
        value = 1.0 * fib(10) + pkg.sub.SIZE
        return -value if player == state.mover else value
"""


def test_recursive_helpers_and_constants_in_packages_survive_the_next_process(tmp_path: Path, cache: Path) -> None:
    source = Path(__file__).read_text()
    base = source[source.index("class Heap(") : source.index("def agree(")]
    head = "from dataclasses import dataclass\nfrom typing import NamedTuple\nfrom countermove import Game\n\n"
    (tmp_path / "test_hostile_base.py").write_text(head + base)
    (tmp_path / "hostile_rules.py").write_text(textwrap.dedent(RULES))
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("")

    def run(size: int) -> str:
        (tmp_path / "pkg" / "sub.py").write_text(f"SIZE = {size}\n")
        done = subprocess.run(
            [sys.executable, "-B", "-c", RECURSIVE], cwd=tmp_path, env=os.environ, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert [run(1), run(1), run(5), run(1)] == ["56.0", "56.0", "60.0", "56.0"]


def test_a_file_edited_after_import_is_not_compiled_in_place_of_what_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = textwrap.dedent("""
        from typing import NamedTuple
        from countermove import Game

        class At(NamedTuple):
            n: int

        class Edited(Game):
            players = 1
            def initial(self): return At(3)
            def player(self, state): return 0
            def actions(self, state): yield 1
            def result(self, state, action): return At(state.n - action)
            def is_terminal(self, state): return state.n == 0
            def utility(self, state, player): return 3.0 + 1.0
    """)
    path = tmp_path / "edited_rules.py"
    path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    import edited_rules  # type: ignore[import-not-found]

    path.write_text(text.replace("3.0 + 1.0", "3.0 - 1.0").replace("state.n - action", "state.n + action"))
    found = analyse(edited_rules.Edited(), depth=5)
    assert found.value == 4.0 and not found.native
    with pytest.raises(
        NativeError, match=r"the source of \w+ cannot be read \(typed at Python's prompt, or edited since"
    ):
        analyse(edited_rules.Edited(), depth=5, native=True)
