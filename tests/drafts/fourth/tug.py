"""Tug of war along a line: a step is a member of an IntEnum, of which some are below zero."""

from enum import IntEnum
from typing import NamedTuple

from countermove import Game


class Pull(IntEnum):
    HARD = -2
    LIGHT = -1
    REST = 0
    GIVE = 1

    @property
    def cost(self):
        return max(0, -self)


class Rope(NamedTuple):
    at: int = 0
    strength: tuple[int, int] = (3, 4)
    turn: int = 0


class TugOfWar(Game):
    length = 3

    def initial(self):
        return Rope()

    def player(self, rope):
        return rope.turn % 2

    def actions(self, rope):
        if self.is_terminal(rope):
            return []
        return [pull for pull in Pull if pull.cost <= rope.strength[self.player(rope)]]

    def result(self, rope, pull):
        me = self.player(rope)
        strength = list(rope.strength)
        strength[me] -= pull.cost
        return Rope(rope.at + pull * (1 if me == 0 else -1), tuple(strength), rope.turn + 1)

    def is_terminal(self, rope):
        return abs(rope.at) >= self.length or rope.turn >= 10

    def utility(self, rope, player):
        lead = (rope.at < 0) - (rope.at > 0)
        return lead if player == 0 else -lead
