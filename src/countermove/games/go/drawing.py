"""Positions as text and as boards to draw: stones on the points where lines meet, star points, the last move.

When the game is over, the board shows whose each point is; a stone on a point of the opponent's is dead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from countermove.board import Board, Cell
from countermove.games.go.point import BLACK, EMPTY, LETTERS, WHITE, name_of, star_points
from countermove.games.go.position import Position, owners

if TYPE_CHECKING:
    from countermove.games.go.rules import Go

SIGNS = ".XO"


def text(game: Go, state: Position) -> str:
    """The position as lines, the last move in brackets."""
    size, stars = game.size, star_points(game.size)
    wide = len(str(size))
    lines = []
    for row in range(size - 1, -1, -1):
        line = f"{row + 1:>{wide}}  "
        for column in range(size):
            point = row * size + column
            sign = "+" if state.cells[point] == EMPTY and point in stars else SIGNS[state.cells[point]]
            is_last = point == state.last
            line = f"{line[:-1]}({sign})" if is_last else f"{line}{sign} "
        lines.append(line.rstrip())
    return "\n".join([*lines, f"{' ' * wide}  {' '.join(LETTERS[:size])}", status(game, state)])


def status(game: Go, state: Position) -> str:
    """Who is to move, or the result; prisoners."""
    if game.is_terminal(state):
        return f"The result: {result_of(game.margin(state))}"
    name = game.player_name(state.mover)
    passed = ", who may pass to end the game" if state.passes else ""
    black, white = state.lost
    taken = f"; prisoners: Black has {white}, White {black}" if black or white else ""
    return f"{name} to move{passed}{taken}"


def result_of(margin: float) -> str:
    """A result as it is written: B+3.5, W+0.5, 0.

    >>> result_of(3.5), result_of(-0.5), result_of(0.0)
    ('B+3.5', 'W+0.5', '0')
    """
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def final_owners(game: Go, state: Position) -> list[float]:
    """Whose each point of a finished game is: 1 for Black's, -1 for White's."""
    alive = game.judged(state) if game.is_judged else state.cells
    return [{BLACK: 1.0, WHITE: -1.0}.get(owner, 0.0) for owner in owners(alive, game.near)[: game.area]]


def board(
    game: Go, state: Position, shares: Sequence[float] | None = None, labels: Mapping[int, str] | None = None
) -> Board:  # fmt: skip
    """The position as a board; `shares` say whose points are, from -1 to 1, `labels` what to write on points."""
    size, over = game.size, game.is_terminal(state)
    if shares is None and over:
        shares = final_owners(game, state)
    legal = set(game.actions(state))
    written = labels or {}

    def cell(point: int) -> Cell:
        colour = state.cells[point]
        share = shares[point] if shares else 0.0
        label = written.get(point, "")
        if colour == EMPTY:
            return Cell(action=point if point in legal else None, share=share, label=label)
        return Cell(
            "●○"[colour - 1], player=colour - 1, marked=point == state.last and not label, share=share, label=label
        )

    last = size - 1
    lines = [((at, 0), (at, last)) for at in range(size)] + [((0, at), (last, at)) for at in range(size)]
    return Board.of(
        [[cell(row * size + column) for column in range(size)] for row in range(size - 1, -1, -1)],
        "points",
        caption=status(game, state),
        row_names=tuple(str(row) for row in range(size, 0, -1)),
        column_names=tuple(LETTERS[:size]),
        clicks=((game.area, ()),) if legal else (),
        lines=tuple(lines),
        look="go",
        dots=tuple((last - point // size, point % size) for point in star_points(size)),
    )


def moves_text(game: Go, actions: list[int]) -> str:
    """Moves by name, separated by spaces."""
    return " ".join(name_of(action, game.size) for action in actions)
