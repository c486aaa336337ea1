"""Quoridor on 5x5: shortest ways by Dijkstra, walls as strings."""

import heapq
from dataclasses import dataclass, replace

from countermove import Game

SIZE = 5


@dataclass(frozen=True)
class Board:
    pawns: tuple[tuple[int, int], tuple[int, int]]
    walls: frozenset[tuple[int, int, str]]
    left: tuple[int, int]
    turn: int


def blocked(walls, a, b):
    """Whether a wall is between two squares side by side."""
    (r1, c1), (r2, c2) = sorted([a, b])
    if c1 == c2:  # one above the other
        return (r1, c1, "h") in walls or (r1, c1 - 1, "h") in walls
    return (r1, c1, "v") in walls or (r1 - 1, c1, "v") in walls


def neighbours(walls, square):
    r, c = square
    for dr, dc in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        other = (r + dr, c + dc)
        if 0 <= other[0] < SIZE and 0 <= other[1] < SIZE and not blocked(walls, square, other):
            yield other


def distance(walls, start, goal_row):
    queue = [(0, start)]
    best = {start: 0}
    while queue:
        steps, square = heapq.heappop(queue)
        if square[0] == goal_row:
            return steps
        if steps > best[square]:
            continue
        for other in neighbours(walls, square):
            if steps + 1 < best.get(other, 999):
                best[other] = steps + 1
                heapq.heappush(queue, (steps + 1, other))
    return None


class Quoridor(Game):
    repeats = True

    def initial(self):
        return Board(((SIZE - 1, SIZE // 2), (0, SIZE // 2)), frozenset(), (2, 2), 0)

    def player(self, state):
        return state.turn

    def goal(self, player):
        return 0 if player == 0 else SIZE - 1

    def actions(self, state):
        if self.is_terminal(state):
            return []
        me, other = state.pawns[state.turn], state.pawns[1 - state.turn]
        found = []
        for square in neighbours(state.walls, me):
            if square != other:
                found.append(("move", square[0], square[1]))
            else:
                for jump in neighbours(state.walls, other):
                    if jump != me:
                        found.append(("move", jump[0], jump[1]))
        if state.left[state.turn] > 0:
            for r in range(SIZE - 1):
                for c in range(SIZE - 1):
                    for way in "hv":
                        if self.can_place(state, r, c, way):
                            found.append((way, r, c))
        return list(dict.fromkeys(found))

    def can_place(self, state, r, c, way):
        walls = state.walls
        if (r, c, "h") in walls or (r, c, "v") in walls:
            return False
        if way == "h" and ((r, c - 1, "h") in walls or (r, c + 1, "h") in walls):
            return False
        if way == "v" and ((r - 1, c, "v") in walls or (r + 1, c, "v") in walls):
            return False
        more = walls | {(r, c, way)}
        return all(distance(more, state.pawns[p], self.goal(p)) is not None for p in range(2))

    def result(self, state, action):
        kind, r, c = action
        if kind == "move":
            pawns = list(state.pawns)
            pawns[state.turn] = (r, c)
            return replace(state, pawns=tuple(pawns), turn=1 - state.turn)
        left = list(state.left)
        left[state.turn] -= 1
        return replace(state, walls=state.walls | {(r, c, kind)}, left=tuple(left), turn=1 - state.turn)

    def is_terminal(self, state):
        return any(state.pawns[p][0] == self.goal(p) for p in range(2))

    def utility(self, state, player):
        return 1 if state.pawns[player][0] == self.goal(player) else -1

    def evaluate(self, state, player):
        mine = distance(state.walls, state.pawns[player], self.goal(player))
        theirs = distance(state.walls, state.pawns[1 - player], self.goal(1 - player))
        return (theirs - mine) / 50
