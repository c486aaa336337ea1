"""Three bidders, open ascending auctions of several lots, float values and budgets."""

from dataclasses import dataclass, replace
from statistics import mean
from typing import Optional

from countermove import Axes, Game

VALUES = {
    "vase": (3.0, 4.5, 2.5),
    "lamp": (2.0, 1.5, 3.5),
    "rug": (5.0, 4.0, 4.5),
}
LOTS = list(VALUES)
STEP = 0.5


@dataclass(frozen=True)
class Sale:
    lot: int = 0
    price: float = 0.5
    leader: Optional[int] = None
    turn: int = 0
    active: tuple[bool, bool, bool] = (True, True, True)
    budgets: tuple[float, ...] = (4.0, 4.0, 4.0)
    profit: tuple[float, ...] = (0.0, 0.0, 0.0)


class Auction(Game):
    players = 3
    axes = Axes(payoff="general")

    def initial(self):
        return Sale()

    def player(self, sale):
        return sale.turn

    def actions(self, sale):
        if not self.is_terminal(sale):
            if sale.budgets[sale.turn] >= sale.price:
                yield "bid"
            yield "pass"

    @staticmethod
    def next_active(active, turn):
        for k in range(1, len(active) + 1):
            if active[(turn + k) % 3]:
                return (turn + k) % 3
        return turn

    def result(self, sale, action):
        if action == "bid":
            sale = replace(sale, leader=sale.turn, price=sale.price + STEP)
            active = sale.active
        else:
            active = tuple(a and i != sale.turn for i, a in enumerate(sale.active))
        left = sum(active)
        if left == 0 or (left == 1 and sale.leader is not None and active[sale.leader]):
            return self.knock_down(sale)
        return replace(sale, active=active, turn=self.next_active(active, sale.turn))

    def knock_down(self, sale):
        budgets, profit = list(sale.budgets), list(sale.profit)
        if (winner := sale.leader) is not None:
            paid = round(sale.price - STEP, 2)
            budgets[winner] -= paid
            profit[winner] += VALUES[LOTS[sale.lot]][winner] - paid
        first = (sale.lot + 1) % 3
        return Sale(sale.lot + 1, turn=first, budgets=tuple(budgets), profit=tuple(profit))

    def is_terminal(self, sale):
        return sale.lot == len(LOTS)

    def utility(self, sale, player):
        return round(sale.profit[player] - 0.1 * mean(sale.profit), 4)

    def evaluate(self, sale, player):
        return sale.profit[player] + 0.1 * sale.budgets[player]
