from dataclasses import dataclass
from enum import IntFlag

from countermove import Axes, Game


class Light(IntFlag):
    A = 1
    B = 2
    C = 4
    D = 8


NEAR = {
    Light.A: Light.A | Light.B,
    Light.B: Light.A | Light.B | Light.C,
    Light.C: Light.B | Light.C | Light.D,
    Light.D: Light.C | Light.D,
}


@dataclass(frozen=True)
class LightsOut(Game):
    players = 1
    axes = Axes(payoff="general")
    repeats = True

    def initial(self):
        return Light.A | Light.C

    def player(self, state):
        return 0

    def actions(self, state):
        return [light for light in Light if state]

    def result(self, state, action):
        return state ^ NEAR[action]

    def is_terminal(self, state):
        return not state

    def utility(self, state, player):
        return 1.0

    def evaluate(self, state, player):
        return -sum(light in state for light in Light) / 10
