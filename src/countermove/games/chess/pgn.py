"""Games in Portable Game Notation (PGN), read and written: headers, comments, marks, variations.

[Event "Café match"]
[Result "1-0"]

1. e4 {the king's pawn} e5 2. Qh5?! (2. Nf3 Nc6) Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from countermove.errors import SpecError
from countermove.games.chess import fen
from countermove.games.chess.moves import after
from countermove.games.chess.notation import moves_of, read_move, san
from countermove.games.chess.position import Position

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven headers that every game has, in their order."""
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Marks behind a move, and their numbers ($1 to $6)."""
SIGNS = {
    "=": 10,
    "∞": 13,
    "⩲": 14,
    "+=": 14,
    "⩱": 15,
    "=+": 15,
    "±": 16,
    "+/-": 16,
    "∓": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}
"""Signs that judge a position, and their numbers."""
FIGURINES = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN")
NULL_MOVES = ("--", "Z0", "null")
VARIANTS = ("", "chess", "standard", "normal", "fromposition", "chess960", "fischerrandom", "fischerandom", "960")
"""What the header Variant may say, without spaces and in small letters."""
MAX_NESTING = 100
"""Maximum depth of variations within variations."""
WIDTH = 80
TOKEN = re.compile(
    r"""\s+ | ;(?P<rest>[^\n]*) | \{(?P<comment>[^}]*)\} | \$(?P<number>[0-9]+) | (?P<open>\() | (?P<close>\))
    | (?P<result>1-0|0-1|1/2-1/2|½-½|\*)(?=[\s(){};]|$) | e\.p\.[+\#]*
    | (?P<sign>\+/-|-/\+|\+-|-\+|\+=|=\+|[=∞⩲⩱±∓])(?=[\s(){};]|$)
    | (?P<move>(?:[A-Za-z♔-♟](?:(?!e\.p\.)[A-Za-z0-9=+\#:x-])*|0-0(?:-0)?[+\#]*|--))(?P<mark>[!?]{0,2})
    | (?P<late>[!?]{1,2}) | [0-9]+[.…]* | [.…]+""",
    re.VERBOSE,
)
HEADER = re.compile(r'\s*\[\s*(?P<name>[^\s"\[\]]+)\s+"(?P<text>(?:[^"\\\n]|\\.|"(?![^\S\n]*\]))*)"\s*\]')
"""A quotation mark within the text should be escaped; one that is not ends the text only before a bracket."""


@dataclass(frozen=True)
class Move:
    """A move of a game, with what was said about it."""

    action: int
    name: str
    marks: tuple[int, ...] = ()
    """Numeric annotation glyphs: 1 for "!", 4 for "??", ..."""
    before: str = ""
    """The comment before it."""
    after: str = ""
    """The comment behind it."""
    variations: tuple[tuple[Move, ...], ...] = ()
    """Other lines that begin instead of it."""


@dataclass(frozen=True)
class Pgn:
    """A game."""

    headers: dict[str, str]
    start: Position
    moves: tuple[Move, ...]
    result: str = "*"
    comment: str = ""
    """The comment after the last move, or of a game without moves."""

    @property
    def end(self) -> Position:
        """The position after the last move."""
        at = self.start
        for each in self.moves:
            at = after(at, each.action)
        return at


def is_pgn(text: str) -> bool:
    """Whether a text looks like a game with headers, comments or variations."""
    return text.lstrip("\ufeff \r\n\t").startswith("[") or any(sign in text for sign in "{}()$")


def read(text: str, start: Position | None = None) -> Pgn:
    """The first game of a text; SpecError for a broken one.

    >>> game = read('[Result "1-0"]  1. e4 e5 2. Qh5?! (2. Nf3) Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0')
    >>> [move.name for move in game.moves], game.moves[2].variations[0][0].name, game.result
    (['e4', 'e5', 'Qh5', 'Nc6', 'Bc4', 'Nf6', 'Qxf7#'], 'Nf3', '1-0')
    """
    for game in read_all(text, start):
        return game
    raise SpecError("This text has no game in it; expected moves such as 1. e4 e5 2. Nf3.")


def read_all(text: str, start: Position | None = None) -> Iterator[Pgn]:
    """All games of a text, one after the other; `start` is where games without a FEN of their own begin."""
    text = "\n".join("" if line.startswith("%") else line for line in text.lstrip("\ufeff").splitlines())
    at = 0
    while True:
        headers, at = _headers(text, at)
        reader = _Reader(text, at, _start(headers, start))
        game = reader.game(headers)
        if not headers and not reader.said:
            return
        at = reader.at
        yield game


def _headers(text: str, at: int) -> tuple[dict[str, str], int]:
    headers: dict[str, str] = {}
    while True:
        space = re.compile(r"\s*").match(text, at)
        found = HEADER.match(text, at)
        if found is None:
            if space is not None and text.startswith("[", space.end()):
                raise SpecError(f'The header {_near(text, space.end())} is broken; expected [Name "text"].')
            return headers, at
        headers[found["name"]] = re.sub(r'\\(["\\])', r"\1", found["text"])
        at = found.end()


def _start(headers: dict[str, str], start: Position | None) -> Position:
    variant = headers.get("Variant", "")
    if re.sub("[^a-z0-9]", "", variant.casefold()) not in VARIANTS:
        raise SpecError(f"This is a game of {variant}; only games of chess and Chess960 can be read.")
    given = headers.get("FEN")
    return fen.read(given) if given else start or fen.read(fen.START)


@dataclass
class _Line:
    """A line of moves that is being read."""

    at: Position
    before: Position
    """The position before its last move."""
    moves: list[Move] = field(default_factory=list)
    comment: str = ""
    """A comment that no move has followed yet."""


class _Reader:
    """Reads the moves of one game."""

    def __init__(self, text: str, at: int, start: Position) -> None:
        self.text, self.at, self.start = text, at, start
        self.lines = [_Line(start, start)]
        self.said = False
        """Whether there was anything to read."""

    def game(self, headers: dict[str, str]) -> Pgn:
        result = headers.get("Result", "*")
        for token in self._tokens():
            self.said = True
            if not token["result"]:
                self._take(token)
            elif len(self.lines) == 1:  # in a variation it judges that line
                result = token["result"].replace("½", "1/2")
                break
        if len(self.lines) > 1:
            raise SpecError("A variation of this game is not closed; expected as many ) as (.")
        line = self.lines[0]
        if result not in RESULTS:
            raise SpecError(f"The result of this game is {result!r}; expected one of {', '.join(RESULTS)}.")
        return Pgn(headers, self.start, tuple(line.moves), result, line.comment)

    def _tokens(self) -> Iterator[re.Match[str]]:
        while self.at < len(self.text) and not HEADER.match(self.text, self.at):
            found = TOKEN.match(self.text, self.at)
            if found is None:
                near = _near(self.text, self.at)
                if self.text[self.at] == "{":
                    raise SpecError(f"The comment {near} is not closed; expected }} at its end.")
                raise SpecError(f"This game cannot be read at {near}.")
            self.at = found.end()
            if any(found.groups()):
                yield found

    def _take(self, token: re.Match[str]) -> None:
        line = self.lines[-1]
        said = token["comment"] or token["rest"]
        if said:
            self._comment(line, " ".join(said.split()))
        elif token["number"] or token["late"] or token["sign"]:
            number = SIGNS.get(token["sign"]) or MARKS.get(token["late"], 0)
            self._mark(line, int(token["number"]) if token["number"] else number, token)
        elif token["open"]:
            if not line.moves or len(self.lines) > MAX_NESTING:
                raise SpecError(f"A variation begins where none can, at {_near(self.text, token.start())}.")
            self.lines.append(_Line(line.before, line.before))
        elif token["close"]:
            self._close(token)
        else:
            self._move(line, token)

    def _comment(self, line: _Line, said: str) -> None:
        if line.moves and not line.comment and not line.moves[-1].variations:
            last = line.moves[-1]
            line.moves[-1] = replace(last, after=f"{last.after} {said}".strip())
        else:
            line.comment = f"{line.comment} {said}".strip()

    def _mark(self, line: _Line, number: int, token: re.Match[str]) -> None:
        if not line.moves or not 0 <= number <= 255:
            raise SpecError(f"A mark has no move before it, or no meaning, at {_near(self.text, token.start())}.")
        line.moves[-1] = replace(line.moves[-1], marks=(*line.moves[-1].marks, number))

    def _close(self, token: re.Match[str]) -> None:
        if len(self.lines) == 1:
            raise SpecError(f"A ) has no ( before it, at {_near(self.text, token.start())}.")
        done = self.lines.pop()
        moves = tuple(done.moves)
        if moves and done.comment:
            moves = (*moves[:-1], replace(moves[-1], after=f"{moves[-1].after} {done.comment}".strip()))
        line = self.lines[-1]
        if moves:
            line.moves[-1] = replace(line.moves[-1], variations=(*line.moves[-1].variations, moves))

    def _move(self, line: _Line, token: re.Match[str]) -> None:
        word = token["move"].translate(FIGURINES)
        if word in NULL_MOVES:
            raise SpecError("This game has a null move (a pass), which is not a move of chess.")
        action = read_move(line.at, word)
        if action is None:
            number = f"{line.at.plies // 2 + 1}{'...' if line.at.plies & 1 else '.'}"
            legal = ", ".join(san(line.at, each) for each in moves_of(line.at)[:40])
            raise SpecError(f"Move {number} {word} is not legal, or not clear; legal: {legal or 'none'}.")
        marks = (MARKS[token["mark"]],) if token["mark"] in MARKS else ()
        line.moves.append(Move(action, san(line.at, action), marks, line.comment))
        line.comment = ""
        line.before, line.at = line.at, after(line.at, action)


def _near(text: str, at: int) -> str:
    """The beginning of a text from `at`, for a message."""
    found = " ".join(text[at : at + 40].split())
    return repr(found if len(text) <= at + 40 else f"{found} ...")


# Writing.


def write(game: Pgn) -> str:
    """A game as PGN.

    >>> print(write(read("1. e4 e5 {symmetry} 2. Nf3!? (2. Nc3 $13) Nc6 *")))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "*"]
    <BLANKLINE>
    1. e4 e5 { symmetry } 2. Nf3 $5 ( 2. Nc3 $13 ) 2... Nc6 *
    <BLANKLINE>
    """
    headers = {**ROSTER, **game.headers, "Result": game.result}
    if fen.needs_chess960(game.start):
        headers["Variant"] = "Chess960"
    if fen.write(game.start) != fen.START:
        headers |= {"SetUp": "1", "FEN": fen.write(game.start)}
    lines = [f'[{name} "{_escaped(said)}"]' for name, said in headers.items()]
    words = [*_line(game.moves, game.start), *_said(game.comment), game.result]
    body = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    body = [f" {each}" if each.startswith("%") else each for each in body]  # a line with % in front is not read
    return "\n".join([*lines, "", *body, ""])


def _line(moves: Sequence[Move], at: Position) -> Iterator[str]:
    """The words of a line."""
    numbered = False  # whether the number of the next move is clear without writing it
    for each in moves:
        yield from _said(each.before)
        if not at.plies & 1:
            yield f"{at.plies // 2 + 1}."
        elif not numbered or each.before:
            yield f"{at.plies // 2 + 1}..."
        yield each.name
        yield from (f"${mark}" for mark in each.marks)
        yield from _said(each.after)
        for variation in each.variations:
            yield "("
            yield from _line(variation, at)
            yield ")"
        numbered = not each.variations and not each.after
        at = after(at, each.action)


def _said(comment: str) -> Iterator[str]:
    if comment:
        yield f"{{ {comment.replace('}', ')')} }}"


def _escaped(said: str) -> str:
    return said.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
