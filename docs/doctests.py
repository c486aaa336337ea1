"""Docstrings as the pages of the Python API want them.

Doctests become blocks of code, for Markdown would take `>>>` for a quotation; tables between lines of = become
Markdown's.
"""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^=+  =+\n(.*?)^=+  =+$", re.MULTILINE | re.DOTALL)


class Docstrings(griffe.Extension):
    """Rewrites each docstring once it is loaded."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring:
            text = TABLE.sub(table, obj.docstring.value)
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


def table(found: re.Match[str]) -> str:
    rows = [re.split(r"  +", line.strip(), maxsplit=1) for line in found[1].splitlines()]
    return "\n".join(["| method | answer |", "| --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)])
