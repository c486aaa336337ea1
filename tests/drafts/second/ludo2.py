from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace

from countermove import CHANCE, Axes, Game

TRACK = 12


class Phase(enum.Flag):
    ROLL = enum.auto()
    MOVE = enum.auto()


@dataclass(frozen=True)
class Ludo:
    tokens: tuple[tuple[int, int], tuple[int, int]] = ((-1, -1), (-1, -1))
    die: int = 0
    turn: int = 0

    def square(self, player: int, token: int) -> int | None:
        """The square on the common track; None at home or at the goal."""
        steps = self.tokens[player][token]
        if steps < 0 or steps >= TRACK:
            return None
        return (steps + player * TRACK // 2) % TRACK


@dataclass(frozen=True)
class LudoForTwo(Game):
    axes = Axes(stochastic=True)
    repeats = True
    faces: tuple[int, ...] = field(default=(1, 2, 3))

    def initial(self):
        return Ludo()

    def player(self, state):
        return CHANCE if state.die == 0 else state.turn

    def chances(self, state):
        for face in self.faces:
            yield face, 1 / len(self.faces)

    def actions(self, state):
        if self.is_terminal(state):
            return []
        moves = [token for token, steps in enumerate(state.tokens[state.turn]) if self.can_move(steps, state.die)]
        return moves if moves else [-1]

    @staticmethod
    def can_move(steps, die):
        if steps == -1:
            return die == 3
        return steps + die <= TRACK

    def result(self, state, action):
        if state.die == 0:
            return replace(state, die=action)
        if action == -1:
            return replace(state, die=0, turn=1 - state.turn)
        mine = list(state.tokens[state.turn])
        mine[action] = 0 if mine[action] == -1 else mine[action] + state.die
        both = [mine if p == state.turn else list(t) for p, t in enumerate(state.tokens)]
        moved = Ludo(tuple(map(tuple, both)), 0, state.turn)
        here = moved.square(state.turn, action)
        if here is not None:
            for token in range(2):
                if moved.square(1 - state.turn, token) == here:
                    both[1 - state.turn][token] = -1
        again = state.die == 3
        return Ludo(tuple(tuple(t) for t in both), 0, state.turn if again else 1 - state.turn)

    def is_terminal(self, state):
        return any(all(steps == TRACK for steps in tokens) for tokens in state.tokens)

    def utility(self, state, player):
        return 1.0 if min(state.tokens[player]) == TRACK else -1.0
