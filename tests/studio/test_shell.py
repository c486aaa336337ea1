"""The shell of the studio: pages, theme, keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

PAGES = ("", "game/tictactoe", "tree", "race", "lectures", "lecture/alphabeta-quiz-2", "editor", "quiz", "pacman")


def test_every_page_of_the_menu_opens(studio: str, page: Page) -> None:
    page.goto(studio)
    for name in ("Tree", "Race", "Lectures", "Editor", "Quiz", "Pacman", "Games"):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name, exact=True).click()
        expect(page.locator("h1").first).to_be_visible()


def test_a_phone_shows_the_whole_menu(studio: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(studio)
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(links).to_have_count(7)
    for link in links.all():
        expect(link).to_be_in_viewport(ratio=1)


def test_a_projector_gets_larger_type(studio: str, page: Page) -> None:
    sizes = []
    for width in (1366, 1920, 3840):
        page.set_viewport_size({"width": width, "height": 1080})
        page.goto(f"{studio}#/game/pig")
        expect(
            page.get_by_role("group", name="Actions").get_by_role("button", name=re.compile("^roll"))
        ).to_be_visible()
        sizes.append(page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
    assert sizes[0] == 16 < sizes[1] < sizes[2]


def test_the_tab_is_called_as_the_game_is(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/connect4")
    expect(page).to_have_title("Connect Four · Countermove")
    expect(page.get_by_role("gridcell").first).to_be_visible()
    page.wait_for_timeout(500)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    for heading in ("Connect Four", "On the board", "Everywhere"):
        expect(sheet.get_by_role("heading", name=heading)).to_be_visible()
    expect(sheet).not_to_contain_text("Arrow")


def test_a_page_that_does_not_exist_says_so(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/nothing")
    expect(page.get_by_role("alert")).to_contain_text("Page nothing not found")


def test_dark_is_remembered(studio: str, page: Page) -> None:
    page.goto(studio)
    page.get_by_role("button", name="Dark").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_question_mark_opens_the_sheet_of_keys(studio: str, page: Page) -> None:
    page.goto(studio)
    expect(page.locator("h1").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_no_serious_problem_by_day_and_by_night(studio: str, page: Page, address: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.goto(f"{studio}#/{address}")
    expect(page.locator("h1").first).to_be_visible()
    everything = {"resultTypes": ["violations"]}
    for theme, options in (("light", everything), ("dark", {**everything, "runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # only the colours are others at night
        page.wait_for_timeout(500)
        found = Axe().run(page, options=options).response["violations"]
        serious = [
            (each["id"], [node["html"][:160] for node in each["nodes"][:3]])
            for each in found
            if each["impact"] in ("serious", "critical")
        ]
        assert not serious, theme


@pytest.mark.parametrize("address", PAGES)
def test_no_page_is_wider_than_its_window(studio: str, page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{studio}#/{address}")
    expect(page.locator("h1").first).to_be_visible()
    for width in (360, 768, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
