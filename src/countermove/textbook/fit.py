"""Which algorithm fits which game, told from its axes.

Minimax and alpha-beta need two sides with opposite interests and no chance; expectiminimax adds chance; max^n
lets every player look after itself, shallow pruning where sums and outcomes allow it; paranoid and best-reply search
take everybody else for opponents. Expectimax asks for nothing but a model of how the others act. Where a player
cannot see the whole state, or players act at once, none of them is right: their nodes stand for what is known when
acting, and here every player would know too much.
"""

from __future__ import annotations

import math

from countermove.errors import SpecError, UnfitError
from countermove.game import Axes, Game
from countermove.outcome import span

__all__ = ["fitting", "is_max_side", "prunes", "refuse", "team"]


def fitting(game: Game) -> str:
    """The name of the textbook algorithm for this kind of game.

    >>> from countermove.games.tree import Tree
    >>> fitting(Tree([[3, 5], [2, 9]])), fitting(Tree([(1, 2, 3), (3, 2, 1)], players=3))
    ('alphabeta', 'maxn')
    """
    axes: Axes = game.axes
    if axes.hidden:
        raise UnfitError(f"{type(game).__name__} has hidden information, and no algorithm here fits such a game.")
    if axes.simultaneous:
        if game.players != 2 or axes.payoff not in ("zero", "constant"):
            why = f"{game.players} players" if game.players != 2 else f"a {axes.payoff} payoff"
            raise UnfitError(
                f"{type(game).__name__} has simultaneous actions and {why}; only two players whose payoffs have a "
                "constant sum are searched and solved."
            )
        return "induction"
    if not _has_two_sides(game):
        return "maxn"
    return "expectiminimax" if axes.stochastic else "alphabeta"


def refuse(game: Game, name: str) -> None:
    """Raises UnfitError, naming the algorithm that fits, when the one named does not."""
    from countermove.textbook.deepening import ALGORITHMS  # whose searches ask here whether they fit

    if name not in ALGORITHMS:
        raise SpecError(f"There is no textbook algorithm {name!r}; there are: {', '.join(ALGORITHMS)}.")
    fits = fitting(game)
    if game.axes.simultaneous and name not in ("induction", "deepening"):
        raise UnfitError(f"{name} takes turns, and {type(game).__name__} has simultaneous actions; induction fits.")
    if name == "induction" and fits == "maxn":
        raise UnfitError(f"induction needs two opposed sides, which {type(game).__name__} has not; maxn fits.")
    if name in ("minimax", "alphabeta", "expectiminimax") and fits == "maxn":
        why = f"has {game.players} players" if game.players > 2 else f"has a {game.axes.payoff} payoff"
        raise UnfitError(f"{name} needs two opposed sides and {type(game).__name__} {why}; maxn fits.")
    if name in ("minimax", "alphabeta") and fits == "expectiminimax":
        raise UnfitError(f"{name} cannot weigh the chance in {type(game).__name__}; expectiminimax fits.")
    if name == "shallow" and not prunes(game):
        constant = game.axes.payoff in ("zero", "constant")
        why = "does not say how little a player can get (outcomes)" if constant else f"has a {game.axes.payoff} payoff"
        raise UnfitError(
            f"shallow pruning needs a constant sum and a least payoff; {type(game).__name__} {why}; maxn fits."
        )
    if name in ("paranoid", "bestreply") and game.axes.payoff == "common":
        raise UnfitError(
            f"{name} takes the others for opponents, and in {type(game).__name__} all get the same; maxn fits."
        )


def prunes(game: Game) -> bool:
    """Whether max^n may prune: what one player gets tells how much the others can get at most."""
    constant = game.axes.payoff in ("zero", "constant")
    return constant and (game.players <= 2 or span(game)[0] > -math.inf)


def team(game: Game, player: int) -> frozenset[int]:
    """A player and whoever is in one team with it.

    >>> from countermove.games.tree import Tree
    >>> sorted(team(Tree([[3, 5], [2, 9]]), 1))
    [1]
    """
    return frozenset({player}.union(*(mates for mates in game.axes.teams if player in mates)))


def is_max_side(game: Game, player: int) -> bool:
    """Whether a player maximises: player 0, and whoever is in one team with it."""
    return player in team(game, 0)


def _has_two_sides(game: Game) -> bool:
    """Whether all there is to the game is MAX, or MAX and those against it."""
    if game.players == 1:
        return True
    if game.axes.payoff not in ("zero", "constant"):
        return False
    others = {player for player in range(game.players) if not is_max_side(game, player)}
    return len(others) <= 1 or any(others == set(mates) for mates in game.axes.teams)
