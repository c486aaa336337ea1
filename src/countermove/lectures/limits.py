"""Section 4 of the lectures: depth limits, evaluations, deepening, and an agent that starves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from countermove.game import Game
from countermove.lectures.corridor import Corridor
from countermove.lectures.item import Table
from countermove.textbook import deepening, minimax, run, trace

if TYPE_CHECKING:
    from countermove.lectures.marks import OpenLines

BONUS = 0.5
START = "b2 a3"
LATE = "b2 b3 a3 c1"
"""X has a3 and b2, O has b3 and c1; X is to act and wins."""


def open_lines() -> OpenLines:
    from countermove.lectures.marks import OpenLines  # tic-tac-toe is not needed to list the lectures

    return OpenLines()


def fixed() -> Corridor:
    """The corridor with an evaluation that rewards being near food."""
    return Corridor(bonus=BONUS)


def contributions() -> tuple[Table, ...]:
    """The parts of an evaluation, and their sum."""
    game = open_lines()
    state = game.read(START)
    features = game.features(state, 0)
    rows: list[tuple[str | float, ...]] = []
    for name, feature, weight in zip(features._fields, features, game.weights):
        rows.append((name.replace("_", " "), float(feature), weight, feature * weight))
    rows.append(("Eval(s)", "", "", game.evaluate(state, 0)))
    return (Table(("feature", "f", "w", "w × f"), tuple(rows), f"Eval(s) = w1 f1(s) + w2 f2(s), after {START}, for X"),)


def depths() -> tuple[Table, ...]:
    """The answer at every depth of iterative deepening."""
    game = open_lines()
    state = game.read(LATE)
    events, decision = trace(deepening(game, state))
    rows: list[tuple[str | int | float, ...]] = []
    nodes, chosen = 0, ""
    for event in events:
        nodes += event.kind == "enter"
        if event.kind == "update" and not event.path and event.action is not None:
            chosen = game.action_name(state, event.action)
        if event.kind == "iteration" and isinstance(event.value, float):
            rows.append((event.depth, chosen, event.value, nodes, "exact" if event.bound == "=" else "estimate"))
    assert decision.depth == rows[-1][0]
    return (Table(("depth", "action", "value", "nodes so far", "value is"), tuple(rows), f"After {LATE}, X to act"),)


def best_actions(game: Game, depth: int) -> list[str]:
    """The names of all best first actions at this depth."""
    decision = run(minimax(game, depth=depth))
    state = game.initial()
    return [game.action_name(state, action) for action, s in decision.values.items() if s.value == decision.value]


def thrashing() -> tuple[Table, ...]:
    """The best first actions at each depth, with each evaluation."""
    rows = []
    for depth in range(1, 6):
        plain, near = (best_actions(game, depth) for game in (Corridor(), fixed()))
        rows.append((depth, f"{{{', '.join(plain)}}}", f"{{{', '.join(near)}}}"))
    columns = ("depth", "Eval = -food left", f"with + {BONUS:g}/(distance + 1)")
    return (Table(columns, tuple(rows), "Best first actions, the food three steps East"),)
