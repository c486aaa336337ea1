"""The file of one slice of an endgame database: checked, then mapped into memory as it is.

It begins with the preamble of every database file (store.py): letters, version, a checksum of all the rest, and the
number of words. Then come the numbers of engine/slices/probe.py, the blocks, ranks and codes described there, and the
identity of the game, so that no other game's slices are taken for its own. Nothing in it depends on when or how it was
built.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import numpy as np

from countermove.engine.slices.code import DRAW, NO_STATE, score_of
from countermove.engine.slices.compact import GROUP, lay_out, write_out
from countermove.engine.slices.probe import (
    BLOCK,
    BLOCKS_AT,
    CODES,
    CODES_AT,
    DRAWS,
    HEAD,
    IDENTITY,
    IDENTITY_AT,
    LONGEST_LOSS,
    LONGEST_WIN,
    LOSSES,
    PIECES,
    RANKS_AT,
    SIZE,
    SLICE,
    STATES,
    UNTIMED,
    WINS,
)
from countermove.engine.slices.retrograde import MAX_DEEPER, SliceWorkspace, count_codes, fill, measure
from countermove.errors import GameError, SpecError
from countermove.game import Game
from countermove.native.memory import Memory
from countermove.solve import store
from countermove.solve.identity import SLICE_RULES, Identity, identify
from countermove.solve.store import PREAMBLE, Format, Words

SUFFIX = ".slice"
SLICE_FILE = Format(
    b"CMSLICE\n",
    "remove it and run database build again",
    "Free some space and run the same command again; finished slices are kept.",
)


def identity_of(game: Game) -> Identity:
    """The identity of a game's slices: its name, and a digest of its rules and numbering.

    After how many reversible plies a game is drawn does not count, as results leave such rules out.
    """
    endless = game.max_reversible == 0 or game.max_reversible > MAX_DEEPER
    apart_from = ("max_reversible",) if endless else ()
    return identify(game, (), SLICE_RULES, apart_from)._replace(game=type(game).__name__)


def path_of(directory: Path, game: Game, number: int) -> Path:
    """The file of a slice; GameError for a name that is not a file name."""
    name = game.slice_name(number)
    if not re.fullmatch("[A-Za-z0-9_-]{1,100}", name):
        raise GameError(
            f"{type(game).__name__}.slice_name gives {name!r}; use letters, digits, - and _, for it names a file."
        )
    return directory / f"{name}{SUFFIX}"


def packed_results(
    size: int, results: Memory, number: int, pieces: int, identity: Identity, work: SliceWorkspace
) -> Words:  # fmt: skip
    """A sealed file of a slice with these final results, which have no distances (engine/slices/compact.py)."""
    groups = np.zeros(-(-size // GROUP), np.int64)
    data = np.zeros(int(lay_out(size, results, groups)), np.int64)
    write_out(size, results, groups, data)
    return _sealed(groups, data, [], size, number, pieces, identity, work)


def packed(
    codes: Any, number: int, pieces: int, identity: Identity, work: SliceWorkspace
) -> Words:  # fmt: skip
    """A sealed file of a slice with these final codes."""
    counts = np.zeros(int(codes.max()) + 1, np.int64)
    count_codes(codes, counts)
    used = sorted((code for code in np.flatnonzero(counts).tolist() if code != NO_STATE), key=score_of)
    used = used or [DRAW]
    ranks = np.zeros(len(counts) + 1, np.int64)
    ranks[[code for code in used if code < len(ranks)]] = np.arange(len(used))
    blocks = np.zeros(-(-len(codes) // BLOCK), np.int64)
    data = np.zeros(int(measure(codes, ranks, blocks)), np.int64)
    fill(codes, ranks, blocks, data)
    return _sealed(blocks, data, used, len(codes), number, pieces, identity, work)


def _sealed(
    blocks: Words, data: Words, used: list[int], size: int, number: int, pieces: int, identity: Identity,
    work: SliceWorkspace,
) -> Words:  # fmt: skip
    """A file of these blocks, their contents, and the codes used; none where there are no distances."""
    text, length = store.identity_words(identity)
    at = np.cumsum([HEAD, len(blocks), len(data), len(used), len(text)]).tolist()
    words: Words = np.zeros(PREAMBLE + at[4], np.int64)
    memory = words[PREAMBLE:]
    memory[[SLICE, SIZE, BLOCKS_AT, RANKS_AT, CODES_AT, CODES]] = number, size, at[0], at[1], at[2], len(used)
    memory[[STATES, WINS, LOSSES, DRAWS]] = work.states, work.wins, work.losses, work.draws
    memory[[LONGEST_WIN, LONGEST_LOSS, PIECES]] = work.longest_win, work.longest_loss, pieces
    memory[[IDENTITY_AT, IDENTITY, UNTIMED]] = at[3], length, not used
    memory[at[0] : at[1]] = blocks
    memory[at[1] : at[2]] = data
    memory[at[2] : at[3]] = used
    memory[at[3] : at[4]] = text
    store.seal(words, kind=SLICE_FILE)
    return words


def write(path: Path, words: Words) -> None:
    """Write a file of a slice atomically."""
    store.write(path, words, kind=SLICE_FILE)


def read(path: Path, identity: Identity, number: int | None = None) -> Memory:
    """The results in a file of a slice; SpecError if it is damaged, of another game, or of another slice."""
    words = store.read(path, SLICE_FILE)
    memory = store.memory_of(words)
    found = _identity(memory)
    if found.game != identity.game:
        raise SpecError(f"The file {path} belongs to {found.game}, not to {identity.game}; give another directory.")
    if found.rules != identity.rules:
        raise SpecError(
            f"The file {path} was built with other rules or parameters of {found.game}; give another directory, or "
            "remove it and run database build again."
        )
    if number is not None and memory[SLICE] != number:
        raise SpecError(f"The file {path} has the results of another slice; {SLICE_FILE.fix}.")
    return memory


def _identity(memory: Memory) -> Identity:
    import json

    at, size = memory[IDENTITY_AT], memory[IDENTITY]
    game, rules, start = json.loads(memory.words[at : at + -(-size // 8)].tobytes()[:size])
    return Identity(game, rules, tuple(start))


def tidy(directory: Path) -> None:
    """Remove what a process that was killed while it wrote has left; nobody else may be writing."""
    for path in directory.glob(f".*{SUFFIX}.*.part"):
        path.unlink(missing_ok=True)


def files_in(directory: Path) -> list[Path]:
    """All files of slices in a directory; SpecError where there is none."""
    with store.sentences(directory, "read"):
        found = sorted(Path(entry.path) for entry in os.scandir(directory) if entry.name.endswith(SUFFIX))
    if not found:
        raise SpecError(f"The directory {directory} has no endgame databases; countermove database build makes them.")
    return found
