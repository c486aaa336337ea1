"""An exception as one sentence: whose fault it is, and where to fix it.

An exception that passed through a method of a game is a fault of the rules. The sentence names the method that
Countermove called and the last line of the author's file that was running; everything else is Countermove's fault.
"""

from __future__ import annotations

import errno
import inspect
import traceback
from pathlib import Path
from types import FrameType

from countermove import game as contract
from countermove.errors import CountermoveError
from countermove.game import Game

__all__ = ["is_of_rules", "sentence"]


def sentence(error: BaseException) -> str:
    """The message for `error`."""
    if isinstance(error, CountermoveError):
        return one_line(str(error))
    frames = list(traceback.walk_tb(error.__traceback__))
    rules = [(frame, line) for frame, line in frames if isinstance(frame.f_locals.get("self"), Game)]
    if rules:
        return _rules_fault(error, frames, rules)
    if isinstance(error, OSError) and error.filename is not None:
        return f"The file {str(error.filename)!r} cannot be used: {(error.strerror or 'it fails').lower()}."
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
        return f"The answer cannot be written: {(error.strerror or 'it fails').lower()}."
    if isinstance(error, MemoryError):
        return "There is not enough memory; use a smaller budget or a smaller game."
    place = f" ({Path(frames[-1][0].f_code.co_filename).name} line {frames[-1][1]})" if frames else ""
    return f"This is a bug in Countermove, please report it: {_reason(error)}{place}."


def is_of_rules(error: BaseException) -> bool:
    """Whether an exception passed through a method of a game."""
    frames = traceback.walk_tb(error.__traceback__)
    return any(isinstance(frame.f_locals.get("self"), Game) for frame, _ in frames)


def one_line(text: str) -> str:
    """`text` without line breaks."""
    return " ".join(text.split())


def _rules_fault(error: BaseException, frames: list[tuple[FrameType, int]], rules: list[tuple[FrameType, int]]) -> str:
    """The method of the rules that was called, and where in the author's file it failed."""
    own = [(frame, line) for frame, line in rules if frame.f_code.co_filename != contract.__file__]
    frame, line = (own or rules)[0]
    game = frame.f_locals["self"]
    files = _files(type(game))
    inside = [(each, at) for each, at in frames if each.f_code.co_filename in files]
    where, line = inside[-1] if inside else (frame, line)
    name = Path(where.f_code.co_filename).name
    return f"{type(game).__name__}.{frame.f_code.co_name} ({name} line {line}) stops with {_reason(error)}."


def _files(cls: type[Game]) -> set[str]:
    """The files that contain the rules of a class."""
    files = set()
    for each in cls.__mro__:
        if issubclass(each, Game) and each is not Game:
            try:
                files.add(inspect.getfile(each))
            except (TypeError, OSError):
                continue
    return files


def _reason(error: BaseException) -> str:
    text = one_line(str(error)).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
