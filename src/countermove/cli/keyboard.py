"""Single key presses from the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
"""The last letter of an arrow key's escape sequence."""
SCANNED = {"H": "up", "P": "down", "M": "right", "K": "left"}
"""The second character Windows returns for an arrow key."""


@contextmanager
def keys() -> Iterator[None]:
    """Put the terminal in raw mode: keys arrive at once and are not echoed."""
    try:
        import termios
        import tty
    except ImportError:  # Windows: `pressed` reads the console directly
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
    """The next key: its letter, or up, down, left, right; "" at end of input."""
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
    while select.select([number], [], [], 0.05)[0] and not sent[-1:].isalpha():  # the rest of an arrow follows at once
        sent += os.read(number, 1).decode("utf-8", "replace")
    return ARROWS.get(sent[-1:], "?")
