"""The modules of a view bundled into one script, for pages without a server: files and notebooks.

Our modules keep to one style, `import { a, b } from "./name.js";` and `export` before declarations, so bundling takes
no tool: each becomes a function that returns its exports, after the modules it imports.

    const tree_layout_js = (() => { const { rowBlock } = tree_block_js; ...; return { tidy, layOut }; })();
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+|\[[^\]]*\]))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
LINE = re.compile(r"^[ \t]*//[^\n]*\n|[ \t]*// prettier-ignore$", re.MULTILINE)
BLOCK = re.compile(r"/\*\*.*?\*/ ?", re.DOTALL)


@cache
def bundle(entry: str) -> str:
    """A script that declares what the module `entry` exports, in an object of the module's name.

    >>> script = bundle("tree")
    >>> script.count("import "), "const { mountTree } = tree_js;" in script
    (0, True)
    """
    order: list[str] = []
    _gather(entry, order, ())
    exported = _names(entry)
    return "".join(_joined(name) for name in order) + f"const {{ {', '.join(exported)} }} = {_variable(entry)};\n"


@cache
def style(name: str) -> str:
    """A style sheet of the views."""
    return (files("countermove.views") / "static" / f"{name}.css").read_text(encoding="utf-8")


@cache
def _source(name: str) -> str:
    return (files("countermove.views") / "static" / f"{name}.js").read_text(encoding="utf-8")


def _gather(name: str, order: list[str], above: tuple[str, ...]) -> None:
    """Add a module to the order, after everything it imports."""
    if name in order:
        return
    if name in above:
        raise ValueError(f"The module {name}.js imports itself: {' -> '.join((*above, name))}.")
    for _, imported in IMPORT.findall(_source(name)):
        _gather(imported, order, (*above, name))
    order.append(name)


def _joined(name: str) -> str:
    text = BLOCK.sub("", LINE.sub("", _source(name)))
    text = IMPORT.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {_variable(found[2])};\n", text)
    text = EXPORT.sub("", text)
    if other := OTHER.search(text):
        raise ValueError(f"{name}.js has an import or export that cannot be joined: {other[0]}")
    text = re.sub(r"\n\s*\n+", "\n", text)
    return f"const {_variable(name)} = (() => {{\n{text}return {{ {', '.join(_names(name))} }};\n}})();\n"


def _names(name: str) -> list[str]:
    """What a module exports."""
    return [each for found in EXPORT.findall(_source(name)) for each in re.findall(r"\w+", found)]


def _variable(name: str) -> str:
    return name.replace("-", "_") + "_js"
