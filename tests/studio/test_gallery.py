"""The gallery: finding a game, opening it with parameters, and the author's own file while it is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from heap_file import take_away
from playwright.sync_api import Locator, Page, expect

BOARD = """
    def board(self, state):
        return Board.of([[Cell("o") for _ in range(state.counters)]], "piles")
"""
RULES = take_away("TakeAway", "Take one or two counters; whoever cannot loses.") + BOARD
RULES = RULES.replace("import Game", "import Board, Cell, Game")


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))


def test_games_have_the_names_that_people_use(studio: str, page: Page) -> None:
    page.goto(studio)
    for title in ("Tic-tac-toe", "Connect Four", "2048", "Nine men's morris", "Rock, paper, scissors"):
        expect(page.get_by_role("link", name=title, exact=True)).to_be_visible()


def test_a_card_opens_its_game(studio: str, page: Page) -> None:
    page.goto(studio)
    card(page, "Othello").click()
    expect(page).to_have_url(re.compile("#/game/othello"))
    expect(page.get_by_role("heading", name="Othello")).to_be_visible()


def test_filters_and_words_find_games(studio: str, page: Page) -> None:
    page.goto(studio)
    count = page.locator(".gallery-count")
    expect(count).to_have_text(re.compile(r"^\d\d games$"))
    page.get_by_role("button", name="chance", exact=True).click()
    expect(page.get_by_role("link", name="Backgammon", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Othello", exact=True)).to_have_count(0)
    page.get_by_role("button", name="one player").click()
    expect(count).to_have_text("1 game")
    expect(page.get_by_role("link", name="2048", exact=True)).to_be_visible()
    page.get_by_role("button", name="one player").click()
    page.get_by_role("button", name="chance", exact=True).click()
    page.keyboard.press("/")
    page.keyboard.type("dominoes")
    expect(count).to_have_text("1 game")
    page.keyboard.type("xyz")
    expect(page.get_by_text("No matching games")).to_be_visible()


def test_parameters_open_a_game_of_another_size(studio: str, page: Page) -> None:
    page.goto(studio)
    options = card(page, "Connect Four")
    options.get_by_text("Options").click()
    options.get_by_label("Rows").fill("4")
    options.get_by_label("Columns").fill("5")
    options.get_by_role("button", name="Open with these").click()
    expect(page).to_have_url(re.compile("connect4%3Arows%3D4%2Ccols%3D5"))
    expect(page.get_by_role("gridcell")).to_have_count(20)


def test_parameters_that_cannot_be_are_explained(studio: str, page: Page) -> None:
    page.goto(studio)
    options = card(page, "Nim")
    options.get_by_text("Options").click()
    options.get_by_label(re.compile("^Piles")).fill("many")
    options.get_by_role("button", name="Open with these").click()
    expect(options.get_by_role("alert")).to_contain_text("piles")
    page.wrong.clear()  # type: ignore[attr-defined]  # the browser reports the refused request


def test_a_card_plays_itself_while_it_is_pointed_at(studio: str, page: Page) -> None:
    page.goto(studio)
    board = card(page, "Tic-tac-toe").locator("svg")
    before = board.locator(".piece").count()
    card(page, "Tic-tac-toe").hover()
    expect(board.locator(".piece")).not_to_have_count(before)


def test_cards_stand_still_where_motion_is_not_wanted(studio: str, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(studio)
    board = card(page, "Tic-tac-toe").locator("svg")
    before = board.inner_html()
    card(page, "Tic-tac-toe").hover()
    page.wait_for_timeout(1500)
    assert board.inner_html() == before


@pytest.mark.native
def test_an_own_game_is_checked_and_loaded_again_when_it_is_saved(run_studio: Any, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "takeaway.py"
    file.write_text(RULES)
    page.goto(run_studio(f"{file}:TakeAway"))
    panel = page.get_by_role("region", name=re.compile("^Check of takeaway.py"))
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(card(page, "Take Away")).to_contain_text("Take one or two counters")
    expect(panel).to_contain_text("The rules hold.", timeout=120_000)
    expect(panel).to_contain_text("machine code")

    file.write_text(RULES.replace("return state.mover\n", "return state.mover +\n", 1))
    expect(panel).to_contain_text("This version does not work", timeout=30_000)
    line = RULES.split("return state.mover\n")[0].count("\n") + 1
    expect(panel).to_contain_text(re.compile(rf"\b{line}\b"))

    file.write_text(RULES.replace("counters: int = 5", "counters: int = 8"))
    expect(panel).not_to_contain_text("does not work", timeout=30_000)
    card(page, "Take Away").get_by_text("Options").click()
    expect(card(page, "Take Away").get_by_label("Counters")).to_have_value("8")


@pytest.mark.native
def test_the_board_of_an_own_game_changes_while_it_is_open(run_studio: Any, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "takeaway.py"
    file.write_text(RULES)
    page.goto(run_studio(f"{file}:TakeAway"))
    card(page, "Take Away").get_by_role("link").click()
    expect(page.get_by_role("gridcell")).to_have_count(5)
    file.write_text(RULES.replace("counters: int = 5", "counters: int = 8"))
    expect(page.get_by_role("gridcell")).to_have_count(8, timeout=30_000)


@pytest.mark.native
def test_a_law_that_is_broken_is_shown_with_an_example(run_studio: Any, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "takeaway.py"
    file.write_text(RULES.replace("return -1.0 if player == state.mover else 1.0", "return 1.0"))
    page.goto(run_studio(f"{file}:TakeAway"))
    panel = page.get_by_role("region", name=re.compile("^Check of takeaway.py"))
    expect(panel).to_contain_text("The rules have problems.", timeout=120_000)
    expect(panel.get_by_role("listitem").first).to_contain_text("utility")
