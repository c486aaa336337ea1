"""Who will own which cell, estimated by playouts of a game that has its own (`Game.playout`).

Two numbers for each cell say what a position is about. The *share* is how often one player owns the cell in the end,
minus how often the other does. The *criticality* is how much winning depends on owning it (R. Coulom, "Criticality: a
Monte-Carlo heuristic for Go programs", 2009): the covariance of "the winner owns it" and of what chance would give,

    v / n - (b B + w W) / n^2

where of n playouts v end with the cell owned by the winner, b and w with it owned by either player, and B and W are
won by them. It is near 0 where all is settled, and large where the fight is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from countermove.engine.workspace import Workspace
from countermove.errors import UnfitError
from countermove.game import Game, S, offers
from countermove.native.kernel import bind, kernel
from countermove.native.memory import Memory
from countermove.values import key_of

FIRST, SECOND, WINNER = range(3)
"""The counts of a cell: owned by the first player, by the second, by the winner."""
DEFAULT_PLAYOUTS = 1000


@kernel
def own(game: Any, state: Any, seed: int, count: int, board: Any, wins: Any, counts: Any, work: Workspace) -> int:
    """Play `count` playouts and count who owns the cells, and who wins; returns how many were played before `stop`."""
    cells = len(counts) // 3
    start = len(board) - cells
    for number in range(count):
        if work.stop != 0:
            return number
        value = game.playout(state, key_of((seed, number)) | 1, board)
        work.nodes += board[0]
        won = 1 if value > game.neutral else -1 if value < game.neutral else 0
        if won != 0:
            wins[FIRST if won > 0 else SECOND] += 1
        for cell in range(cells):
            owner = board[start + cell]
            if owner != 0:
                counts[3 * cell + (FIRST if owner > 0 else SECOND)] += 1
                if owner == won:
                    counts[3 * cell + WINNER] += 1
    return count


@dataclass(frozen=True, slots=True)
class Ownership:
    """What playouts say about the cells of a board."""

    playouts: int
    wins: tuple[int, int]
    """Playouts won by each player."""
    shares: tuple[float, ...]
    """Whose each cell is, from 1 for the first player to -1 for the second."""
    criticality: tuple[float, ...]
    """How much winning depends on each cell."""


def ownership(
    game: Game[S], state: S, playouts: int = DEFAULT_PLAYOUTS, seed: int = 1, work: Workspace | None = None
) -> Ownership:  # fmt: skip
    """Estimate who will own the cells of a position.

    >>> from countermove import load
    >>> found = ownership(load("go:size=5"), load("go:size=5").read("C3"), 200)
    >>> found.playouts, len(found.shares), found.shares[12] > 0.5
    (200, 25, True)
    """
    if not offers(game, "playout") or not game.playout_owners:
        raise UnfitError(f"{type(game).__name__} has no playouts that say who owns its cells.")
    board, wins, counts = Memory(game.playout_room), Memory(2), Memory(3 * game.playout_owners)
    work = work or Workspace()
    run = bind(own, game, 1, 1, board, wins, counts, work)
    played = int(run(state, seed, playouts, board, wins, counts, work))
    total = max(1, played)
    shares, critical = [], []
    for cell in range(game.playout_owners):
        first, second, winner = (counts[3 * cell + kind] for kind in (FIRST, SECOND, WINNER))
        shares.append((first - second) / total)
        critical.append(winner / total - (first * wins[FIRST] + second * wins[SECOND]) / total**2)
    return Ownership(played, (wins[FIRST], wins[SECOND]), tuple(shares), tuple(critical))
