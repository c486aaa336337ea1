"""What a student's function is given: a game, a node or nested lists that notice what is done with them.

Three styles are served. A *game* has the methods of the contract; its states are lists of the actions so far, so that
code which changes a state in place can be caught. A *node* has children and a value, and the helpers of the notes'
pseudocode (`successors(state)`, `utility(state)`, ...) work on it. A *tree* is nested lists of whole numbers whose
leaves notice when they are compared, calculated with or handed back. This file and `child.py` run in the student's
process and use nothing but the standard library.
"""

from __future__ import annotations

from typing import Any

FIRST = 101
Path = tuple[int, ...]
OPERATIONS = (
    "lt", "le", "gt", "ge", "eq", "ne", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv",
    "rfloordiv", "mod", "rmod", "pow", "rpow", "neg", "pos", "abs", "bool", "float", "int", "round",
)  # fmt: skip
"""What using a number is."""


class MisuseError(Exception):
    """The student's code asks for something that is not there."""


class Record:
    """What was looked at, and what was handed out and must stay as it was."""

    def __init__(self) -> None:
        self.leaves: set[Path] = set()
        self.visited: set[Path] = {()}
        self.handed: list[tuple[Position, Path]] = []

    def changed(self) -> str | None:
        """A state that is no longer what it was, in words."""
        for state, path in self.handed:
            if tuple(state) != path:
                return f"the state {list(path)} was handed out and is {list(state)} now"
        return None


class Position(list[int]):
    """A state: the actions so far."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    def __bool__(self) -> bool:
        return True


class ExhibitGame:
    """A tree as a game with the methods of the contract."""

    def __init__(self, told: dict[str, Any], record: Record) -> None:
        self._tree, self._pattern, self._record = told["tree"], told["pattern"], record
        self.players = told["players"]

    def _at(self, state: Any) -> Any:
        node = self._tree
        try:
            path = tuple(state)
            for action in path:
                if not 0 <= action - FIRST < len(node[1]):
                    raise IndexError
                node = node[1][action - FIRST]
        except (TypeError, IndexError):
            raise MisuseError(f"{_short(state)} is not a state of this game") from None
        return path, node

    def _hand(self, path: Path) -> Position:
        state = Position(path)
        self._record.handed.append((state, path))
        self._record.visited.add(path)
        return state

    def initial(self) -> Position:
        return self._hand(())

    def player(self, state: Any) -> int:
        path, _ = self._at(state)
        return int(self._pattern[len(path) % len(self._pattern)])

    def actions(self, state: Any) -> list[int]:
        return [FIRST + index for index in range(len(self._at(state)[1][1]))]

    def chances(self, state: Any) -> list[tuple[int, float]]:
        _, node = self._at(state)
        odds = node[2] or [1 / len(node[1])] * len(node[1])
        return list(zip(self.actions(state), odds))

    def result(self, state: Any, action: Any) -> Position:
        path, node = self._at(state)
        if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action - FIRST < len(node[1]):
            legal = ", ".join(map(str, self.actions(state))) or "none"
            raise MisuseError(f"the action {_short(action)} is not legal in the state {list(path)}; legal: {legal}")
        return self._hand((*path, action))

    def is_terminal(self, state: Any) -> bool:
        return not self._at(state)[1][1]

    def utility(self, state: Any, player: int = 0) -> float:
        path, node = self._at(state)
        if node[1]:
            raise MisuseError(f"the utility of {list(path)} is asked for, where the game is not over")
        return self._worth(path, node, player)

    def evaluate(self, state: Any, player: int = 0) -> float:
        path, node = self._at(state)
        return self._worth(path, node, player)

    def _worth(self, path: Path, node: Any, player: int) -> float:
        self._record.leaves.add(path)
        return float(node[0]) if player == 0 else 0.0 - node[0] / (self.players - 1)

    to_move = player
    terminal_test = is_terminal


ExhibitGame.__name__ = "Game"  # as a student's AttributeError should call it


class Node:
    """A node with children, for value functions on successors."""

    def __init__(self, told: list[Any], pattern: list[int], record: Record, path: Path = (), odds: float = 1.0) -> None:
        value, children, chances = told
        self._value, self._record, self._path = value, record, path
        self.player = pattern[len(path) % len(pattern)]
        self.probability = odds
        chances = chances or [1 / max(1, len(children))] * len(children)
        self.children = [
            Node(child, pattern, record, (*path, FIRST + index), chance)
            for index, (child, chance) in enumerate(zip(children, chances))
        ]
        self.name = ".".join(str(action - FIRST + 1) for action in path) or "root"
        self._count = len(children)

    @property
    def successors(self) -> list[Node]:
        return self.children

    @property
    def value(self) -> float:
        """What a leaf is worth to MAX, or what the student's code has put there."""
        if not self._count:
            self._record.leaves.add(self._path)
            self._record.visited.add(self._path)
        return float(self._value)

    @value.setter
    def value(self, value: float) -> None:
        if self._count:
            self._value = value

    def is_terminal(self) -> bool:
        self._record.visited.add(self._path)
        return not self._count

    def utility(self, player: int = 0) -> float:
        if self._count:
            raise MisuseError(f"the utility of the node {self.name} is asked for, where the game is not over")
        return self.value if player == 0 else -self.value

    def evaluate(self, player: int = 0) -> float:
        self._record.leaves.add(self._path)
        return float(self._value) if player == 0 else -float(self._value)

    def changed(self) -> str | None:
        """A node whose children are no longer what they were."""
        if len(self.children) != self._count:
            return f"the node {self.name} had {self._count} children and has {len(self.children)} now"
        return next((words for child in self.children if (words := child.changed())), None)

    def __repr__(self) -> str:
        return f"Node({self.name})"


def helpers() -> dict[str, Any]:
    """The words of the notes' pseudocode, as functions of a node."""

    def result(state: Node, action: int) -> Node:
        return state.children[action - FIRST]

    def actions(state: Node) -> list[int]:
        return [FIRST + index for index in range(len(state.children))]

    def utility(state: Node, player: int = 0) -> float:
        return state.utility(player)

    def evaluate(state: Node, player: int = 0) -> float:
        return state.evaluate(player)

    return {
        "successors": lambda state: list(state.children),
        "children": lambda state: list(state.children),
        "is_terminal": Node.is_terminal,
        "terminal": Node.is_terminal,
        "terminal_test": Node.is_terminal,
        "utility": utility,
        "evaluate": evaluate,
        "player": lambda state: state.player,
        "actions": actions,
        "result": result,
        "probability": lambda state: state.probability,
        "chances": lambda state: [(FIRST + i, child.probability) for i, child in enumerate(state.children)],
    }


def plain_tree(told: Any) -> Any:
    """Nested lists of whole numbers."""
    return [plain_tree(child) for child in told[1]] if told[1] else told[0]


class Branch(list[Any]):
    """A list that knows where it stands."""


class Leaf(int):
    """A whole number that notices when it is used."""

    path: Path
    record: Record

    __hash__ = int.__hash__


def notice(answer: Any) -> None:
    """A leaf, or a pair with one in it, has been looked at."""
    for each in answer if isinstance(answer, tuple) else (answer,):
        if isinstance(each, Leaf):
            each.record.leaves.add(each.path)


def _noticing(name: str) -> Any:
    plain = getattr(int, name)

    def method(self: Leaf, *others: Any) -> Any:
        for each in (self, *others):  # max asks one number only whether it is larger than the other
            notice(each)
        return plain(self, *others)

    return method


for _name in OPERATIONS:
    setattr(Leaf, f"__{_name}__", _noticing(f"__{_name}__"))


def instrumented(told: Any, record: Record, path: Path = ()) -> Any:
    """Nested lists whose leaves notice when they are used."""
    if not told[1]:
        leaf = Leaf(told[0])
        leaf.path, leaf.record = path, record
        return leaf
    return Branch(instrumented(child, record, (*path, FIRST + index)) for index, child in enumerate(told[1]))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
