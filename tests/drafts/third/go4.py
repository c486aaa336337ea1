"""Tiny Go, 4 x 4, with frozensets of stones, simple ko, area scoring."""

from dataclasses import dataclass, field, replace
from typing import FrozenSet, Optional, Tuple

from countermove import Game

Point = Tuple[int, int]
SIZE = 4
POINTS = frozenset((x, y) for x in range(SIZE) for y in range(SIZE))
NEIGHBOURS = {
    p: frozenset({(p[0] + 1, p[1]), (p[0] - 1, p[1]), (p[0], p[1] + 1), (p[0], p[1] - 1)}) & POINTS for p in POINTS
}


@dataclass(frozen=True)
class GoState:
    black: FrozenSet[Point] = field(default_factory=frozenset)
    white: FrozenSet[Point] = field(default_factory=frozenset)
    black_to_move: bool = True
    ko: Optional[Point] = None
    passes: int = 0
    moves: int = 0

    @property
    def own(self):
        return self.black if self.black_to_move else self.white

    @property
    def opp(self):
        return self.white if self.black_to_move else self.black

    @property
    def empty(self):
        return POINTS - self.black - self.white


def group(stones, start):
    """The chain of stones that start belongs to."""
    seen = {start}
    stack = [start]
    while stack:
        p = stack.pop()
        for q in NEIGHBOURS[p]:
            if q in stones and q not in seen:
                seen.add(q)
                stack.append(q)
    return seen


def liberties(chain, occupied):
    return set().union(*(NEIGHBOURS[p] for p in chain)) - occupied


class Go(Game):
    """Go on 4 x 4 with a limit of 24 moves."""

    def initial(self):
        return GoState()

    def player(self, state):
        return 0 if state.black_to_move else 1

    def _play(self, state, point):
        """(own, opp, captured) after a stone at point, or None if it is suicide."""
        own, opp = state.own | {point}, state.opp
        captured = set()
        for q in NEIGHBOURS[point] & opp:
            if q in captured:
                continue
            chain = group(opp, q)
            if not liberties(chain, own | opp):
                captured |= chain
        opp = opp - captured
        if not liberties(group(own, point), own | opp):
            return None
        return own, opp, captured

    def actions(self, state):
        legal = [p for p in sorted(state.empty) if p != state.ko and self._play(state, p) is not None]
        legal.append(None)
        return legal

    def result(self, state, action):
        if action is None:
            return replace(
                state, black_to_move=not state.black_to_move, ko=None, passes=state.passes + 1, moves=state.moves + 1
            )
        own, opp, captured = self._play(state, action)
        ko = None
        if len(captured) == 1 and len(group(own, action)) == 1:
            (ko,) = captured
        black, white = (own, opp) if state.black_to_move else (opp, own)
        return GoState(frozenset(black), frozenset(white), not state.black_to_move, ko, 0, state.moves + 1)

    def is_terminal(self, state):
        return state.passes == 2 or state.moves >= 24

    def area(self, state):
        black, white = len(state.black), len(state.white)
        todo = set(state.empty)
        while todo:
            region = group(state.empty, next(iter(todo)))
            todo -= region
            border = set().union(*(NEIGHBOURS[p] for p in region)) - region
            if border and border <= state.black:
                black += len(region)
            elif border and border <= state.white:
                white += len(region)
        return black - white

    def utility(self, state, player):
        score = self.area(state) - 0.5
        return float(score if player == 0 else -score)

    def text(self, state):
        def sign(p):
            return "X" if p in state.black else "O" if p in state.white else "."

        return "\n".join(" ".join(sign((x, y)) for x in range(SIZE)) for y in reversed(range(SIZE)))
