"""Request validation: each field with its type and limits, checked before anything else.

The same shapes generate the API description (`describe.py`), so the two always agree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

REQUIRED: Any = object()
WORD = 2**62
MAX_ACTION_NAME = 200
"""Maximum characters in an action name."""


class RefusedError(Exception):
    """A rejected request: a status and one sentence; `offer` holds fields that would be accepted."""

    def __init__(self, sentence: str, status: int = 400, offer: dict[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.offer = offer


class Shape(Protocol):
    """One type of value."""

    @property
    def default(self) -> Any:
        """The value of a missing field; REQUIRED if it may not be missing."""

    def read(self, value: Any, name: str) -> Any:
        """The validated value, or RefusedError."""

    def schema(self) -> dict[str, Any]:
        """The same in JSON Schema."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string; with `choices`, one of these."""

    most: int = 200
    choices: tuple[str, ...] = ()
    default: Any = REQUIRED

    def read(self, value: Any, name: str) -> str:
        if not isinstance(value, str):
            raise RefusedError(f"{name} is {_short(value)}; give a string.")
        if len(value) > self.most:
            raise RefusedError(f"{name} has {len(value):,} characters; at most {self.most:,} are allowed.", 413)
        if "\0" in value or any(0xD800 <= ord(sign) < 0xE000 for sign in value):
            raise RefusedError(f"{name} contains an invalid character.")
        if self.choices and value not in self.choices:
            raise RefusedError(f"{name} is {_short(value)}; give one of {', '.join(self.choices)}.")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.most} | ({"enum": list(self.choices)} if self.choices else {})


@dataclass(frozen=True, slots=True)
class Whole:
    """An integer in a range."""

    least: int
    most: int
    default: Any = REQUIRED

    def read(self, value: Any, name: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise RefusedError(f"{name} is {_short(value)}; give a whole number from {self.least:,} to {self.most:,}.")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a range."""

    least: float
    most: float
    default: Any = REQUIRED

    def read(self, value: Any, name: str) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise RefusedError(f"{name} is {_short(value)}; give a number.")
        if not (self.least <= value <= self.most and math.isfinite(value)):
            raise RefusedError(f"{name} is {_short(value)}; give a number from {self.least:g} to {self.most:g}.")
        return float(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    default: Any = REQUIRED

    def read(self, value: Any, name: str) -> bool:
        if not isinstance(value, bool):
            raise RefusedError(f"{name} is {_short(value)}; give true or false.")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice:
    """An action: a whole number, or a name."""

    default: Any = REQUIRED

    def read(self, value: Any, name: str) -> int | str:
        if isinstance(value, str):
            return Text(MAX_ACTION_NAME).read(value, name)
        return Whole(-WORD, WORD).read(value, name)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [Whole(-WORD, WORD).schema(), Text(MAX_ACTION_NAME).schema()]}


@dataclass(frozen=True, slots=True)
class Many:
    """A list of values of one shape."""

    of: Shape
    most: int
    default: Any = REQUIRED

    def read(self, value: Any, name: str) -> list[Any]:
        if not isinstance(value, list):
            raise RefusedError(f"{name} is {_short(value)}; give a list.")
        if len(value) > self.most:
            raise RefusedError(f"{name} has {len(value):,} items; at most {self.most:,} are allowed.", 413)
        return [self.of.read(each, f"{name}[{at}]") for at, each in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class Pairs:
    """An object with values of one shape."""

    of: Shape
    most: int
    default: Any = REQUIRED

    def read(self, value: Any, name: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise RefusedError(f"{name} is {_short(value)}; give an object.")
        if len(value) > self.most:
            raise RefusedError(f"{name} has {len(value):,} items; at most {self.most:,} are allowed.", 413)
        key = Text(60)
        return {key.read(k, f"a name in {name}"): self.of.read(v, f"{name}.{k}"[:80]) for k, v in value.items()}

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.of.schema(), "maxProperties": self.most}


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with exactly these fields; a missing or null field takes its default."""

    fields: Mapping[str, Shape]
    default: Any = REQUIRED

    def read(self, value: Any, name: str = "The request") -> dict[str, Any]:
        if not isinstance(value, dict):
            raise RefusedError(f"{name} is {_short(value)}; give an object with {', '.join(self.fields) or 'nothing'}.")
        for key in value:
            if key not in self.fields:
                raise RefusedError(f"{name} has no field {_short(key)}; use {', '.join(self.fields) or 'none'}.")
        read: dict[str, Any] = {}
        for key, shape in self.fields.items():
            if value.get(key) is not None:
                read[key] = shape.read(value[key], key)
            elif shape.default is REQUIRED:
                raise RefusedError(f"{name} needs the field {key}.")
            else:
                read[key] = shape.default
        return read

    def schema(self) -> dict[str, Any]:
        properties, required = {}, []
        for key, shape in self.fields.items():
            properties[key] = shape.schema()
            if shape.default is REQUIRED:
                required.append(key)
            else:
                properties[key] = {"anyOf": [shape.schema(), {"type": "null"}]}
        schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": required} if required else {})


def _short(value: Any) -> str:
    text = ascii(value) if isinstance(value, (str, int, float, bool, type(None))) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."
