"""Moves in words: standard algebraic notation (Nf3, exd5, O-O, e8=Q+), and that of engine protocols (e2e4, e7e8q).

Moves are read more generously than they are written: 0-0 for O-O, e8Q for e8=Q, e2-e4, marks such as "!?", squares that
are not needed to tell moves apart (Ng1f3).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from countermove.games.chess.fen import LETTERS
from countermove.games.chess.moves import (
    CASTLING,
    EN_PASSANT,
    after,
    kind_of,
    legal_moves,
    origin_of,
    piece_of,
    placed_of,
    target_of,
)
from countermove.games.chess.position import PAWN, Position, all_pieces, in_check
from countermove.games.chess.squares import FILES, square_name

SHORT, LONG = "O-O", "O-O-O"
SAN = re.compile(
    r"(?P<piece>[KQRBN]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[-x:]?(?P<target>[a-h][1-8])(=?\(?(?P<placed>[QRBNqrbn])\)?)?"
)


@lru_cache(maxsize=64)
def moves_of(at: Position) -> tuple[int, ...]:
    """The legal moves of a position, kept for the names of all of them."""
    return tuple(legal_moves(at))


def actual(at: Position, square: int) -> int:
    """A square as the player to move sees it, on the board as it is drawn, with White below."""
    return square ^ 56 if at.plies & 1 else square


def san(at: Position, action: int) -> str:
    """A move in standard algebraic notation.

    >>> from countermove.games.chess import Chess
    >>> game = Chess()
    >>> [game.action_name(game.initial(), action) for action in list(game.actions(game.initial()))[:3]]
    ['Na3', 'Nc3', 'Nf3']
    """
    then = after(at, action)
    suffix = ("#" if not any(True for _ in legal_moves(then)) else "+") if in_check(then) else ""
    return _without_check(at, action) + suffix


def _without_check(at: Position, action: int) -> str:
    if kind_of(action) == CASTLING:
        return SHORT if target_of(action) > origin_of(action) else LONG
    origin, target = actual(at, origin_of(action)), actual(at, target_of(action))
    takes = "x" if all_pieces(at) >> target_of(action) & 1 or kind_of(action) == EN_PASSANT else ""
    if piece_of(action) == PAWN:
        promotes = "" if placed_of(action) == PAWN else f"={LETTERS[placed_of(action)].upper()}"
        return f"{FILES[origin % 8] if takes else ''}{takes}{square_name(target)}{promotes}"
    return f"{LETTERS[piece_of(action)].upper()}{_origin(at, action)}{takes}{square_name(target)}"


def _origin(at: Position, action: int) -> str:
    """What distinguishes a move from others of the same kind of piece to the same square: a file, a rank, or both."""
    same = action & 511  # piece and target
    rivals = [actual(at, origin_of(each)) for each in moves_of(at) if each & 511 == same and each != action]
    origin = actual(at, origin_of(action))
    if not rivals:
        return ""
    if all(each % 8 != origin % 8 for each in rivals):
        return FILES[origin % 8]
    return str(origin // 8 + 1) if all(each // 8 != origin // 8 for each in rivals) else square_name(origin)


def uci(at: Position, action: int, chess960: bool) -> str:
    """A move as engine protocols write it; in Chess960 castling is the king taking its rook."""
    origin, target = actual(at, origin_of(action)), actual(at, target_of(action))
    if kind_of(action) == CASTLING and not chess960:
        target = origin - origin % 8 + (6 if target > origin else 2)
    placed = LETTERS[placed_of(action)] if placed_of(action) != piece_of(action) else ""
    return f"{square_name(origin)}{square_name(target)}{placed}"


def read_move(at: Position, text: str) -> int | None:
    """The legal move that a text means, in either notation; None if there is none, or more than one."""
    word = text.strip().rstrip("+#!?").replace("0", "O")
    legal = moves_of(at)
    if word.upper() in (SHORT, LONG):
        return _only([each for each in legal if kind_of(each) == CASTLING and _without_check(at, each) == word.upper()])
    plain = word.lower().replace("-", "")
    for chess960 in (True, False):
        found = _only([each for each in legal if uci(at, each, chess960) == plain])
        if found is not None:
            return found
    parts = SAN.fullmatch(word)
    return None if parts is None else _only([each for each in legal if _fits(at, each, parts)])


def _fits(at: Position, action: int, parts: re.Match[str]) -> bool:
    """Whether a move is as the parts of its notation say."""
    if kind_of(action) == CASTLING:
        return False
    origin = actual(at, origin_of(action))
    letter = LETTERS[piece_of(action)].upper().replace("P", "")
    placed = LETTERS[placed_of(action)] if placed_of(action) != piece_of(action) else ""
    return (
        parts["piece"] == letter
        and square_name(actual(at, target_of(action))) == parts["target"]
        and parts["file"] in ("", FILES[origin % 8])
        and parts["rank"] in ("", str(origin // 8 + 1))
        and (parts["placed"] or "").lower() == placed
    )


def _only(found: Sequence[int]) -> int | None:
    return found[0] if len(found) == 1 else None
