"""Stand-ins for a game that is in another file: agents come alone, and ask a state by methods that say what they mean.

`StandIn` is a seeded tree that answers by the names of what it is asked: children, moves, whether it is over, its
value, whose turn it is. `Noughts` is tic-tac-toe, for agents that write into the board of the state themselves.
"""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Callable
from typing import Any

from countermove.lectures.grade.own.pacman import PacmanState
from countermove.lectures.grade.own.survey import Survey

PLIES = 5
"""Actions after which the seeded game is over."""
PLAYERS = ((1, -1), (True, False), (0, 1), (1, 2), ("X", "O"), ("MAX", "MIN"))
MEANINGS = (
    ("copy", r"copy|clone"),
    ("undo", r"undo|unmake|^pop|restore|revert|takeback|retract"),
    (
        "over",
        r"iswin|islose|isdraw|haswon|terminal|gameover|over$|finished|terminated|ended|full$|isdone|isend|isgoal|isleaf",
    ),
    ("children", r"children|successors|nextstates|expand|neighbo"),
    ("moves", r"actions|moves|legal|possible|available|valid"),
    ("root", r"^root$|^initial|^start"),
    ("name", r"^name$|^id$|^label$"),
    ("mine", r"isme$|ismax|mymove|myturn|ismyturn"),
    ("value", r"util|score|eval|value|heur|reward|payoff"),
    ("turn", r"player|turn|tomove|current|side|colou?r"),
    ("next", r"result|apply|make|move|play|successor|forecast|nextstate|push|place|drop|step|transition|^do"),
)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class StandIn:
    """A state of a seeded game, whose methods mean what their names say."""

    def __init__(self, players: tuple[Any, Any], called: set[str], changes: set[str], pairs: set[str]) -> None:
        self._players, self._called, self._changes, self._pairs = players, called, changes, pairs
        self._path: list[int] = []

    def _rolled(self) -> random.Random:
        return random.Random(f"{self._path}")

    def _over(self) -> bool:
        return len(self._path) >= PLIES or (len(self._path) > 1 and self._rolled().random() < 0.1)

    def _moves(self) -> list[int]:
        return [] if self._over() else list(range(2 + (len(self._path) + sum(self._path)) % 2))

    def _after(self, move: int, *_: Any) -> StandIn:
        made = copy.copy(self)
        made._path = [*self._path, move]
        return made

    def _meant(self, name: str) -> Callable[..., Any]:
        word = name.lower().replace("_", "")
        meaning = next((meaning for meaning, words in MEANINGS if re.search(words, word)), "")
        if meaning == "next" and name in self._changes:
            return lambda *given: self._path.append(next(each for each in given if isinstance(each, int)))
        if meaning == "children" and name in self._pairs:
            return lambda *_: [(move, self._after(move)) for move in self._moves()]
        acts: dict[str, Callable[..., Any]] = {
            "copy": lambda *_: copy.deepcopy(self),
            "undo": lambda *_: self._path.pop(),
            "over": lambda *_: self._over(),
            "children": lambda *_: [self._after(move) for move in self._moves()],
            "moves": lambda *_: self._moves(),
            "root": lambda *_: self,
            "name": lambda *_: "".join(map(str, self._path)),
            "mine": lambda *_: len(self._path) % 2 == 0,
            "value": lambda *_: self._rolled().randint(-9, 9),
            "turn": lambda *_: self._players[len(self._path) % 2],
            "next": self._after,
        }
        if meaning not in acts:
            raise AttributeError(name)
        return acts[meaning]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        act = self._meant(name)
        return act if name in self._called else act()

    def __repr__(self) -> str:
        return f"the state after {self._path or 'no action'}"


class Noughts:
    """Tic-tac-toe, two marks into the game, with the names that an agent uses for its board and its winner."""

    def __init__(self, board: str, winner: str, rows: bool) -> None:
        cells = ["X", " ", " ", " ", "O", " ", " ", " ", " "]
        self._rows, self._won = rows, winner
        setattr(self, board, [cells[at : at + 3] for at in (0, 3, 6)] if rows else cells)
        setattr(self, winner, None)
        self._at = board

    def _cells(self) -> list[Any]:
        board = getattr(self, self._at)
        return [cell for row in board for cell in row] if self._rows else board

    def _empty(self) -> list[Any]:
        free = [index for index, cell in enumerate(self._cells()) if cell == " "]
        return [divmod(index, 3) for index in free] if self._rows else free

    def _put(self, *given: Any) -> bool:
        letter = next(each for each in given if isinstance(each, str))
        place = [each for each in given if not isinstance(each, str)]
        at = place[0] if len(place) == 1 else tuple(place)
        board = getattr(self, self._at)
        if self._rows:
            board[at[0]][at[1]] = letter
        else:
            board[at] = letter
        cells = self._cells()
        if any(cells[a] == cells[b] == cells[c] == letter for a, b, c in LINES):
            setattr(self, self._won, letter)
        return True

    def __getattr__(self, name: str) -> Any:
        word = name.lower().replace("_", "")
        if name.startswith("_"):
            raise AttributeError(name)
        if re.search(r"num|count", word):
            return lambda: len(self._empty())
        if re.search(r"full|over|draw|tie", word):
            return lambda: not self._empty()
        if re.search(r"move$|place|mark|put", word) and not re.search(r"avail|valid|legal", word):
            return self._put
        if re.search(r"moves|avail|legal|valid|possible", word):
            return self._empty
        if re.search(r"empty|free|left", word):
            return lambda: bool(self._empty())
        raise AttributeError(name)


def actions_of(state: Any) -> int | None:
    """The number of actions in a state of ours."""
    if isinstance(state, PacmanState):
        return len(state.getLegalActions(state.mover))
    return len(state._moves()) if isinstance(state, StandIn) else None


def stand_ins(found: Survey) -> list[tuple[str, Any]]:
    """States for a search whose game is not in the file."""
    used = _used(found)
    known = {name.rsplit(".", 1)[-1] for name in found.functions} | _stored(found)
    missing = {name for name in used if name not in known}
    if len(missing) < 2:
        return []
    nodes = list(ast.walk(found.tree))
    called = {node.func.attr for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)}
    boards = [node.value for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
    for board in boards:
        rows = isinstance(board, ast.Subscript)
        holder = board.value if isinstance(board, ast.Subscript) else board
        if isinstance(holder, ast.Attribute) and isinstance(holder.value, ast.Name) and holder.value.id != "self":
            winner = next((name for name in sorted(used) if "winner" in name and name not in called), "winner")
            return [("tic-tac-toe", Noughts(holder.attr, winner, rows))]
    changes = {
        node.value.func.attr
        for node in nodes
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
    }
    loops = [node for node in nodes if isinstance(node, (ast.For, ast.comprehension))]
    pairs = {
        node.iter.func.attr
        for node in loops
        if isinstance(node.target, ast.Tuple) and isinstance(node.iter, ast.Call)
        if isinstance(node.iter.func, ast.Attribute)
    }
    compared = [node for node in nodes if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute)]
    letters = [each.value for node in compared for each in node.comparators if isinstance(each, ast.Constant)]
    players = [(each, f"not {each}") for each in letters if isinstance(each, str)][:2]
    return [
        ("a game by the names of its methods", StandIn(each, called, changes, pairs)) for each in (*players, *PLAYERS)
    ]


def _used(found: Survey) -> set[str]:
    """The attributes that functions use of their parameters."""
    names: set[str] = set()
    for function in found.functions.values():
        for node in ast.walk(function.node):
            held = node.value if isinstance(node, ast.Attribute) else None
            if isinstance(held, ast.Name) and held.id in function.parameters:
                names.add(node.attr)  # type: ignore[attr-defined]
    return names


def _stored(found: Survey) -> set[str]:
    """The attributes that the classes of a file set."""
    return {
        node.attr
        for cls in found.classes.values()
        for node in ast.walk(cls)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }
