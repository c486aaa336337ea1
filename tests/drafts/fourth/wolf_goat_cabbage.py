"""River crossing: wolf, goat, cabbage with Flag; farmer too."""

from enum import Flag, auto

from countermove import Axes, Game


class On(Flag):
    NOBODY = 0
    FARMER = auto()
    WOLF = auto()
    GOAT = auto()
    CABBAGE = auto()


ALL = On.FARMER | On.WOLF | On.GOAT | On.CABBAGE
CARGO = [On.NOBODY, On.WOLF, On.GOAT, On.CABBAGE]


def bad(side):
    if On.FARMER in side:
        return False
    return (On.WOLF in side and On.GOAT in side) or side & (On.GOAT | On.CABBAGE) == On.GOAT | On.CABBAGE


class WolfGoatCabbage(Game):
    players = 1
    repeats = True
    axes = Axes(payoff="general")

    def initial(self):
        return ALL

    def player(self, left):
        return 0

    def actions(self, left):
        if not left:
            return
        here = left if left & On.FARMER else ALL & ~left
        for cargo in CARGO:
            if cargo in here and not bad(here & ~(cargo | On.FARMER)):
                yield cargo

    def result(self, left, cargo):
        return left ^ (cargo | On.FARMER)

    def is_terminal(self, left):
        return left == On.NOBODY

    def utility(self, left, player):
        return 1.0
