"""The first minute with an empty cache: everything answers at once, and nobody waits for the compiler."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.native


@pytest.fixture
def fresh(run_studio: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a studio that has never compiled anything."""
    monkeypatch.setenv("COUNTERMOVE_CACHE", str(tmp_path))
    return run_studio()


def test_values_are_there_before_the_search_is_compiled_and_then_deepen(fresh: str, page: Page) -> None:
    page.goto(f"{fresh}#/game/othello")
    note = page.get_by_text("Compiling the search (once)")
    expect(note).to_be_visible()
    expect(page.locator(".verdict .badge")).to_have_text("estimate")
    expect(page.get_by_title("compiled", exact=True)).to_be_visible()
    expect(note).to_have_count(0)


def test_the_computer_answers_while_its_search_is_compiled(fresh: str, page: Page) -> None:
    page.add_init_script("localStorage.analysis = JSON.stringify({on: false})")
    page.goto(f"{fresh}#/game/connect4?seats=human|best:seconds=1")
    page.get_by_role("gridcell", name=re.compile("legal")).first.click()
    doing = page.get_by_text("interpreted, while the search compiles")
    played = page.get_by_role("region", name="Actions so far").get_by_role("button")
    expect(doing.or_(played.nth(1)).first).to_be_visible()
    expect(played).to_have_count(2)
    # A player that solves, and "why not?", do not wait either.
    page.goto(f"{fresh}#/game/othello?seats=solve:seconds=2|human")
    expect(page.get_by_text("Black is thinking")).to_be_visible()
    expect(played).to_have_count(1)
    expect(page.get_by_text(re.compile("^Not (proven|solved)"))).to_be_visible()
    page.get_by_role("gridcell", name=re.compile("legal")).first.hover()
    page.keyboard.press("w")
    why = page.get_by_role("region", name=re.compile("^Why not"))
    expect(why.get_by_text("Looking deeper…")).to_be_visible()
    expect(why.locator(".why-sentence")).not_to_be_empty()
    expect(why.get_by_text("Looking deeper…")).to_have_count(0)


def test_a_demonstration_plays_at_once(fresh: str, page: Page) -> None:
    page.goto(f"{fresh}#/pacman?demo=thrashing")
    expect(page.locator(".lane .say").first).to_contain_text(re.compile("tied|best"))
