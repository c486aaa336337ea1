"""Section 3 of the lectures: chance, and opponents who are not perfect."""

from __future__ import annotations

from typing import Any

from countermove.errors import CountermoveError
from countermove.game import Game, State
from countermove.lectures.item import Item, Run, Section, Table
from countermove.textbook import minimax, run

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
OTHER = [[3, 12, 9], [2, 4, 6], [15, 6, 0]]
PROPERTIES = [[10, 10], [9, 100]]
COIN = [0.5, 0.5]
MIXED = [
    {"chances": COIN, "children": [[2, 4], [6, 8]]},
    [{"chances": COIN, "children": [10, 0]}, 7],
    {"chances": COIN, "children": [{"chances": COIN, "children": [1, 3]}, [[5, 9], 20]]},
]
CHANCES = [
    {"chances": [1 / 4, 1 / 4, 1 / 2], "children": [12, 8, 4]},
    {"chances": [1 / 2, 1 / 2], "children": [8, 6]},
    {"chances": [1 / 3, 2 / 3], "children": [12, 6]},
]


def biased(game: Game, state: State) -> list[tuple[int, float]]:
    """An opponent who takes the last action three times as often as all others combined."""
    *others, last = game.actions(state)
    if not others:
        return [(last, 1.0)]
    return [*((action, 0.25 / len(others)) for action in others), (last, 0.75)]


def perfect(game: Game, state: State) -> list[tuple[int, float]]:
    """An opponent who always takes what is worst for MAX."""

    def worth(action: int) -> Any:
        return run(minimax(game, game.result(state, action))).value

    return [(min(game.actions(state), key=worth), 1.0)]


def refusals() -> tuple[Table, ...]:
    """The messages for invalid odds."""
    from countermove.games.tree import Tree

    rows = []
    for chances in ([0.5, 0.4], [0.5, 0.6], [1.5, -0.5]):
        try:
            Tree({"chances": chances, "children": [1, 2]})
        except CountermoveError as error:
            rows.append((str(chances), str(error)))
    return (Table(("chances", "answer"), tuple(rows), "Probabilities must sum to 1"),)


FOUR_WAYS = Table(
    ("Pacman", "adversarial ghost", "random ghost"),
    (
        ("minimax", "the right model", "too pessimistic: gives up and always loses"),
        ("expectimax", "too optimistic", "the right model: wins about half"),
    ),
    "A trapped layout, searched 3 cycles deep",
)


SECTION = Section(
    3,
    "Chance and opponents",
    (
        Item(
            "traffic",
            "Traffic",
            (21,),
            "The trip to the airport takes 20, 30 or 60 minutes, with probabilities 0.25, 0.5 and 0.25. How long on "
            "average?",
            "0.25 × 20 + 0.5 × 30 + 0.25 × 60 = 35 minutes.",
            "An expectation weights each outcome by its probability. There is nothing to choose: chance acts at the "
            "root.",
            runs=(Run({"chances": [0.25, 0.5, 0.25], "children": [20, 30, 60]}, "expectiminimax", 35),),
        ),
        Item(
            "expectimax-example",
            "Expectimax",
            (22,),
            "What are the three chance nodes worth, and what should MAX do?",
            "7, 7 and 8: Right, worth 8.",
            "Each child is the sum of its leaves times their odds. (The leaves are a reconstruction.)",
            runs=(Run(CHANCES, "expectimax", 8, "Right"),),
        ),
        Item(
            "minimax-properties",
            "Minimax is right against a perfect opponent",
            (23,),
            "What should MAX do against a perfect opponent, and against one who replies at random?",
            "Left, for 10, against a perfect one; Right, for 54.5, against a uniformly random one.",
            "Minimax is too pessimistic against an imperfect opponent. (The leaves are a reconstruction.)",
            runs=(
                Run(PROPERTIES, "minimax", 10, "Left", caption="Against a perfect opponent."),
                Run(PROPERTIES, "expectimax", 54.5, "Right", caption="Against uniformly random replies."),
            ),
        ),
        Item(
            "uniform-expectimax",
            "Uniform expectimax",
            (24,),
            "What are the children worth when every reply is equally likely?",
            "7.67, 4 and 7 in the first tree; 8, 4 and 7 in the second. Left in both.",
            "The average of each child decides, not its smallest leaf.",
            runs=(
                Run(TWO_PLY, "expectimax", 23 / 3, "Left", caption="The first tree."),
                Run(OTHER, "expectimax", 8, "Left", caption="The second tree."),
            ),
        ),
        Item(
            "opponent-policies",
            "Opponents as policies",
            (25,),
            "How do you model an opponent who is neither perfect nor random?",
            "As a policy pi(s, a), any distribution over the replies. The dumb opponent takes each with 1/|A(s)|; "
            "with all "
            "mass on the worst reply expectimax equals minimax.",
            "The notes print 1/2 for the dumb opponent, which is right only for two actions.",
            runs=(
                Run([[1, 2, 3, 4]], "expectimax", 2.5, "1", caption="Dumb: 1/4 for each of four replies."),
                Run([[8, 4], [0, 8]], "expectimax", 6, "Right", opponent=biased, caption="Stochastic: 1/4 and 3/4."),
                Run(TWO_PLY, "expectimax", 3, "Left", opponent=perfect, caption="All mass on the worst reply."),
                Run(TWO_PLY, "minimax", 3, "Left", caption="Minimax, for comparison."),
            ),
        ),
        Item(
            "expectiminimax",
            "MAX, MIN and CHANCE in one tree",
            (26,),
            "What are the children worth when players and chance act in any order?",
            "4, 5 and 5.5: Right.",
            "MAX takes the largest, MIN the smallest, CHANCE the average. Probabilities must sum to 1, else there is "
            "no "
            "average.",
            runs=(Run(MIXED, "expectiminimax", 5.5, "Right"),),
            tables=refusals,
        ),
        Item(
            "pacman-four-ways",
            "Minimax and expectimax Pacman, adversarial and random ghosts",
            (27,),
            "What happens when the model of the opponent is wrong?",
            "Searching 3 cycles deep on a trapped layout, minimax gives up and always loses, while expectimax wins "
            "about "
            "half of its games against random ghosts.",
            "Minimax expects the worst and ends it quickly; expectimax takes its chances, which pays when ghosts act "
            "at "
            "random. Each is right when its model is.",
            tables=lambda: (FOUR_WAYS,),
        ),
    ),
)
