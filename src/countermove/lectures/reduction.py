"""Grundy's game as problem reduction."""

from __future__ import annotations

from functools import cache

from countermove import registry
from countermove.game import Game, State, legal
from countermove.lectures.item import Table
from countermove.textbook import minimax, run, trace
from countermove.values import freeze


@cache
def grundy_number(pile: int) -> int:
    """The Grundy number (nim-value) of a pile: the smallest that no split of it has.

    >>> [grundy_number(pile) for pile in range(1, 11)]
    [0, 0, 1, 0, 2, 1, 0, 2, 1, 0]
    """
    reached = {grundy_number(part) ^ grundy_number(pile - part) for part in range(1, (pile + 1) // 2)}
    return next(number for number in range(len(reached) + 1) if number not in reached)


def grundy() -> tuple[Table, ...]:
    """What is proved about a pile of 7, the winning replies, and Grundy numbers."""
    game = registry.load("grundy:n=7")
    misere = registry.load("grundy:n=7,misere=true")
    events, decision = trace(minimax(game))
    states = {game.write(event.state) for event in events}
    facts = (
        ("W(7+): PLUS, to move, can win", str(decision.value == 1.0).lower()),
        ("W(7-): PLUS can win when MINUS moves", str(run(minimax(game, game.read("7 -"))).value == 1.0).lower()),
        ("splits under best delay", _delay(game, game.initial())),
        ("states", len(states)),
        ("tree nodes", decision.nodes),
        ("leaves", decision.leaves),
        ("misere play: the first player wins", str(run(minimax(misere)).value == 1.0).lower()),
    )
    numbers = tuple((pile, grundy_number(pile)) for pile in range(1, 11))
    return (
        Table(("statement", ""), facts, "A pile of 7"),
        Table(("PLUS splits 7 into", "MINUS wins by"), _replies(game), "Every split has an answer"),
        Table(("pile", "Grundy number"), numbers, "Grundy numbers"),
    )


def _replies(game: Game) -> tuple[tuple[str, str], ...]:
    rows = []
    for action in game.actions(game.initial()):
        state = game.result(game.initial(), action)
        values = run(minimax(game, state)).values
        piles = [game.write(game.result(state, reply)).split()[0] for reply, s in values.items() if s.value == -1.0]
        rows.append((game.action_name(game.initial(), action), " or ".join(sorted(piles, reverse=True))))
    return tuple(rows)


def _delay(game: Game, state: State) -> int:
    """Actions to the end when the winner hurries and the loser delays."""
    known: dict[object, tuple[float, int]] = {}

    def ahead(state: State) -> tuple[float, int]:
        key = freeze(state)
        if key not in known:
            known[key] = best(state)
        return known[key]

    def best(state: State) -> tuple[float, int]:
        if game.is_terminal(state):
            return float(game.utility(state, 0)), 0
        sign = 1.0 if game.player(state) == 0 else -1.0
        options = [ahead(game.result(state, action)) for action in legal(game, state)]
        won = [left for value, left in options if value == sign]
        return (sign, 1 + min(won)) if won else (-sign, 1 + max(left for _, left in options))

    return ahead(state)[1]
