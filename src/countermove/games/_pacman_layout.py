"""Layouts of Pacman: from a shipped name, a file or text to rows and tables, with error messages.

    %%%%%%%      % wall        . food       G ghost (or 1 to 4, in that order)
    %P...G%      P Pacman      o capsule    a space is an empty cell
    %%%%%%%

The bottom row is y = 0, the leftmost column x = 0. Ghosts are numbered as the courses' engine does: by column from the
left, in each column from the bottom. Walls surround the board; a last row that is too short continues as a wall.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countermove.errors import SpecError
from countermove.files import no_device

NORTH, SOUTH, EAST, WEST, STOP = range(5)
ROW = 1024
"""A place is ROW * y + x, where y and x count half cells: so a scared ghost can be between two cells."""
STEP = (ROW, -ROW, 1, -1, 0)
"""The change of a place for half a cell in each direction."""
GOING, WON, LOST = 0, 1, 2
"""The outcome of a game."""
SCARED_TURNS = 40
"""The number of turns for which a capsule scares a ghost."""
BITS = 62
"""The pieces of food in one number, one bit each."""
MAX_SIDE = 200
"""The most rows and columns of a layout."""
MAX_CELLS = 1500
"""The most cells that are not walls."""
SIGNS = "%.oPG1234 "
SHIPPED = ("corridor", "trap", "small", "medium", "open", "tricky", "bars", "blocks")
FOLDER = Path(__file__).parent / "layouts"


def rows_of(layout: str) -> tuple[str, ...]:
    """The rows of a layout, checked, the top one first; `layout` is a shipped name, a file, or the rows.

    >>> rows_of("corridor")[1]
    '%    P  . %'
    """
    if not isinstance(layout, str):
        raise SpecError(f"Pacman: layout={layout!r} must be a name, a file or the rows of a layout, as text.")
    if "\n" in layout:
        return _checked("the layout", layout)
    if layout in SHIPPED:
        return _checked(f"the layout {layout!r}", (FOLDER / f"{layout}.lay").read_text(encoding="utf-8"))
    try:
        text = no_device(Path(layout)).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise SpecError(
            f"Unknown layout {layout!r}; use a shipped one, {', '.join(SHIPPED)}, "
            "or the path of a file, as in layout=my.lay."
        ) from None
    except UnicodeDecodeError:
        raise SpecError(f"The layout {layout!r} is not text.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SpecError(f"The layout {layout!r} cannot be read: {reason.lower()}.") from None
    return _checked(f"the layout {layout!r}", text)


def _checked(what: str, text: str) -> tuple[str, ...]:
    """The rows in a text, if they make a layout."""
    rows = [line.strip() for line in text.strip("\r\n").splitlines()]
    while rows and not rows[-1]:
        rows.pop()
    if rows and len(rows[-1]) < len(rows[0]):
        rows[-1] = rows[-1].ljust(len(rows[0]), "%")
    wrong = _fault(rows)
    if wrong:
        raise SpecError(f"{what[0].upper()}{what[1:]} {wrong}.")
    return tuple(rows)


def _fault(rows: list[str]) -> str:
    """What is wrong with the rows of a layout; empty if nothing is."""
    if not rows:
        return "is empty; draw walls with %, Pacman with P, food with . and ghosts with G"
    for number, row in enumerate(rows, 1):
        for sign in row:
            if sign not in SIGNS:
                return f"has the invalid character {sign!r} in row {number}; use % . o P G 1 2 3 4 and spaces"
    wide = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != wide:
            return f"is ragged: row {number} has {len(row)} characters and the first one {wide}; make them equal"
    if max(wide, len(rows)) > MAX_SIDE:
        return f"has {wide} columns and {len(rows)} rows; the limit is {MAX_SIDE} each"
    for number, row in enumerate(rows, 1):
        edge = row if number in (1, len(rows)) else row[0] + row[-1]
        if edge.strip("%"):
            return f"is open in row {number}; walls (%) must surround the board"
    signs = "".join(rows)
    if signs.count("P") != 1:
        return f"has {signs.count('P') or 'no'} Pacman; put exactly one P where Pacman starts"
    if "." not in signs:
        return "has no food, so nobody could win; add at least one ."
    if len(signs) - signs.count("%") > MAX_CELLS:
        return f"has {len(signs) - signs.count('%')} cells that are not walls; the limit is {MAX_CELLS}"
    if signs.count("o") > BITS:
        return f"has {signs.count('o')} capsules; the limit is {BITS}"
    return ""


class Tables:
    """A layout as numbers: the initial places, and arrays that rules index by row and column."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        upwards = rows[::-1]
        places = [(y, x) for y in range(len(rows)) for x in range(len(rows[0])) if upwards[y][x] != "%"]
        kinds = {place: upwards[place[0]][place[1]] for place in places}
        self.pacman = next(_place(at) for at in places if kinds[at] == "P")
        ghosts = [at for at in places if kinds[at] in "G1234"]
        ghosts.sort(key=lambda at: (int(kinds[at].replace("G", "1")), at[1], at[0]))
        self.ghosts = tuple(map(_place, ghosts))
        self.dots = self._numbered([at for at in places if kinds[at] == "."], rows)
        self.pills = self._numbered([at for at in places if kinds[at] == "o"], rows)
        self.cells = self._numbered(places, rows)
        self.exits: NDArray[np.int64] = np.zeros(self.cells.shape, np.int64)
        for y, x in places:
            around = ((NORTH, y + 1, x), (SOUTH, y - 1, x), (EAST, y, x + 1), (WEST, y, x - 1))
            self.exits[y, x] = sum(1 << way for way, row, column in around if (row, column) in kinds)
        self.paths = self._paths(places)

    @staticmethod
    def _numbered(places: list[tuple[int, int]], rows: tuple[str, ...]) -> NDArray[np.int64]:
        """The number of each of these places, -1 elsewhere."""
        table = np.full((len(rows), len(rows[0])), -1, np.int64)
        for number, at in enumerate(places):
            table[at] = number
        return table

    def _paths(self, places: list[tuple[int, int]]) -> NDArray[np.int16]:
        """The number of steps between any two cells; more than the number of cells if there is no path."""
        near = []
        for y, x in places:
            sides = ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1))
            near.append([int(self.cells[at]) for at in sides if self.cells[at] >= 0])
        table = np.full((len(places), len(places)), len(places), np.int16)
        for start in range(len(places)):
            row = [len(places)] * len(places)
            row[start] = 0
            waiting = deque([start])
            while waiting:
                cell = waiting.popleft()
                for other in near[cell]:
                    if row[other] > row[cell] + 1:
                        row[other] = row[cell] + 1
                        waiting.append(other)
            table[start] = row
        return table


def _place(at: tuple[int, int]) -> int:
    return 2 * ROW * at[0] + 2 * at[1]
