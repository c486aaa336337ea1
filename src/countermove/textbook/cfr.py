"""Counterfactual regret minimisation, as the lectures write it: every visit, every regret, every strategy.

A player's *information set* is all nodes that it cannot tell apart. In each iteration, for each player in turn:

    visit every node, with the probability that each player's own choices lead there (its reach);
    the value of an action counts as much as chance and the *other* players make the node likely: counterfactually,
        as if the player itself had tried to get there;
    the regret of an action is how much better it would have been than the strategy, and regrets add up;
    the next strategy takes each action in proportion to its regret, if that is above 0 (regret matching);
    the average of all strategies, weighted by the player's own reach, approaches an equilibrium.

Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information" (2007). This is
the oracle for the compiled passes of engine/hidden/regret.py, and for small games only.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Literal

from countermove.errors import UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Game, legal, utility_of
from countermove.information import Knowledge


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a visit of a node, an end, the value of a node, or the update of an information set."""

    kind: Literal["visit", "leaf", "value", "update"]
    iteration: int
    player: int
    """Whose regrets this pass is about."""
    path: tuple[str, ...] = ()
    """The names of the actions that lead to the node."""
    mover: int | None = None
    seen: str = ""
    """What the mover sees; for an update, the player."""
    reach: tuple[float, ...] = ()
    """The probability that each player contributes to reaching the node, and last that of chance."""
    value: float = 0.0
    """What the node is worth to `player`, given the strategies."""
    values: dict[str, float] = field(default_factory=dict)
    """What each action is worth to it; for an update, the regret that this iteration adds."""
    regrets: dict[str, float] = field(default_factory=dict)
    """For an update: the sums so far."""
    strategy: dict[str, float] = field(default_factory=dict)
    average: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class InformationSet:
    """What is kept of an information set."""

    player: int
    seen: str
    names: list[str]
    regrets: list[float]
    sums: list[float]
    """The strategies so far, weighted by reach."""
    added: list[float]
    """The regrets of this iteration."""

    @property
    def strategy(self) -> list[float]:
        """Regret matching."""
        positive = [max(0.0, regret) for regret in self.regrets]
        total = sum(positive)
        return [each / total for each in positive] if total > 0 else [1 / len(positive)] * len(positive)

    @property
    def average(self) -> list[float]:
        """The average of all strategies."""
        total = sum(self.sums)
        return [each / total for each in self.sums] if total > 0 else [1 / len(self.sums)] * len(self.sums)

    def named(self, numbers: list[float]) -> dict[str, float]:
        return dict(zip(self.names, numbers))


Sets = dict[int, InformationSet]
"""Information sets by their keys."""


def cfr(game: Game, iterations: int = 1) -> Generator[Step, None, Sets]:
    """The steps of some iterations; returns the information sets, with regrets and average strategies.

    >>> from countermove.games.kuhn import Kuhn
    >>> steps = list(cfr(Kuhn(), 1))
    >>> update = next(step for step in steps if step.kind == "update" and "holds K" in step.seen)
    >>> update.seen, {name: round(regret, 3) for name, regret in update.regrets.items()}
    ('player 1 holds K, player 2 holds ?; no bet', {'check': -0.125, 'bet': 0.125})
    """
    if game.axes.simultaneous:
        raise UnfitError(f"{type(game).__name__} has simultaneous actions; `countermove solve` handles them.")
    sets: Sets = {}
    for iteration in range(1, iterations + 1):
        for player in range(game.players):
            known: Knowledge = Knowledge(game)
            yield from _visit(game, sets, known, iteration, player, (), [1.0] * (game.players + 1))
            for place in [each for each in sets.values() if each.player == player]:
                place.regrets = [one + more for one, more in zip(place.regrets, place.added)]
            _follow(game, sets, Knowledge(game), player, 1.0, set())
            for place in [each for each in sets.values() if each.player == player]:
                yield Step(
                    "update", iteration, player, mover=player, seen=place.seen, values=place.named(place.added),
                    regrets=place.named(place.regrets), strategy=place.named(place.strategy),
                    average=place.named(place.average),
                )  # fmt: skip
                place.added = [0.0] * len(place.names)
    return sets


def _visit(
    game: Game, sets: Sets, known: Knowledge, iteration: int, player: int, path: tuple[str, ...], reach: list[float]
) -> Generator[Step, None, float]:
    """The value of a node to `player`; regrets of its information sets are added up on the way."""
    state = known.state
    if game.is_terminal(state):
        value = utility_of(game, state, player)
        yield Step("leaf", iteration, player, path, reach=tuple(reach), value=value)
        return value
    mover = game.player(state)
    assert mover != SIMULTANEOUS
    if mover == CHANCE:
        total = 0.0
        for action, chance in game.chances(state):
            further = [*reach[:-1], reach[-1] * chance]
            name = game.action_name(state, action)
            total += chance * (
                yield from _visit(game, sets, known.then(action), iteration, player, (*path, name), further)
            )
        return total
    place = _place(game, sets, known, mover)
    strategy = place.strategy
    yield Step("visit", iteration, player, path, mover, place.seen, tuple(reach), strategy=place.named(strategy))
    values = []
    for number, action in enumerate(legal(game, state)):
        further = [share * strategy[number] if each == mover else share for each, share in enumerate(reach)]
        below = _visit(game, sets, known.then(action), iteration, player, (*path, place.names[number]), further)
        values.append((yield from below))
    value = sum(chance * each for chance, each in zip(strategy, values))
    if mover == player:
        others = 1.0
        for each, share in enumerate(reach):
            others *= share if each != player else 1.0
        place.added = [one + others * (each - value) for one, each in zip(place.added, values)]
    yield Step(
        "value", iteration, player, path, mover, place.seen, tuple(reach), value, place.named(values),
        strategy=place.named(strategy),
    )  # fmt: skip
    return value


def _place(game: Game, sets: Sets, known: Knowledge, mover: int) -> InformationSet:
    """The information set of a node, new if it was never met."""
    key = known.keys[mover]
    if key not in sets:
        names = [game.action_name(known.state, action) for action in legal(game, known.state)]
        zeros = [0.0] * len(names)
        seen = game.text(game.view(known.state, mover))
        sets[key] = InformationSet(mover, seen, names, zeros[:], zeros[:], zeros[:])
    return sets[key]


def _follow(game: Game, sets: Sets, known: Knowledge, player: int, reach: float, done: set[int]) -> None:
    """Add the new strategy of a player to its averages, weighted by its reach of each information set."""
    state = known.state
    if game.is_terminal(state):
        return
    mover = game.player(state)
    actions = [action for action, _ in game.chances(state)] if mover == CHANCE else legal(game, state)
    if mover != player:
        for action in actions:
            _follow(game, sets, known.then(action), player, reach, done)
        return
    place = _place(game, sets, known, mover)
    strategy = place.strategy
    if known.keys[mover] not in done:
        done.add(known.keys[mover])
        place.sums = [one + reach * chance for one, chance in zip(place.sums, strategy)]
    for chance, action in zip(strategy, actions):
        _follow(game, sets, known.then(action), player, reach * chance, done)
