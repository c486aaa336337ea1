"""Trees to look at and to talk about: boards in the nodes, a presentation, leaves to click."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def test_the_tree_page_opens_at_the_first_step_with_boards_in_its_nodes(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/tree")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    expect(page.locator("[role=treeitem] .board-picture").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text("leaves visited.")).to_be_visible()
    # Another game opens on a position of its own that is worth a search.
    algorithms = page.get_by_role("combobox", name="Algorithm")
    expect(algorithms.locator("[value=star1]")).to_have_count(0)
    page.get_by_role("combobox", name="Game").select_option("pig")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    expect(algorithms.locator("[value=star1]")).to_have_count(1)
    page.get_by_role("combobox", name="Game").select_option("nim")
    expect(page.get_by_role("textbox", name="Position")).to_have_value("piles=(3,0,1),mover=0")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".tree-leaves, .root-actions").first).to_be_visible()
    expect(page.locator(".cm-tree .strike").first).to_be_attached()
    page.goto(f"{studio}#/tree?game=connect4&depth=2")
    expect(page.get_by_text("leaves visited.")).to_be_visible()
    expect(page.locator("[role=treeitem] .board-picture")).to_have_count(0)
    # On a phone it is an outline, as wide as the screen: the best line, and the other actions along it.
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator(".cm-tree .picture.outline")).to_be_visible()
    expect(page.get_by_role("button", name="Unfold all")).to_be_visible()
    rows = [each.bounding_box() for each in page.locator(".cm-tree .node .value").all()]
    assert len(rows) == 15 and all(row and row["x"] > 0 and row["x"] + row["width"] < 390 for row in rows)


def test_a_presentation_is_large_and_needs_only_keys(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/tree")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    before = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.keyboard.press("p")
    told = page.locator(".presented")
    expect(told).to_contain_text("root")
    expect(page.get_by_role("navigation", name="Pages")).to_be_hidden()
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > before
    said = told.inner_text()
    page.keyboard.press("ArrowRight")
    expect(told).not_to_have_text(said)
    page.keyboard.press("p")
    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()


def test_pruned_leaves_are_clicked(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/quiz?kinds=pruned&questions=3&seed=7")
    answer = page.get_by_label("Your answer")
    expect(page.get_by_text("Click the leaves in the tree")).to_be_visible()
    leaf = page.get_by_role("treeitem", name=re.compile("leaf", re.I)).last
    leaf.click(force=True)
    expect(answer).not_to_have_value("")
    leaf.click(force=True)
    expect(answer).to_have_value("")
    leaf.click(force=True)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
