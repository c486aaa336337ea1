"""A file of the author's whose actions are no numbers: played, left by its address, and found again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import styles
from playwright.sync_api import Page, expect

FILE = Path(styles.__file__)


def opened(run_studio: Callable[..., str], page: Page, name: str) -> str:
    """The address of a studio that has looked over one of the games."""
    address = run_studio(f"{FILE}:{name}")
    page.goto(address)
    panel = page.get_by_role("region", name=re.compile("^Check of styles.py"))
    expect(panel).to_contain_text("The rules hold.", timeout=120_000)
    return address


def test_a_game_of_tuples_is_played_and_its_address_leads_back(run_studio: Callable[..., str], page: Page) -> None:
    address = opened(run_studio, page, "Mowing")
    page.goto(f"{address}#/game/styles.py%3AMowing?seats=human|human")
    button = page.get_by_role("button", name=re.compile("^0,0-0,1")).first
    expect(button).to_be_visible(timeout=90_000)
    button.click()
    expect(page).to_have_url(re.compile("line=%7E0%252C0-0%252C1"))
    expect(page.locator(".notation-item")).to_have_text(re.compile("0,0-0,1"))
    page.reload()
    expect(page.locator(".notation-item")).to_have_text(re.compile("0,0-0,1"))
    expect(page.get_by_role("button", name=re.compile("^1,1-1,2")).first).to_be_visible()


def test_a_pass_is_played_by_its_button(run_studio: Callable[..., str], page: Page) -> None:
    address = opened(run_studio, page, "Passing")
    page.goto(f"{address}#/game/styles.py%3APassing?seats=human|human")
    button = page.get_by_role("button", name=re.compile("^pass")).first
    expect(button).to_be_visible(timeout=90_000)
    button.click()
    expect(page.locator(".notation-item")).to_have_text(re.compile("pass"))
    page.goto(f"{address}#/tree?game=styles.py%3APassing&line=~pass&depth=1")
    listed = page.get_by_role("region", name="Actions").get_by_role("listitem")
    expect(listed).to_contain_text(["1", "2", "pass"])
