"""What each action is worth, the best action and the reply it meets: on every kind of board, without a click."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from countermove.registry import load
from countermove.studio.analysis.report import Reporter
from countermove.views.words import outcome

BOARDS = ("tictactoe", "connect4", "hexapawn", "morris", "nim", "othello:size=4", "domineering:rows=4,cols=4")


@pytest.mark.parametrize("game", BOARDS)
def test_values_and_arrows_are_there_without_a_click(studio: str, page: Page, game: str) -> None:
    page.goto(f"{studio}#/game/{game}")
    expect(page.locator(".layer-values .chip").first).to_be_visible()
    expect(page.locator(".layer-values .chip.best").first).to_be_visible()
    expect(page.locator(".layer-arrows .best").first).to_be_attached()
    expect(page.locator(".layer-arrows .reply").first).to_be_attached()
    page.keyboard.press("v")
    expect(page.locator(".layer-values .chip")).to_have_count(0)
    expect(page.locator(".layer-arrows > *")).to_have_count(0)


def test_buttons_show_the_best_action_and_the_reply(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/tree")
    expect(page.locator(".board-button.best")).to_contain_text("Left")
    expect(page.locator(".board-button.reply")).to_contain_text("Left")
    expect(page.locator(".board-status")).to_have_text("Best: Left. The reply: Left.")
    expect(page.locator(".evalbar-text")).to_have_text("+3")
    page.goto(f"{studio}#/game/hexapawn")
    expect(page.locator(".evalbar-text")).to_have_text("Black wins in 6")


def test_othello_has_black_and_white_discs(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/othello")
    expect(page.locator(".disc.black")).to_have_count(2)
    expect(page.get_by_text("Black to move.")).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile("^e4, Black"))).to_be_visible()


def test_values_leave_pawns_in_sight(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/breakthrough")
    chip = page.locator(".layer-values .chip").first
    expect(chip).to_be_visible()
    cell = page.get_by_role("gridcell", name=re.compile("^a2")).bounding_box()
    box = chip.bounding_box()
    assert cell and box and box["height"] < cell["height"] / 3
    assert box["y"] + box["height"] <= cell["y"] + cell["height"] + 1


def test_a_preview_follows_its_line(studio: str, page: Page) -> None:
    """The fourth action of the best line is pointed at until the search replaces it."""
    sent: list[Any] = []
    page.on(
        "request", lambda request: sent.append(request.post_data_json) if request.url.endswith("position") else None
    )
    page.goto(f"{studio}#/game/connect:rows=5,cols=7")
    action = page.locator(".lines li").first.locator("button.action").nth(5)
    action.hover()
    expect(page.locator(".stage-board.preview")).to_be_visible()
    shown = page.locator(".lines li").first.locator("button.action")
    for _ in range(20):
        names = shown.all_inner_texts()[:6]
        sent_now = [[each + 1 for each in body["actions"]] for body in sent if len(body["actions"]) == 6]
        if [int(name) for name in names] in sent_now:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the preview is not of the line")


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("othello:size=4", r"(Black|White) wins by \d+|draw"),
        ("tictactoe3", r"[XOZ] wins|draw"),
        ("backgammon", r"(White|Black) wins by [123]"),
    ],
)
def test_the_end_says_who_wins(game: str, expected: str) -> None:
    import random

    from countermove.game import legal

    rules, dice = load(game), random.Random(3)
    for _ in range(3):
        state = rules.initial()
        while not rules.is_terminal(state):
            state = rules.result(state, dice.choice(legal(rules, state)))
        assert re.fullmatch(expected, outcome(rules, state))


def test_arrows_name_the_places_of_the_best_action_and_of_the_reply() -> None:
    from countermove.analysis import analyse

    game = load("hexapawn")
    found = analyse(game, depth=4)
    arrows = Reporter(game, game.initial()).json(found)["arrows"]
    assert [len(arrow["places"]) for arrow in arrows] == [2, 2]
    assert [arrow["player"] for arrow in arrows] == [0, 1]
