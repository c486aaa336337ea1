"""Single keys from the terminal, as they are pressed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["keys", "pressed"]

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
"""The last letter of what a terminal sends for an arrow."""
SCANNED = {"H": "up", "P": "down", "M": "right", "K": "left"}
"""The second letter of what Windows gives for one."""


@contextmanager
def keys() -> Iterator[None]:
    """While this lasts, keys arrive at once and are not shown."""
    try:
        import termios
        import tty
    except ImportError:  # Windows, where `pressed` asks the console itself
        yield
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        yield
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def pressed() -> str:
    """The next key: its letter, or up, down, left, right; nothing where no more keys will come."""
    if sys.platform == "win32":
        import msvcrt

        letter = msvcrt.getwch()
        if letter == "\x03":
            raise KeyboardInterrupt
        return SCANNED.get(msvcrt.getwch(), "?") if letter in "\x00\xe0" else letter.casefold()
    import select

    number = sys.stdin.fileno()
    letter = os.read(number, 1).decode("utf-8", "replace")
    if letter != "\x1b":
        return "" if letter == "\x04" else letter.casefold()
    sent = ""
    while select.select([number], [], [], 0.05)[0] and not sent[-1:].isalpha():  # the rest of an arrow comes at once
        sent += os.read(number, 1).decode("utf-8", "replace")
    return ARROWS.get(sent[-1:], "?")
