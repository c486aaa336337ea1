"""Section 4 of the lectures: depth limits, evaluations, deepening, and an agent that starves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from countermove.game import Game
from countermove.lectures.corridor import Corridor
from countermove.lectures.item import Item, Run, Section, Table
from countermove.textbook import Conventions, deepening, minimax, run, trace

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


DEMOS = Table(
    ("demonstration", "countermove demo", "what it shows"),
    (
        ("Mystery Pacman", "mystery", "watch agents and guess which search they run"),
        ("Min vs Exp", "min-vs-exp", "minimax gives up where expectimax takes its chances"),
        ("Limited depth 2 and 10", "limited-depth", "deeper search makes up for a poor evaluation"),
        ("Thrashing", "thrashing", "an agent that goes back and forth beside its food (see the item thrashing)"),
        (
            "Thrashing fixed",
            "thrashing-fixed",
            "the same agent with a bonus for being near (see the item thrashing-fixed)",
        ),
        (
            "Smart ghosts",
            "smart-ghosts",
            "ghosts that search together close in from two sides, though no rule says so",
        ),
        ("Smart ghosts, zoomed in", "smart-ghosts", "the same, up close"),
    ),
    "Demonstrations",
)


SECTION = Section(
    4,
    "Resource limits, evaluation, Pacman",
    (
        Item(
            "depth-limit",
            "Depth limits and evaluation",
            (28,),
            "What is a state worth where the search must stop?",
            "Eval(s) = w1 f1(s) + ... + wn fn(s): an estimate; the contributions sum to the score.",
            "Here the features are the open lines of both sides. Deeper search makes a poor evaluation matter less: "
            "see "
            "claim-poor-evaluation.",
            runs=(
                Run(
                    open_lines, "alphabeta", depth=1, position=START, caption="One action deep, every leaf an estimate."
                ),
            ),
            tables=contributions,
        ),
        Item(
            "iterative-deepening",
            "Iterative deepening",
            (29,),
            "What is the answer when time runs out in the middle of a search?",
            "The action of the last complete depth: search depth 1, 2, 3, ... and it is always ready.",
            "Repeating shallow searches costs little, since most nodes of a tree are in its last level. Deepening ends "
            "by "
            "itself when no leaf was an estimate.",
            runs=(
                Run([[[10, 6], [100, 8]], [[1, 2], [20, 4]]], "deepening", 10, "Left", (10, 6, 100, 1, 2), (8, 20, 4)),
            ),
            tables=depths,
        ),
        Item(
            "thrashing",
            "Thrashing",
            (30,),
            "Food is three steps East in a corridor, and Eval = -food left. Which first actions are best, by depth?",
            "{West, East} at depths 1 and 2, {East} at 3 and 4, {West, East} at 5: a tie-breaking agent may starve.",
            "At depth 5 there is time to go West first and still eat, so West looks as good as East; one step later it "
            "looks so again.",
            runs=(Run(Corridor, "minimax", 0, "East", depth=3, caption="Three steps ahead, the food is in sight."),),
            tables=thrashing,
        ),
        Item(
            "thrashing-fixed",
            "Thrashing fixed",
            (30,),
            "How is it fixed?",
            f"A bonus of {BONUS:g}/(distance + 1) for being near food: {{East}} at depths 1 to 4, {{West, East}} at 5.",
            "The evaluation now rewards progress before it eats. At depth 5 both ways eat in time, and the tie "
            "is back.",
            runs=(
                Run(
                    fixed,
                    "minimax",
                    -1 + BONUS / 3,
                    "East",
                    depth=1,
                    conventions=Conventions(),
                    caption="One step ahead is enough to see where to go.",
                ),
            ),
            tables=thrashing,
        ),
        Item(
            "pacman-demos",
            "Demonstrations with Pacman",
            (31,),
            "Which demonstrations go with the lectures?",
            "Mystery Pacman, Min vs Exp, Limited depth 2 and 10, Thrashing, Thrashing fixed, Smart ghosts, and zoomed "
            "in.",
            "Each shows one idea: the model of the opponent, the depth, the evaluation, or coordination that comes "
            "from "
            "search alone.",
            tables=lambda: (DEMOS,),
        ),
    ),
)
