"""Where things stand in the pages with trees: nothing lies over a node, nothing jumps, and steps stay in the window."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.slow

TREES = [
    "#/lecture/alphabeta-quiz-2",
    "#/lecture/iterative-deepening",
    "#/lecture/grundy",
    "#/quiz?seed=301770&questions=5",
    "#/quiz?seed=7&questions=3",
    "#/tree",
    "#/race",
]
OVERLAPS = """() => [...document.querySelectorAll(".cm-tree .stage")].flatMap((stage) => {
  const frame = stage.querySelector(".scroll").getBoundingClientRect();
  const shown = [...stage.querySelectorAll(".zooms button:not([hidden])")];
  const buttons = shown.map((each) => each.getBoundingClientRect());
  return [...stage.querySelectorAll(".node")].flatMap((node) => {
    const box = node.getBoundingClientRect();
    const bottom = Math.min(box.bottom, frame.bottom); // what lies outside the frame is not seen
    const across = (bar) => box.left < bar.right && box.right > bar.left;
    return buttons.some((bar) => across(bar) && box.top < bar.bottom && bottom > bar.top) ? [node.textContent] : [];
  });
})"""


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (390, 844)])
def test_the_buttons_of_the_zoom_lie_over_no_node(studio: str, page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for address in TREES:
        page.goto(studio + address)
        expect(page.locator(".cm-tree .node").first).to_be_attached()
        assert page.evaluate(OVERLAPS) == [], address


def boxes(page: Page, *names: str) -> list[dict[str, float] | None]:
    return [page.locator(name).first.bounding_box() for name in names]


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
def test_nothing_jumps_when_an_answer_is_graded_and_the_steps_are_in_the_window(
    studio: str, page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(studio + "#/quiz?seed=301770&questions=5")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    before = boxes(page, ".walk-tree", ".tree-box", ".walk-side")
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("button", name="Next question")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("group", name="Steps of the search")).to_be_in_viewport(ratio=1)
    assert boxes(page, ".walk-tree", ".tree-box", ".walk-side") == before
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("address", ["#/quiz?mode=wrong&seed=3", "#/lecture/alphabeta-quiz-2"])
def test_the_steps_are_in_the_window_at_first(studio: str, page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(studio + address)
    expect(page.get_by_role("group", name="Steps of the search")).to_be_in_viewport(ratio=1)
    bar, panel = boxes(page, ".stepper", ".walk-tree")
    assert bar and panel and bar["x"] + bar["width"] <= panel["x"] + panel["width"]


@pytest.mark.parametrize("address", ["#/lecture/alphabeta-quiz-2", "#/tree?game=connect4&depth=3&at=1"])
def test_on_a_phone_tree_sentence_and_steps_are_seen_together(studio: str, page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(studio + address)
    forward = page.get_by_role("button", name="One step forward")
    forward.scroll_into_view_if_needed()
    forward.click()
    tree, sentence, steps = boxes(page, ".tree-box", ".why-under", ".stepper")
    assert tree and sentence and steps
    assert page.locator(".why-under").inner_text()
    assert tree["y"] + tree["height"] <= sentence["y"] and sentence["y"] + sentence["height"] <= steps["y"]
    assert steps["y"] + steps["height"] - tree["y"] < 844 - 80  # all three fit below the menu
    expect(page.locator(".cm-tree .picture.outline")).to_be_visible()


def test_on_a_phone_the_question_stands_right_below_its_tree(studio: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(studio + "#/quiz?seed=301770&questions=5")
    expect(page.get_by_label("Your answer")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("The tree of the question")).to_be_in_viewport(ratio=0.9)


def test_where_room_is_scarce_the_form_is_a_line_and_opens_on_demand(studio: str, page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(studio + "#/tree?game=connect4&depth=2")
    expect(page.get_by_text("Alpha-beta of Connect Four, to depth 2")).to_be_visible()
    expect(page.get_by_role("form", name="What to search")).to_have_count(0)
    (stage,) = boxes(page, ".tree-stage")
    assert stage and stage["height"] > 450
    expect(page.get_by_role("group", name="Steps of the search")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Change").click()
    page.get_by_role("combobox", name="Depth", exact=True).select_option("1")
    expect(page.get_by_role("status").filter(has_text="8 nodes")).to_be_visible()
    page.get_by_role("button", name="Fold this form").click()
    expect(page.get_by_text("Alpha-beta of Connect Four, to depth 1")).to_be_visible()


def test_the_last_tree_stays_below_the_sentence_of_a_mistake(studio: str, page: Page) -> None:
    page.goto(studio + "#/tree?game=[[3,12,8],[2,4,6],[14,5,2]]")
    field = page.get_by_label("Tree", exact=True)
    expect(page.get_by_role("treeitem").first).to_be_visible()
    field.fill("[[3,12,8],[2,4")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is never closed. Below is the last tree")
    expect(page.get_by_role("treeitem")).to_have_count(13)
    expect(page.get_by_role("combobox", name="Algorithm")).to_have_value("alphabeta")
    expect(page.get_by_text("a (MAX) = 3, the maximum of")).to_be_visible()
    field.fill("[[3,12],[2,4]]")
    field.press("Enter")
    expect(page.get_by_role("treeitem")).to_have_count(7)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.wrong.clear()  # type: ignore[attr-defined]


def test_a_sketch_fits_its_desk_and_its_boxes_stand_apart(studio: str, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(studio + "#/editor")
    page.get_by_label("Trees of the lectures").select_option("MAX, MIN and CHANCE in one tree")
    for field in (page.get_by_role("textbox", name="Value of"), page.get_by_role("textbox", name="Probability of")):
        expect(field.nth(7)).to_be_visible()
        places = sorted(
            (round(box["y"]), box["x"], box["width"]) for box in map(Locator.bounding_box, field.all()) if box
        )
        for (row, left, width), (below, right, _) in pairwise(places):
            assert row != below or left + width < right
    desk = page.get_by_role("group", name="The tree to edit")
    assert desk.evaluate("(box) => box.scrollWidth <= box.clientWidth")


@pytest.mark.parametrize("address", ["#/lecture/cs208-trace?run=2", "#/tree"])
def test_on_a_phone_a_prediction_is_asked_below_its_tree(studio: str, page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(studio + address)
    page.get_by_role("button", name="Predict").click()
    for _ in range(2):
        expect(page.locator(".predict-prompt")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Check")).to_be_in_viewport(ratio=1)
        expect(page.locator(".tree-box")).to_be_in_viewport(ratio=1)
        if page.get_by_role("textbox", name="Value").is_visible():
            page.get_by_role("textbox", name="Value").fill("2")
            page.get_by_role("button", name="Check").click()
            page.get_by_role("button", name="Next").click()


def test_in_a_low_window_both_lanes_of_a_race_are_seen_as_a_whole(studio: str, page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(studio + "#/race")
    expect(page.get_by_text("Minimax and Alpha-beta of Tic-tac-toe, from O.OXX.XO., to the end")).to_be_visible()
    for lane in ("First", "Second"):
        expect(page.get_by_role("region", name=lane)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("form", name="What to search")).to_be_visible()
