"""The lectures in the page: every item opens, conventions change it, answers wait to be asked for."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from countermove.lectures import items
from countermove.views.typeset import typeset


def test_every_item_opens(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lectures")
    for item in items():
        page.goto(f"{studio}#/lecture/{item.name}")
        expect(page.get_by_role("heading", level=1, name=typeset(item.title), exact=True)).to_be_visible()
        expect(page.get_by_text(typeset(item.question))).to_be_visible()
        if item.runs:
            expect(page.get_by_role("treeitem").first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_the_list_is_searched(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lectures")
    expect(page.get_by_role("link", name=re.compile("Traffic"))).to_be_visible()
    page.get_by_role("searchbox", name="Search").fill("grundy")
    expect(page.get_by_role("link", name=re.compile("Traffic"))).to_have_count(0)
    page.get_by_role("link", name=re.compile("Grundy's game")).click()
    expect(page.get_by_role("heading", name="W(7-) is true")).to_be_visible()


def test_quiz_2_is_stepped_to_its_cuts(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/alphabeta-quiz-2")
    expect(page.get_by_text("Step 1 of 31")).to_be_visible()
    page.get_by_role("button", name="Next cut").click()
    expect(page.get_by_text("k is skipped.")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_text("g is skipped.")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("treeitem", name=re.compile("^a, MAX.*value 10"))).to_be_visible()


def test_the_answer_waits_to_be_asked_for(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/alphabeta-quiz-1")
    answer = page.get_by_role("region", name="Answer")
    expect(answer).not_to_contain_text("Left")
    answer.get_by_role("button", name="Show the answer").click()
    expect(answer).to_contain_text("8")


def test_a_convention_shows_what_it_changes_and_stays_in_the_address(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/example-2")
    page.get_by_label("Cut when").select_option(">")
    expect(page.get_by_text("On > 1 more leaf is visited: 4.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("On > 1 more leaf is visited: 4.")).to_be_visible()
    page.get_by_role("tab", name="2. Alpha-beta, pruning on > only").click()
    expect(page.get_by_text("As in the lecture.")).to_be_visible()


def test_a_claim_is_computed_and_plotted(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/claim-ordering")
    expect(page.get_by_role("img", name=re.compile("Leaves that alpha-beta visits"))).to_be_visible()
    expect(page.get_by_role("cell", name="11", exact=True).first).to_be_visible()


def test_a_table_that_takes_long_says_what_it_does_and_can_be_stopped(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/tictactoe-counts")
    tables = page.get_by_role("region", name="Tables")
    expect(tables).to_contain_text("searched three times in plain Python")
    tables.get_by_role("button", name="Compute the table").click()
    tables.get_by_role("button", name="Stop").click()
    expect(tables.get_by_role("button", name="Compute the table")).to_be_visible()


def test_demonstrations_lead_to_pacman(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/thrashing")
    page.get_by_role("link", name=re.compile("Thrashing: why")).click()
    expect(page).to_have_url(re.compile("#/pacman"))


def test_a_search_of_a_lecture_can_be_taken_away(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/thrashing")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename.endswith(".svg")


def test_a_lecture_that_does_not_exist_says_so(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/alpha-quiz-2")
    expect(page.get_by_role("alert")).to_contain_text("Did you mean alphabeta-quiz-2?")
    page.get_by_role("link", name="list of lectures").click()
    expect(page.get_by_role("status").filter(has_text=f"{len(items())} examples")).to_have_count(1)
    page.wrong.clear()  # type: ignore[attr-defined]  # the browser tells of the answer 400
