"""The tree page: stepped, explained, lit, switched, shared."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

QUIZ = "[[[10,6],[100,8]],[[1,2],[20,4]]]"
NEAR = "XOXXO.O.."


def opened(page: Page, studio: str, **query: str) -> None:
    page.goto(f"{studio}#/tree?{'&'.join(f'{key}={quote(value)}' for key, value in query.items())}")
    expect(page.get_by_role("treeitem").first).to_be_visible()


def chooser(page: Page, name: str) -> Locator:
    return page.get_by_role("combobox", name=name, exact=True)


def why(page: Page) -> str:
    return page.locator(".why-say").inner_text()


def leaves(page: Page) -> list[str]:
    return page.get_by_role("region", name="Leaves").locator("dd").all_inner_texts()


def test_the_page_is_never_blank(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/tree")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.get_by_role("link", name="Two plies").click()
    expect(page.get_by_text("value 3, action Left; 11 nodes, 7 leaves visited.")).to_be_visible()
    assert leaves(page) == ["3, 12, 8, 2, 14, 5, 2", "4, 6"]


def test_the_quiz_is_stepped_to_its_end_with_the_right_cuts(studio: str, page: Page) -> None:
    opened(page, studio, game=QUIZ)
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    expect(page.get_by_role("region", name="Leaves").locator("dd")).to_have_text(["none", "none"])
    said = [why(page)]
    forward = page.get_by_role("button", name="One step forward")
    while forward.is_enabled():
        forward.click()
        expect(page.get_by_text(f"Step {len(said) + 1} of")).to_be_visible()
        said.append(why(page))
    skipped = [each for each in said if "skipped" in each]
    assert len(skipped) == 2
    assert re.search(r"holds 100, at least beta 10 .* is skipped", skipped[0])
    assert re.search(r"holds 2, at most alpha 10 .* is skipped", skipped[1])
    expect(page.get_by_text("value 10, action Left")).to_be_visible()
    assert leaves(page) == ["10, 6, 100, 1, 2", "8, 20, 4"]


def test_one_jumps_to_a_cut_and_back(studio: str, page: Page) -> None:
    opened(page, studio, game=QUIZ)
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Next cut").click()
    expect(page.locator(".why-say")).to_contain_text("is skipped")
    assert leaves(page) == ["10, 6, 100", "8"]
    first = page.locator(".stepper-count").inner_text()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Next cut")).to_be_disabled()
    page.get_by_role("button", name="Previous cut").click()
    expect(page.locator(".stepper-count")).to_have_text(first)


def test_a_branch_that_will_be_cut_is_not_told_before(studio: str, page: Page) -> None:
    opened(page, studio, game=QUIZ, at="4")
    expect(page.get_by_role("treeitem", name=re.compile("cut", re.IGNORECASE))).to_have_count(0)
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("treeitem", name=re.compile("cut", re.IGNORECASE))).not_to_have_count(0)


def test_a_window_means_the_same_at_every_step(studio: str, page: Page) -> None:
    opened(page, studio, game="[[3,12,8],[2,4,6],[14,5,2]]", at="28")
    windows = page.locator(".node .window")
    expect(windows).to_have_text(["(−∞, +∞)", "(−∞, +∞)", "(3, +∞)", "(3, +∞)"])
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".why-facts")).to_contain_text(re.compile(r"on entry\s*\(−∞, \+∞\).*now\s*\(3, \+∞\)", re.S))
    expect(windows).to_have_text(["(−∞, +∞)", "(−∞, +∞)", "(3, +∞)", "(3, +∞)"])


def test_estimates_and_bounds_are_written_as_people_read_them(studio: str, page: Page) -> None:
    opened(page, studio, game="connect4", depth="3")
    expect(page.locator(".why-say")).to_contain_text("at most about 0.0")
    actions = page.get_by_role("region", name="Actions").get_by_role("button")
    expect(actions.filter(has_text="≲").first).to_be_visible()
    cut = "all => all.filter((each) => each.firstElementChild.scrollWidth > each.firstElementChild.clientWidth).length"
    assert actions.evaluate_all(cut) == 0
    opened(page, studio, game="[[-3,-12],[-20,4]]")
    expect(page.locator(".why-say")).to_contain_text("c ≤ −20")
    assert "-" not in page.locator(".node").all_inner_texts()


def test_playing_goes_to_the_end_and_keys_step(studio: str, page: Page) -> None:
    opened(page, studio, game="[[3,12],[2,4]]")
    page.keyboard.press("Home")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    chooser(page, "Speed").select_option("500")
    page.keyboard.press("Space")
    expect(page.get_by_text("value 3, action Left")).to_be_visible()


def test_pointing_at_an_action_lights_its_subtree(studio: str, page: Page) -> None:
    opened(page, studio, game="[[3,12],[2,4]]")
    expect(page.get_by_role("button", name="Right ≤ 2")).to_be_visible()
    page.wait_for_timeout(500)  # until everything stands where it stays
    page.get_by_role("button", name="Right ≤ 2").hover()
    dimmed = page.locator("[role=treeitem].dim")
    expect(dimmed).to_have_count(3)  # the left child and its leaves
    page.get_by_role("heading", name="Search tree").hover()
    expect(dimmed).to_have_count(0)


def test_a_node_previews_its_position(studio: str, page: Page) -> None:
    opened(page, studio, game="tictactoe", start=NEAR, depth="0")
    board = page.get_by_role("region", name="Position")
    expect(board.get_by_text("X to move")).to_be_visible()
    page.get_by_role("treeitem", name=re.compile("^MIN, by c2")).locator("path").first.hover(force=True)
    expect(board.get_by_text("O to move")).to_be_visible()
    expect(page.get_by_role("heading", name="This node")).to_be_visible()
    expect(page.locator(".why-facts")).to_contain_text("after c2")


def test_a_switched_convention_tells_what_changes(studio: str, page: Page) -> None:
    opened(page, studio, game="[[7,6,5],[3,1],[6,5,4,9]]")
    page.get_by_text("Conventions").click()
    chooser(page, "Cut when").select_option(">")
    note = page.get_by_role("status", name="What the convention changes")
    expect(note).to_contain_text("1 more leaf is visited: 4.")
    expect(page.locator("[role=treeitem].dim").first).to_be_attached()
    page.get_by_role("button", name="Mark in the tree").click()
    expect(page.locator("[role=treeitem].dim")).to_have_count(0)
    page.wait_for_url(re.compile("prune=%3E"))
    page.get_by_role("button", name="As in the lectures").click()
    expect(note).to_have_count(0)
    page.wait_for_url(re.compile("^((?!prune).)*$"))


def test_the_address_holds_everything(studio: str, page: Page) -> None:
    opened(page, studio, game=QUIZ)
    chooser(page, "Algorithm").select_option("minimax")
    expect(page.get_by_text("Visits every node: MAX takes the largest value")).to_be_visible()
    page.get_by_text("Conventions").click()
    expect(chooser(page, "Cut when")).to_be_disabled()
    expect(chooser(page, "Players are called")).to_be_enabled()
    expect(page.get_by_text("value 10, action Left; 15 nodes, 8 leaves visited.")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    for _ in range(4):
        page.get_by_role("button", name="One step forward").click()
    page.wait_for_url(re.compile("at=5"))
    expect(page.get_by_text("Step 5 of")).to_be_visible()
    said = why(page)
    page.reload()
    expect(page.locator(".why-say")).to_have_text(said)
    expect(chooser(page, "Algorithm")).to_have_value("minimax")


def test_a_mistake_on_purpose_is_explained(studio: str, page: Page) -> None:
    opened(page, studio, game="[[3,12],[4,6],[15,2]]", algorithm="wrong:shared-beta")
    expect(page.get_by_role("region", name="Deliberately wrong")).to_contain_text("the wrong one")
    page.get_by_role("button", name="Go to that step").click()
    expect(page.locator(".stepper-count")).not_to_have_text(re.compile(r"Step (\d+) of \1"))


def test_depths_conventions_and_players_come_by_form(studio: str, page: Page) -> None:
    opened(page, studio, game="tictactoe", start=NEAR)
    expect(chooser(page, "Depth")).to_have_value("2")
    chooser(page, "Depth").select_option("to the end")
    expect(page.get_by_text("13 nodes, 5 leaves visited")).to_be_visible()
    chooser(page, "Game").select_option("A list of numbers")
    expect(page.get_by_text("value 3, action Left; 11 nodes")).to_be_visible()
    chooser(page, "Root").select_option("MIN")
    expect(page.get_by_text(re.compile("value 6, action Center"))).to_be_visible()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"game": "[[3,12],[4,6]"}, "is never closed"),
        ({"game": "pig", "algorithm": "minimax"}, "use expectiminimax"),
        ({"game": "tictactoe", "start": "XXXOO...."}, "The game is over in this position"),
    ],
)
def test_what_cannot_be_searched_is_a_sentence(studio: str, page: Page, query: dict[str, str], sentence: str) -> None:
    page.goto(f"{studio}#/tree?{'&'.join(f'{key}={quote(value)}' for key, value in query.items())}")
    expect(page.get_by_role("alert")).to_contain_text(sentence, timeout=30_000)
    page.wrong.clear()  # type: ignore[attr-defined]  # the browser reports answers that refuse


def test_a_search_that_is_too_long_is_one_click_from_one_that_is_not(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/tree?game=tictactoe&algorithm=minimax&depth=0")
    expect(page.get_by_role("alert")).to_contain_text("more than 200,000 steps")
    page.get_by_role("button", name="Search at depth").click()
    expect(page.get_by_text("Minimax: value")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.wrong.clear()  # type: ignore[attr-defined]  # the browser reports answers that refuse


def test_on_a_projector_the_tree_and_its_controls_are_larger(studio: str, page: Page) -> None:
    def sizes() -> list[float]:
        opened(page, studio, game=QUIZ)
        found = (page.get_by_role("button", name="Zoom in"), page.get_by_role("button", name="One step back"),
                 page.locator(".cm-tree text.value").first, page.get_by_text("Alpha-beta: value 10"))  # fmt: skip
        boxes = [each.bounding_box() for each in found]
        return [box["height"] for box in boxes if box is not None]

    small = sizes()
    page.set_viewport_size({"width": 3840, "height": 2160})
    page.reload()
    assert [large / one > 1.8 for one, large in zip(small, sizes(), strict=True)] == [True] * 4
