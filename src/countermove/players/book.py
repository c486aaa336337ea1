"""Opening books: for each position in a file, the actions to play and how often.

The format is PolyGlot's, so that chess programs share books: records of 16 bytes, sorted by key, each with the key of a
position, the code of an action, its weight, and four bytes for learning that are 0 here. Keys and codes are the game's
(`book_key`, `book_code`); those of chess are PolyGlot's own, so its books are read as they are. Records of key 0 at the
start hold a text that says which game it is; other programs skip them.
"""

from __future__ import annotations

import itertools
import random
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from countermove.errors import SpecError
from countermove.files import no_device, written_whole
from countermove.game import Action, Game, S, legal

RECORD: Final = struct.Struct(">QHHI")
MAX_WEIGHT: Final = 65535
MAX_BYTES: Final = 1 << 30
SIGN: Final = "@PG@\n1.0\n1\n"
"""How the text at the start begins; the name of the game follows."""
AUTHOR: Final = "Countermove"
OWN: Final = "own"
"""In place of a file name: the book that the game ships."""


class BookMove(NamedTuple):
    """An action of a book."""

    action: Action
    weight: int
    share: float
    """How often it is played, from 0 to 1."""


class Book:
    """An opening book of a game.

    >>> from countermove import load
    >>> game = load("chess")
    >>> start = game.initial()
    >>> book = Book({game.book_key(start): [(game.book_code(start, game.read_action(start, "e4")), 3)]})
    >>> [(game.action_name(start, move.action), move.share) for move in book.moves(game, start)]
    [('e4', 1.0)]
    """

    def __init__(self, entries: Mapping[int, Iterable[tuple[int, int]]]) -> None:
        self.entries = {key: list(codes) for key, codes in entries.items()}
        """Codes and weights of actions by the key of their position."""

    @classmethod
    def read(cls, path: str | Path, game: Game) -> Book:
        """The book in a file, or with OWN the one that the game ships; SpecError if it is not a book of this game."""
        name = type(game).__name__
        if path == OWN:
            if game.opening_book is None:
                raise SpecError(f"{name} ships no opening book; give a file instead of {OWN!r}.")
            path = game.opening_book
        try:
            size = no_device(Path(path)).stat().st_size
            data = Path(path).read_bytes() if size <= MAX_BYTES else b""
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise SpecError(f"The opening book {str(path)!r} cannot be read: {reason}.") from None
        if not data or len(data) % RECORD.size:
            raise SpecError(
                f"{str(path)!r} is not an opening book: it has {size:,} bytes, not a multiple of {RECORD.size}."
            )
        records = list(RECORD.iter_unpack(data))
        text = b"".join(data[at + 8 : at + 16] for at in range(0, len(data), 16) if data[at : at + 8] == bytes(8))
        said = text.decode("utf-8", "replace").rstrip("\0").split("\n")
        if len(said) > 4 and said[4].startswith(AUTHOR) and said[3] != name.lower():
            raise SpecError(f"{str(path)!r} is an opening book of {said[3]}, not of {name.lower()}.")
        keys = [record[0] for record in records]
        if any(one > other for one, other in itertools.pairwise(keys)):
            raise SpecError(f"{str(path)!r} is not an opening book: its keys are not in order.")
        entries: dict[int, list[tuple[int, int]]] = {}
        for key, code, weight, _ in records:
            if key:
                entries.setdefault(key, []).append((code, weight))
        book = cls(entries)
        first = game.initial()
        early = itertools.chain([first], (game.result(first, action) for action in legal(game, first)))
        if not any(book.moves(game, state) for state in early):  # it may be for one side only
            raise SpecError(
                f"{str(path)!r} has no action for the first positions of {name.lower()}; is it a book of another game?"
            )
        return book

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.entries)

    def moves(self, game: Game[S], state: S) -> list[BookMove]:
        """The legal actions that the book has for a state, most frequent first."""
        found = dict(self.entries.get(game.book_key(state), ()))
        if not found:
            return []
        known = {game.book_code(state, action): action for action in legal(game, state)}
        weights = {known[code]: weight for code, weight in found.items() if code in known and weight > 0}
        total = sum(weights.values())
        ordered = sorted(weights.items(), key=lambda item: -item[1])
        return [BookMove(action, weight, weight / total) for action, weight in ordered]

    def choose(self, game: Game[S], state: S, lots: random.Random) -> Action:
        """An action drawn by weight; None if the book has none."""
        moves = self.moves(game, state)
        return lots.choices([move.action for move in moves], [move.weight for move in moves])[0] if moves else None

    def write(self, path: str | Path, game: Game) -> None:
        """Write the book, the whole file or none."""
        text = f"{SIGN}{type(game).__name__.lower()}\n{AUTHOR}".encode()
        head = b"".join(bytes(8) + text[at : at + 8].ljust(8, b"\0") for at in range(0, len(text), 8))
        records = [
            RECORD.pack(key, code, weight, 0)
            for key, codes in sorted(self.entries.items())
            for code, weight in sorted(codes, key=lambda item: -item[1])
        ]
        try:
            with written_whole(Path(path)) as part:
                part.write_bytes(head + b"".join(records))
        except OSError as error:
            raise SpecError(f"{str(path)!r} cannot be written: {error.strerror or error}.") from None
