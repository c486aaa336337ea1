"""The items on hidden information: information sets, strategy fusion, regret minimisation and beliefs, as tables."""

from __future__ import annotations

from functools import cache

from countermove.games.kuhn import Kuhn
from countermove.games.tree import Tree
from countermove.lectures.item import Cell, Table
from countermove.solve.nash import equilibrium
from countermove.solve.profile import Profile
from countermove.textbook.belief import beliefs, respond
from countermove.textbook.cfr import cfr
from countermove.values import freeze
from countermove.views.information import told

COIN = [
    {
        "chances": [0.5, 0.5],
        "actions": ["heads", "tails"],
        "children": [
            {"set": "coin", "player": 0, "actions": ["say heads", "say tails"], "children": [1, -1]},
            {"set": "coin", "player": 0, "actions": ["say heads", "say tails"], "children": [-1, 1]},
        ],
    },
    0.5,
]
"""Guess a hidden coin, or take half."""
ITERATIONS = (1, 2, 10, 100, 1_000)


@cache
def solved() -> Profile:
    """An equilibrium of Kuhn poker."""
    found = equilibrium(Kuhn(), method="pdcfr+", target=1e-12)
    assert isinstance(found, Profile)
    return found


def information_sets() -> tuple[Table, ...]:
    """Every information set of Kuhn poker, with an equilibrium."""
    game = Kuhn()
    rows = []
    for choice in solved().choices():
        played = ", ".join(f"{name} {chance:.3g}" for name, chance in choice.probabilities.items())
        rows.append((game.player_name(choice.player), choice.seen, played))
    return (Table(("player", "sees", "an equilibrium plays"), tuple(rows), "The information sets of Kuhn poker"),)


def fusion() -> tuple[Table, ...]:
    """What minimax in each deal believes, and what is true."""
    hidden = {"children": COIN, "player": 0, "actions": ["guess", "take half"]}
    game = Tree(hidden)
    seen = Tree({"children": [_open(COIN[0]), COIN[1]], "player": 0, "actions": ["guess", "take half"]})
    rows: list[tuple[Cell, ...]] = []
    for words, rules in (("sees the coin: minimax in each deal", seen), ("does not see it", game)):
        value = equilibrium(rules, method="lp").value
        rows.append((words, value))
    return (Table(("the player", "the game is worth"), tuple(rows), "A hidden coin"),)


def _open(node: object) -> object:
    """The tree with every node seen."""
    if isinstance(node, dict):
        return {key: _open(value) for key, value in node.items() if key != "set"}
    return [_open(each) for each in node] if isinstance(node, list) else node


def regrets() -> tuple[Table, ...]:
    """The first iteration in sentences, and the averages after some."""
    game = Kuhn()
    sentences = [line for line in told(cfr(game, 1), game) if "who sees" in line or line.startswith("Iteration")]
    rows: list[tuple[Cell, ...]] = []
    for iterations in ITERATIONS:
        found = equilibrium(game, method="cfr", iterations=iterations, target=0)
        rows.append((iterations, round(found.value, 4), float(f"{found.exploitability or 0.0:.2g}")))
    return (
        Table(("step",), tuple((line,) for line in sentences), "The first iteration"),
        Table(("iterations", "value to player 1", "exploitability"), tuple(rows), "Average strategies"),
    )


def believed() -> tuple[Table, ...]:
    """What a Queen believes when facing a bet, and what the best response to each strategy gets."""
    game = Kuhn()
    state = game.read("J Q bet")
    profile = solved()

    def at_random(player: int, key: int, count: int) -> list[float]:
        return [1 / count] * count

    def equal(player: int, key: int, count: int) -> list[float]:
        found = profile.mix(key)
        assert found is not None
        return [float(each) for each in found]

    rows: list[tuple[Cell, ...]] = []
    for words, policy in (("at random", at_random), ("an equilibrium", equal)):
        held = {freeze(each): chance for each, chance in beliefs(game, policy, game.read("J Q bet"), 1)}
        jack = held[freeze(state)]
        best = respond(game, policy, 1)
        rows.append((words, round(jack, 4), round(1 - jack, 4), round(best, 4)))
    columns = ("the opponent plays", "a Jack", "a King", "a best response gets")
    return (Table(columns, tuple(rows), "A Queen that faces a bet"),)
