"""Pacman: turns with every agent's values, the lectures' demonstrations, and a game as an animation."""

from __future__ import annotations

import functools
import threading
from collections.abc import Generator
from functools import lru_cache
from typing import Any

from countermove.game import legal
from countermove.games._pacman_layout import SHIPPED, STOP
from countermove.games.pacman import Maze, Pacman
from countermove.lectures.demo import DEMOS, find
from countermove.studio.games.shelf import Shelf
from countermove.studio.pacman.agent import ADVICE, AGENTS, GHOSTS, MODELS, Cast
from countermove.studio.pacman.demo import EVALUATIONS, SCENES
from countermove.studio.pacman.maze_json import frame_json
from countermove.studio.pool import Turn
from countermove.studio.web.call import Answer, Call, Stream
from countermove.studio.web.shape import Fields, Many, RefusedError, Shape, Text, Whole
from countermove.views.film import film_svg

MAX_ACTIONS = 2000
"""Maximum actions in one game."""
MAX_FRAMES = 300
"""Maximum frames in one film."""
MAX_GHOSTS = 4
"""Maximum ghosts in a custom layout."""
ORDERS = ("NSEW-", "W-ENS", "WENS-")
"""Orders of actions: the two that courses use, and one with Stop last in which Pacman prefers West."""
DEMO_RUNS = {
    "mystery": 10,
    "min-vs-exp": 10,
    "limited-depth": 2,
    "thrashing": 1,
    "thrashing-fixed": 1,
    "smart-ghosts": 6,
}
"""Number of games per demonstration table, few enough to take seconds."""
SETUP: dict[str, Shape] = {
    "layout": Text(20, SHIPPED, default="small"),
    "rows": Text(1200, default=None),
    "directions": Text(5, ORDERS, default="NSEW-"),
    "evaluation": Text(20, tuple(EVALUATIONS), default="score"),
    "pacman": Text(20, AGENTS, default="alphabeta"),
    "cycles": Whole(1, 10, default=2),
    "opponent": Text(20, MODELS, default="uniform"),
    "advice": Text(20, ADVICE, default="none"),
    "ghosts": Text(20, GHOSTS, default="directional"),
    "ghost_cycles": Whole(1, 6, default=2),
    "seed": Whole(0, 2**31, default=0),
    "actions": Many(Whole(0, 4), MAX_ACTIONS, default=()),
}
"""The agents, the layout, and the actions so far; `rows` is a custom layout."""


@lru_cache(maxsize=32)
def _game(layout: str, directions: str, evaluation: str) -> Pacman:
    return Pacman(layout, directions, EVALUATIONS[evaluation][1])


def _setup(request: dict[str, Any]) -> tuple[Pacman, list[Maze]]:
    """The game, and its states so far."""
    layout = request["layout"] if request["rows"] is None else request["rows"].strip("\n") + "\n"
    game = _game(layout, request["directions"], request["evaluation"])
    if game.crew > MAX_GHOSTS:
        raise RefusedError(f"The layout has {game.crew} ghosts; use at most {MAX_GHOSTS}.")
    states = [game.initial()]
    for number, action in enumerate(request["actions"], 1):
        if action not in legal(game, states[-1]):
            raise RefusedError(f"Action {number} of the game, {action}, is not legal there.")
        states.append(game.result(states[-1], action))
    return game, states


def _heading(game: Pacman, actions: list[int]) -> int:
    """The direction of Pacman's last step."""
    steps = [action for action in actions[:: game.cycle] if action != STOP]
    return steps[-1] if steps else STOP


def _cast(game: Pacman, request: dict[str, Any], stop: threading.Event) -> Cast:
    names = ("pacman", "cycles", "opponent", "advice", "ghosts", "ghost_cycles", "seed")
    return Cast(game, stop=stop, **{name: request[name] for name in names})


def play(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """The position, then turn after turn, until the given cycles are over, a person is to act, or the game ends."""
    game, states = _setup(request)
    state, actions = states[-1], list(request["actions"])
    cast = _cast(game, request, turn.stop)
    turn.tell("frame", frame_json(game, state, _heading(game, actions)))
    cycles = 0
    while not game.is_terminal(state) and len(actions) < MAX_ACTIONS:
        if state.agent == 0 and (cycles == request["play"] or request["pacman"] == "person"):
            break
        yield
        action, thought = cast.choose(state, len(actions))
        actions.append(action)
        agent, name = state.agent, game.action_name(state, action)
        state = game.result(state, action)
        cycles += state.agent == 0
        turn.tell(
            "turn",
            {
                "agent": agent, "action": action, "name": name, "thought": thought,
                "frame": frame_json(game, state, _heading(game, actions)),
            },
        )  # fmt: skip
    advice = cast.advise(state) if request["pacman"] == "person" and state.agent == 0 else None
    return {"advice": advice, "full": len(actions) >= MAX_ACTIONS}


def demos(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The demonstrations, each with its games side by side, and the form's options; all are compiled ahead."""
    for name, scene in SCENES.items():
        shelf.ahead.likely(("demo", name), functools.partial(_compile_demo, scene))
    return {
        "demos": [
            {"name": demo.name, "title": demo.title, "games": DEMO_RUNS[demo.name], **SCENES[demo.name]}
            for demo in DEMOS
        ],
        "layouts": list(SHIPPED),
        "orders": list(ORDERS),
        "evaluations": [{"name": name, "title": title} for name, (title, _) in EVALUATIONS.items()],
    }


def _compile_demo(scene: dict[str, Any]) -> None:
    """Compile what the games of a demonstration need: play one cycle of each."""
    shape = Fields(SETUP)
    for lane in scene["lanes"]:
        request = shape.read(lane["setup"])
        game, (state,) = _setup(request)
        cast = _cast(game, request, threading.Event())
        for number in range(game.cycle):
            if game.is_terminal(state):
                break
            state = game.result(state, cast.choose(state, number)[0])


def demo(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A demonstration's tables, over a few games, and what to notice in them."""
    found = find(request["name"])
    shown = found.perform(DEMO_RUNS[found.name])
    tables = [{"title": table.title, "columns": table.columns, "rows": table.rows} for table in shown.tables]
    return {"title": found.title, "tables": tables, "notice": shown.notice}


def film(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The game so far as an animated SVG, one frame per cycle."""
    game, states = _setup(request)
    shown = [state for state in states if state.agent == 0 or game.is_terminal(state)]
    if len(shown) > MAX_FRAMES:
        raise RefusedError(f"The game has {len(shown):,} cycles; a film has at most {MAX_FRAMES}. Go back or restart.")
    return {"svg": film_svg([game.board(state) for state in shown], title="A game of Pacman"), "frames": len(shown)}


CALLS: tuple[Call, ...] = (
    Stream(
        "pacman", Fields({**SETUP, "play": Whole(0, 40, default=1)}), play,
        "Turns of a game of Pacman, each with the agent's value of every legal action.",
    ),
    Answer("demos", Fields({}), demos, "The demonstrations of the lectures with Pacman."),
    Stream(
        "demo", Fields({"name": Text(40, tuple(SCENES))}), lambda shelf, request, turn: demo(shelf, request),
        "The tables of a demonstration, over a few games.",
    ),
    Answer("film", Fields(SETUP), film, "A game of Pacman as an animated SVG."),
)  # fmt: skip
