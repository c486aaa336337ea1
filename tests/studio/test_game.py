"""Games played on the board, as a person plays them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from heap_file import take_away
from playwright.sync_api import Locator, Page, expect

from countermove.players.record import load


def open_game(page: Page, studio: str, game: str, *, seats: str = "", analysis: bool = False, **query: str) -> None:
    """The board of a game, with the analysis off unless it is what the test is about."""
    page.add_init_script(f"localStorage.analysis ??= JSON.stringify({{on: {json.dumps(analysis)}}})")
    asked = "&".join(f"{key}={value}" for key, value in (query | ({"seats": seats} if seats else {})).items())
    page.goto(f"{studio}#/game/{game}{'?' + asked if asked else ''}")
    expect(page.get_by_role("status").first).to_be_visible()


def board(page: Page) -> Locator:
    return page.get_by_role("grid", name="Board of")


def place(page: Page, name: str) -> Locator:
    """A place of the board by its name."""
    return board(page).get_by_role("gridcell", name=re.compile(rf"^{re.escape(name)}\b"))


def actions_played(page: Page) -> Locator:
    return page.get_by_role("region", name="Actions so far").get_by_role("button")


def seat(page: Page, name: str) -> Locator:
    """The row of a player, which opens its form."""
    return page.locator(".players summary").filter(has=page.get_by_text(name, exact=True))


def play_out(page: Page, most: int) -> str:
    """Take any legal action whenever a person is to act, until the game is over; gives the outcome."""
    status = page.locator(".status-words")
    for _ in range(most):
        over = status.filter(has_text=re.compile(r"wins|[Dd]raw|gets"))
        mine = page.locator("[role=gridcell].playable, .board-button:not([aria-disabled=true])").first  # or to pass
        expect(over.or_(mine).first).to_be_visible(timeout=60_000)
        if over.count():
            return status.inner_text()
        before = actions_played(page).count()
        mine.click()
        expect(actions_played(page)).not_to_have_count(before)
    raise AssertionError("the game does not end")


def test_tictactoe_is_played_to_its_end_by_two_people(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe")
    for name in ("a1", "a2", "b1", "b2", "c1"):
        place(page, name).click()
        expect(place(page, name)).not_to_have_attribute("aria-label", re.compile("empty"))
    expect(page.get_by_text("X wins.")).to_be_visible()
    expect(actions_played(page)).to_have_count(5)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".notation [aria-current]")).to_have_text("b2")


def test_tictactoe_is_played_by_keyboard_alone(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe")
    expect(board(page)).to_be_visible()
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(actions_played(page)).to_have_count(1)
    expect(page.get_by_text("O to move.")).to_be_visible()
    expect(board(page).get_by_role("gridcell", name=re.compile("legal"))).to_have_count(8)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(actions_played(page)).to_have_count(2)


def test_connect_four_is_played_to_its_end_against_the_computer(studio: str, page: Page) -> None:
    open_game(page, studio, "connect4", seats="human|random")
    outcome = play_out(page, 22)
    assert re.search(r"wins|draw", outcome, re.I)


def test_othello_is_played_to_its_end_against_the_computer(studio: str, page: Page) -> None:
    open_game(page, studio, "othello:size=4", seats="human|random")
    outcome = play_out(page, 16)
    assert re.search(r"gets|wins|draw", outcome, re.I)
    assert actions_played(page).count() > 8


def test_computers_play_each_other_and_can_be_stopped(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe")
    seat(page, "X").click()
    page.get_by_label("X is").select_option("random")
    page.get_by_role("button", name="Pause computer").click()
    seat(page, "O").click()
    page.get_by_label("O is").select_option("reflex")
    expect(page.locator(".status-words")).to_contain_text(re.compile(r"wins|draw", re.I), timeout=60_000)
    assert 5 <= actions_played(page).count() <= 9


def test_the_way_through_a_game(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe", line="4.0.8")
    expect(actions_played(page)).to_have_count(3)
    page.keyboard.press("Home")
    expect(page.locator(".notation [aria-current]")).to_have_count(0)
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".notation [aria-current]")).to_have_text("b2")
    page.keyboard.press("End")
    expect(page.locator(".notation [aria-current]")).to_have_text("c1")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"line=4\.0\.8&at=2"))
    page.keyboard.press("End")
    page.get_by_role("button", name="Take back").click()
    expect(actions_played(page)).to_have_count(2)
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_text("No action yet.")).to_be_visible()


def test_variations_are_kept_promoted_and_deleted(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe", line="4.0.8")
    expect(actions_played(page)).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".notation [aria-current]")).to_have_text("b2")
    expect(board(page).get_by_role("gridcell", name=re.compile("legal"))).to_have_count(8)
    place(page, "b3").click()
    variation = page.locator(".variation")
    expect(variation).to_contain_text("b3")
    page.reload()
    expect(variation).to_contain_text("b3")
    expect(actions_played(page)).to_have_count(4)
    expect(page.locator(".notation [aria-current]")).to_have_text("b3")
    page.get_by_role("button", name="Promote").click()
    expect(variation).to_contain_text("a3")
    page.get_by_role("button", name="Delete").click()
    expect(variation).to_have_count(0)
    expect(actions_played(page)).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(variation).to_contain_text("a3")
    page.get_by_role("button", name="New game").click()
    expect(actions_played(page)).to_have_count(0)
    page.keyboard.press("z")
    expect(actions_played(page)).to_have_count(4)


def test_a_new_game_loses_nothing(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe", line="4.0.8")
    expect(actions_played(page)).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    place(page, "b3").click()
    expect(actions_played(page)).to_have_count(4)
    new, undo = page.get_by_role("button", name="New game"), page.get_by_role("button", name="Undo")
    new.click()
    expect(page.get_by_text("Undo (z) restores the previous one")).to_be_visible()
    page.reload()
    undo.click()
    expect(actions_played(page)).to_have_count(4)
    expect(undo).to_be_disabled()
    new.click()
    expect(actions_played(page)).to_have_count(0)
    place(page, "c3").click()
    expect(actions_played(page)).to_have_count(1)
    page.go_back()
    expect(actions_played(page)).to_have_count(5)
    expect(page.locator(".notation [aria-current]")).to_have_text("b3")
    expect(page.locator(".variation")).to_have_count(2)


def test_the_address_follows_the_board_at_once(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe", line="4.0.8")
    expect(actions_played(page)).to_have_count(3)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Promise.resolve().then(() => location.hash)").endswith("line=4.0.8&at=1")


def test_a_shared_address_shows_the_same_place(studio: str, page: Page) -> None:
    open_game(page, studio, "connect4", line="3.3.2.4", at="2")
    expect(page.locator(".notation [aria-current]")).to_have_text("4")
    expect(actions_played(page)).to_have_count(4)
    tree = page.get_by_role("link", name="Show the tree").get_attribute("href")
    assert tree == "#/tree?game=connect4&line=3.3&at=1"
    race = page.locator("main").get_by_role("link", name="Race").get_attribute("href")
    assert race == "#/race?game=connect4&line=3.3"


def test_a_line_that_is_not_legal_is_cut_and_says_so(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe", line="4.4.1")
    expect(page.get_by_text("Of the line's 3 actions only the first is legal here")).to_be_visible()
    expect(actions_played(page)).to_have_count(1)
    page.wrong.clear()  # type: ignore[attr-defined]  # the browser reports the refused request


def test_a_line_is_read_with_commas_too_and_nonsense_says_so(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe", line="4,0,8")
    expect(actions_played(page)).to_have_count(3)
    open_game(page, studio, "connect4", line="b2.a1")
    expect(page.get_by_text("The line in this address, b2.a1, is not a list of actions")).to_be_visible()


def test_a_computer_says_that_it_waits_for_the_compiler(studio: str, page: Page) -> None:
    page.add_init_script(
        """const real = window.fetch;
        const told = 'event: compiling\\ndata: {"sentence": "Compiling, the first time only"}\\n\\n';
        const start = (stream) => stream.enqueue(new TextEncoder().encode(told));
        window.fetch = async (url, ...rest) =>
          String(url).includes("/api/act") ? new Response(new ReadableStream({ start })) : real(url, ...rest);"""
    )
    open_game(page, studio, "tictactoe", seats="best:seconds=1|human")
    expect(page.locator(".status-words")).to_contain_text(re.compile("X is thinking….*Compiling, the first time only"))


def test_a_game_that_does_not_exist_says_so(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/nothing")
    expect(page.get_by_role("alert")).to_contain_text("Game 'nothing' not found")
    page.wrong.clear()  # type: ignore[attr-defined]


def test_a_game_is_saved_and_loaded(studio: str, page: Page, tmp_path: Path) -> None:
    open_game(page, studio, "tictactoe", line="4.0.8")
    expect(actions_played(page)).to_have_count(3)
    with page.expect_download() as waited:
        page.get_by_role("button", name="Save game").click()
    saved = tmp_path / "saved.json"
    waited.value.save_as(saved)
    record = json.loads(saved.read_text())
    assert record["actions"] == ["b2", "a3", "c1"] and record["game"] == "tictactoe"
    page.keyboard.press("ArrowLeft")
    place(page, "b3").click()
    expect(actions_played(page)).to_have_count(4)
    with page.expect_download() as waited:
        page.get_by_role("button", name="Save game").click()
    waited.value.save_as(saved)
    record = json.loads(saved.read_text())
    assert record["actions"] == ["b2", "a3", "b3"] and record["variations"] == [["b2", "a3", "c1"]]
    assert load(saved).variations == (("b2", "a3", "c1"),)
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Load game").set_input_files(saved)
    expect(actions_played(page)).to_have_count(4)
    expect(page.locator(".variation")).to_contain_text("c1")
    saved.write_text("nothing")
    page.get_by_label("Load game").set_input_files(saved)
    expect(page.get_by_role("alert")).to_contain_text("not a saved game")
    page.wrong.clear()  # type: ignore[attr-defined]


def test_a_position_is_set_up_from_text(studio: str, page: Page) -> None:
    open_game(page, studio, "tictactoe")
    page.get_by_label("Start from another position").fill("XX.OO....")
    page.get_by_role("button", name="Set up").click()
    expect(page).to_have_url(re.compile("start="))
    place(page, "c3").click()
    expect(page.get_by_text("X wins.")).to_be_visible()
    page.get_by_label("Start from another position").fill("what")
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.wrong.clear()  # type: ignore[attr-defined]


def test_dice_are_rolled_and_chosen_by_hand(studio: str, page: Page) -> None:
    open_game(page, studio, "pig")
    page.get_by_role("group", name="Actions").get_by_role("button", name="roll", exact=True).click()
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(actions_played(page)).to_have_count(2)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("group", name="Actions").get_by_role("button", name="roll", exact=True).click()
    page.get_by_text("Choose the outcome").click()
    page.get_by_role("button", name=re.compile(r"^5\b")).click()
    expect(page.get_by_text("player 1  0 + 5")).to_be_visible()


def test_backgammon_rolls_by_itself_and_the_computer_answers(studio: str, page: Page) -> None:
    open_game(page, studio, "backgammon", seats="random|random")
    expect(actions_played(page).nth(4)).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Pause computer").click()


def test_choices_at_once_stay_hidden_until_both_are_made(studio: str, page: Page) -> None:
    open_game(page, studio, "rps")
    page.get_by_role("group", name="player 1").get_by_role("button", name="rock").click()
    expect(page.get_by_text("hidden until both have")).to_be_visible()
    expect(actions_played(page)).to_have_count(0)
    page.get_by_role("group", name="player 2").get_by_role("button", name="paper").click()
    expect(actions_played(page)).to_have_text("rock/paper")
    expect(page.locator(".status-words")).to_contain_text("player 2 wins", ignore_case=True)


def test_the_computer_chooses_at_once_too(studio: str, page: Page) -> None:
    open_game(page, studio, "rps", seats="human|best:seconds=1")
    page.get_by_role("group", name="player 1").get_by_role("button", name="rock").click()
    expect(actions_played(page)).to_have_count(1)


@pytest.mark.parametrize("game", ["nim", "hexapawn", "tictactoe3", "twentyfortyeight"])
def test_other_games_open_and_take_an_action(studio: str, page: Page, game: str) -> None:
    open_game(page, studio, game)
    expect(page.locator(".status-words")).to_contain_text("to move")
    before = actions_played(page).count()
    page.locator("[role=gridcell].playable, .board-button:not([aria-disabled=true])").first.click()
    if game == "hexapawn":
        page.locator("[role=gridcell].playable").last.click()
    expect(actions_played(page)).not_to_have_count(before)


def test_an_own_game_changes_on_the_open_board_and_keeps_what_is_legal(
    run_studio: Callable[..., str], page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "take.py"
    file.write_text(take_away("Take", "Take some.", 3, 7))
    studio = run_studio(str(file))
    game = page.request.post(f"{studio}api/games", data={}).json()["games"][0]["game"]
    open_game(page, studio, quote(game, safe=""), line="2.3")
    expect(actions_played(page)).to_have_count(2)
    expect(page.locator(".board-button")).to_have_count(2)
    file.write_text(take_away("Take", "Take some.", 2, 7))
    expect(page.get_by_text("Of the line's 2 actions only the first is legal here")).to_be_visible(timeout=120_000)
    expect(actions_played(page)).to_have_count(1)
    expect(page.locator(".board-button")).to_have_count(2)
    page.wrong.clear()  # type: ignore[attr-defined]  # the browser reports the refused request
