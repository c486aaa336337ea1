"""Files of `key: "value"` lines, as course test files are written.

A value is in double quotes on the line of its key (`depth: "2"`), or on lines of its own between triple quotes, the
first after the key; `#` starts a comment line. Every key occurs once. Line numbers are kept for error messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from countermove.errors import SpecError
from countermove.files import no_device

KEY = re.compile(r"\s*([A-Za-z_]\w*)\s*:\s*(.*?)\s*$")


@dataclass(frozen=True, slots=True)
class Field:
    """A value and its place in the file."""

    line: int
    """The line of its key."""
    lines: tuple[tuple[int, str], ...]
    """The lines of the value, with their numbers; blank ones are left out."""

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.lines)


def wrong(path: Path, line: int, what: str) -> SpecError:
    """The error for a line of a file."""
    return SpecError(f"{path.name} line {line}: {what}.")


def text_of(path: Path) -> str:
    """The text of a file; SpecError if it cannot be read."""
    try:
        return no_device(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SpecError(f"There is no file {str(path)!r}.") from None
    except UnicodeDecodeError:
        raise SpecError(f"{path.name} is not a text file (UTF-8).") from None
    except OSError as error:
        raise SpecError(f"{path.name} cannot be read: {(error.strerror or 'it fails').lower()}.") from None


def read_fields(path: Path) -> dict[str, Field]:
    """All fields of a file."""
    fields: dict[str, Field] = {}
    lines = list(enumerate(text_of(path).splitlines(), 1))
    at = 0
    while at < len(lines):
        number, line = lines[at]
        at += 1
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = KEY.match(line)
        if not found:
            raise wrong(path, number, f'{line.strip()!r} is not a field; write key: "value"')
        key, value = found.groups()
        if key in fields:
            raise wrong(path, number, f"{key!r} is given twice (first in line {fields[key].line})")
        if value == '"""':
            inside = []
            while at < len(lines) and lines[at][1].strip() != '"""':
                inside.append(lines[at])
                at += 1
            if at == len(lines):
                raise wrong(path, number, f'the value of {key!r} opens with """ but is never closed')
            at += 1
            fields[key] = Field(number, tuple((n, text.rstrip()) for n, text in inside if text.strip()))
        elif len(value) >= 2 and value[0] == value[-1] == '"' and '"' not in value[1:-1]:
            fields[key] = Field(number, ((number, value[1:-1].strip()),) if value[1:-1].strip() else ())
        else:
            raise wrong(path, number, f"the value of {key!r} is not in double quotes: {value or 'nothing'}")
    return fields


def write_fields(fields: dict[str, str], comment: str = "") -> str:
    """Fields as text; a value of several lines goes between lines of three quotes."""
    parts = [f"# {line}" for line in comment.splitlines()]
    for key, value in fields.items():
        parts.append(f'{key}: """\n{value}\n"""' if "\n" in value else f'{key}: "{value}"')
    return "\n".join(parts) + "\n"
