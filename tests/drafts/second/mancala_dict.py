"""Oware on two rows of four, with dictionaries while a move is made."""

from countermove import Game

HOUSES = "ABCDefgh"
NEXT = {a: b for a, b in zip(HOUSES, HOUSES[1:] + HOUSES[0])}
OWN = {0: "ABCD", 1: "efgh"}


def thaw(pairs):
    return {house: seeds for house, seeds in pairs}


def freeze(houses):
    return tuple(sorted(houses.items()))


class Oware(Game):
    repeats = True

    def initial(self):
        return freeze({house: 2 for house in HOUSES}), (0, 0), 0

    def player(self, state):
        return state[2]

    def actions(self, state):
        if self.is_terminal(state):
            return []
        houses = thaw(state[0])
        return [house for house in OWN[state[2]] if houses[house] > 0]

    def result(self, state, action):
        pairs, stores, turn = state
        houses = thaw(pairs)
        seeds = houses[action]
        houses[action] = 0
        house = action
        while seeds:
            house = NEXT[house]
            if house == action:
                continue
            houses[house] += 1
            seeds -= 1
        captured = 0
        backwards = {b: a for a, b in NEXT.items()}
        while house in OWN[1 - turn] and houses[house] in (2, 3):
            captured += houses[house]
            houses[house] = 0
            house = backwards[house]
        stores = tuple(s + captured if p == turn else s for p, s in enumerate(stores))
        return freeze(houses), stores, 1 - turn

    def is_terminal(self, state):
        pairs, stores, turn = state
        houses = dict(pairs)
        return max(stores) > 8 or not any(houses.get(h, 0) for h in OWN[turn])

    def utility(self, state, player):
        pairs, stores, turn = state
        houses = dict(pairs)
        totals = [stores[p] + sum(houses[h] for h in OWN[p]) for p in range(2)]
        return (totals[player] > totals[1 - player]) - (totals[player] < totals[1 - player])
