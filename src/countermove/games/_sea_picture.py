"""Battleships for people: two seas as text and as a board, and whether a given position is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from countermove.board import Board, Cell
from countermove.games._fleet import HALF, HIDDEN, clues

if TYPE_CHECKING:
    from countermove.games.battleships import Battleships, Seas


def board(game: Battleships, state: Seas) -> Board:
    """Both seas side by side, the first player's on the left; shots are clicked on the other's sea."""
    legal = frozenset(() if game.is_terminal(state) else game.actions(state))
    placing = state.placed < 2 * game.ships
    sign, rows = [signs(game, state, player) for player in (0, 1)], []
    part = [parts(game, state, player) for player in (0, 1)]
    for row in range(game.rows):
        cells = []
        for owner in (0, 1):
            for col in range(game.cols):
                cell = row * game.cols + col
                clicked = not placing and owner != state.mover and cell in legal
                cells.append(Cell(sign[owner][cell], player=owner if sign[owner][cell] else None,
                                  action=cell if clicked else None, label=part[owner][cell]))  # fmt: skip
            cells += [Cell("")] * (1 - owner)
        rows.append(cells)
    letters = tuple("abcdefghij"[: game.cols])
    own = state.mover * (game.cols + 1)
    clicks = []
    for code in sorted(legal) if placing else ():
        row, col = divmod(code // 2, game.cols)
        size = game.fleet[state.placed % game.ships] - 1
        end = (row + size, col) if code % 2 else (row, col + size)
        ends = (row, own + col), (end[0], own + end[1])
        clicks.append((code, ends if size else ends[:1]))
    return Board.of(
        rows, "grid", caption=caption(game, state), row_names=tuple(map(str, range(game.rows, 0, -1))),
        column_names=(*letters, "", *letters), clicks=tuple(clicks), look="sea",
    )  # fmt: skip


def signs(game: Battleships, state: Seas, owner: int) -> list[str]:
    """A sea: ships by their lengths, x for a hit, o for a shot into water."""
    found = [""] * game.cells
    for ship, size in enumerate(game.fleet):
        code = state.ships[owner * game.ships + ship]
        if code != HIDDEN:
            mask = game.masks[ship][code]
            for cell in range(game.cells):
                if mask[cell // HALF] >> cell % HALF & 1:
                    found[cell] = str(size)
    for cell in range(game.cells):
        at = 2 * (1 - owner) + cell // HALF
        if state.shots[at] >> cell % HALF & 1:
            found[cell] = "x" if state.hits[at] >> cell % HALF & 1 else "o"
    return found


def parts(game: Battleships, state: Seas, owner: int) -> list[str]:
    """The ships of a sea, cell by cell: < = > along a row, ^ H v along a column, o for a ship of one cell."""
    found = [""] * game.cells
    for ship, size in enumerate(game.fleet):
        code = state.ships[owner * game.ships + ship]
        if code != HIDDEN:
            step = game.cols if code % 2 else 1
            first, middle, last = "^Hv" if code % 2 else "<=>"
            shape = "o" if size == 1 else first + middle * (size - 2) + last
            for at, sign in enumerate(shape):
                found[code // 2 + at * step] = sign
    return found


def caption(game: Battleships, state: Seas) -> str:
    """What is to be done."""
    if state.placed < 2 * game.ships:
        return f"{game.player_name(state.mover)} hides a ship of {game.fleet[state.placed % game.ships]}"
    lost = [game.sunk(state, player) for player in (0, 1)]
    return f"ships sunk: {lost[1]} by player 1, {lost[0]} by player 2"


def text(game: Battleships, state: Seas) -> str:
    seas = [signs(game, state, player) for player in (0, 1)]
    lines = []
    for at in range(0, game.cells, game.cols):
        lines.append("  ".join("".join(sign or "." for sign in sea[at : at + game.cols]) for sea in seas))
    return "\n".join([*lines, caption(game, state)])


def is_possible(game: Battleships, state: Seas) -> bool:
    """Whether a state, or a view of one, can occur: ships do not overlap, and shots hit what is there."""
    ships, shots, hits, mover, placed, fired = state
    lengths = len(ships) == 2 * game.ships and len(shots) == len(hits) == 4
    if not lengths or mover not in (0, 1) or not 0 <= placed <= 2 * game.ships or not 0 <= fired < game.salvo:
        return False
    sea = (1 << min(HALF, game.cells)) - 1, (1 << max(0, game.cells - HALF)) - 1
    if any(word & ~sea[at % 2] for at, word in enumerate(shots)) or any(hit & ~shot for hit, shot in zip(hits, shots)):
        return False
    if placed < 2 * game.ships and (any(shots) or fired or mover != int(placed >= game.ships)):
        return False
    for player in (0, 1):
        low = high = 0
        seen = True
        for ship in range(game.ships):
            at = player * game.ships + ship
            code = ships[at]
            if code == HIDDEN:
                seen = seen and at >= placed
                continue
            if at >= placed or not 0 <= code < 2 * game.cells:
                return False
            mask = game.masks[ship][code]
            if mask == (0, 0) or mask[0] & low or mask[1] & high:
                return False
            low, high = low | mask[0], high | mask[1]
        other = 2 * (1 - player)
        if seen and hits[other : other + 2] != (shots[other] & low, shots[other + 1] & high):
            return False
        if not seen and not has_fleet(game, state, player):
            return False
    return True


def has_fleet(game: Battleships, state: Seas, owner: int) -> bool:
    """Whether any fleet fits what is known of a sea: it explains all hits, and no ship is sunk that is not shown."""
    low_taken, high_taken, low_open, high_open = clues(game, state, owner)
    taken, hits = low_taken | high_taken << HALF, low_open | high_open << HALF
    hidden = [ship for ship in range(game.ships) if not game.is_sunk(state, owner, ship)]
    masks = {ship: [low | high << HALF for low, high in game.masks[ship] if low | high] for ship in hidden}
    placements = {ship: [each for each in masks[ship] if not each & taken and each & ~hits] for ship in hidden}

    def fits(ships: list[int], used: int) -> bool:
        left = hits & ~used
        for ship in ships if left else ships[:1]:
            rest = [each for each in ships if each != ship]
            for mask in placements[ship]:
                explains = mask & (left & -left) if left else not mask & hits
                if explains and not mask & used and fits(rest, used | mask):
                    return True
        return not ships and not left

    return fits(hidden, 0)
