"""A position worth drawing: a few plies before the end, where actions differ in value.

The first plies of most games show nothing: two plies into tic-tac-toe every value is 0. Here random games, always the
same, are searched from their last plies, until one has a small tree with different values at the root, and cuts if the
algorithm prunes.
"""

from __future__ import annotations

import random
from typing import Final

from countermove.game import CHANCE, Game, S, legal
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision
from countermove.textbook.deepening import ALGORITHMS
from countermove.textbook.run import Run

GAMES: Final = 24
MAX_PLIES: Final = 120
MAX_ACTIONS: Final = 60
"""Games with more actions in a state have no small trees."""
FEWEST, MOST = 9, 30
"""Nodes of a tree that teaches."""


def instructive(game: Game[S], algorithm: str, conventions: Conventions = STANDARD) -> S | None:
    """A position of the first player whose whole tree is small and shows something; None if none is found.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> game.write(instructive(game, "alphabeta"))
    'O.OXX.XO.'
    """
    for seed in range(GAMES):
        states: list[S] = _random_game(game, random.Random(seed))
        for state in states[-2::-1]:
            if game.player(state) != 0 or len(legal(game, state)) < 2:
                continue
            size = _shows(game, state, algorithm, conventions)
            if size > MOST:
                break
            if size:
                return state
    return None


def _random_game(game: Game[S], rng: random.Random) -> list[S]:
    """The states of a random game; without its end if it is too long."""
    states = [game.initial()]
    while len(states) <= MAX_PLIES and not game.is_terminal(states[-1]):
        state = states[-1]
        if game.player(state) == CHANCE:
            odds = list(game.chances(state))
            action = rng.choices([action for action, _ in odds], [chance for _, chance in odds])[0]
        else:
            actions = legal(game, state)
            if len(actions) > MAX_ACTIONS:
                return []
            action = rng.choice(list(actions))
        states.append(game.result(state, action))
    return states if game.is_terminal(states[-1]) else []


def _shows(game: Game[S], state: S, algorithm: str, conventions: Conventions) -> int:
    """The number of nodes of a search that shows something; 0 if it does not, more than `MOST` if it is too large."""
    search = Run(ALGORITHMS[algorithm](game, state, conventions=conventions))
    nodes = cuts = 0
    for event in search:
        nodes += event.kind == "enter"
        cuts += event.kind == "cut"
        if nodes > MOST:
            return nodes
    answer = search.answer
    assert isinstance(answer, Decision)
    differ = len({score.value for score in answer.values.values()}) > 1
    prunes = algorithm in ("alphabeta", "star1", "star2", "shallow")
    return nodes if nodes >= FEWEST and differ and (cuts > 0 or not prunes) else 0
