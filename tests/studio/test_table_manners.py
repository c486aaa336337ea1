"""What people expect at a board: see it from the other side, change sides, a level, a clock, a game from paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from countermove.players.spec import make
from countermove.registry import BUILT_IN, load
from countermove.studio.analysis.seat import levels


@pytest.fixture(autouse=True)
def quiet(page: Page) -> None:
    page.add_init_script("localStorage.analysis ??= JSON.stringify({on: false})")


def place(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def top(page: Page, name: str) -> float:
    box = place(page, name).bounding_box()
    assert box is not None
    return box["y"]


def test_the_board_is_flipped_and_still_played(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/hexapawn")
    expect(place(page, "a1")).to_be_visible()
    assert top(page, "a1") > top(page, "a3")
    page.get_by_role("button", name="Flip").click()
    assert top(page, "a1") < top(page, "a3")
    place(page, "b1").click()
    place(page, "b2").click()
    expect(page.get_by_role("region", name="Actions so far").get_by_role("button")).to_have_text("b1-b2")
    page.keyboard.press("f")
    assert top(page, "a1") > top(page, "a3")
    page.set_viewport_size({"width": 390, "height": 844})
    board, status = page.locator(".board-picture").bounding_box(), page.locator(".status").bounding_box()
    assert board and status and status["y"] - (board["y"] + board["height"]) < 50  # no gap on a phone


def test_sides_are_swapped_and_levels_chosen(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/tictactoe")
    level = page.get_by_role("group", name="Level of the computer")
    expect(page.get_by_role("button", name="Swap sides")).to_have_count(0)
    level.get_by_role("button", name="easy").click()
    expect(page.locator(".seat-words")).to_have_text(["person", "easy"])
    level.get_by_role("button", name="hard").click()
    expect(page.locator(".seat-words")).to_have_text(["person", "hard"])
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".seat-words")).to_have_text(["hard", "person"])
    expect(page.get_by_role("region", name="Actions so far").get_by_role("button")).to_have_count(1)


def test_a_clock_runs_for_the_player_to_move(studio: str, page: Page) -> None:
    page.clock.install()
    page.goto(f"{studio}#/game/tictactoe")
    page.get_by_label("Clock").select_option("1+0")
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_text(["1:00", "1:00"])
    place(page, "b2").click()
    expect(page.get_by_text("O to move.")).to_be_visible()
    page.clock.run_for(20_000)
    expect(clocks).to_have_text(["1:00", "0:40"])
    place(page, "a1").click()
    expect(page.get_by_text("X to move.")).to_be_visible()
    page.clock.run_for(10_000)
    expect(clocks).to_have_text(["0:50", "0:40"])
    page.keyboard.press("ArrowLeft")  # looking back restores nothing
    page.keyboard.press("ArrowRight")
    expect(clocks).to_have_text(["0:50", "0:40"])
    page.get_by_role("button", name="Take back").click()
    expect(clocks).to_have_text(["1:00", "1:00"])
    page.clock.run_for(20_000)
    page.clock.run_for(41_000)
    expect(page.get_by_text("O has run out of time: X wins.")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "text", "count", "numbers"),
    [
        ("othello", "f5d6c3d3c4f4", 6, ["1.", "2.", "3.", "4.", "5.", "6."]),
        ("connect4", "44 35", 4, ["1.", "2.", "3.", "4."]),
        ("breakthrough", "1. a2-a3 b7-b6 2. a3-a4", 3, ["1.", "2."]),
    ],
)
def test_a_game_from_paper_is_reviewed(
    studio: str, page: Page, game: str, text: str, count: int, numbers: list[str]
) -> None:
    page.goto(f"{studio}#/game/{game}")
    page.get_by_label("Paste a game").fill(text)
    page.get_by_role("button", name="Review", exact=True).last.click()
    expect(page.get_by_role("region", name="Actions so far").get_by_role("button")).to_have_count(count)
    expect(page.get_by_text(re.compile("% accurate")).first).to_be_visible(timeout=60_000)
    expect(page.locator(".notation .ply")).to_have_text(numbers)


def test_what_is_not_a_game_is_told_where_it_goes_wrong(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/othello")
    page.get_by_label("Paste a game").fill("f5a1")
    page.get_by_role("button", name="Review", exact=True).last.click()
    expect(page.get_by_text("After 1 action comes 'a1', which is not legal there; legal: ")).to_be_visible()
    page.wrong.clear()  # type: ignore[attr-defined]  # the refused request


@pytest.mark.parametrize("name", [name for name in sorted(BUILT_IN) if not load(name).axes.hidden])
def test_every_game_has_all_levels(name: str) -> None:
    game = load(name)
    assert [each["level"] for each in levels(game, {})] == ["easy", "medium", "hard", "best"]
    for each in levels(game, {}):
        make(each["player"]).sit(game, game.players - 1)
