"""Syzygy files: endgame databases of chess that many programs share, of up to seven pieces.

A file says who wins (`.rtbw`), another how many plies away the next capture or pawn move is (`.rtbz`, distance to
zeroing). There is no distance to mate, so a win is known to be one, but not how long it takes: the winner takes the
shortest way to the next capture or pawn move that keeps the win, and so on. Wins that fifty moves without either would
forestall are draws.

The files are read by the library `chess`, which is not part of Countermove: its licence is the GPL. They are probed at
the root of a search only, as the library is too slow for every node.

References: R. de Man, Syzygy endgame tablebases (2013); N. Fiekas, python-chess, chess.syzygy.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from countermove.errors import SpecError, UnfitError
from countermove.game import Action, Game, S, legal, utility_of

if TYPE_CHECKING:
    from countermove.native.memory import Memory

WINS, DISTANCES = "*.rtbw", "*.rtbz"
"""Names of the files."""
FIFTY_MOVES = 100
"""Plies without a capture or a pawn move that the files take for a draw."""
MAX_LINE = 12
"""Plies of a line: each is looked up by trying all actions."""
MATE = -1
"""The rank of mate among ways to win: before any capture."""


def has_files(directory: str | os.PathLike[str]) -> bool:
    """Whether a directory has Syzygy files."""
    return any(True for _ in Path(directory).glob(WINS))


class Syzygy(Generic[S]):
    """The Syzygy files in a directory, asked for positions of a game that `writes` them as FEN (`syzygy = True`)."""

    sliced = True
    complete = True
    memory: Memory | None = None
    source = "Syzygy database"
    timed = False

    def __init__(self, game: Game[S], library: Any, tables: Any) -> None:
        self.game, self._library, self._tables = game, library, tables
        self._most = max((len(name) - 1 for name in tables.wdl), default=0)
        """The most pieces of an ending."""

    @classmethod
    def open(cls, directory: str | os.PathLike[str], game: Game[S]) -> Syzygy[S]:
        """The files in a directory, or in several separated as in PATH; SpecError if there are none."""
        if not getattr(game, "syzygy", False):
            raise UnfitError(f"Syzygy files are endings of chess, not of {type(game).__name__}.")
        try:
            import chess
            import chess.syzygy
        except ImportError:
            raise SpecError("Syzygy files need the library chess; install it with pip install chess.") from None
        tables = chess.syzygy.Tablebase()
        found = 0
        for place in str(directory).split(os.pathsep):
            try:
                found += tables.add_directory(place)
            except OSError as error:
                reason = (error.strerror or type(error).__name__).lower()
                raise SpecError(f"The Syzygy files in {place!r} cannot be read: {reason}.") from None
        if not found:
            raise SpecError(f"There are no Syzygy files ({WINS}, {DISTANCES}) in {str(directory)!r}.")
        return cls(game, chess, tables)

    def __len__(self) -> int:
        """The number of endings."""
        return len({table.path for table in self._tables.wdl.values()})

    def known(self, state: S) -> dict[Action, tuple[float, int]]:
        """The value of every action for player 0 and its rank; nothing if one of them is not certain.

        The rank of a win or a loss is the number of plies to the next capture or pawn move, 0 if the action is one; a
        draw ranks by whether the winner would have more than fifty moves.
        """
        game = self.game
        board = self._library.Board(game.write(state))
        if board.castling_rights or len(board.piece_map()) > self._most:
            return {}
        found: dict[Action, tuple[float, int]] = {}
        for action in legal(game, state):
            child = game.result(state, action)
            score = self._score(child)
            if score is None:
                return {}
            found[action] = score
        return found

    def _score(self, state: S) -> tuple[float, int] | None:
        """The value of a state for player 0 and its rank; None if it is not certain."""
        game = self.game
        if game.is_terminal(state):
            value = utility_of(game, state, 0)
            return value, MATE if value != game.neutral else 1
        board = self._library.Board(game.write(state))
        try:
            result = self._tables.probe_wdl(board)
            plies = abs(self._tables.probe_dtz(board))
        except KeyError:  # not in the files
            return None
        except Exception as error:
            raise SpecError(
                f"The Syzygy file for {game.write(state)!r} is damaged ({type(error).__name__}); replace it."
            ) from None
        if abs(result) == 1:  # won in more than fifty moves
            return (game.neutral, 1 - result) if game.max_reversible == FIFTY_MOVES else None
        if result == 0:
            return game.neutral, 1
        spent = game.reversible(state)
        if spent and FIFTY_MOVES <= plies + spent <= FIFTY_MOVES + 1:  # distances may be one too large
            return None
        if spent and plies + spent > FIFTY_MOVES:
            return (game.neutral, 1 - result // 2) if game.max_reversible == FIFTY_MOVES else None
        mover = game.player(state)
        winner = mover if result > 0 else 1 - mover
        return (1.0 if winner == 0 else -1.0), plies if spent else 0

    def line(self, state: S) -> tuple[Action, ...]:
        """Best play from a state, to the next capture or pawn move; empty for a draw."""
        game, found = self.game, list[Action]()
        while len(found) < MAX_LINE and not game.is_terminal(state):
            known = self.known(state)
            if not known:
                break
            sign = 1.0 if game.player(state) == 0 else -1.0
            gains = {action: sign * (value - game.neutral) for action, (value, _) in known.items()}
            best = max(gains.values())
            if best == 0:
                break
            ranks = {action: rank for action, (_, rank) in known.items() if gains[action] == best}
            action = min(ranks, key=lambda each: ranks[each] if best > 0 else -ranks[each])
            found.append(action)
            state = game.result(state, action)
            if game.reversible(state) == 0:
                break
        return tuple(found)
