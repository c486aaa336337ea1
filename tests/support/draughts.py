"""Draughts written a second time, slowly: a dictionary of pieces, and captures followed square by square.

Nothing is shared with countermove.games.checkers; squares are (row, column) from the top left.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    size: int = 8
    flying: bool = False
    backward: bool = False
    majority: bool = False
    crowning: str = "ends"


AMERICAN = Rules()
RUSSIAN = Rules(8, True, True, False, "king")
BRAZILIAN = Rules(8, True, True, True, "passes")
INTERNATIONAL = Rules(10, True, True, True, "passes")
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


class Board:
    """Pieces by square: b, B, w or W; `turn` is b or w."""

    def __init__(self, rules, pieces, turn):
        self.rules, self.pieces, self.turn = rules, pieces, turn

    @classmethod
    def of(cls, rules, state, half):
        """The board of a position of countermove, by its numbers of squares."""
        pieces = {}
        for bit in range(64):
            number = bit - bit // (2 * half + 1)
            row, at = divmod(number, half)
            for side, letter in ((state.black, "b"), (state.white, "w")):
                if side >> bit & 1:
                    pieces[row, 2 * at + (row + 1) % 2] = letter.upper() if state.kings >> bit & 1 else letter
        return cls(rules, pieces, "bw"[state.turn])

    def inside(self, square):
        return all(0 <= part < self.rules.size for part in square)

    def free(self, square, start):
        return self.inside(square) and (square == start or square not in self.pieces)

    def is_enemy(self, square):
        return square in self.pieces and self.pieces[square].lower() != self.turn

    def last_row(self):
        return self.rules.size - 1 if self.turn == "b" else 0

    def forward(self, direction):
        return direction[0] == (1 if self.turn == "b" else -1)

    def jumps(self, start, square, king, taken):
        """All single jumps from a square: the piece taken, and where to land."""
        for d in DIAGONALS:
            if not (king or self.rules.backward or self.forward(d)):
                continue
            reach = range(1, self.rules.size) if king and self.rules.flying else (1,)
            for steps in reach:
                middle = square[0] + steps * d[0], square[1] + steps * d[1]
                if self.free(middle, start):
                    continue
                if self.is_enemy(middle) and middle not in taken:
                    far = range(1, self.rules.size) if king and self.rules.flying else (1,)
                    for more in far:
                        landing = middle[0] + more * d[0], middle[1] + more * d[1]
                        if not self.free(landing, start):
                            break
                        yield middle, landing
                break

    def captures(self, start, square, king, taken):
        """Complete captures: (end, pieces taken, whether a king at the end)."""
        options = list(self.jumps(start, square, king, taken))
        if not options:
            return {(square, taken, king)} if taken else set()
        found = set()
        by_victim = {}
        for middle, landing in options:
            by_victim.setdefault(middle, []).append(landing)
        for middle, landings in by_victim.items():
            now = taken | {middle}
            outcomes = []
            for landing in landings:
                arrives = not king and landing[0] == self.last_row()
                if arrives and self.rules.crowning == "ends":
                    outcomes.append(({(landing, now, True)}, False))
                    continue
                king_now = king or (arrives and self.rules.crowning == "king")
                goes_on = bool(list(self.jumps(start, landing, king_now, now)))
                outcomes.append((self.captures(start, landing, king_now, now), goes_on))
            must = any(goes_on for _, goes_on in outcomes)
            for ends, goes_on in outcomes:
                if goes_on or not must:
                    found |= ends
        return found

    def moves(self):
        """All moves: (start, end, pieces taken, whether a king at the end)."""
        mine = [square for square, piece in self.pieces.items() if piece.lower() == self.turn]
        jumps = set()
        for start in mine:
            king = self.pieces[start].isupper()
            for end, taken, is_king in self.captures(start, start, king, frozenset()):
                jumps.add((start, end, taken, is_king or end[0] == self.last_row()))
        if jumps:
            most = max(len(taken) for _, _, taken, _ in jumps)
            return {move for move in jumps if not self.rules.majority or len(move[2]) == most}
        steps = set()
        for start in mine:
            king = self.pieces[start].isupper()
            for d in DIAGONALS:
                if king or self.forward(d):
                    for length in range(1, self.rules.size if king and self.rules.flying else 2):
                        end = start[0] + length * d[0], start[1] + length * d[1]
                        if not self.free(end, None):
                            break
                        steps.add((start, end, frozenset(), king or end[0] == self.last_row()))
        return steps

    def after(self, move):
        start, end, taken, king = move
        pieces = {square: piece for square, piece in self.pieces.items() if square != start and square not in taken}
        pieces[end] = self.turn.upper() if king else self.turn
        return Board(self.rules, pieces, "w" if self.turn == "b" else "b")

    def position(self):
        return frozenset(self.pieces.items()), self.turn
