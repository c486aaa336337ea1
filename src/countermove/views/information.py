"""Hidden information drawn and told: the tree with its information sets, and regret minimisation in sentences.

Nodes that a player cannot tell apart are joined by a dashed line and carry the same number; branches carry the
probabilities of a strategy, if one is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from countermove.errors import SpecError
from countermove.game import CHANCE, Game, legal, utilities
from countermove.information import Knowledge
from countermove.succession import one_at_a_time
from countermove.textbook.cfr import Step
from countermove.views.figure import Figure, Item, Kind, worth

if TYPE_CHECKING:
    from countermove.solve.profile import Profile

MAX_NODES = 2_000
"""Nodes of a tree to draw."""


def information_figure(
    game: Game, profile: Profile | None = None, title: str = "", depth: int | None = None, most: int = MAX_NODES
) -> Figure:
    """The tree of a game with its information sets; with a profile, its probabilities are on the branches.

    Players who act at once choose in succession, unseen; the profile is then of that game (`one_at_a_time`).

    >>> from countermove.games.tree import Tree
    >>> coin = {"chances": [0.5, 0.5], "children": [{"set": 1, "children": [1, -1]}, {"set": 1, "children": [-1, 1]}]}
    >>> figure = information_figure(Tree(coin))
    >>> [(item.kind, item.window, item.together_with) for item in figure.items()[:3]]
    [('chance', '', None), ('max', 'set 1', 1), ('max', 'set 1', 1)]
    """
    game = one_at_a_time(game)
    root = Item("chance")
    numbers: dict[tuple[int, int], int] = {}
    waiting: list[tuple[Knowledge, Item, int]] = [(Knowledge(game), root, 0)]
    count = 0
    while waiting:
        known, item, ply = waiting.pop()
        count += 1
        if count > most:
            raise SpecError(
                f"The tree of {type(game).__name__} has more than {most:,} nodes; draw its first plies with --depth."
            )
        _fill(game, known, item, numbers)
        if game.is_terminal(known.state):
            continue
        if depth is not None and ply >= depth:
            item.children.append(Item("more"))
            continue
        branches = list(_branches(game, known, item, profile))
        item.children += [child for _, child in branches]
        waiting += [(below, child, ply + 1) for below, child in reversed(branches)]
    alone = _alone(root)
    for item in root.walk():
        item.together_with = None if item.together_with in alone else item.together_with
    return Figure(root, title)


def _fill(game: Game, known: Knowledge, item: Item, numbers: dict[tuple[int, int], int]) -> None:
    """What a node is."""
    state = known.state
    if game.is_terminal(state):
        paid = utilities(game, state)
        opposed = game.players == 2 and game.axes.payoff == "zero"
        item.kind = "leaf"
        item.value = f"= {worth(paid[0])}" if opposed else f"= ({', '.join(map(worth, paid))})"
        return
    player = game.player(state)
    item.title, item.player = game.player_name(player), player
    kind: Kind = "chance" if player == CHANCE else "player" if game.players > 2 else ("max", "min")[player]
    item.kind = kind
    if player != CHANCE:
        item.together_with = numbers.setdefault((player, known.keys[player]), len(numbers) + 1)
        item.window = f"set {item.together_with}"


def _branches(game: Game, known: Knowledge, item: Item, profile: Profile | None) -> Iterator[tuple[Knowledge, Item]]:
    """The children of a node, with labels and probabilities."""
    state, player = known.state, game.player(known.state)
    actions = [action for action, _ in game.chances(state)] if player == CHANCE else legal(game, state)
    chances: list[float] | None = None
    if player == CHANCE:
        chances = [chance for _, chance in game.chances(state)]
    elif profile is not None:
        found = profile.mix(known.keys[player])
        chances = None if found is None else found.tolist()
    for number, action in enumerate(actions):
        label = game.action_name(state, action)
        yield (
            known.then(action),
            Item("leaf", label=label, chance="" if chances is None else f"{round(chances[number], 3):g}"),
        )


def _alone(root: Item) -> set[int | None]:
    """The numbers of sets with a single node."""
    counts: dict[int | None, int] = {}
    for item in root.walk():
        counts[item.together_with] = counts.get(item.together_with, 0) + 1
    return {number for number, count in counts.items() if count == 1}


def told(steps: Iterable[Step], game: Game) -> Iterator[str]:
    """Regret minimisation in sentences.

    >>> from countermove.games.kuhn import Kuhn
    >>> from countermove.textbook.cfr import cfr
    >>> game = Kuhn()
    >>> lines = list(told(cfr(game), game))
    >>> lines[0]
    'Iteration 1, regrets of player 1.'
    >>> print(lines[-1])
    player 2, who sees “player 1 holds ?, player 2 holds J; player 1 bets”: regret now fold +0.167, call -0.167; next \
fold 1, call 0; on average fold 1, call 0.
    """
    heading = (0, -1)
    for step in steps:
        if (step.iteration, step.player) != heading:
            heading = (step.iteration, step.player)
            yield f"Iteration {step.iteration}, regrets of {game.player_name(step.player)}."
        where = " ".join(step.path) or "the start"
        if step.kind == "leaf":
            yield f"{where}: the end, worth {step.value:+.3g}."
        elif step.kind == "visit":
            assert step.mover is not None
            reached = ", ".join(f"{share:.3g}" for share in step.reach)
            yield f"{where}: {game.player_name(step.mover)} plays {_listed(step.strategy)}; reach {reached}."
        elif step.kind == "value":
            yield f"{where}: worth {step.value:+.3g}, by action {_listed(step.values, signed=True)}."
        else:
            regrets, now = _listed(step.regrets, signed=True), _listed(step.strategy)
            who, average = game.player_name(step.player), _listed(step.average)
            yield f"{who}, who sees “{step.seen}”: regret now {regrets}; next {now}; on average {average}."


def _listed(numbers: dict[str, float], signed: bool = False) -> str:
    """Numbers by name; rounding errors count as 0."""
    shown = {name: 0.0 if abs(value) < 1e-12 else value for name, value in numbers.items()}
    return ", ".join(f"{name} {value:+.3g}" if signed else f"{name} {value:.3g}" for name, value in shown.items())
