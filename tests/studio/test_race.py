"""The race page: two algorithms on one position."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def nodes(page: Page) -> list[int]:
    return [int(text.replace(",", "")) for text in page.locator(".race-nodes").all_inner_texts()]


def test_minimax_and_alpha_beta_race_on_tic_tac_toe(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/race?game=tictactoe&start=X.O.O.X..&depth=0")
    expect(page.get_by_text("Ready. Press play.")).to_be_visible()
    assert nodes(page) == [0, 0]
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 9 of 465")).to_be_visible()
    first, second = nodes(page)
    assert 0 < first == second
    page.get_by_label("Speed").select_option("500")
    page.get_by_role("button", name="Play").click()
    sentence = "Alpha-beta needed 42 nodes where Minimax needed 174, and found the same action."
    expect(page.get_by_text(sentence)).to_be_visible()
    assert nodes(page) == [174, 42]
    expect(page.get_by_role("region", name="Second").get_by_text("finished first")).to_be_visible()


def test_they_race_by_node_and_by_cut(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/race?game=[[3,12,8],[2,4,6],[14,5,2]]")
    page.get_by_role("button", name="by node").click()
    expect(page.get_by_text("Node 0 of 13")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Node 4 of 13")).to_be_visible()
    assert nodes(page) == [4, 4]
    page.get_by_role("button", name="Next cut").click()
    expect(page.get_by_text("Node 7 of 13")).to_be_visible()
    assert nodes(page) == [7, 7]
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("Alpha-beta needed 11 nodes where Minimax needed 13")).to_be_visible()


def test_runners_are_chosen_by_form_and_need_not_agree(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/race?game=[[10,10],[9,100]]")
    page.get_by_role("combobox", name="Second").select_option("expectimax")
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text(re.compile("they disagree: .*Expectimax finds 54.5 by Right"))).to_be_visible()
    assert "second=expectimax" in page.url


def test_a_race_of_thousands_of_nodes_comes_to_its_end(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/race?game=tictactoe&depth=4")
    expect(page.get_by_text("Ready. Press play.")).to_be_visible()
    page.get_by_role("slider").fill("3000")
    expect(page.get_by_text("Step 3,000 of")).to_be_visible()
    assert nodes(page)[0] > 1000
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("where Minimax needed 3,610, and found the same action.")).to_be_visible()
