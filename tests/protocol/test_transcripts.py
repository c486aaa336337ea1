"""The conversations on the page about engines, held again."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from countermove import __version__, load
from countermove.protocol.gtp import GtpEngine
from countermove.protocol.jsonlines import JsonEngine

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
SAME = doctest.OutputChecker().check_output


@pytest.mark.parametrize("language", ["gtp", "jsonl"])
def test_what_the_page_shows_is_what_is_said(language: str) -> None:
    said: list[str] = []
    engine = (
        GtpEngine(said.append, load("connect4"), __version__)
        if language == "gtp"
        else JsonEngine(said.append, load("nim"), "nim", __version__)
    )
    block = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    for exchange in re.split(r"^> ", block[1], flags=re.MULTILINE)[1:]:
        request, _, wanted = exchange.partition("\n")
        said.clear()
        engine.handle(request)
        if '"best"' in request:
            engine._search.wait()  # type: ignore[union-attr]
        got = "".join(f"{line}\n" for line in said)
        assert SAME(wanted, got, doctest.ELLIPSIS), f"> {request}\n{got}"
