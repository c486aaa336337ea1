"""A studio that ends and comes back: one sentence meanwhile, and every page goes on by itself."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

LOST = "The studio does not respond"


def away(page: Page) -> Callable[[], None]:
    """Check that the page says so, in one sentence; gives a check that it no longer does."""
    expect(page.get_by_text(LOST)).to_have_count(1)
    expect(page.locator(".problem")).to_have_count(0)

    def back() -> None:
        expect(page.get_by_text(LOST)).to_have_count(0)
        page.wrong[:] = [each for each in page.wrong if "ERR_" not in each]  # type: ignore[attr-defined]

    return back


def test_a_board_goes_on_when_the_studio_is_back(mortal: Any, page: Page) -> None:
    page.add_init_script("localStorage.analysis = JSON.stringify({on: true})")
    page.goto(f"{mortal.address}#/game/connect4")
    expect(page.locator(".verdict .badge")).to_be_visible()
    mortal.stop()
    page.get_by_role("gridcell", name=re.compile("^column 4|^d1|^4")).first.click()
    back = away(page)
    mortal.start()
    back()
    expect(page.get_by_role("region", name="Actions so far").get_by_role("button")).to_have_count(1)
    expect(page.get_by_text("O to move.").or_(page.get_by_text("Yellow to move."))).to_be_visible()
    expect(page.locator(".verdict .badge")).to_be_visible()


def test_a_computer_that_was_thinking_answers_when_the_studio_is_back(mortal: Any, page: Page) -> None:
    page.add_init_script("localStorage.analysis = JSON.stringify({on: false})")
    page.goto(f"{mortal.address}#/game/tictactoe?seats=human|best:seconds=3,depth=9")
    page.get_by_role("gridcell", name=re.compile("^b2")).click()
    mortal.stop()
    back = away(page)
    mortal.start()
    back()
    expect(page.get_by_role("region", name="Actions so far").get_by_role("button")).to_have_count(2)


def test_a_studio_that_hangs_is_noticed_and_nothing_is_lost(mortal: Any, page: Page) -> None:
    page.add_init_script("localStorage.analysis = JSON.stringify({on: true})")
    page.goto(f"{mortal.address}#/game/tictactoe?seats=human|best:seconds=9,depth=9")
    expect(page.locator(".verdict .badge")).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{mortal.address}#/pacman?demo=thrashing")
    expect(other.locator(".lane .say").first).to_contain_text(re.compile("tied|best"))
    third = page.context.new_page()
    third.goto(f"{mortal.address}#/quiz")
    expect(third.get_by_role("heading", name="Quiz").first).to_be_visible()
    played = page.get_by_role("region", name="Actions so far").get_by_role("button")
    mortal.process.send_signal(signal.SIGSTOP)
    try:
        page.get_by_role("gridcell", name=re.compile("^b2")).click()  # a call, and streams after it
        third.get_by_role("navigation", name="Pages").get_by_role("link", name="Lectures").click()  # a page
        for each in (page, other, third):
            expect(each.get_by_text(LOST)).to_have_count(1)
    finally:
        mortal.process.send_signal(signal.SIGCONT)
    for each in (page, other, third):
        expect(each.get_by_text(LOST)).to_have_count(0)
        expect(each.locator(".problem")).to_have_count(0)
    expect(played).to_have_count(2)
    expect(third.get_by_role("heading", name="Lectures").first).to_be_visible()


def test_pages_opened_meanwhile_and_pacman_go_on(mortal: Any, page: Page) -> None:
    page.goto(f"{mortal.address}#/pacman")
    expect(page.get_by_role("heading", name="Pacman", exact=True)).to_be_visible()
    mortal.stop()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Lectures").click()
    back = away(page)
    mortal.start()
    back()
    expect(page.get_by_role("heading", name="Lectures").first).to_be_visible()
    page.wrong[:] = [each for each in page.wrong if "ERR_" not in each]  # type: ignore[attr-defined]


def test_two_tabs_do_not_mix_their_lines(studio: str, browser: Browser, page: Page) -> None:
    page.add_init_script("localStorage.analysis = JSON.stringify({on: false})")
    played = "[role=region][aria-label='Actions so far'] button"
    page.goto(f"{studio}#/game/tictactoe?line=4.0")
    expect(page.locator(played)).to_have_count(2)
    other = page.context.new_page()
    other.goto(f"{studio}#/game/tictactoe?line=8.2")
    expect(other.locator(played)).to_have_count(2)
    for each, name in ((page, "c3"), (other, "b1"), (page, "c2")):
        before = each.locator(played).count()
        each.get_by_role("gridcell", name=re.compile(f"^{name}")).click()
        expect(each.locator(played)).to_have_count(before + 1)
    for each, count in ((page, 4), (other, 3)):
        each.reload()
        expect(each.locator(played)).to_have_count(count)
