"""A tiny stack machine as a solitaire: class patterns, guards and star patterns."""

from __future__ import annotations

from typing import NamedTuple

from countermove import Axes, Game


class Push(NamedTuple):
    number: int


class Op(NamedTuple):
    sign: str


Instruction = Push | Op


class Machine(NamedTuple):
    stack: tuple[int, ...] = ()
    steps: int = 0


class StackMachine(Game):
    """Make 24 within seven instructions."""

    players = 1
    axes = Axes(payoff="general")
    target = 24

    def initial(self):
        return Machine()

    def player(self, state):
        return 0

    def actions(self, state) -> list[Instruction]:
        if self.is_terminal(state):
            return []
        moves: list[Instruction] = [Push(2), Push(3)]
        match state.stack:
            case (*_, a, b) if b != 0 and a % b == 0:
                moves += [Op("+"), Op("*"), Op("/")]
            case (*_, _, _):
                moves += [Op("+"), Op("*")]
            case _:
                pass
        return moves

    def result(self, state, action):
        match action, state.stack:
            case Push(number), stack:
                return Machine((*stack, number), state.steps + 1)
            case Op("+"), (*rest, a, b):
                return Machine((*rest, a + b), state.steps + 1)
            case Op("*"), (*rest, a, b):
                return Machine((*rest, a * b), state.steps + 1)
            case Op(sign="/"), (*rest, a, b):
                return Machine((*rest, a // b), state.steps + 1)
        raise AssertionError("no such instruction")

    def is_terminal(self, state):
        return state.steps >= 7 or state.stack[-1:] == (self.target,)

    def utility(self, state, player):
        return float(state.stack == (self.target,))
