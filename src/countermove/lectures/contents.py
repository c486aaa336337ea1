"""The items of the lectures, read from `lectures.toml`, with the tables and plots that are computed."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from countermove.lectures import chance, claims, count, hidden, limits, reduction
from countermove.lectures.corridor import Corridor
from countermove.lectures.item import Item, Run, Section, Table
from countermove.textbook import Conventions, Policy, uniform

TABLES: dict[str, Callable[[], tuple[Table, ...]]] = {
    "formulation": lambda: (count.formulation(), count.policy()),
    "axes": lambda: (count.axes(),),
    "two-ply": lambda: (count.orderings([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),),
    "cmu": lambda: (count.orderings([[3, 12], [4, 6], [15, 2]]),),
    "tictactoe-counts": lambda: (count.tictactoe(), count.tictactoe_alphabeta()),
    "sizes": lambda: (count.sizes(),),
    "budget": lambda: (count.budget(),),
    "alphabeta-quiz-2": lambda: (count.orderings([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]),),
    "leak-trap": lambda: (count.leaks(),),
    "expectiminimax": chance.refusals,
    "depth-limit": limits.contributions,
    "iterative-deepening": limits.depths,
    "thrashing": limits.thrashing,
    "thrashing-fixed": limits.thrashing,
    "grundy": reduction.grundy,
    "information-sets": hidden.information_sets,
    "strategy-fusion": hidden.fusion,
    "cfr": hidden.regrets,
    "beliefs": hidden.believed,
    "claim-ordering": claims.ordering,
    "claim-nodes": claims.nodes,
    "claim-symmetry": claims.symmetry,
    "claim-poor-evaluation": claims.poor_evaluation,
}
"""The computed tables of each item, by its name."""
GAMES: dict[str, Any] = {
    "open lines": limits.open_lines,
    "corridor": Corridor,
    "corridor with a bonus": limits.fixed,
}
OPPONENTS: dict[str, Policy] = {"biased": chance.biased, "perfect": chance.perfect}


def sections() -> tuple[Section, ...]:
    """Every section of the lectures."""
    text = files("countermove.lectures").joinpath("lectures.toml").read_text(encoding="utf-8")
    return tuple(
        Section(given["number"], given["title"], tuple(map(_item, given["item"])))
        for given in tomllib.loads(text)["section"]
    )


def _item(given: dict[str, Any]) -> Item:
    tree = given.pop("tree", "")
    runs = tuple(_run({"tree": tree, **each}) for each in given.pop("run", ()))
    typed = tuple(
        Table(tuple(each["columns"]), tuple(map(tuple, each["rows"])), each["title"]) for each in given.pop("table", ())
    )
    computed = TABLES.get(given["name"])
    tables = (lambda: (*typed, *(computed() if computed else ()))) if typed or computed else None
    numbers = tuple(given.pop("numbers"))
    return Item(**given, numbers=numbers, runs=runs, tables=tables, plot=claims.PLOTS.get(given["name"]))


def _run(given: dict[str, Any]) -> Run:
    """A search of an item: `tree` is Python, `game` a name in `GAMES` or a specification."""
    tree, game = given.pop("tree"), given.pop("game", "")
    for name in ("visited", "pruned"):
        if name in given:
            given[name] = tuple(given[name])
    conventions = Conventions(**given.pop("conventions", {}))
    opponent = OPPONENTS.get(given.pop("opponent", ""), uniform)
    rules = GAMES.get(game, game) if game else ast.literal_eval(tree.strip())
    return Run(rules, **given, conventions=conventions, opponent=opponent)
