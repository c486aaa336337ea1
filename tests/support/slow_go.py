"""Go, slowly: boards are strings, positions are remembered whole, nothing is shared with the game it tests."""

from __future__ import annotations

PASS = None


class SlowGo:
    """A game in progress: `board` maps (column, row) to "X" or "O"."""

    def __init__(self, size: int, ko: str, suicide: bool) -> None:
        self.size, self.ko, self.suicide = size, ko, suicide
        self.board: dict[tuple[int, int], str] = {}
        self.turn, self.passes = "X", 0
        self.boards = [self.picture()]
        self.situations = {(self.picture(), "X")}
        self.lost = {"X": 0, "O": 0}

    def picture(self, board=None) -> str:
        board = self.board if board is None else board
        return "".join(board.get((x, y), ".") for y in range(self.size) for x in range(self.size))

    def around(self, place):
        x, y = place
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= other[0] < self.size and 0 <= other[1] < self.size:
                yield other

    def group(self, board, place):
        colour, found, waiting = board.get(place), {place}, [place]
        while waiting:
            for other in self.around(waiting.pop()):
                if board.get(other) == colour and other not in found:
                    found.add(other)
                    waiting.append(other)
        edge = {other for each in found for other in self.around(each)} - found
        return found, {other for other in edge if other not in board}

    def after(self, place):
        """The board after a stone, and the stones taken off; None if suicide is forbidden."""
        board = dict(self.board)
        board[place] = self.turn
        enemy = "O" if self.turn == "X" else "X"
        taken = {enemy: set(), self.turn: set()}
        for other in self.around(place):
            if board.get(other) == enemy:
                stones, free = self.group(board, other)
                if not free:
                    taken[enemy] |= stones
        for stone in taken[enemy]:
            del board[stone]
        stones, free = self.group(board, place)
        if not free:
            if not self.suicide:
                return None
            taken[self.turn] = stones
            for stone in stones:
                del board[stone]
        return board, taken

    def is_legal(self, place) -> bool:
        if place is PASS:
            return True
        if place in self.board or (found := self.after(place)) is None:
            return False
        picture = self.picture(found[0])
        enemy = "O" if self.turn == "X" else "X"
        if self.ko == "positional":
            return picture not in self.boards
        if self.ko == "situational":
            return (picture, enemy) not in self.situations
        return picture != self.boards[-1] and (len(self.boards) < 2 or picture != self.boards[-2])

    def legal(self):
        places = [(x, y) for y in range(self.size) for x in range(self.size)]
        return [place for place in places if self.is_legal(place)] + [PASS]

    def play(self, place) -> None:
        enemy = "O" if self.turn == "X" else "X"
        if place is PASS:
            self.passes += 1
        else:
            self.board, taken = self.after(place)
            for colour, stones in taken.items():
                self.lost[colour] += len(stones)
            self.passes = 0
        self.turn = enemy
        self.boards.append(self.picture())
        self.situations.add((self.picture(), self.turn))

    def area(self) -> int:
        """Black's stones and points minus White's: a point is whose stones alone it reaches."""
        total = 0
        for y in range(self.size):
            for x in range(self.size):
                if (x, y) in self.board:
                    total += 1 if self.board[x, y] == "X" else -1
                    continue
                region, _ = self.group(self.board, (x, y))
                seen = {self.board[o] for each in region for o in self.around(each) if o in self.board}
                total += {("X",): 1, ("O",): -1}.get(tuple(seen), 0)
        return total
