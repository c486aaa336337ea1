"""Positions in Forsyth-Edwards notation (FEN), read and written.

Castling rights may be given by side (KQkq, meaning the outermost rook) or, for Chess960, by the rook's file (HAha).
They are written by side, unless another rook stands further out. A square for taking en passant is kept only if a pawn
can legally take there, so that equal positions are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from countermove.bits import Word, bits, highest, lowest, popcount
from countermove.errors import SpecError
from countermove.games.chess.moves import beside_passed, can_pass
from countermove.games.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Position,
    all_pieces,
    checkers,
    kings,
    pawns,
    piece_on,
    turned,
)
from countermove.games.chess.squares import FILES, RANK_1, RANK_8, square_name, square_named

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = {PAWN: "p", KNIGHT: "n", KING: "k", BISHOP: "b", ROOK: "r", QUEEN: "q"}
CODES = {letter: code for code, letter in LETTERS.items()}
SIDES = ("White", "Black")
USUAL = {QUEEN: 1, ROOK: 2, BISHOP: 2, KNIGHT: 2}
"""The pieces at the start; more of a kind are promoted pawns."""
CORNERS = Word(0x8100000000000081)
MAX_COUNT = 9_999
"""The largest number of moves in a FEN."""


def is_fen(text: str) -> bool:
    """Whether a text looks like a FEN, right or wrong: its first word has the rows of a board."""
    return bool(re.match(r"\s*[^\s/]*(/[^\s/]*){2,}(\s|$)", text)) and not text.lstrip().startswith("[")


def read(text: str) -> Position:
    """The position of a FEN; SpecError for one that cannot occur in a game.

    >>> position = read("4k3/8/8/8/8/8/4P3/4K3 b - - 5 39")
    >>> position.quiet, position.plies
    (5, 77)
    """
    words = text.split()
    if not 2 <= len(words) <= 6:
        given = "1 field" if len(words) == 1 else f"{len(words) or 'no'} fields"
        raise _wrong(text, f"has {given}; expected a board, w or b, castling, en passant and two counts")
    words += ["-", "-", "0", "1"][len(words) - 2 :]
    board, side, castling, passing, quiet, number = words
    if side not in ("w", "b"):
        raise _wrong(text, f"has {side!r} for the side to move; expected w or b")
    mover = "wb".index(side)
    squares = _squares(board, text)
    planes = [Word(sum(1 << at for at, code, _ in squares if code >> plane & 1)) for plane in range(3)]
    white = Word(sum(1 << at for at, _, player in squares if player == 0))
    counts = [_count(word, least, text) for word, least in ((quiet, 0), (number, 1))]
    upright = Position(planes[0], planes[1], planes[2], white, Word(0), Word(0), counts[0], 2 * counts[1] - 2)
    _check_material(upright, text)
    upright = upright._replace(castling=_castling(upright, castling, text))
    found = turned(upright) if mover else upright
    _check_kings(found, text)
    return found._replace(passing=_passing(found, passing, text))


def _squares(board: str, text: str) -> list[tuple[int, int, int]]:
    """The square, code and player of every piece."""
    rows = board.split("/")
    if len(rows) != 8:
        raise _wrong(text, f"has {len(rows)} rows; expected 8, with / between them")
    found = []
    for row, signs in zip(range(7, -1, -1), rows):
        column = 0
        for sign in signs:
            if sign in "12345678":
                column += int(sign)
                continue
            code = CODES.get(sign.lower())
            if code is None:
                raise _wrong(text, f"has {sign!r} on its board; expected KQRBNP, kqrbnp or a number of empty squares")
            found.append((8 * row + column & 63, code, int(sign.islower())))
            column += 1
        if column != 8:
            raise _wrong(text, f"has {column} squares in the row {signs!r}; expected 8")
    return found


def _count(word: str, least: int, text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", word):
        raise _wrong(text, f"has {word!r} for a number of moves; expected {least} to {MAX_COUNT:,}")
    return max(least, int(word))  # some programs count moves from 0


def _check_material(at: Position, text: str) -> None:
    """Refuse a board without two kings, with pawns on the first or last row, or with too many pieces."""
    pieces = all_pieces(at)
    for player, own in enumerate((at.own, pieces & ~at.own)):
        name, of_kind = SIDES[player], dict.fromkeys(LETTERS, 0)
        for square in bits(own):
            of_kind[piece_on(at, square)] += 1
        if of_kind[KING] != 1:
            given = f"{of_kind[KING]} kings" if of_kind[KING] else "no king"
            raise _wrong(text, f"has {given} for {name}; expected one")
        promoted = sum(max(0, of_kind[code] - usual) for code, usual in USUAL.items())
        if of_kind[PAWN] > 8 or of_kind[PAWN] + promoted > 8:
            extra = f" and {promoted} promoted" if promoted else ""
            raise _wrong(text, f"has {of_kind[PAWN]} pawns{extra} for {name}; at most 8 are possible")
    stray = pawns(at) & (RANK_1 | RANK_8)
    if stray:
        raise _wrong(text, f"has a pawn on {square_name(lowest(stray))}; pawns are never on the first or last row")


def _check_kings(at: Position, text: str) -> None:
    """Refuse a position where the side that has just moved is in check, or with too many checks."""
    name, other = SIDES[at.plies & 1], SIDES[1 - (at.plies & 1)]
    if checkers(turned(at)):
        raise _wrong(text, f"has {name} to move, but {other} is in check; {other} could not have moved")
    if popcount(checkers(at)) > 2:
        raise _wrong(text, f"has {popcount(checkers(at))} pieces that give check; at most two can")


def _castling(at: Position, word: str, text: str) -> int:
    """The rooks that may castle, from White's side."""
    if word == "-":
        return Word(0)
    found = 0
    for sign in word:
        player = int(sign.islower())
        own = (all_pieces(at) ^ at.own) if player else at.own
        rank, first = (RANK_8, 56) if player else (RANK_1, 0)
        king = lowest(own & kings(at))
        rooks = own & at.plane1 & at.plane2 & ~at.plane0 & rank
        outer = {"K": highest(rooks), "Q": lowest(rooks)}.get(sign.upper())
        if outer is None and sign.lower() in FILES:
            outer = first + FILES.index(sign.lower())
        if outer is None:
            raise _wrong(text, f"has {sign!r} among its castling rights; expected letters of KQkq, or -")
        beyond = sign.upper() not in "KQ" or (outer > king) == (sign.upper() == "K")
        if king // 8 != first // 8 or outer == king or not 0 <= outer < 64 or not rooks >> outer & 1 or not beyond:
            raise _wrong(text, f"lets {SIDES[player]} castle ({sign}), but the king or that rook is not at home")
        found |= 1 << outer
    return Word(found)


def _passing(at: Position, word: str, text: str) -> int:
    """The square for taking en passant, as the player to move sees it; 0 if no pawn can take there."""
    if word == "-":
        return Word(0)
    if not re.fullmatch("[a-h][36]", word):
        raise _wrong(text, f"has {word!r} for en passant; expected a square of the third or sixth row, or -")
    square = square_named(word) ^ (56 if at.plies & 1 else 0)
    bit, pieces = Word(1) << square, all_pieces(at)
    passed = bit >> 8 & pawns(at) & ~at.own
    if square // 8 != 5 or not passed or pieces & (bit | bit << 8):
        raise _wrong(text, f"has {word} for en passant, but no pawn has just passed there")
    found = at._replace(passing=bit)
    return bit if any(can_pass(found, pawn) for pawn in bits(beside_passed(found))) else Word(0)


def _wrong(text: str, what: str) -> SpecError:
    shown = text if len(text) <= 100 else f"{text[:97]}..."
    return SpecError(f"The position {shown!r} {what}.")


def write(at: Position) -> str:
    """The FEN of a position.

    >>> write(read(START)) == START
    True
    """
    upright = turned(at)._replace(plies=at.plies) if at.plies & 1 else at
    white = upright.own
    passing = square_name(lowest(upright.passing)) if upright.passing else "-"
    board = "/".join(_row(upright, row) for row in range(7, -1, -1))
    rights = "".join(_rights(upright, white, 0)) + "".join(_rights(upright, white, 1))
    return f"{board} {'wb'[at.plies & 1]} {rights or '-'} {passing} {at.quiet} {at.plies // 2 + 1}"


def needs_chess960(at: Position) -> bool:
    """Whether a king may castle that is not on the e-file, or a rook that is not in a corner."""
    homes = [king for rank, king in ((RANK_1, 4), (RANK_8, 60)) if at.castling & rank]
    return at.castling & ~CORNERS != 0 or any(not kings(at) >> king & 1 for king in homes)


def letter_on(at: Position, square: int) -> str:
    """The letter of the piece on a square of an upright board, a capital for White; empty if there is none."""
    letter = LETTERS.get(piece_on(at, square), "")
    return letter.upper() if at.own >> square & 1 else letter


def _row(at: Position, row: int) -> str:
    signs = "".join(letter_on(at, 8 * row + column) or "1" for column in range(8))
    return re.sub("1+", lambda empty: str(len(empty[0])), signs)


def _rights(at: Position, white: int, player: int) -> Iterator[str]:
    """The castling rights of a player, the king's side first."""
    own = (all_pieces(at) ^ white) if player else white
    rank = RANK_8 if player else RANK_1
    king = lowest(own & kings(at))
    rooks = own & at.plane1 & at.plane2 & ~at.plane0 & rank
    for rook in sorted(bits(at.castling & rank), reverse=True):
        outer = highest(rooks) if rook > king else lowest(rooks)
        letter = FILES[rook % 8].upper() if rook != outer else "K" if rook > king else "Q"
        yield letter.lower() if player else letter
