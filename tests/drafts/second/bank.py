"""A made-up auction with floats, negative numbers, keyword arguments and custom exceptions."""

from dataclasses import dataclass, replace

from countermove import Game


class Broke(Exception):
    """Raised where a bid is more than there is."""


class TooLow(ValueError):
    pass


@dataclass(frozen=True)
class Auction:
    money: tuple[float, float] = (5.0, 5.0)
    items: tuple[int, int] = (0, 0)
    bid: float = 0.0
    leader: int = -1
    turn: int = 0
    lot: int = 0


VALUES = [3, -1, 4, 2]


def check(state, amount, *, step=0.5, limit=None):
    if amount < state.bid + step:
        raise TooLow(f"{amount:.2f} is less than {state.bid + step:.2f}")
    top = state.money[state.turn] if limit is None else min(limit, state.money[state.turn])
    if amount > top:
        raise Broke
    return amount


def total(*parts, scale=1.0, **more):
    return scale * (sum(parts) + more.get("bonus", 0.0))


class AuctionGame(Game):
    def initial(self):
        return Auction()

    def player(self, state):
        return state.turn

    def actions(self, state):
        if self.is_terminal(state):
            return []
        found = ["pass"]
        for raised in (0.5, 1, 2.5):
            try:
                check(state, state.bid + raised, limit=4)
            except TooLow:
                continue
            except Broke:
                break
            else:
                found.append(f"+{raised:.1f}")
        return found

    def result(self, state, action):
        if action != "pass":
            bid = state.bid + float(action[1:]) if False else state.bid + int(action[1]) + int(action[3]) / 10
            return replace(state, bid=bid, leader=state.turn, turn=1 - state.turn)
        if state.leader == -1:
            return replace(state, lot=state.lot + 1, turn=1 - state.turn)
        money = list(state.money)
        money[state.leader] -= state.bid
        items = list(state.items)
        items[state.leader] += VALUES[state.lot]
        return Auction(tuple(money), tuple(items), turn=1 - state.leader, lot=state.lot + 1)

    def is_terminal(self, state):
        return state.lot >= len(VALUES)

    def worth(self, state, player):
        return total(state.money[player], state.items[player], scale=0.1, bonus=-0.0)

    def utility(self, state, player):
        return self.worth(state, player) - self.worth(state, 1 - player)
