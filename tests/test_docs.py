"""Every example in README.md and docs/ is run, and every link followed.

A page is one sitting: its blocks run in order, in a directory and a namespace of their own.

    ```python title="subtract.py"    a file, written into the directory; the tests of one called test_... are run
    ```text title="small.test"       a file, written into the directory
    ```python                        run; with `>>>` as a doctest
    ```console                       each line `$ countermove ...` is run, and what it prints compared

Seconds, and nodes a second, may differ; "..." stands for anything. What is typed in a game or a quiz is read off the
page: it stands after "to move: " or "> ". A picture in docs/figures is what a command of its page writes. Run as a
script, this file writes what comes out now into the pages.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import io
import json
import linecache
import os
import re
import shlex
import sys
import tempfile
import textwrap
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from unittest import mock

import pytest

from countermove.cli import main
from countermove.textbook.wrong import WRONG

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^( *)```(\w+)(?: ([^\n]*))?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
TYPED = {
    "play": re.compile(r"^(.* to move: ?)(\S.*)$", re.MULTILINE),
    "quiz": re.compile(r"^(> )(\S.*)$", re.MULTILINE),
}
PRETTY = " | python -m json.tool"
VOLATILE = (
    (r", [\d.,]+( million)? a second", ""),
    (r"\b\d+(\.\d+)? s\b", "0 s"),
    (r'("seconds": )[\d.e-]+', r"\1 0"),
)


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    title: str
    body: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    for found in FENCE.finditer(text):
        title = re.search(r'title="([^"]+)"', found[3] or "")
        line = text[: found.start()].count("\n") + 2
        yield Block(found[2], title[1] if title else "", textwrap.dedent(found[4]), line)


class Sitting:
    """The blocks of one page, run one after another in the directory `place`."""

    def __init__(self, page: Path, place: Path) -> None:
        self.page = page
        self.place = place
        self.text = page.read_text(encoding="utf-8")
        self.module = ModuleType(f"page_{zlib.crc32(self.text.encode()):x}")  # other text, other compiled code
        self.names: dict[str, Any] = vars(self.module)
        self.at = self.code = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        for block in list(blocks(self.text)):
            if block.title:
                (self.place / block.title).write_text(block.body, encoding="utf-8")
                if block.language == "python" and block.title.startswith("test_"):
                    self.tests(block)
            elif block.language == "python" and ">>>" in block.body:
                self.doctest(block)
            elif block.language == "python":
                self.execute(block)
            elif block.language == "console":
                self.console(block)

    def execute(self, block: Block) -> None:
        """Run a block as a cell of a notebook: its source can be had, which compiling needs."""
        place = f"<{self.page.name} line {block.line}>"
        linecache.cache[place] = (len(block.body), None, block.body.splitlines(keepends=True), place)
        exec(compile(block.body, place, "exec", dont_inherit=True), self.names)

    def tests(self, block: Block) -> None:
        names: dict[str, Any] = {}
        exec(compile(block.body, block.title, "exec", dont_inherit=True), names)
        for name in [name for name in names if name.startswith("test_")]:
            names[name]()

    def doctest(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(block.body, self.names, self.page.name, str(self.page), block.line)
        test.globs = self.names
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        if runner.run(test, out=said.append, clear_globs=False).failed:
            self.wrong.append("\n".join(line[:300] for line in "".join(said).splitlines()))

    def console(self, block: Block) -> None:
        *pieces, last = re.split(r"^(?=\$ )", block.body, flags=re.MULTILINE)
        for piece in filter(str.strip, (*pieces, last)):
            command, _, wanted = piece.partition("\n")
            given = self.command(command.removeprefix("$ "), wanted)
            if not alike(wanted, given):
                where = f"{self.page.name} line {block.line}: {command}"
                lines = difflib.unified_diff(wanted.splitlines(), given.splitlines(), "wanted", "given", lineterm="")
                self.wrong.append("\n".join([where, *lines]))
                gap = "" if piece is last else "\n"
                start = self.text.index(piece, self.at)
                self.text = f"{self.text[:start]}{command}\n{given}{gap}{self.text[start + len(piece) :]}"
            self.at = self.text.index(command, self.at) + len(command)

    def command(self, line: str, wanted: str) -> str:
        """What a command prints, on both streams, with what was typed where it was typed."""
        if line == "echo $?":
            return f"{self.code}\n"
        program, *arguments = shlex.split(line.removesuffix(PRETTY))
        assert program == "countermove", f"{self.page.name}: only countermove is run in console blocks, not {line}"
        asked = TYPED.get(arguments[0])
        typed = [found[2] for found in asked.finditer(wanted)] if asked else []
        self.forget()
        out = io.StringIO()
        stdin = io.StringIO("".join(f"{each}\n" for each in typed))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), mock.patch.object(sys, "stdin", stdin):
            self.code = main(arguments)
        given = "\n".join(text.rstrip() for text in out.getvalue().splitlines()) + "\n"
        if line.endswith(PRETTY):
            return json.dumps(json.loads(given), indent=4) + "\n"
        waiting = iter(typed)
        return re.sub(r"^(.* to move:)$", lambda found: f"{found[1]} {next(waiting, '')}".rstrip(), given, flags=re.M)

    def pictures(self) -> Iterator[tuple[Path, str]]:
        """The pictures shown on the page, each with what its command has written."""
        for shown in re.findall(r"!\[[^\]]*\]\((figures/[^)]+)\)", self.text):
            file = self.page.parent / shown
            yield file, (self.place / file.name).read_text(encoding="utf-8")

    def forget(self) -> None:
        """Let files that a page has changed be read again."""
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(str(self.place)):
                del sys.modules[name]


def alike(wanted: str, given: str) -> bool:
    for pattern, word in VOLATILE:
        wanted, given = re.sub(pattern, word, wanted), re.sub(pattern, word, given)
    return doctest.OutputChecker().check_output(wanted.rstrip() + "\n", given.rstrip() + "\n", doctest.ELLIPSIS)


@contextlib.contextmanager
def seated(page: Path) -> Iterator[Sitting]:
    """A sitting in a directory of its own, at a terminal of 80 columns without colours."""
    before, path = Path.cwd(), list(sys.path)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        plain = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
        os.chdir(place)
        sys.path.insert(0, str(place))
        sitting = Sitting(page, place)
        sys.modules[sitting.module.__name__] = sitting.module
        try:
            with mock.patch.dict(os.environ, plain):
                yield sitting
        finally:
            sitting.forget()
            del sys.modules[sitting.module.__name__]
            sys.path[:] = path
            os.chdir(before)


def has_examples(page: Path) -> bool:
    return any(block.language in ("python", "console") for block in blocks(page.read_text(encoding="utf-8")))


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.native
@pytest.mark.parametrize("page", [page for page in PAGES if has_examples(page)], ids=name)
def test_the_examples_of_a_page_print_what_it_says(page: Path) -> None:
    with seated(page) as sitting:
        sitting.run()
        stale = [file.name for file, drawn in sitting.pictures() if file.read_text(encoding="utf-8") != drawn]
    assert not sitting.wrong, "\n\n".join(sitting.wrong)
    assert not stale, f"{stale} are drawn otherwise now"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), f"{target} in {name(page)} leads nowhere"
        if anchor:
            assert anchor in anchors(found), f"{target} in {name(page)}: there is no such heading"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = set(re.findall(r"(\S+\.md)\s*$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == {page.relative_to(ROOT / "docs").as_posix() for page in PAGES if (ROOT / "docs") in page.parents}


def test_every_mistake_is_in_the_table_of_the_teachers() -> None:
    page = (ROOT / "docs" / "teachers.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(wrong:[\w-]+)` \| (.*) \|$", page, re.MULTILINE)
    assert listed == [(variant.name, variant.mistake) for variant in WRONG.values()]


if __name__ == "__main__":
    for each in PAGES if len(sys.argv) == 1 else [Path(given).resolve() for given in sys.argv[1:]]:
        with seated(each) as told:
            told.run()
            for picture, now in told.pictures():
                picture.write_text(now, encoding="utf-8")
        for complaint in told.wrong:
            print(complaint, end="\n\n")
        each.write_text(told.text, encoding="utf-8")
