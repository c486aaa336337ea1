"""Best-reply search: only one opponent replies, the one who can hurt the root's player most.

    MAX-VALUE(s) = the payoff vector that is best for the root's player
    MIN-VALUE(s) = the worst that ONE opponent can force before the root's player acts again

In paranoid search all opponents conspire in every action, which is both too pessimistic and too expensive. Here one
opponent has a free choice between two turns of the root's player; the others take their ordinary action, the one that
the game's `order` puts first (of equals, the first). So with three players of b actions each, a round has about 2b
replies instead of b * b, and search goes deeper. An opponent who takes its ordinary action leaves the reply to a later
one.

As first published (Schadd and Winands, "Best reply search for multiplayer games", 2011) the others pass, which many
games do not allow. BRS+ (Esser, Gras, Winands, Schadd and Lanctot, "Improving best-reply search", 2013) has them take
an ordinary action, so that every position is legal; this is BRS+. With two players it is minimax. It prunes like
alpha-beta.
"""

from __future__ import annotations

from countermove.game import Game, S
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision
from countermove.textbook.event import Narration
from countermove.textbook.paranoid import decide
from countermove.textbook.search import Node, Search


def bestreply(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The best action for the player to act when one of the others gives the best reply.

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
    ordinary = max(actions, key=lambda action: search.game.order(node.state, action))
    return [(ordinary, True)] if replied else [(action, action != ordinary) for action in actions]
