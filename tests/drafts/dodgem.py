from typing import NamedTuple

from countermove import Game

N = 3
DIRS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
WAYS = ("up", "down", "right"), ("left", "right", "up")


class Cars(NamedTuple):
    right: frozenset  # the first player's, which leave on the right
    up: frozenset  # the second player's, which leave at the top
    mover: int


def inside(cell):
    r, c = cell
    return r in range(N) and c in range(N)


class Dodgem(Game):
    """Drive both cars off the far edge; whoever shuts the other in has lost."""

    repeats = True
    weights = [0.1, 0.05]

    def initial(self):
        return Cars(
            frozenset((r, 0) for r in range(N - 1)),
            frozenset((N - 1, c) for c in range(1, N)),
            0,
        )

    def player(self, state):
        return state.mover

    def actions(self, state):
        if not state.right or not state.up:
            return
        mine = state[state.mover]
        for r, c in sorted(mine):
            for way in WAYS[state.mover]:
                dr, dc = DIRS[way]
                to = r + dr, c + dc
                if to in state.right or to in state.up:
                    continue
                if inside(to):
                    yield (r, c), way
                elif state.mover == 0 and to[1] == N:
                    yield (r, c), way
                elif state.mover == 1 and to[0] < 0:
                    yield (r, c), way

    def result(self, state, action):
        cell, way = action
        to = tuple(a + b for a, b in zip(cell, DIRS[way]))
        cars = set(state[state.mover])
        cars.discard(cell)
        if inside(to):
            cars.add(to)
        if state.mover == 0:
            return state._replace(right=frozenset(cars), mover=1)
        return state._replace(up=frozenset(cars), mover=0)

    def is_terminal(self, state):
        return not (state.right and state.up) or not any(True for _ in self.actions(state))

    def utility(self, state, player):
        if not state.right:
            winner = 0
        elif not state.up:
            winner = 1
        else:
            winner = state.mover  # shut in
        return 1 if winner == player else -1

    def features(self, state, player):
        to_go = sum(N - c for _, c in state.right), sum(r + 1 for r, _ in state.up)
        free = [0, 0]
        for r, c in state.right:
            free[0] += (r, c + 1) not in state.up
        for r, c in state.up:
            free[1] += (r - 1, c) not in state.right
        other = 1 - player
        return to_go[other] - to_go[player], free[player] - free[other]

    def action_name(self, state, action):
        (r, c), way = action
        return f"{'abc'[c]}{N - r}{way}"

    def text(self, state):
        return "\n".join(
            "".join(">" if (r, c) in state.right else "^" if (r, c) in state.up else "." for c in range(N))
            for r in range(N)
        )
