"""Pacman in the studio: the demonstrations play and show what they are meant to show, and a person plays by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from countermove.lectures.demo import DEMOS
from countermove.studio.pacman.demo import SCENES

pytestmark = [pytest.mark.native, pytest.mark.slow]
PATIENCE = 120_000
"""Milliseconds that compiling may take on a machine that has other things to do."""


@pytest.fixture(autouse=True)
def patient(page: Page) -> Iterator[None]:
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=120_000)


def opened(page: Page, studio: str, query: str) -> None:
    page.goto(f"{studio}#/pacman{query}")


def lane(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def tile(where: Locator, name: str) -> Locator:
    return where.get_by_role("list", name="Value of each action").get_by_role("listitem").filter(has_text=name)


def tally(where: Locator, name: str) -> Locator:
    return where.locator("dl.tally div").filter(has_text=name).locator("dd")


def pause(page: Page) -> None:
    button = page.get_by_role("button", name="Pause")
    if button.is_visible():
        button.click()


def place(where: Locator) -> tuple[int, int]:
    """The row and column in which Pacman is, as a screen reader is told."""
    told = where.get_by_role("img").get_attribute("aria-label") or ""
    found = re.search(r"Pacman (?:caught )?in row (\d+), column (\d+)", told)
    assert found, told
    return int(found[1]), int(found[2])


def test_every_demonstration_has_a_scene() -> None:
    assert list(SCENES) == [demo.name for demo in DEMOS]


@pytest.mark.parametrize("name", list(SCENES))
def test_each_demonstration_is_one_click_away_and_plays(studio: str, page: Page, name: str) -> None:
    opened(page, studio, "")
    title = next(demo.title for demo in DEMOS if demo.name == name)
    page.get_by_role("navigation", name="Demonstrations").get_by_role(
        "link", name=re.compile(re.escape(re.split("[:,]", title)[0]) + r"\w*[A-Z]|" + SCENES[name]["short"][:12])
    ).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    for each in SCENES[name]["lanes"]:
        expect(tally(lane(page, each["title"]), "Cycle")).to_have_text(re.compile(r"^[1-9]\d*$"))


def test_thrashing_shows_the_tie_and_goes_to_and_fro_without_eating(studio: str, page: Page) -> None:
    opened(page, studio, "?demo=thrashing")
    plain = lane(page, "Eval = −food left")
    expect(tile(plain, "West")).to_contain_text("= −1")
    expect(tile(plain, "East")).to_contain_text("= −1")
    pause(page)
    page.keyboard.press("r")
    expect(plain).to_contain_text("West, East and Stop are tied at −1; West comes first in the order of actions")
    assert place(plain)[1] == 6
    for cycle, column in enumerate([5, 4, 3, 2, 3, 2, 3, 2], start=1):
        page.get_by_role("button", name="Step", exact=True).click()
        expect(tally(plain, "Cycle")).to_have_text(str(cycle))
        expect(plain.get_by_role("img")).to_have_attribute(
            "aria-label", re.compile(rf"Pacman in row \d+, column {column}\b")
        )
    expect(tally(plain, "Food")).to_have_text("1")
    fixed = lane(page, "Eval = −food left + 0.5/(distance + 1)")
    expect(fixed).to_contain_text("Pacman has eaten everything and wins")
    expect(tally(fixed, "Food")).to_have_text("0")


def test_thrashing_ends_in_starving(studio: str, page: Page) -> None:
    opened(page, studio, "?demo=thrashing")
    page.get_by_label("Speed").fill("5")
    expect(lane(page, "Eval = −food left")).to_contain_text("Pacman starves. 24 cycles have passed")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_fixed_agent_sees_no_tie_and_eats(studio: str, page: Page) -> None:
    opened(page, studio, "?demo=thrashing-fixed")
    only = lane(page, "Eval = −food left + 0.5/(distance + 1)")
    expect(only).to_contain_text("East is best, −0.75; Pacman takes it.")
    page.get_by_label("Speed").fill("5")
    expect(only).to_contain_text("The score is 507 after 3 cycles.")


def test_the_mystery_tells_only_after_a_guess(studio: str, page: Page) -> None:
    opened(page, studio, "?demo=mystery")
    expect(page.get_by_text("A is expectimax")).to_be_hidden()
    guess = page.get_by_role("form", name="Your guess")
    expect(guess).to_contain_text("New seed")
    for letter, agent in zip("ABC", ("expectimax", "reflex", "minimax"), strict=True):
        guess.get_by_label(f"Agent {letter}").select_option(agent)
    guess.get_by_role("button", name="Check").click()
    expect(guess).to_contain_text("1 of 3 right.")
    guess.get_by_label("Agent B").select_option("minimax")
    guess.get_by_label("Agent C").select_option("reflex")
    expect(guess).to_contain_text("All correct")
    expect(guess).to_contain_text("B is minimax.")


def test_the_tables_come_on_request(studio: str, page: Page) -> None:
    opened(page, studio, "?demo=min-vs-exp")
    page.get_by_role("button", name="Play 10 games each and count").click()
    table = page.get_by_role("group", name="What the first action is worth, 3 cycles deep")
    expect(table.get_by_role("row").filter(has_text="West")).to_contain_text("−501")
    expect(table.get_by_role("row").filter(has_text="East")).to_contain_text("−252.5")


def test_ghosts_that_search_as_one_catch_sooner_and_show_their_plans(studio: str, page: Page) -> None:
    opened(page, studio, "?demo=smart-ghosts")
    together, alone = lane(page, "One search for both"), lane(page, "Each ghost searches alone")
    expect(tally(together, "Cycle")).to_have_text("2")
    pause(page)
    page.get_by_label("Speed").fill("5")
    page.get_by_role("button", name="Play", exact=True).click()
    for each in (together, alone):
        expect(each).to_contain_text("Pacman is caught.")
    assert int(tally(together, "Cycle").inner_text()) < int(tally(alone, "Cycle").inner_text())


def test_a_person_plays_by_keys_buttons_and_clicks(studio: str, page: Page) -> None:
    opened(page, studio, "?layout=trap&pacman=person&ghosts=random&seed=5")
    mine = lane(page, "You against random ghosts")
    expect(mine).to_contain_text("Your turn")
    assert place(mine) == (3, 4)
    page.keyboard.press("ArrowRight")
    expect(tally(mine, "Cycle")).to_have_text("1")
    assert place(mine) == (3, 5)
    page.keyboard.press("d")
    expect(tally(mine, "Cycle")).to_have_text("2")
    tile(mine, "East").get_by_role("button").click()
    expect(tally(mine, "Cycle")).to_have_text("3")
    page.keyboard.press(",")
    expect(tally(mine, "Cycle")).to_have_text("2")
    page.keyboard.press("ArrowUp")  # a wall: nothing happens
    expect(tally(mine, "Cycle")).to_have_text("2")
    box = mine.get_by_role("img").bounding_box()
    assert box
    row, column = place(mine)
    page.mouse.click(box["x"] + box["width"] * (column + 0.5) / 14, box["y"] + box["height"] * (row - 0.5) / 5)
    expect(tally(mine, "Cycle")).to_have_text("3")
    assert place(mine) == (3, 7)


def test_advice_shows_what_a_person_could_do(studio: str, page: Page) -> None:
    opened(page, studio, "?layout=trap&pacman=person&advice=expectimax&cycles=3&evaluation=score&ghosts=random")
    mine = lane(page, "You against random ghosts")
    expect(tile(mine, "East")).to_contain_text("= −252.5")
    expect(tile(mine, "West")).to_contain_text("−501")


def test_the_form_changes_who_plays_and_the_address(studio: str, page: Page) -> None:
    opened(page, studio, "?layout=trap&cycles=3&evaluation=score&pacman=minimax&ghosts=random")
    expect(tile(lane(page, "Minimax against random ghosts"), "West")).to_contain_text("−501the best")
    form = page.get_by_role("form", name="Setup")
    form.get_by_label("Agent").select_option("expectimax")
    other = lane(page, "Expectimax against random ghosts")
    expect(tile(other, "East")).to_contain_text("= −252.5")
    assert "pacman=expectimax" in page.url
    form.get_by_label("Depth in cycles").select_option("1")
    expect(tile(other, "East")).to_contain_text("= −1")
    form.get_by_role("combobox", name="Layout", exact=True).select_option("corridor")
    expect(tally(other, "Food")).to_have_text("1")


def test_a_layout_of_ones_own_is_played_or_refused_in_a_sentence(studio: str, page: Page) -> None:
    opened(page, studio, "?layout=trap&pacman=reflex&ghosts=random")
    form = page.get_by_role("form", name="Setup")
    form.get_by_role("combobox", name="Layout", exact=True).select_option("custom")
    form.get_by_label("Rows").fill("%%%%%\n%P .%\n%%%%%")
    form.get_by_role("button", name="Use this maze").click()
    game = lane(page, "Reflex agent against random ghosts")
    expect(tally(game, "Food")).to_have_text("1")
    form.get_by_label("Rows").fill("%%%%%\n%P ?%\n%%%%%")
    form.get_by_role("button", name="Use this maze").click()
    expect(game.get_by_role("alert")).to_contain_text("has the invalid character '?' in row 2")


def test_ghosts_act_one_by_one_and_a_film_is_saved(studio: str, page: Page) -> None:
    opened(page, studio, "?layout=trap&pacman=minimax&cycles=1&evaluation=score&ghosts=directional")
    game = lane(page, "Minimax against directional ghosts")
    expect(game).to_contain_text("tied at −1")
    page.get_by_label("Ghosts one by one").check()
    page.get_by_role("button", name="Step", exact=True).click()
    expect(game).to_contain_text(re.compile("Ghost 1 (moves at random|has only one way)"))
    page.get_by_role("button", name="Back").click()
    expect(tally(game, "Cycle")).to_have_text("0")
    page.get_by_role("button", name="Step", exact=True).click()
    with page.expect_download() as download:
        game.get_by_role("button", name="Save as film").click()
    assert "<svg" in download.value.path().read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("query", ["?demo=thrashing", "?pacman=person&layout=trap"])
def test_axe_finds_nothing_serious_while_a_game_is_shown(studio: str, page: Page, query: str, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    opened(page, studio, query)
    expect(page.get_by_role("img").first).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert not [
        (each["id"], each["nodes"][0]["html"][:200]) for each in found if each["impact"] in ("serious", "critical")
    ]
