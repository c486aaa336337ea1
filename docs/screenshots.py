"""Takes the pictures of the studio in README.md and docs/, in a browser without a window.

    python3 run.py python docs/screenshots.py [NAME ...]

Run it after a change of what pages look like, and look at what it made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "studio"), str(ROOT / "tests" / "support")]

from serving import running  # noqa: E402

from conftest import chromium  # noqa: E402

FIGURES = ROOT / "docs" / "figures"
LONG = 60_000


def games(page: Page, studio: str) -> None:
    page.goto(studio)


def board(page: Page, studio: str) -> None:
    page.goto(f"{studio}#/game/connect4?line=3.3.2.4.3.3.2.0.5.1.3.2.1.6")
    page.wait_for_timeout(15_000)


def tree(page: Page, studio: str) -> None:
    page.goto(f"{studio}#/tree?game=[[[10,6],[100,8]],[[1,2],[20,4]]]")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Next cut").click()


def race(page: Page, studio: str) -> None:
    page.goto(f"{studio}#/race?game=[[[10,6],[100,8]],[[1,2],[20,4]]]")
    page.get_by_role("button", name="To the end").click()


def editor(page: Page, studio: str) -> None:
    page.goto(f"{studio}#/editor?tree=[[3,12],[4,6],[15,2]]")
    page.wait_for_timeout(2000)


def pacman(page: Page, studio: str) -> None:
    page.goto(f"{studio}#/pacman?demo=thrashing")
    page.wait_for_timeout(4000)


def room(page: Page, studio: str) -> None:
    page.goto(f"{studio}#/room?game=battleships:rows=6,cols=6,fleet=(3,2,2)")
    page.get_by_label("Player 2").select_option("random")
    page.get_by_role("button", name="Start").click()
    for place in ("left sea, b5", "left sea, d5", "left sea, f4", "left sea, f3", "left sea, a1", "left sea, b1"):
        page.get_by_role("gridcell", name=place).click()
        page.wait_for_timeout(800)
    for place in ("b2", "e5", "c3", "d2", "c6", "f1", "a4"):
        page.get_by_text("Your turn.").wait_for()
        page.get_by_role("gridcell", name=f"right sea, {place}").click()
        page.wait_for_timeout(800)
    page.get_by_text("Your turn.").wait_for()


SCENES: dict[str, Callable[[Page, str], None]] = {
    "games": games, "board": board, "tree": tree, "race": race, "editor": editor, "pacman": pacman, "room": room,
}  # fmt: skip


def main(names: list[str]) -> None:
    with running() as studio, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name in names or SCENES:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(LONG)
            SCENES[name](page, studio)
            page.wait_for_timeout(1000)
            page.screenshot(path=FIGURES / f"studio-{name}.png")
            page.close()
            print(name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
