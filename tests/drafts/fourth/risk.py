"""Risk battle on four territories; dice compared pairwise, sorted from the top."""

from collections import Counter
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import Optional, Tuple

from countermove import CHANCE, Axes, Game

BORDERS = {
    "Alaska": ["Alberta", "Ontario"],
    "Alberta": ["Alaska", "Ontario", "Quebec"],
    "Ontario": ["Alaska", "Alberta", "Quebec"],
    "Quebec": ["Alberta", "Ontario"],
}
NAMES = sorted(BORDERS)


def losses(attack, defend):
    a = sorted(attack, reverse=True)
    d = sorted(defend, reverse=True)
    lost_a = lost_d = 0
    for x, y in zip(a, d):
        if x > y:
            lost_d += 1
        else:
            lost_a += 1
    return lost_a, lost_d


def table(na, nd):
    tally = Counter()
    for dice in product(range(1, 7), repeat=na + nd):
        tally[losses(dice[:na], dice[na:])] += 1
    n = sum(tally.values())
    return {k: v / n for k, v in tally.items()}


ODDS = {(na, nd): table(na, nd) for na in (1, 2, 3) for nd in (1, 2)}


@dataclass(frozen=True)
class Land:
    owner: int
    armies: int


@dataclass(frozen=True)
class World:
    lands: Tuple[Tuple[str, Land], ...]
    mover: int = 0
    battle: Optional[Tuple[str, str]] = None
    turns: int = 0

    def __getitem__(self, name):
        return dict(self.lands)[name]

    def with_(self, **changes):
        lands = dict(self.lands)
        lands.update(changes)
        return tuple(sorted(lands.items(), key=itemgetter(0)))


class Risk(Game):
    axes = Axes(stochastic=True)

    def initial(self):
        lands = {"Alaska": Land(0, 4), "Alberta": Land(1, 3), "Ontario": Land(0, 3), "Quebec": Land(1, 5)}
        return World(tuple(lands.items()))

    def player(self, world):
        return world.mover if world.battle is None else CHANCE

    def chances(self, world):
        src, dst = world.battle
        na = min(3, world[src].armies - 1)
        nd = min(2, world[dst].armies)
        return list(ODDS[na, nd].items())

    def actions(self, world):
        if self.is_terminal(world):
            return
        lands = dict(world.lands)
        for src, land in lands.items():
            if land.owner == world.mover and land.armies > 1:
                for dst in BORDERS[src]:
                    if lands[dst].owner != world.mover:
                        yield src, dst
        yield None

    def result(self, world, action):
        if world.battle is not None:
            src, dst = world.battle
            lost_a, lost_d = action
            attacker = Land(world[src].owner, world[src].armies - lost_a)
            defender = Land(world[dst].owner, world[dst].armies - lost_d)
            if defender.armies == 0:
                moving = attacker.armies - 1
                defender = Land(attacker.owner, moving)
                attacker = Land(attacker.owner, 1)
            return World(world.with_(**{src: attacker, dst: defender}), world.mover, None, world.turns)
        if action is None:
            return World(world.lands, 1 - world.mover, None, world.turns + 1)
        return World(world.lands, world.mover, action, world.turns)

    def is_terminal(self, world):
        if world.battle:
            return False
        return world.turns >= 4 or len({land.owner for _, land in world.lands}) == 1

    def utility(self, world, player):
        count = Counter(land.owner for _, land in world.lands)
        return (count[player] - count[1 - player]) / 4

    def evaluate(self, world, player):
        mine = sum(land.armies for _, land in world.lands if land.owner == player)
        theirs = sum(land.armies for _, land in world.lands if land.owner != player)
        return (mine - theirs) / (mine + theirs)
