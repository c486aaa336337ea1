"""Predict mode: values, windows and cuts before the search tells them, graded and explained."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Page, expect

TREE = "[[2,7],[1,8]]"


def test_predictions_are_graded_right_and_wrong(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/cs208-trace?run=2")
    page.get_by_role("button", name="Predict").click()
    panel = page.get_by_role("group", name="Predict")
    expect(panel).to_contain_text("What does b (MIN) return?")
    panel.get_by_role("textbox", name="Value").fill("7")
    panel.get_by_role("button", name="Check").click()
    expect(panel).to_contain_text("At b you took the most; MIN takes the least")
    panel.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text("With which window (alpha, beta) is c (MIN) entered?")
    panel.get_by_role("textbox", name="Alpha").fill("2")
    panel.get_by_role("textbox", name="Beta").fill("inf")
    panel.get_by_role("button", name="Check").click()
    expect(panel).to_contain_text("Right.")
    expect(panel.get_by_role("status", name="Score")).to_have_text("1 of 2 right")
    panel.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text("c (MIN) holds 1. Which of its children are skipped?")
    panel.get_by_role("checkbox", name="g", exact=True).check()
    panel.get_by_role("button", name="Check").click()
    expect(panel).to_contain_text("c (MIN) holds 1, at most alpha 2 from b: g is skipped.")
    panel.get_by_role("button", name="Next").click()
    panel.get_by_role("radio", name="Left").check()
    panel.get_by_role("button", name="Check").click()
    panel.get_by_role("button", name="See the score").click()
    expect(panel).to_contain_text("You predicted 3 of 4.")
    panel.get_by_role("button", name="Back to the steps").click()
    expect(page.get_by_role("button", name="Predict")).to_be_visible()


def test_the_tree_does_not_give_the_answer_away(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/cs208-trace?run=2")
    page.get_by_role("button", name="Predict").click()
    expect(page.get_by_role("textbox", name="Value")).to_be_focused()
    node = page.locator("[role=treeitem][aria-label^='b,']")
    expect(node).not_to_have_attribute("aria-label", "value")
    assert "value" not in (node.get_attribute("aria-label") or "")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    assert "value 2" in (node.get_attribute("aria-label") or "")


def test_it_works_by_keyboard_alone_on_the_page_of_any_tree(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/tree?game={quote(TREE)}&algorithm=alphabeta")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    page.get_by_role("button", name="Predict").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Value")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Alpha")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Predict")).to_contain_text("Alpha is right")
    expect(page.get_by_role("status", name="Score")).to_have_text("1 of 2 right")


def test_an_answer_that_cannot_be_read_costs_nothing(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/cs208-trace?run=2")
    page.get_by_role("button", name="Predict").click()
    page.get_by_role("textbox", name="Value").fill("seven")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("'seven' is not a number")
    expect(page.get_by_role("status", name="Score")).to_have_text("0 of 0 right")
    page.wrong.clear()  # type: ignore[attr-defined]


def test_a_reload_in_the_middle_loses_nothing_and_counts_nothing_twice(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/cs208-trace?run=2")
    page.get_by_role("button", name="Predict").click()
    panel = page.get_by_role("group", name="Predict")
    panel.get_by_role("textbox", name="Value").fill("2,0")
    panel.get_by_role("button", name="Check").dblclick()
    expect(panel.get_by_role("status", name="Score")).to_have_text("1 of 1 right")
    page.reload()
    expect(panel).to_contain_text("Question 2 of 4")
    expect(panel.get_by_role("status", name="Score")).to_have_text("1 of 1 right")
    panel.get_by_role("textbox", name="Alpha").fill("2")
    panel.get_by_role("textbox", name="Beta").fill("+ ∞")
    panel.get_by_role("button", name="Check").click()
    panel.get_by_role("button", name="Next").click()
    panel.get_by_role("button", name="Check").click()
    expect(panel.get_by_role("alert")).to_contain_text("Tick the skipped children, or none.")
    panel.get_by_role("checkbox", name="none").check()
    panel.get_by_role("button", name="Check").click()
    expect(panel).to_contain_text("Under-pruning")
    expect(panel.get_by_role("status", name="Score")).to_have_text("2 of 3 right")


def test_who_leaves_stays_at_the_step_that_was_reached(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/lecture/cs208-trace?run=2")
    page.get_by_role("button", name="Predict").click()
    page.get_by_role("textbox", name="Value").fill("2")
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Leave").click()
    steps = page.get_by_role("slider", name="Step")
    assert 1 < int(steps.input_value()) < int(steps.get_attribute("max") or 0)
