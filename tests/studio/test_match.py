"""Matches between computers, sheets to hand out, and the lectures' first page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect


def test_a_match_is_played_and_its_games_are_opened(studio: str, page: Page) -> None:
    page.add_init_script("localStorage.analysis = JSON.stringify({on: false})")
    page.goto(f"{studio}#/game/tictactoe")
    page.get_by_text("Match", exact=True).click()
    page.get_by_label("First player").select_option("hard")
    page.get_by_label("Second player").select_option("easy")
    page.get_by_label("Games", exact=True).select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    games = page.locator(".match-games li")
    expect(games).to_have_count(4, timeout=60_000)
    expect(page.locator(".match-score")).to_contain_text("after 4 of 4 games")
    first, second = re.findall(r"[\d½]+", page.locator(".match-score b").inner_text())
    assert first >= second
    games.nth(1).get_by_role("link").click()
    expect(page.get_by_role("region", name="Actions so far").get_by_role("button").nth(4)).to_be_visible()


def test_a_quiz_sheet_is_handed_out_from_the_page(studio: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{studio}#/quiz?kinds=pruned&questions=3&seed=7")
    with page.expect_download() as download:
        page.get_by_role("button", name="Sheet as Markdown").click()
    download.value.save_as(tmp_path / "sheet.md")
    text = (tmp_path / "sheet.md").read_text()
    assert download.value.suggested_filename == "quiz-7.md"
    assert text.count("Which leaves does it never visit?") == 3
    with page.expect_download() as download:
        page.get_by_role("button", name="Sheet", exact=True).click()
    download.value.save_as(tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_the_lectures_are_introduced_and_begin_with_pictures(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lectures")
    expect(page.get_by_text("Adversarial search, as university courses")).to_be_visible()
    sections = page.locator(".lectures section")
    for section in sections.all()[:3]:
        expect(section.locator(".lectures-about")).not_to_be_empty()
        expect(section.locator("li").first.locator(".lectures-sketch path").first).to_be_visible()
