from typing import NamedTuple

from countermove import Game

RADIUS = 2
CELLS = [(q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS]
WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class State(NamedTuple):
    black: frozenset
    white: frozenset
    turn: int = 0
    ply: int = 0


def step(cell, way, k=1):
    return cell[0] + k * way[0], cell[1] + k * way[1]


class AbaloneLite(Game):
    """Push in line, at most three of yours against fewer of theirs; two pushed off win."""

    repeats = True

    def initial(self):
        black = frozenset(cell for cell in CELLS if cell[1] <= -1 and cell[0] + cell[1] <= 1)
        white = frozenset((-q, -r) for q, r in black)
        return State(black, white)

    def player(self, state):
        return state.turn

    def sides(self, state):
        return (state.black, state.white) if state.turn == 0 else (state.white, state.black)

    def push(self, mine, theirs, start, way):
        """How many of mine and of theirs are moved, or None where the push is not allowed."""
        count = 0
        while step(start, way, count) in mine:
            count += 1
        if count > 3:
            return None
        others = 0
        while step(start, way, count + others) in theirs:
            others += 1
        last = step(start, way, count + others)
        if others >= count or last in mine:
            return None
        if others == 0 and last not in CELLS:
            return None
        return count, others

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [(cell, number) for cell, number in self.pushes(state)]

    def pushes(self, state):
        mine, theirs = self.sides(state)
        for cell in CELLS:
            if cell in mine:
                for number, way in enumerate(WAYS):
                    if self.push(mine, theirs, cell, way) is not None:
                        yield cell, number

    def result(self, state, action):
        start, number = action
        way = WAYS[number]
        mine, theirs = self.sides(state)
        count, others = self.push(mine, theirs, start, way)
        new_mine = set(mine)
        new_mine.discard(start)
        new_mine.add(step(start, way, count))
        new_theirs = set(theirs)
        if others:
            new_theirs.remove(step(start, way, count))
            last = step(start, way, count + others)
            if last in CELLS:
                new_theirs.add(last)
        if state.turn == 0:
            return State(frozenset(new_mine), frozenset(new_theirs), 1, state.ply + 1)
        return State(frozenset(new_theirs), frozenset(new_mine), 0, state.ply + 1)

    def is_terminal(self, state):
        full = 7
        return min(len(state.black), len(state.white)) <= full - 2 or state.ply >= 50 or not any(self.pushes(state))

    def utility(self, state, player):
        lead = len(state.black) - len(state.white)
        sign = (lead > 0) - (lead < 0)
        return sign if player == 0 else -sign
