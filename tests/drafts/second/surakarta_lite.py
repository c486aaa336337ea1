"""Surakarta on 4x4 with one loop: captures go round a corner at least once."""

from itertools import chain, islice, takewhile

from countermove import Game

N = 4
LOOP = (
    [(1, c) for c in range(N)]
    + [(r, 2) for r in range(N)]
    + [(2, c) for c in reversed(range(N))]
    + [(r, 1) for r in reversed(range(N))]
)
LOOP = [r * N + c for r, c in LOOP]


def cyclic(items, start):
    """Items round and round from a place on, once around."""
    return islice(chain(items, items), start + 1, start + len(items))


class Surakarta(Game):
    repeats = True

    def initial(self):
        return (1,) * N + (0,) * (N * N - 2 * N) + (2,) * N + (0,)

    def player(self, state):
        return state[-1]

    def steps(self, state):
        *cells, mover = state
        for i, man in enumerate(cells):
            if man != mover + 1:
                continue
            r, c = divmod(i, N)
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    rr, cc = r + dr, c + dc
                    if 0 <= rr < N and 0 <= cc < N and cells[rr * N + cc] == 0:
                        yield (i, rr * N + cc)

    def captures(self, state):
        *cells, mover = state
        found = set()
        for track in (LOOP, LOOP[::-1]):
            for place, i in enumerate(track):
                if cells[i] != mover + 1:
                    continue
                ahead = list(cyclic(track, place))
                free = list(takewhile(lambda cell: cells[cell] == 0 or cell == i, ahead))
                if len(free) == len(ahead):
                    continue
                target = ahead[len(free)]
                turned = len(free) + 1 > N - 1 - place % N
                if turned and cells[target] == 2 - mover:
                    found.add((i, target))
        return sorted(found)

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return list(dict.fromkeys([*self.captures(state), *self.steps(state)]))

    def result(self, state, action):
        start, end = action
        cells = list(state)
        cells[end] = cells[start]
        cells[start] = 0
        cells[-1] = 1 - cells[-1]
        return tuple(cells)

    def is_terminal(self, state):
        men = state[:-1]
        return men.count(1) < 2 or men.count(2) < 2 or next(self.steps(state), None) is None

    def utility(self, state, player):
        men = state[:-1]
        ones, twos = men.count(1), men.count(2)
        if ones == twos:
            return 0
        return 1 if (ones > twos) == (player == 0) else -1
