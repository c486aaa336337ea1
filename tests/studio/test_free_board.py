"""Games that do not draw a board: the grid in their states is drawn, and its cells are clicked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow

HEAD = '''
from typing import NamedTuple
from countermove import Game, put

class State(NamedTuple):
    cells: tuple[int, ...]
    mover: int

class Own(Game):
    """Some cells, and nothing to win."""
    rows = 4
    cols = 5
    def initial(self):
        return State(FIRST, 0)
    def player(self, state):
        return state.mover
    def is_terminal(self, state):
        return 0 not in state.cells or len(self.free(state)) == 0
    def actions(self, state):
        if not self.is_terminal(state):
            yield from self.free(state)
    def utility(self, state, player):
        return 0.0
'''
MARKS = (
    HEAD.replace("FIRST", "(0,) * 20")
    + """
    def free(self, state):
        return [cell for cell in range(20) if state.cells[cell] == 0]
    def result(self, state, action):
        return State(put(state.cells, action, state.mover + 1), 1 - state.mover)
"""
)
FALLING = (
    HEAD.replace("FIRST", "(0,) * 20")
    + """
    def free(self, state):
        return [col for col in range(5) if state.cells[15 + col] == 0]
    def result(self, state, action):
        row = 0
        while state.cells[row * 5 + action] != 0:
            row += 1
        return State(put(state.cells, row * 5 + action, 1 - 2 * state.mover), 1 - state.mover)
"""
)
STEPS = (
    HEAD.replace("FIRST", "(2,) * 5 + (0,) * 10 + (1,) * 5")
    + """
    def free(self, state):
        step = 5 if state.mover else -5
        return [
            cell * 20 + cell + step for cell in range(20)
            if state.cells[cell] == state.mover + 1 and 0 <= cell + step < 20 and state.cells[cell + step] == 0
        ]
    def result(self, state, action):
        cells = put(state.cells, action // 20, 0)
        return State(put(cells, action % 20, state.mover + 1), 1 - state.mover)
"""
)


@pytest.mark.parametrize(
    ("rules", "clicks", "found"),
    [(MARKS, ["1,1", "0,4"], ["1,1", "0,4"]), (FALLING, ["0,2", "0,2"], ["3,2", "2,2"]),
     (STEPS, ["3,1", "2,1", "0,0", "1,0"], ["2,1", "1,0"])],
    ids=["marks", "falling", "steps"],
)  # fmt: skip
def test_a_grid_in_the_state_is_drawn_and_clicked(
    run_studio: Callable[..., str], page: Page, tmp_path: Path, rules: str, clicks: list[str], found: list[str]
) -> None:
    (tmp_path / "own.py").write_text(rules)
    page.goto(f"{run_studio(f'{tmp_path}/own.py')}#/game/own.py")
    expect(page.locator(".place")).to_have_count(20)
    for at, key in enumerate(clicks):
        page.locator(f'.place[data-key="{key}"]').click()
        played = (at + 1) * len(found) // len(clicks)
        if played:
            expect(page.locator(f'.layer-pieces [data-key="{found[played - 1]}"]')).to_have_count(1)
    for key, player in zip(found, ("p0", "p1")):
        expect(page.locator(f'.layer-pieces [data-key="{key}"] .{player}')).to_have_count(1)
