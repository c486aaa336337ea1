"""Rooms in a browser: two pages at one table, one device behind a curtain, a studio that is gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eavesdrop import eavesdropping
from playwright.sync_api import Page, expect

BEASTS = ("walrus", "ocelot", "quokka")
RULES = f'''
from dataclasses import dataclass
from countermove.games.kuhn import Kuhn

@dataclass(frozen=True)
class Beasts(Kuhn):
    """Kuhn poker with animals."""

    def card_name(self, card):
        return "?" if card < 0 else {BEASTS!r}[card]
'''


def card(page: Page, player: int) -> str:
    """What a page shows as a player's card."""
    name = page.get_by_role("gridcell", name=re.compile(f"player {player}, card 1 of 1")).get_attribute("aria-label")
    return (name or "").rsplit(", ", 1)[1]


def test_a_page_receives_no_byte_of_the_other_card_before_the_end(
    run_studio: Callable[..., str], page: Page, tmp_path: Path
) -> None:
    """One page is listened to on its wire; the other joins by the link, and each reloads without losing its seat."""
    (tmp_path / "beasts.py").write_text(RULES)
    address = run_studio(str(tmp_path / "beasts.py:Beasts"))
    with eavesdropping(address) as wire:
        page.goto(f"{wire.address}#/room?game=beasts.py:Beasts")
        page.get_by_label("Player 2").select_option("link")
        page.get_by_role("button", name="Start").click()
        link = page.get_by_label("For player 2, once").input_value()
        other = page.context.new_page()
        other.goto(link.replace(wire.address, address))
        other.get_by_role("button", name="Take the seat").click()
        expect(other.get_by_text("Player 1 to move.")).to_be_visible()
        page.reload()
        other.reload()
        expect(page.get_by_text("Your turn.")).to_be_visible()
        own, hidden = card(page, 1), card(other, 2)
        assert card(page, 2) == card(other, 1) == "face down" and own != hidden and {own, hidden} <= set(BEASTS)
        page.get_by_role("button", name="bet").click()
        expect(other.get_by_text("Your turn.")).to_be_visible()
        expect(page.get_by_text("Player 2 to move.")).to_be_visible()
        assert own.encode() in wire.received and hidden.encode() not in wire.received
        other.get_by_role("button", name="call").click()
        expect(page.get_by_text("Everything is shown now.")).to_be_visible()
        assert card(page, 2) == hidden and hidden.encode() in wire.received
        expect(page.get_by_role("region", name="Review").get_by_text("4 of 4")).to_be_visible(timeout=90_000)


def test_players_at_one_device_pass_it_behind_a_curtain(studio: str, page: Page) -> None:
    with eavesdropping(studio) as wire:
        page.goto(f"{wire.address}#/room?game=battleships:rows=3,cols=3,fleet=(2,)")
        page.get_by_label("Player 2").select_option("here")
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_role("button", name="Open for player 1")).to_be_focused()
        page.keyboard.press("Enter")
        page.get_by_role("gridcell", name="left sea, a3").click()
        page.get_by_role("gridcell", name="left sea, b3").click()
        expect(page.get_by_role("gridcell", name="left sea, b3, a ship of 2")).to_be_visible()
        page.get_by_role("button", name="Hide and pass to player 2").click()
        expect(page.get_by_role("heading", name="Player 2, it is your turn")).to_be_visible()
        expect(page.get_by_role("gridcell")).to_have_count(0)
        expect(page.get_by_role("button", name="Open for player 2")).to_be_focused()
        before = len(wire.received)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Your turn.")).to_be_visible()
        expect(page.get_by_role("gridcell", name="a ship of 2")).to_have_count(0)
        assert b'"label"' not in bytes(wire.received[before:])  # no part of a ship


def test_a_studio_that_was_restarted_says_that_the_room_is_gone(mortal: Any, page: Page) -> None:
    page.goto(f"{mortal.address}#/room?game=kuhn")
    page.get_by_label("Player 2").select_option("random")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Your turn.")).to_be_visible()
    mortal.stop()
    mortal.start()
    expect(page.get_by_role("alert")).to_contain_text("This room is gone: the studio was restarted")
    page.wrong.clear()  # type: ignore[attr-defined]  # the connection was lost
