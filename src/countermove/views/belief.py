"""What a player believes, as text and as JSON: each cell of the board with what may be on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from countermove.drawn import require_board
from countermove.game import Game, S

if TYPE_CHECKING:
    from countermove.analysis.belief import Guess

MAX_LISTED: Final = 8
"""Uncertain cells that are listed one by one; more are drawn as a map."""


def belief_text(game: Game[S], state: S, guesses: Sequence[Guess]) -> str:
    """A belief as text: a list of cells, or where there are many, the board with percentages.

    >>> from countermove.analysis.belief import Guess
    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> belief_text(game, game.read("Q J"), [Guess("player 2", {"K": 0.75, "J": 0.25}, (1, 0))])
    'player 2 K 75 %, J 25 %'
    """
    known = {guess.place: guess for guess in guesses}
    pieces = {piece for guess in guesses for piece in guess.odds if piece}
    if len(guesses) <= MAX_LISTED or len(pieces) > 2 or None in known:
        return "; ".join(f"{guess.name} {_listed(guess)}" for guess in guesses)
    board = require_board(game, game.view(state, game.player(state)))
    lines = []
    for row, cells in enumerate(board.rows):
        name = board.row_names[row] if row < len(board.row_names) else ""
        parts = [
            f"{100 * sum(odds for piece, odds in known[row, col].odds.items() if piece):3.0f}"
            if (row, col) in known
            else f"{cell.piece or ' ':>3}"
            for col, cell in enumerate(cells)
        ]
        lines.append(f"{name:>2} {' '.join(parts)}".rstrip())
    if board.column_names:
        lines.append("   " + " ".join(f"{name:>3}" for name in board.column_names))
    return "\n".join(lines)


def _listed(guess: Guess) -> str:
    return ", ".join(f"{piece or 'empty'} {100 * odds:.0f} %" for piece, odds in list(guess.odds.items())[:6])


def belief_json(guesses: Sequence[Guess]) -> list[dict[str, Any]]:
    """A belief as JSON values: the cells with the odds of each piece."""
    return [
        {"cell": guess.name, "place": None if guess.place is None else list(guess.place), "odds": guess.odds}
        for guess in guesses
    ]
