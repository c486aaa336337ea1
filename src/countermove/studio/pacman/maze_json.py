"""Exact positions of all agents in a game of Pacman, which the page animates.

A board has one piece per cell; here food lies under a ghost, two ghosts may share a cell, and each keeps its number.
Rows count from the top, in cells; a scared ghost may stand between two.
"""

from __future__ import annotations

from typing import Any

from countermove.games._pacman_layout import BITS, LOST, ROW, STOP, WON
from countermove.games.pacman import Maze, Pacman

ENDINGS = {WON: "Pacman has eaten everything and wins.", LOST: "Pacman is caught."}


def frame_json(game: Pacman, state: Maze, heading: int = STOP) -> dict[str, Any]:
    """A state; `heading` is the direction of Pacman's last step."""
    return {
        "board": {"style": "maze", "rows": _rows(game, state), "agents": _agents(game, state, heading)},
        "agent": state.agent,
        "score": state.score,
        "food": game.left(state.food),
        "over": game.is_terminal(state),
        "outcome": ENDINGS.get(state.outcome, ""),
        "legal": [{"action": action, "name": game.action_name(state, action)} for action in game.actions(state)],
    }


def _rows(game: Pacman, state: Maze) -> list[list[dict[str, str]]]:
    """The walls and the food."""
    top = len(game.rows) - 1
    rows = []
    for y, row in enumerate(game.rows):
        cells = []
        for x, sign in enumerate(row):
            meal, pill = int(game.dots[top - y, x]), int(game.pills[top - y, x])
            is_there = (
                sign == "%"
                or (meal >= 0 and state.food[meal // BITS] >> meal % BITS & 1)
                or (pill >= 0 and state.capsules >> pill & 1)
            )
            cells.append({"piece": sign} if is_there else {})
        rows.append(cells)
    return rows


def _agents(game: Pacman, state: Maze, heading: int) -> list[dict[str, Any]]:
    pacman = {**_at(game, state.pacman), "heading": heading, "scared": 0, "caught": state.outcome == LOST}
    ghosts = [
        {**_at(game, state.ghosts[ghost]), "heading": state.headings[ghost], "scared": state.scared[ghost]}
        for ghost in range(game.crew)
    ]
    return [pacman, *ghosts]


def _at(game: Pacman, place: int) -> dict[str, float]:
    return {"x": place % ROW / 2, "y": len(game.rows) - 1 - place // ROW / 2}


def path_json(game: Pacman, state: Maze, line: tuple[int, ...], agent: int) -> list[list[float]]:
    """The cells an agent passes through along `line`, as (row, column), its current cell first."""
    cells: list[list[float]] = []
    for action in (None, *line):
        if action is not None:
            state = game.result(state, action)
        at = _at(game, state.pacman if agent == 0 else state.ghosts[agent - 1])
        if not cells or cells[-1] != [at["y"], at["x"]]:
            cells.append([at["y"], at["x"]])
        if game.is_terminal(state):
            break
    return cells
