"""Exports: what is on the screen, as files that stand on their own."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

QUIZ = "[[[10,6],[100,8]],[[1,2],[20,4]]]"


def exported(page: Page, folder: Path, format: str) -> Path:
    page.get_by_role("radio", name=format).check()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    expect(page.get_by_text(f"Saved as {path.name}.")).to_be_visible()
    return path


@pytest.fixture
def sheet(studio: str, page: Page) -> Page:
    page.goto(f"{studio}#/tree?game={quote(QUIZ)}&at=20")
    expect(page.get_by_text("Step 20 of")).to_be_visible()
    page.get_by_role("button", name="Export").click()
    return page


def test_every_format_is_a_file_that_is_valid(sheet: Page, tmp_path: Path) -> None:
    drawn = ElementTree.parse(exported(sheet, tmp_path, "SVG")).getroot()
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg" and "100" in "".join(drawn.itertext())
    with Image.open(exported(sheet, tmp_path, "PNG")) as image:
        assert image.width > 400 and len(image.convert("RGB").getcolors(1 << 24) or []) > 10
    assert "\\begin{tikzpicture}" in exported(sheet, tmp_path, "TikZ").read_text()
    assert "#set page" in exported(sheet, tmp_path, "Typst").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {
        f"alphabeta-10-6-100-8-1-2-20-4.{ending}" for ending in ("svg", "png", "tex", "typ")
    }


def test_the_html_page_steps_alone(sheet: Page, tmp_path: Path) -> None:
    path = exported(sheet, tmp_path, "HTML")
    alone = sheet.context.browser.new_context()  # type: ignore[union-attr]
    page = alone.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
    page.goto(path.as_uri())
    expect(page).to_have_title("Alpha-beta: a tree of numbers")
    expect(page.get_by_role("heading", name="Alpha-beta: a tree of numbers")).to_be_visible()
    expect(page.get_by_text("Step 20 of 31")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 2 of 31")).to_be_visible()
    alone.close()
    assert not wrong


def test_a_picture_may_show_the_search_as_far_as_it_has_come(studio: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{studio}#/tree?game={quote(QUIZ)}&at=6")
    expect(page.get_by_text("Step 6 of")).to_be_visible()
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_label("Only up to the current step")).to_be_checked()
    begun = exported(page, tmp_path, "SVG").read_text()
    page.get_by_label("Only up to the current step").uncheck()
    whole = exported(page, tmp_path, "SVG").read_text()
    assert 0 < begun.count("data-node") < whole.count("data-node")


def test_a_board_is_exported_as_well(studio: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{studio}#/tree?game=tictactoe&start=XOXXO.O..&depth=0")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    page.get_by_role("button", name="Export").click()
    page.get_by_role("radio", name="The board").check()
    path = exported(page, tmp_path, "SVG")
    assert path.name == "tictactoe.svg"
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_what_is_exported_can_be_copied(sheet: Page) -> None:
    sheet.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sheet.get_by_role("radio", name="TikZ").check()
    sheet.get_by_role("button", name="Copy").click()
    expect(sheet.get_by_text("characters copied")).to_be_visible()
    assert "tikzpicture" in sheet.evaluate("navigator.clipboard.readText()")
