"""Best-reply search: of all others only one replies, the one who can harm the root's player most.

    MAX-VALUE(s) = the payoff vector that is best for the root's player
    MIN-VALUE(s) = the worst for it that ONE of the others can bring about before it acts again

Paranoid search has every opponent conspire in every action, which is both too gloomy and too much to search. Here one
opponent has a free choice between two turns of the root's player; the others take their ordinary action, the one that
the game's `order` puts first (of equals, the first). So with three players of b actions each, a round has about 2b
replies in place of b * b, and search sees further. Whoever takes its ordinary action leaves the reply to those after.

As first published (Schadd and Winands, "Best reply search for multiplayer games", 2011) the others pass, which in
many games is against the rules; that they take an ordinary action instead, so that every position is a legal one, is
BRS+ (Esser, Gras, Winands, Schadd and Lanctot, "Improving best-reply search", 2013), and what is done here. For two
players it is minimax. It prunes as alpha-beta does.
"""

from __future__ import annotations

from countermove.game import Game, State
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision
from countermove.textbook.event import Narration
from countermove.textbook.paranoid import decide
from countermove.textbook.search import Node, Search

__all__ = ["bestreply"]


def bestreply(
    game: Game, state: State | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The action that is best for the player to act when one of the others gives the best reply.

    Together players 2 and 3 could bring player 1 down to 1 on the left; one of them alone, to 4.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import paranoid, run
    >>> game = Tree([[[(5, 0, 0), (4, 0, 0)], [(6, 0, 0), (1, 0, 0)]], [[(3, 0, 0)], [(2, 0, 0)]]], players=3)
    >>> [run(search(game)).value[0] for search in (bestreply, paranoid)]
    [4.0, 2.0]
    """
    search = Search("bestreply", game, state, depth, conventions)
    return (yield from decide(search, one_reply))


def one_reply(search: Search, node: Node, replied: bool) -> list[tuple[int, bool]]:
    """After the reply only the ordinary action is left; before it, any other action is the reply."""
    actions = search.actions(node)
    if search.game.players == 2:
        return [(action, True) for action in actions]
    usual = max(actions, key=lambda action: search.game.order(node.state, action))
    return [(usual, True)] if replied else [(action, action != usual) for action in actions]
