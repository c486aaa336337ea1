"""Rules that declare their state, `Game[Heap]`, run as those that do not: interpreted, compiled and pickled."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from heap_file import SUBTRACT

from countermove import Game, analyse, load, solve
from countermove.native import digest
from countermove.solve.identity import identify

pytestmark = pytest.mark.native

TURNS = '''
T = TypeVar("T")

class Turns(Game[T]):
    """Two players in turn; a player who cannot move loses."""

    def utility(self, state: T, player: int) -> float:
        return -1.0 if player == self.player(state) else 1.0

    def bounds(self, state: T) -> tuple[float, float]:
        return -1.0, 1.0

class Heaps(Turns[T], Generic[T]):
    def canonical(self, state: T) -> T:
        same: T = state
        return super().canonical(same)

@dataclass(frozen=True, slots=True)
class SubtractSquare(Heaps[Heap]):
'''
"""Generic base classes between the contract and the game, which has slots."""
OWN_UTILITY = """
    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0
"""


def typed(text: str) -> str:
    """The rules with annotations."""
    text = text.replace("(self, state)", "(self, state: Heap)").replace("(self, state, ", "(self, state: Heap, ")
    return text.replace("def initial(self):", "def initial(self) -> Heap:")


def derived(text: str) -> str:
    """The rules with generic base classes."""
    text = text.replace("import NamedTuple", "import Generic, NamedTuple, TypeVar").replace(OWN_UTILITY, "")
    return text.replace("\n@dataclass(frozen=True)\nclass SubtractSquare(Game):\n", TURNS)


RULES = {
    "declared": typed(SUBTRACT.replace("(Game)", "(Game[Heap])")),
    "quoted": SUBTRACT.replace("(Game)", '(Game["Heap"])'),
    "derived": typed(derived(SUBTRACT)),
}


def write(folder: Path, text: str) -> Game:
    folder.mkdir(exist_ok=True)
    (folder / "author_heap.py").write_text(text)
    return load(f"{folder / 'author_heap.py'}:SubtractSquare:counters=20")


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"], ids=["evaluated", "postponed"])
@pytest.mark.parametrize("name", RULES)
def test_a_declared_state_changes_no_answer(tmp_path: Path, name: str, future: str) -> None:
    plain, game = write(tmp_path / "plain", SUBTRACT), write(tmp_path / "declared", future + RULES[name])
    interpreted = analyse(plain, algorithm="alphabeta", depth=6, native=False)
    compiled = analyse(game, algorithm="alphabeta", depth=6, native=True)
    assert compiled.native
    assert (compiled.action, compiled.value) == (interpreted.action, interpreted.value)
    assert compiled.nodes == interpreted.nodes
    assert solve(game).actions == solve(plain).actions
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_declared_state_keeps_compiled_code_and_databases_valid(tmp_path: Path) -> None:
    plain, game = write(tmp_path / "plain", SUBTRACT), write(tmp_path / "declared", RULES["declared"])
    assert digest.of_game(game) == digest.of_game(plain)
    assert identify(game, ()) == identify(plain, ())
