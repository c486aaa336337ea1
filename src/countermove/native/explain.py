"""stub"""

from typing import Any


def opening(cls: type) -> str:
    return f"{cls.__name__} runs interpreted, not compiled: "


def sentence(game: Any, kind: Any, error: Any) -> str:
    return opening(type(game)) + str(error)
