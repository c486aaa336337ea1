"""Positions as text.

    X.O/.X./..O B                       the rows from the top, and the player to move
    X.O/.X./..O B passes=1 ko=B1        a pass before, a point of a ko
    ... last=A3 lost=1,0                the last move; the stones that Black and White have lost
    ... past=3f2c...,91a0...            the numbers of earlier positions, which superko forbids to repeat

Moves are accepted too ("D4 C3 pass", also "B D4 W C3"), and games in SGF (sgf.py), of which the main line counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from countermove.bits import MASK, Word
from countermove.errors import SpecError
from countermove.game import action_named
from countermove.games.go import sgf
from countermove.games.go.point import BLACK, EDGE, EMPTY, WHITE, name_of, point_named
from countermove.games.go.position import NOWHERE, Position, chain_of, is_captured
from countermove.games.go.zobrist import hash_of

if TYPE_CHECKING:
    from countermove.games.go.rules import Go

SIGNS = ".XO"
MEANINGS = {".": EMPTY, "+": EMPTY, "-": EMPTY, "X": BLACK, "#": BLACK, "B": BLACK, "O": WHITE, "W": WHITE}
FIELDS = ("passes", "ko", "last", "lost", "past")


def write(game: Go, state: Position) -> str:
    size = game.size
    rows = ["".join(SIGNS[state.cells[row * size + column]] for column in range(size)) for row in reversed(range(size))]
    parts = ["/".join(rows), "BW"[state.mover]]
    if state.passes:
        parts.append(f"passes={state.passes}")
    if state.ko != NOWHERE:
        parts.append(f"ko={name_of(state.ko, size)}")
    if state.last != NOWHERE:
        parts.append(f"last={name_of(state.last, size)}")
    if state.lost != (0, 0):
        parts.append(f"lost={state.lost[0]},{state.lost[1]}")
    if state.seen > 1:
        parts.append("past=" + ",".join(f"{word & MASK:x}" for word in state.history[: state.seen]))
    return " ".join(parts)


def read(game: Go, text: str) -> Position:
    if sgf.is_sgf(text):
        return sgf.main_line(game, text)[-1][1]
    words = text.split()
    if words and "/" in words[0]:
        return _read_board(game, words, text)
    moves = [word for word in re.split(r"[\s,;]+", text) if word]
    state = game.initial()
    count = 0
    for at, word in enumerate(moves):
        if word.upper() in ("B", "W", "BLACK", "WHITE") and at + 1 < len(moves):
            continue
        count += 1
        if game.is_terminal(state):
            raise SpecError(f"The position {text!r} goes on after the game is over: {word!r} is action {count}.")
        state = game.result(state, action_named(game, state, word, f"action {count} of the position {text!r}"))
    return state


def _read_board(game: Go, words: list[str], text: str) -> Position:
    size = game.size
    shown = text if len(text) <= 80 else f"{text[:77]}..."
    rows = words[0].upper().split("/")
    if len(rows) != size or any(len(row) != size for row in rows):
        given = f"{len(rows)} rows of {', '.join(sorted({str(len(row)) for row in rows}))} points"
        raise SpecError(f"The board {shown!r} has {given}; expected {size} rows of {size}, for go:size={size}.")
    strange = sorted({sign for row in rows for sign in row if sign not in MEANINGS})
    if strange:
        raise SpecError(f"The board {shown!r} contains {strange[0]!r}; use X for Black, O for White, . for empty.")
    if len(words) < 2 or words[1].upper()[:1] not in ("B", "W", "X", "O"):
        raise SpecError(f"The board {shown!r} must be followed by the player to move, B or W.")
    cells = (*(MEANINGS[sign] for row in reversed(rows) for sign in row), EDGE)
    for point in range(game.area):
        if cells[point] != EMPTY and is_captured(cells, game.near, chain_of(cells, game.near, point)):
            raise SpecError(f"The board {shown!r} is impossible: the stone at {name_of(point, size)} has no liberty.")
    fields = {}
    for word in words[2:]:
        name, equals, value = word.partition("=")
        if name not in FIELDS or not equals:
            raise SpecError(f"The position {shown!r} contains {word!r}; expected {', '.join(FIELDS)}, each with =.")
        fields[name] = value
    mover = 0 if words[1].upper()[0] in "BX" else 1
    return _with_fields(game, game.placed(cells, mover), fields, shown)


def _with_fields(game: Go, state: Position, fields: dict[str, str], shown: str) -> Position:
    """The position with what happened before it."""

    def wrong(name: str, expected: str) -> SpecError:
        return SpecError(f"The position {shown!r} has {name}={fields[name][:40]!r}; expected {expected}.")

    passes, ko, last, lost = 0, NOWHERE, NOWHERE, (0, 0)
    if "passes" in fields:
        if fields["passes"] not in ("0", "1", "2"):
            raise wrong("passes", "0, 1 or 2")
        passes = int(fields["passes"])
    if "ko" in fields:
        point = point_named(fields["ko"], game.size)
        if point is None or point == game.area or state.cells[point] != EMPTY:
            raise wrong("ko", "an empty point, such as C3")
        ko = point
    if "last" in fields:
        point = point_named(fields["last"], game.size)
        if point is None:
            raise wrong("last", "a point, such as C3, or pass")
        last = point
    if "lost" in fields:
        if not re.fullmatch("[0-9]{1,4},[0-9]{1,4}", fields["lost"]):
            raise wrong("lost", "two numbers, such as 2,0")
        black, white = fields["lost"].split(",")
        lost = (int(black), int(white))
    state = state._replace(passes=passes, ko=ko, last=last, lost=lost)
    if "past" not in fields or not game.is_superko:
        return state
    if not re.fullmatch("[0-9a-fA-F]{1,16}(,[0-9a-fA-F]{1,16})*", fields["past"]):
        raise wrong("past", "numbers in base 16, separated by commas")
    history = [int(Word(int(word, 16))) for word in fields["past"].split(",")]
    if len(history) > game.max_seen:
        raise wrong("past", f"at most {game.max_seen} numbers")
    if hash_of(state.cells, game.size) ^ (game.turn if state.mover == 1 else 0) not in history:
        raise wrong("past", "the number of this position among them; leave it out to begin here")
    return game.remembering(state, history)
