"""Pacman for people: the maze as text and as a board, and why a given position is impossible."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from countermove.bits import bits
from countermove.board import Board, Cell
from countermove.games._pacman_layout import BITS, GOING, LOST, ROW, SCARED_TURNS, STEP, STOP, WON

if TYPE_CHECKING:
    from countermove.games.pacman import Maze, Pacman


def signs(game: Pacman, state: Maze) -> list[list[str]]:
    """The maze as characters, the top row first; a scared ghost is a g."""
    food = {word * BITS + number for word, bitboard in enumerate(state.food) for number in bits(bitboard)}
    pills = set(bits(state.capsules))
    top = len(game.rows) - 1
    drawn = []
    for y, row in enumerate(game.rows):
        line = []
        for x, sign in enumerate(row):
            eaten = int(game.dots[top - y, x]) not in food and int(game.pills[top - y, x]) not in pills
            line.append(sign if sign == "%" or (sign in ".o" and not eaten) else " ")
        drawn.append(line)
    for ghost in range(game.crew - 1, -1, -1):
        y, x = _cell(state.ghosts[ghost])
        drawn[top - y][x] = "g" if state.scared[ghost] else "G"
    y, x = _cell(state.pacman)
    drawn[top - y][x] = "X" if state.outcome == LOST else "P"
    return drawn


def text(game: Pacman, state: Maze) -> str:
    return "\n".join([*("".join(line).rstrip() for line in signs(game, state)), caption(game, state)])


def caption(game: Pacman, state: Maze) -> str:
    """The score, and what else the board does not show."""
    words = [f"score {state.score}", f"food {game.left(state.food)}"]
    fears = [(ghost, fear) for ghost, fear in enumerate(state.scared[: game.crew], 1) if fear]
    words += [f"ghost {ghost} scared for {fear}" for ghost, fear in fears]
    if state.agent and state.outcome == GOING:
        words.append(f"ghost {state.agent} to act" if game.crew > 1 else "the ghost to act")
    return ", ".join(words)


def board(game: Pacman, state: Maze) -> Board:
    """The maze; a click on a cell next to the acting agent is a step there, and one on Pacman is Stop."""
    drawn = signs(game, state)
    cells = [[Cell("" if sign == " " else sign) for sign in line] for line in drawn]
    top = len(game.rows) - 1
    for ghost in range(game.crew - 1, -1, -1):
        place = state.ghosts[ghost]
        y, x = _cell(place)
        shift = (-(place % ROW & 1) / 2, (place // ROW & 1) / 2)
        cells[top - y][x] = Cell(cells[top - y][x].piece, player=1, shift=shift)
    y, x = _cell(state.pacman)
    cells[top - y][x] = Cell(drawn[top - y][x], player=0, marked=state.outcome != GOING)
    acting = state.pacman if state.agent == 0 else state.ghosts[state.agent - 1]
    for action in game.actions(state):
        y, x = _cell(acting + (2 if (acting // ROW | acting) & 1 == 0 else 1) * STEP[action])
        cells[top - y][x] = replace(cells[top - y][x], action=action)
    return Board.of(cells, "maze", caption=caption(game, state))


def fault(game: Pacman, state: Maze) -> str:
    """Why a state is impossible; empty if it is possible."""
    first = game.initial()
    for name in ("ghosts", "headings", "scared", "food"):
        given, wide = getattr(state, name), len(getattr(first, name))
        if len(given) != wide or not all(type(number) is int for number in given):
            return f"{name} must be a tuple of {wide} whole numbers"
    if not 0 <= state.agent <= game.crew:
        return f"agent is {state.agent}, but the agents are 0 to {game.crew}"
    for place, shy in [(state.pacman, False), *zip(state.ghosts[: game.crew], state.scared)]:
        if not _stands(game, place, bool(shy)):
            return f"no agent can be at {place}"
    if not all(0 <= heading <= STOP for heading in state.headings):
        return f"headings must be 0 to {STOP}"
    for ghost in range(game.crew):
        place, heading = state.ghosts[ghost], state.headings[ghost]
        if (place // ROW | place) & 1 and not _stands(game, place + STEP[heading], False):
            return f"ghost {ghost + 1} has no cell before it"
    if not all(0 <= fear <= SCARED_TURNS for fear in state.scared):
        return f"ghosts must be scared for 0 to {SCARED_TURNS} turns"
    if any(word & ~full for word, full in zip((*state.food, state.capsules), (*first.food, first.capsules))):
        return "it has food or capsules that the layout lacks"
    if state.outcome not in (GOING, WON, LOST) or (state.outcome == WON) != (game.left(state.food) == 0):
        return "the outcome must be 0 while the game is running, 1 when all food is eaten, 2 when Pacman is"
    if abs(state.score) > 1 << 40:
        return f"the score is {state.score}"
    return ""


def _stands(game: Pacman, place: int, shy: bool) -> bool:
    """Whether a place is a cell, or for a scared ghost also the midpoint of two."""
    y, x = place // ROW, place % ROW
    high, wide = game.cells.shape
    ends = {(y // 2, x // 2), ((y + 1) // 2, (x + 1) // 2)}
    inside = all(0 <= row < high and 0 <= column < wide and game.cells[row, column] >= 0 for row, column in ends)
    return inside and (len(ends) == 1 or (shy and (y & 1) + (x & 1) == 1))


def _cell(place: int) -> tuple[int, int]:
    """The row and column of a place, from below; for a place between two cells, those of the larger coordinate."""
    return (place // ROW + 1) // 2, (place % ROW + 1) // 2
