"""Dice, cards and tiles: they are seen, and what happened is told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture(autouse=True)
def quiet(page: Page) -> None:
    page.add_init_script("localStorage.analysis ??= JSON.stringify({on: false})")


def test_the_roll_of_pig_is_seen(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/pig?line=1.5")
    expect(page.locator(".told .die circle")).to_have_count(5)
    expect(page.locator(".told")).to_have_text("Player 1 rolled 5.")


def test_the_round_of_goofspiel_is_told_and_cards_are_drawn(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/goofspiel")
    expect(page.locator(".card")).to_have_count(12)
    expect(page.locator(".card.up")).to_have_count(1)
    first, second = page.locator(".at-once fieldset").all()
    first.get_by_role("button", name="3").click()
    second.get_by_role("button", name="2").click()
    expect(page.locator(".told")).to_have_text("Player 1 chose 3, player 2 chose 2.")
    expect(page.get_by_text("player 1 leads by 4")).to_be_visible()


def test_arrow_keys_play_2048_at_once(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/twentyfortyeight?seats=human")
    played = page.get_by_role("region", name="Actions so far").get_by_role("button")
    expect(page.get_by_text("to move.")).to_be_visible()
    way = page.locator(".board-button:not([aria-disabled=true])").first.inner_text().split()[0]
    page.keyboard.press(f"Arrow{way.capitalize()}")
    expect(played.filter(has_text=re.compile(f"^{way}$"))).to_have_count(1)
    expect(page.locator(".tile").first).to_be_visible()


def test_the_dice_of_backgammon_are_drawn(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/backgammon")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".board-picture .die")).to_have_count(2)
    expect(page.locator(".told")).to_have_text(re.compile(r"(The dice show|\w+ rolled) \d and \d\."))
