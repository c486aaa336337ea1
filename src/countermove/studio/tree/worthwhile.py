"""A position worth a look at its search tree: the actions differ, something is pruned, and the tree fits a screen.

Where no such tree reaches the end of the game, short searches of random games find one that is cut off. Work is limited
in steps, not seconds, so the answer is always the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from countermove.game import CHANCE, Game, State
from countermove.loader import in_time
from countermove.studio.games.sample import random_game
from countermove.studio.games.shelf import Shelf
from countermove.studio.tree.study import narration
from countermove.studio.web.call import Answer
from countermove.studio.web.shape import Fields, Text
from countermove.textbook import Conventions, Run, fitting, uniform
from countermove.textbook.instructive import instructive

SEEDS = 6
"""Random games to look at."""
LAST = 12
"""Positions of a game to look at, counted from its end."""
DEPTHS = (3, 2, 1)
MIN_NODES, MAX_NODES = 12, 30
"""How large a tree teaches something and fits a screen."""
MAX_STEPS, MAX_ALL_STEPS = 250, 6000
"""Maximum steps of one search, and of all."""
PERFECT = 9
"""What a tree is worth that has it all."""


def worthwhile(game: Game) -> tuple[str | None, list[int | str], int]:
    """A position, the actions that lead from it to the one to search, and the depth; 0 is to the end.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> worthwhile(TicTacToe())
    ('O.OXX.XO.', [], 0)
    """
    algorithm = fitting(game)
    whole = instructive(game, algorithm)
    if whole is not None:
        return game.write(whole), [], 0
    left = MAX_ALL_STEPS
    best: tuple[int, list[int | str], int] = 0, [], 1
    for state, actions in _positions(game):
        for depth in DEPTHS:
            worth, steps = _worth(game, state, algorithm, depth)
            left -= steps
            if worth > best[0]:
                best = worth, actions, depth
            if worth:
                break  # a lower depth shows less
        if left < 0 or best[0] == PERFECT:
            break
    return None, *best[1:]


def _positions(game: Game) -> Iterator[tuple[State, list[int | str]]]:
    """The last positions of random games in which somebody chooses, and then the first."""
    for seed in range(SEEDS):
        states, actions = random_game(game, seed)
        for at in range(len(actions) - 1, max(0, len(actions) - LAST), -1):
            if game.player(states[at]) != CHANCE and not game.is_terminal(states[at]):
                yield states[at], actions[:at]
    if not game.is_terminal(game.initial()):
        yield game.initial(), []


def _worth(game: Game, state: State, algorithm: str, depth: int) -> tuple[int, int]:
    """How much a tree teaches, at most `PERFECT` and 0 if it is too large; and the steps of its search."""
    run = Run(narration(game, state, algorithm, depth, Conventions(), uniform))
    steps = nodes = cuts = 0
    for event in run:
        steps += 1
        nodes += event.kind == "enter"
        cuts += event.kind == "cut"
        if steps > MAX_STEPS:
            return 0, steps
    values = {score.value for score in run.answer.values.values()} if run.answer else set()
    size, is_first = MIN_NODES <= nodes <= MAX_NODES, game.player(state) == 0
    return 1 + 3 * (len(values) > 1) + 2 * (cuts > 0) + 2 * size + is_first, steps


def answer(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A game's worthwhile position; of the author's first game, or tic-tac-toe, if none is named."""
    name = request["game"] or next(iter(shelf.authored), "tictactoe")
    game = shelf.game(name)
    try:
        start, actions, depth = in_time(game, lambda: worthwhile(game))
    except Exception:  # rules that fail or are slow, or no search that fits: the page says so at the start of the game
        start, actions, depth = None, [], 1
    return {"game": name, "start": start, "actions": actions, "depth": depth}


CALLS = (
    Answer(
        "worthwhile",
        Fields({"game": Text(20_000, default=None)}),
        answer,
        "A position of a game whose search tree is worth a look.",
    ),
)
