"""Games in SGF, the Smart Game Format, with variations: read, followed and written.

A file is a tree of nodes; a node is a set of properties, each with values:

    (;GM[1]FF[4]SZ[9]KM[7.5] ;B[ee] ;W[ce] (;B[cd] ;W[dd]) (;B[gc]))
       the root               D5 ...        main line      a variation

Points are two letters, the column from the left and the row from the top: "aa" is A9 on a board of size 9, "" a pass.
What is not known here (marks, comments in other programs' properties) is kept and written back.

A. Hollosi, "SGF file format FF[4]", https://www.red-bean.com/sgf/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from countermove.errors import SpecError
from countermove.game import legal
from countermove.games.go.point import BLACK, EDGE, EMPTY, WHITE, name_of
from countermove.games.go.position import Position, chain_of, is_captured

if TYPE_CHECKING:
    from countermove.games.go.rules import Go

NAMES: Final = {"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "tromp-taylor": "Tromp-Taylor"}
MAX_NODES: Final = 200_000
OLD_PASS_SIZE: Final = 19
"""Up to this size "tt" is a pass, too."""


@dataclass
class Node:
    """A node: its properties, and the nodes that may follow, the main line first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def get(self, name: str, default: str = "") -> str:
        """The first value of a property."""
        values = self.properties.get(name)
        return values[0] if values else default

    def main(self) -> Iterator[Node]:
        """The node and those of the main line below it."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


def is_sgf(text: str) -> bool:
    """Whether a text looks like SGF.

    >>> is_sgf("(;B[aa])"), is_sgf("D4 C3")
    (True, False)
    """
    return re.match(r"\ufeff?\s*\(\s*;", text) is not None


TOKEN: Final = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:\\.|[^\]\\])*)\])", re.DOTALL)


def parse(text: str) -> list[Node]:
    """The games of a file, each by its root.

    >>> [root] = parse("(;SZ[5];B[cc](;W[cd];B[dd])(;W[bc]))")
    >>> root.get("SZ"), len(root.children[0].children)
    ('5', 2)
    """
    games: list[Node] = []
    parents: list[Node | None] = []
    current: Node | None = None
    name, at, count = "", text.find("("), 0
    if at < 0:
        raise SpecError("This is not SGF: it has no '('.")
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            if not text[at:].strip():
                break
            if not parents:  # what follows a game is not part of it
                break
            raise SpecError(f"The SGF is damaged at {text[at : at + 20].strip()!r}, character {at + 1}.")
        at = found.end()
        sign, word, value = found.groups()
        if sign == "(":
            parents.append(current)
        elif sign == ")":
            if not parents:
                raise SpecError("The SGF has a ')' too many.")
            current = parents.pop()
            if not parents:
                current = None
                at = _next_game(text, at)
        elif sign == ";":
            if not parents:
                raise SpecError("The SGF has a ';' outside of a game.")
            count += 1
            if count > MAX_NODES:
                raise SpecError(f"The SGF has more than {MAX_NODES:,} nodes.")
            node = Node()
            (games if current is None else current.children).append(node)
            current = node
            name = ""
        elif word:
            name = re.sub("[a-z]", "", word)  # FF[3] allowed lower case: "Black" is "B"
        elif current is None or not name:
            raise SpecError(f"The SGF has a value without a property: [{(value or '')[:20]}].")
        else:
            current.properties.setdefault(name, []).append(unescaped(value))
    if parents:
        raise SpecError("The SGF ends too early: a ')' is missing.")
    if not games:
        raise SpecError("The SGF contains no game.")
    return games


def _next_game(text: str, at: int) -> int:
    found = text.find("(", at)
    return found if found >= 0 else len(text)


def unescaped(value: str) -> str:
    r"""A value without its escapes; a backslash at the end of a line joins lines.

    >>> unescaped(r"a\]b\\")
    'a]b\\'
    """
    return re.sub(
        r"\\(\r\n|\n\r|\n|\r|.)", lambda found: "" if found[1].strip("\r\n") == "" else found[1], value, flags=re.DOTALL
    )


def write(root: Node) -> str:
    """A game as SGF.

    >>> write(parse("(;SZ[5];B[cc](;W[cd])(;W[bc]))")[0])
    '(;SZ[5];B[cc](;W[cd])(;W[bc]))'
    """
    parts = ["("]
    waiting: list[Node | str] = [root]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            parts.append(each)
            continue
        parts.append(
            ";" + "".join(f"{name}{''.join(map(_bracketed, values))}" for name, values in each.properties.items())
        )
        if len(each.children) == 1:
            waiting.append(each.children[0])
        else:
            for child in reversed(each.children):
                waiting += [")", child, "("]
    return "".join([*parts, ")"])


def _bracketed(value: str) -> str:
    return "[" + value.replace("\\", "\\\\").replace("]", "\\]") + "]"


# Points.


def point_of(text: str, size: int) -> int:
    """A point of a board from its two letters; the pass if there are none.

    >>> point_of("ae", 5), point_of("", 9), point_of("tt", 9)
    (0, 81, 81)
    """
    if text.strip() == "" or (text == "tt" and size <= OLD_PASS_SIZE):
        return size * size
    if re.fullmatch("[a-s]{2}", text) is None:
        raise SpecError(f"The SGF has the point {text[:10]!r}; expected two letters from a to s.")
    column, row = ord(text[0]) - ord("a"), size - 1 - (ord(text[1]) - ord("a"))
    if column >= size or row < 0:
        raise SpecError(f"The SGF has the point {text!r}, which is not on a board of size {size}.")
    return row * size + column


def letters_of(point: int, size: int) -> str:
    """The two letters of a point.

    >>> letters_of(0, 5), letters_of(25, 5)
    ('ae', '')
    """
    if point == size * size:
        return ""
    return chr(ord("a") + point % size) + chr(ord("a") + size - 1 - point // size)


def _points(values: Sequence[str], size: int) -> Iterator[int]:
    """Points of a list, rectangles ("aa:cc") included."""
    for value in values:
        first, colon, second = value.partition(":")
        if not colon:
            yield point_of(first, size)
            continue
        one, two = point_of(first, size), point_of(second, size)
        rows, columns = sorted((one // size, two // size)), sorted((one % size, two % size))
        yield from (r * size + c for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1))


# Games.


def fields_of(root: Node) -> dict[str, str]:
    """The fields of a `Go` that a game in SGF names: size, komi and rules.

    >>> fields_of(parse("(;SZ[13]KM[6.5]RU[Japanese])")[0])
    {'size': '13', 'komi': '6.5', 'rules': 'japanese'}
    """
    found = {}
    if root.get("GM", "1").strip() not in ("1", ""):
        raise SpecError(f"The SGF is of another game (GM[{root.get('GM')}]); expected Go, GM[1].")
    size = root.get("SZ", "19").strip()
    if not re.fullmatch("[0-9]{1,2}(:[0-9]{1,2})?", size) or len(set(size.split(":"))) > 1:
        raise SpecError(f"The SGF has the board SZ[{size[:12]}]; expected a square one, such as SZ[19].")
    found["size"] = size.split(":")[0]
    komi = root.get("KM").strip()
    if re.fullmatch(r"-?[0-9]{1,4}(\.[0-9]{1,4})?", komi):
        value = round(2 * float(komi)) / 2
        found["komi"] = f"{value:g}"
    rules = root.get("RU").strip().casefold()
    for name, shown in NAMES.items():
        if rules and rules in (name, shown.casefold()):
            found["rules"] = name
    return found


def main_line(game: Go, text: str) -> list[tuple[int | None, Position]]:
    """The main line of the first game: each action, None where a position was set up, and the position after it."""
    return line(game, list(parse(text)[0].main()))


def line(game: Go, nodes: Sequence[Node]) -> list[tuple[int | None, Position]]:
    """A line of nodes from the root on, as `main_line`."""
    size = int(fields_of(nodes[0]).get("size", "19"))
    if size != game.size:
        raise SpecError(f"The SGF has a board of size {size}; this is go:size={game.size}. Use go:size={size}.")
    state = game.initial()
    found: list[tuple[int | None, Position]] = []
    count = 0
    for node in nodes:
        if any(name in node.properties for name in ("AB", "AW", "AE", "PL")):
            state = _set_up(game, state, node)
            found.append((None, state))
        for name, player in (("B", 0), ("W", 1)):
            for value in node.properties.get(name, ()):
                count += 1
                state = _played(game, state, player, point_of(value, size), count)
                found.append((point_of(value, size), state))
    return found or [(None, state)]


def _set_up(game: Go, state: Position, node: Node) -> Position:
    """The position with stones added and removed."""
    cells = list(state.cells)
    for name, colour in (("AE", EMPTY), ("AB", BLACK), ("AW", WHITE)):
        for point in _points(node.properties.get(name, ()), game.size):
            if point < game.area:
                cells[point] = colour
    for point in range(game.area):
        if cells[point] != EMPTY and is_captured(cells, game.near, chain_of(cells, game.near, point)):
            raise SpecError(f"The SGF sets up a stone without a liberty at {name_of(point, game.size)}.")
    turn = node.get("PL").strip().upper()[:1]
    mover = {"B": 0, "W": 1}.get(turn, state.mover)
    only_black = not turn and "AB" in node.properties and "AW" not in node.properties
    return game.placed(tuple(cells), 1 if only_black and not state.last >= 0 else mover)


def _played(game: Go, state: Position, player: int, point: int, count: int) -> Position:
    if game.is_terminal(state):
        state = state._replace(passes=0)  # files go on after two passes
    if state.mover != player:
        state = game.after(state, state.cells, player, 0, -1, state.last, state.lost, state.hash)
    if point not in legal(game, state):
        why = "is taken" if point < game.area and state.cells[point] != EMPTY else f"is not legal by {game.rules} rules"
        raise SpecError(f"Move {count} of the SGF, {name_of(point, game.size)} by {game.player_name(player)}, {why}.")
    return game.result(state, point)


def tree_of(game: Go, start: Position, actions: Sequence[int], result: str = "") -> Node:
    """A game as a tree with one line, with a root that says what is played."""
    size = game.size
    root = Node({"GM": ["1"], "FF": ["4"], "CA": ["UTF-8"], "AP": ["Countermove"], "SZ": [str(size)]})
    root.properties["KM"] = [f"{game.komi:g}"]
    root.properties["RU"] = [NAMES[game.rules]]
    if result:
        root.properties["RE"] = [result]
    for name, colour in (("AB", BLACK), ("AW", WHITE)):
        stones = [letters_of(point, size) for point in range(game.area) if start.cells[point] == colour]
        if stones:
            root.properties[name] = stones
    if game.handicap and start == game.initial():
        root.properties["HA"] = [str(game.handicap)]
    if any(colour not in (EMPTY, EDGE) for colour in start.cells):
        root.properties["PL"] = ["BW"[start.mover]]
    node, mover = root, start.mover
    for action in actions:
        after = Node({"BW"[mover]: [letters_of(action, size)]})
        node.children.append(after)
        node, mover = after, 1 - mover
    return root


def add_variation(root: Node, actions: Sequence[tuple[int, int]], size: int, comment: str = "") -> Node:
    """Add a line of (player, action) to a tree; what is there already is followed. Returns its last node.

    >>> root = parse("(;SZ[5];B[cc];W[cd])")[0]
    >>> _ = add_variation(root, [(0, 12), (1, 11)], 5)
    >>> write(root)
    '(;SZ[5];B[cc](;W[cd])(;W[bc]))'
    """
    node = root
    for player, action in actions:
        name, value = "BW"[player], letters_of(action, size)
        known = [child for child in node.children if child.properties.get(name) == [value]]
        after = known[0] if known else Node({name: [value]})
        if not known:
            node.children.append(after)
        node = after
    if comment:
        node.properties["C"] = [comment]
    return node
