from __future__ import annotations

from dataclasses import dataclass

from countermove import Game

WIDTH, HEIGHT = 5, 3


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int

    @classmethod
    def from_string(cls, text: str) -> Point:
        return cls("abcde".index(text[0]), int(text[1]) - 1)

    def __str__(self) -> str:
        return f"{'abcde'[self.x]}{self.y + 1}"

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def __neg__(self) -> Point:
        return Point(-self.x, -self.y)

    @property
    def index(self) -> int:
        return self.y * WIDTH + self.x

    def is_inside(self) -> bool:
        return 0 <= self.x < WIDTH and 0 <= self.y < HEIGHT

    def ways(self):
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and (dx == 0 or dy == 0 or (self.x + self.y) % 2 == 0):
                    yield Point(dx, dy)


class Fanorona(Game):
    """Approach or withdraw; a move is named as 'a1-b2+' or 'a1-b2-', or 'a1-b2' for one that takes nothing."""

    repeats = True

    def initial(self):
        return ("WWWWW" + "WB.WB" + "BBBBB", "W", 0)

    def player(self, state):
        return "WB".index(state[1])

    def taken(self, board, mover, start, way):
        """The men in a row from a point on."""
        found = []
        at = start
        while at.is_inside() and board[at.index] not in (".", mover):
            found.append(at.index)
            at = at + way
        return found

    def moves(self, board, mover):
        captures, quiet = [], []
        for index, man in enumerate(board):
            if man != mover:
                continue
            start = Point(index % WIDTH, index // WIDTH)
            for way in start.ways():
                end = start + way
                if not end.is_inside() or board[end.index] != ".":
                    continue
                if self.taken(board, mover, end + way, way):
                    captures.append(f"{start}-{end}+")
                if self.taken(board, mover, start - way, -way):
                    captures.append(f"{start}-{end}-")
                quiet.append(f"{start}-{end}")
        return captures or quiet

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return self.moves(state[0], state[1])

    def result(self, state, action):
        board, mover, ply = state
        start, end = Point.from_string(action[:2]), Point.from_string(action[3:5])
        cells = list(board)
        way = end - start
        if action.endswith("+"):
            gone = self.taken(board, mover, end + way, way)
        elif action[-1] == "-":
            gone = self.taken(board, mover, start - way, -way)
        else:
            gone = []
        for index in gone:
            cells[index] = "."
        cells[start.index], cells[end.index] = ".", mover
        return "".join(cells), "B" if mover == "W" else "W", ply + 1

    def is_terminal(self, state):
        board, mover, ply = state
        return "W" not in board or "B" not in board or ply >= 40 or not self.moves(board, mover)

    def utility(self, state, player):
        board, mover, ply = state
        if "W" in board and "B" in board:
            return 0.0
        winner = 0 if "W" in board else 1
        return 1.0 if player == winner else -1.0
