"""Opening tables: the exact results of the first positions of a game, in a file that it ships.

    # Connect: 719 positions, up to 4 plies          what it is
    # blake2b 9f86d081...                            a checksum of the lines below
    16512 41                                         the key of a position (`key`, of its `canonical` state), and
    2113536 -40                                      the plies to a win of the first player, negative for the second,
    2113664 0                                        0 for a draw

`countermove solve --opening` writes them; `bounds` of a game reads them, so that every search knows the results.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from countermove.errors import SpecError
from countermove.files import written_whole


def read_opening(path: Path) -> dict[int, int]:
    """Results by key; SpecError if the file is damaged."""
    try:
        _, given, body = path.read_text(encoding="utf-8").split("\n", 2)
        found = {int(key): int(result) for key, result in (line.split() for line in body.splitlines())}
    except (UnicodeDecodeError, ValueError):
        raise SpecError(f"The file {path} is not an opening table; give another name.") from None
    if given != f"# blake2b {_checksum(body)}":
        raise SpecError(f"The opening table {path} is damaged: its checksum is wrong.")
    return found


def write_opening(path: Path, known: dict[int, int], words: str) -> None:
    """Write results by key, the whole file or none."""
    body = "".join(f"{key} {result}\n" for key, result in sorted(known.items()))
    try:
        with written_whole(path) as part:
            part.write_text(f"# {words}\n# blake2b {_checksum(body)}\n{body}", encoding="utf-8")
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None


def _checksum(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=16).hexdigest()
