"""Scotland Yard in the open: detectives with tickets in a Counter, three against one."""

from dataclasses import dataclass, replace

from countermove import Axes, Game

ROADS = {
    "taxi": [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1), (2, 7), (5, 7)],
    "bus": [(1, 4), (3, 6)],
}


def neighbours(node):
    for kind, roads in ROADS.items():
        for a, b in roads:
            if a == node:
                yield kind, b
            elif b == node:
                yield kind, a


@dataclass(frozen=True)
class Tickets:
    taxi: int = 3
    bus: int = 1

    def __getitem__(self, kind):
        return getattr(self, kind)

    def use(self, kind):
        return replace(self, **{kind: self[kind] - 1})


@dataclass(frozen=True)
class Town:
    at: tuple[int, ...]
    tickets: tuple[Tickets, ...]
    turn: int = 0
    n: int = 0


class ScotlandYard(Game):
    players = 3
    axes = Axes(payoff="zero", teams=((0,), (1, 2)))

    def initial(self):
        return Town((7, 1, 4), (Tickets(), Tickets(4, 1), Tickets(4, 1)))

    def player(self, town):
        return town.turn

    def actions(self, town):
        if self.is_terminal(town):
            return []
        mine = town.tickets[town.turn]
        here = town.at[town.turn]
        others = town.at[1:]
        moves = [(kind, to) for kind, to in neighbours(here) if mine[kind] > 0]
        if town.turn > 0:
            moves = [m for m in moves if m[1] not in others]
        return moves or [("stay", here)]

    def result(self, town, action):
        kind, to = action
        at = list(town.at)
        at[town.turn] = to
        tickets = list(town.tickets)
        if kind != "stay":
            tickets[town.turn] = tickets[town.turn].use(kind)
        return Town(tuple(at), tuple(tickets), (town.turn + 1) % 3, town.n + 1)

    def is_terminal(self, town):
        return town.at[0] in town.at[1:] or town.n >= 12

    def utility(self, town, player):
        caught = town.at[0] in town.at[1:]
        if player == 0:
            return -2.0 if caught else 2.0
        return 1.0 if caught else -1.0
