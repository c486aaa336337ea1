from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Optional

from countermove import Game

# Six men's morris: two squares, one inside the other, joined in the middle of their sides.
MILLS = [
    (0, 1, 2), (3, 4, 5), (10, 11, 12), (13, 14, 15),
    (0, 6, 13), (3, 7, 10), (5, 8, 12), (2, 9, 15),
]  # fmt: skip
EDGES = {frozenset(pair) for a, b, c in MILLS for pair in ((a, b), (b, c))}
EDGES |= {frozenset(pair) for pair in ((1, 4), (6, 7), (8, 9), (11, 14))}
ADJACENT = {p: [q for q in range(16) if frozenset((p, q)) in EDGES] for p in range(16)}


class Move(NamedTuple):
    start: Optional[int]
    end: int
    taken: Optional[int] = None

    def __str__(self) -> str:
        text = f"{self.end}" if self.start is None else f"{self.start}-{self.end}"
        return text if self.taken is None else f"{text}x{self.taken}"


@dataclass(frozen=True)
class Morris:
    points: tuple[Optional[int], ...]
    hands: tuple[int, int]
    turn: int

    def men(self, player: int) -> list[int]:
        return [p for p, man in enumerate(self.points) if man == player]

    def in_mill(self, point: int, player: int) -> bool:
        return any(all(self.points[q] == player for q in mill) for mill in MILLS if point in mill)


class SixMensMorris(Game):
    repeats = True

    def initial(self):
        return Morris((None,) * 16, (6, 6), 0)

    def player(self, state):
        return state.turn

    def placed(self, state: Morris, start: Optional[int], end: int) -> Morris:
        points = list(state.points)
        if start is not None:
            points[start] = None
        points[end] = state.turn
        return Morris(tuple(points), state.hands, state.turn)

    def actions(self, state: Morris):
        if self.is_terminal(state):
            return []
        return self.moves(state)

    def moves(self, state: Morris) -> list[Move]:
        free = [p for p in range(16) if state.points[p] is None]
        mine = state.men(state.turn)
        if state.hands[state.turn] > 0:
            steps: list[tuple[Optional[int], int]] = [(None, p) for p in free]
        elif len(mine) == 3:
            steps = [(a, b) for a in mine for b in free]
        else:
            steps = [(a, b) for a in mine for b in ADJACENT[a] if b in free]
        found = []
        for start, end in steps:
            after = self.placed(state, start, end)
            if not after.in_mill(end, state.turn):
                found.append(Move(start, end))
                continue
            others = after.men(1 - state.turn)
            loose = [p for p in others if not after.in_mill(p, 1 - state.turn)] or others
            if loose:
                found.extend(Move(start, end, p) for p in loose)
            else:
                found.append(Move(start, end))
        return found

    def result(self, state: Morris, action: Move) -> Morris:
        after = self.placed(state, action.start, action.end)
        points = list(after.points)
        if action.taken is not None:
            points[action.taken] = None
        hands = list(state.hands)
        if action.start is None:
            hands[state.turn] -= 1
        return Morris(tuple(points), tuple(hands), 1 - state.turn)

    def is_terminal(self, state: Morris) -> bool:
        if state.hands[state.turn] > 0:
            return False
        return len(state.men(state.turn)) < 3 or len(self.moves(state)) == 0

    def utility(self, state: Morris, player: int) -> int:
        return -1 if player == state.turn else +1
