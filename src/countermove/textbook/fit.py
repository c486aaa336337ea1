"""Which algorithm fits a game, by its axes.

Minimax and alpha-beta need two sides with opposite interests and no chance; expectiminimax adds chance; max^n lets
every player look after itself, with shallow pruning where sums and outcomes allow it; paranoid and best-reply search
treat everybody else as opponents. Expectimax needs only a model of how the others act. None of them is right where
players cannot see the whole state or act at once: their players would know too much.
"""

from __future__ import annotations

import math

from countermove.errors import SpecError, UnfitError
from countermove.game import Axes, Game
from countermove.outcome import span


def fitting(game: Game) -> str:
    """The name of the textbook algorithm for this kind of game.

    >>> from countermove.games.tree import Tree
    >>> fitting(Tree([[3, 5], [2, 9]])), fitting(Tree([(1, 2, 3), (3, 2, 1)], players=3))
    ('alphabeta', 'maxn')
    """
    axes: Axes = game.axes
    if axes.hidden:
        raise UnfitError(
            f"{type(game).__name__} has hidden information, and a search of its states would use what players "
            "cannot see; `countermove solve` finds strategies for such games (dcfr, cfr+, pdcfr+, cfr, lp, mccfr)."
        )
    if axes.simultaneous:
        if game.players != 2 or axes.payoff not in ("zero", "constant"):
            if game.players != 2:
                raise UnfitError(
                    f"{type(game).__name__} has simultaneous actions and {game.players} players; SIMULTANEOUS is for "
                    "two. Let more of them choose one after the other, unseen: axes.hidden, and a view without the "
                    "choices until all are made (docs/hidden.md, “Three players at once”)."
                )
            raise UnfitError(
                f"{type(game).__name__} has simultaneous actions and a {axes.payoff} payoff; only games of two players "
                "whose payoffs have a constant sum can be searched and solved."
            )
        return "induction"
    if not _has_two_sides(game):
        return "maxn"
    return "expectiminimax" if axes.stochastic else "alphabeta"


def refuse(game: Game, name: str) -> None:
    """Raise UnfitError, naming an algorithm that fits, unless this one does."""
    from countermove.textbook.deepening import ALGORITHMS  # its searches call this function

    if name not in ALGORITHMS:
        raise SpecError(f"There is no textbook algorithm {name!r}; there are: {', '.join(ALGORITHMS)}.")
    fits = fitting(game)
    if game.axes.simultaneous and name not in ("induction", "deepening"):
        raise UnfitError(
            f"{name} needs players who take turns, and {type(game).__name__} has simultaneous actions; use induction."
        )
    if name == "induction" and fits == "maxn":
        raise UnfitError(f"induction needs two opposed sides, and {type(game).__name__} does not have them; use maxn.")
    if name in ("minimax", "alphabeta", "expectiminimax", "star1", "star2") and fits == "maxn":
        why = f"has {game.players} players" if game.players > 2 else f"has a {game.axes.payoff} payoff"
        raise UnfitError(f"{name} needs two opposed sides, and {type(game).__name__} {why}; use maxn.")
    if name in ("minimax", "alphabeta") and fits == "expectiminimax":
        raise UnfitError(f"{name} does not handle the chance in {type(game).__name__}; use expectiminimax.")
    if name == "shallow" and not prunes(game):
        constant = game.axes.payoff in ("zero", "constant")
        why = "does not declare the least payoff (outcomes)" if constant else f"has a {game.axes.payoff} payoff"
        raise UnfitError(
            f"shallow pruning needs a constant sum and a least payoff, and {type(game).__name__} {why}; use maxn."
        )
    if name in ("paranoid", "bestreply") and game.axes.payoff == "common":
        raise UnfitError(
            f"{name} treats the others as opponents, and in {type(game).__name__} all get the same; use maxn."
        )


def prunes(game: Game) -> bool:
    """Whether max^n may prune: what one player gets limits what the others can get."""
    constant = game.axes.payoff in ("zero", "constant")
    return constant and (game.players <= 2 or span(game)[0] > -math.inf)


def team(game: Game, player: int) -> frozenset[int]:
    """A player and its team.

    >>> from countermove.games.tree import Tree
    >>> sorted(team(Tree([[3, 5], [2, 9]]), 1))
    [1]
    """
    return frozenset({player}.union(*(mates for mates in game.axes.teams if player in mates)))


def is_max_side(game: Game, player: int) -> bool:
    """Whether a player maximises: player 0 and its team do."""
    return player in team(game, 0)


def _has_two_sides(game: Game) -> bool:
    """Whether the game has just MAX, or just MAX and its opponents."""
    if game.players == 1:
        return True
    if game.axes.payoff not in ("zero", "constant"):
        return False
    others = {player for player in range(game.players) if not is_max_side(game, player)}
    return len(others) <= 1 or any(others == set(mates) for mates in game.axes.teams)
