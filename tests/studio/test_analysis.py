"""Analysis on the board: live, stopped and gone on with, values, reasons, and the review of a game."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

pytestmark = pytest.mark.native

PATIENCE = 120_000
"""Milliseconds: rules may have to be compiled first."""


def open_game(page: Page, studio: str, address: str, **preferences: object) -> None:
    page.add_init_script(f"localStorage.analysis ??= JSON.stringify({json.dumps(preferences)})")
    page.goto(f"{studio}#/game/{address}")
    expect(page.get_by_role("heading", name="Analysis")).to_be_visible()


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Analysis")


def fact(page: Page, term: str) -> Locator:
    return panel(page).locator("dl > div").filter(has_text=term).locator("dd")


def best_lines(page: Page) -> Locator:
    return page.get_by_role("list", name="Best lines").get_by_role("listitem")


def place(page: Page, name: str) -> Locator:
    return page.get_by_role("grid").get_by_role("gridcell", name=re.compile(rf"^{re.escape(name)}\b"))


def test_values_of_a_solved_position_stand_on_the_board(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.7", values=True)
    expect(place(page, "a3")).to_have_attribute("aria-label", re.compile("win in 5, best"), timeout=PATIENCE)
    expect(place(page, "b3")).to_have_attribute("aria-label", re.compile(r"legal: (0|draw|loss|−1)"))
    expect(panel(page).get_by_text("X wins in 5")).to_be_visible()
    expect(panel(page).get_by_text("proven", exact=True)).to_be_visible()
    expect(best_lines(page).first).to_contain_text("wins in 5")
    expect(page.get_by_role("meter", name="Evaluation")).to_have_attribute("aria-valuenow", "100")
    page.get_by_text("Every action").click()
    expect(page.get_by_role("row", name=re.compile("a3 best"))).to_contain_text("wins in 5")


def test_the_list_of_every_action_has_values_and_no_bounds(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe", lines=1)
    expect(panel(page).get_by_text("Draw", exact=True)).to_be_visible(timeout=PATIENCE)
    page.get_by_text("Every action").click()
    rows = page.get_by_role("region", name="Every action with its value").get_by_role("row")
    expect(rows).to_have_count(10)
    expect(rows.filter(has_text="draws")).to_have_count(9, timeout=PATIENCE)
    expect(rows.filter(has_text="≤")).to_have_count(0)


def test_among_three_what_is_proven_is_filled_and_the_vector_stands_with_its_line(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe3?line=1.7.13.15.0.2.9.10.5.4.14", values=True, lines=3)
    expect(panel(page).get_by_text("Z wins in 1")).to_be_visible(timeout=PATIENCE)
    expect(place(page, "a2")).to_have_attribute("aria-label", re.compile("win in 1, best"))
    expect(page.locator(".board-picture .chip.proven")).to_have_count(5, timeout=PATIENCE)
    expect(best_lines(page).first).to_contain_text("(0, 0, 1)")
    expect(best_lines(page).first).to_contain_text("At the end of this line: X 0, O 0, Z 1")
    page.get_by_text("Every action").click()
    rows = page.get_by_role("region", name="Every action with its value").get_by_role("row")
    expect(rows.filter(has_text=re.compile("wins in 1|draws|loses"))).to_have_count(5)


def test_a_review_among_three_has_a_curve_for_each(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe3?line=1.7.13.15.0.2.9.10.5.4.14.3", on=False)
    page.get_by_role("button", name="Review game").click()
    mistakes = page.get_by_role("list", name="Mistakes").get_by_role("listitem")
    expect(mistakes.last).to_contain_text("d4 blunder, 1.00 points; best was a2", timeout=PATIENCE)
    slider = page.get_by_role("slider", name="Value over the game")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("d4: X 1, O 0, Z 0, blunder"))
    expect(slider.locator("path.of-many")).to_have_count(3)
    page.reload()
    expect(slider.locator("path.of-many")).to_have_count(3)


def test_analysis_is_live_stops_and_goes_on(studio: str, page: Page) -> None:
    open_game(page, studio, "othello")
    expect(fact(page, "Depth")).to_have_text(re.compile(r"^\d+$"), timeout=PATIENCE)
    expect(best_lines(page).nth(2)).to_contain_text(re.compile(r"\d"), timeout=PATIENCE)
    panel(page).get_by_role("button", name="Stop").click()
    expect(panel(page).get_by_role("button", name="Continue")).to_be_enabled()
    nodes = fact(page, "Nodes").first.inner_text()
    page.wait_for_timeout(600)
    assert fact(page, "Nodes").first.inner_text() == nodes
    depth = int(fact(page, "Depth").inner_text())
    panel(page).get_by_role("button", name="Continue").click()
    expect(panel(page).get_by_role("button", name="Stop")).to_be_visible()
    expect(fact(page, "Nodes").first).not_to_have_text(nodes, timeout=PATIENCE)
    assert int(fact(page, "Depth").inner_text()) >= depth


def test_analysis_follows_to_the_next_position_and_can_be_switched_off(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe")
    expect(panel(page).get_by_text("Draw", exact=True)).to_be_visible(timeout=PATIENCE)
    place(page, "b2").click()
    expect(place(page, "b2")).not_to_have_attribute("aria-label", re.compile("empty"))
    place(page, "b3").click()
    expect(panel(page).get_by_text(re.compile("X wins in"))).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("a")
    expect(page.get_by_role("switch", name="Analysis")).to_have_attribute("aria-checked", "false")
    expect(best_lines(page)).to_have_count(0)


def test_a_line_is_previewed_and_played_out(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.7")
    third = best_lines(page).first.get_by_role("button").nth(2)
    expect(third).to_be_visible(timeout=PATIENCE)
    third.hover()
    expect(page.get_by_role("gridcell", name=re.compile("empty"))).to_have_count(4)
    third.click()
    expect(page.get_by_role("region", name="Actions so far").get_by_role("button")).to_have_count(5)


def test_algorithms_that_do_not_fit_say_why_and_others_can_be_chosen(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.7.8")
    page.get_by_text("How to search").click()
    expect(page.get_by_text("induction", exact=True).first).to_be_attached()
    page.get_by_label("Algorithm").select_option("minimax")
    expect(fact(page, "Search")).to_have_text("minimax", timeout=PATIENCE)


def test_why_not_this_shows_the_refutation(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.4.2", values=True)
    expect(panel(page).get_by_text("Draw", exact=True)).to_be_visible(timeout=PATIENCE)
    place(page, "a3").hover()
    page.keyboard.press("w")
    why = page.get_by_role("region", name="Why not a3?")
    expect(why).to_contain_text("After a3 the reply c1 wins in 3", timeout=PATIENCE)
    expect(why).to_contain_text("would have drawn")
    why.get_by_role("button", name="c1").first.click()
    expect(page.locator(".notation [aria-current]")).to_have_text("c1")


def test_a_review_finds_the_planted_mistake_and_it_can_be_tried_again(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.7.0.3", on=False)
    page.get_by_role("button", name="Review game").click()
    mistakes = page.get_by_role("list", name="Mistakes").get_by_role("listitem")
    expect(mistakes).to_have_count(1, timeout=PATIENCE)
    expect(mistakes).to_contain_text("b1 blunder, 0.50 points; best was b2")
    expect(page.get_by_text(re.compile("O gave away 0.50 points in 2 actions: 75 % accurate"))).to_be_visible()
    page.reload()
    expect(page.get_by_text(re.compile("O gave away 0.50 points in 2 actions"))).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(".notation [aria-current]")).to_contain_text("b1")
    slider = page.get_by_role("slider", name="Value over the game")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("b1.*blunder"))
    page.get_by_role("button", name="Try again instead of b1").click()
    trial = page.get_by_role("group", name="Try again")
    expect(trial).to_contain_text("Find a better action")
    expect(page.get_by_role("gridcell", name=re.compile("legal"))).to_have_count(8)
    place(page, "c1").click()
    expect(trial).to_contain_text(re.compile(r"No, c1 gives away 0.50 points|Yes\."), timeout=PATIENCE)
    page.wait_for_timeout(1600)  # the board waits so long for the answer to an action that was only weighed
    place(page, "b2").click()
    expect(trial).to_contain_text("Yes. b2 is", timeout=PATIENCE)
    trial.get_by_role("button", name="Continue from there").click()
    expect(page.locator(".variation")).to_contain_text("b2")


def test_what_is_proven_later_is_judged_again(studio: str, page: Page) -> None:
    open_game(page, studio, "connect4:rows=5,cols=6?line=2.2.2.2.0", on=False)
    page.route("**/api/review", hurried)
    page.get_by_role("button", name="Review game").click()
    rests = page.get_by_text(re.compile(r"based on estimates, .* plies deep"))
    expect(rests).to_be_visible(timeout=PATIENCE)
    before = rests.inner_text()
    page.get_by_role("switch", name="Analysis").click()
    expect(panel(page).get_by_text("proven", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(rests.and_(page.get_by_text(before, exact=True))).to_have_count(0)


def hurried(route: Route) -> None:
    """A review that has hardly any time, so that it proves little."""
    route.continue_(post_data=json.dumps({"seconds": 0.02} | json.loads(route.request.post_data or "")))


def test_another_try_ends_when_one_leaves(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.7.0.3")
    page.get_by_role("button", name="Review game").click()
    again = page.get_by_role("button", name="Try again instead of b1")
    again.click(timeout=PATIENCE)
    expect(panel(page).get_by_text("Hidden during the retry.")).to_be_visible()
    page.evaluate("location.hash = '#/game/tictactoe?line=0'")
    expect(page.locator(".notation [aria-current]")).to_have_text("a3")
    expect(page.get_by_text("Hidden during the retry.")).to_have_count(0)
    expect(page.get_by_role("group", name="Try again")).to_have_count(0)
    page.evaluate("location.hash = '#/game/tictactoe?line=6.7.0.3'")
    again.click()
    panel(page).get_by_role("button", name="Give up").click()
    expect(page.locator(".notation [aria-current]")).to_contain_text("b1")
    expect(page.get_by_text("Hidden during the retry.")).to_have_count(0)


def test_what_was_found_before_is_not_shown_as_proven_elsewhere(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.7")
    proven = panel(page).get_by_text("proven", exact=True)
    expect(proven).to_be_visible(timeout=PATIENCE)
    page.route("**/api/analyse", lambda route: None)  # an answer that takes long
    page.keyboard.press("Home")
    expect(panel(page).get_by_text("Preparing the search…")).to_be_visible()
    expect(proven).to_have_count(0)
    expect(fact(page, "Depth")).to_be_hidden()
    expect(page.get_by_role("list", name="Best lines")).to_have_attribute("aria-busy", "true")


def test_the_graph_is_a_slider_through_the_game(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe?line=6.7.0.3", on=False)
    slider = page.get_by_role("slider", name="Value over the game")
    expect(slider).to_have_attribute("aria-valuenow", "4")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuenow", "3")
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")


def test_strategies_are_shown_where_both_act_at_once(studio: str, page: Page) -> None:
    open_game(page, studio, "rps")
    table = page.get_by_role("table", name="How often player 1 should choose each")
    expect(table.get_by_role("row", name=re.compile("rock"))).to_contain_text("33.3 %", timeout=PATIENCE)


def test_a_person_plays_against_the_computer_without_being_told_what_is_best(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe")
    page.get_by_role("button", name="Against the computer").click()
    expect(page.get_by_role("switch", name="Analysis")).to_have_attribute("aria-checked", "false")
    played = page.get_by_role("region", name="Actions so far").get_by_role("button")
    place(page, "a2").click()
    expect(played).to_have_count(2, timeout=PATIENCE)
    expect(page.get_by_role("gridcell", name=re.compile("legal"))).to_have_count(7)
    place(page, "c2").or_(place(page, "c1")).and_(page.locator(".playable")).first.click()
    expect(played).to_have_count(4, timeout=PATIENCE)
    page.get_by_role("button", name="Take back").click()
    expect(played).to_have_count(2)
    expect(page).to_have_url(re.compile(r"seats=human%7Cbest%3Aseconds%3D1"))
