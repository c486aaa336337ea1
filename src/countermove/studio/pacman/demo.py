"""The lectures' demonstrations as the page plays them: games side by side that differ in one thing, and what to
look for. Their tables, over many games, are in `lectures/demo.py`.
"""

from __future__ import annotations

from typing import Any

from countermove.lectures.demo import WEIGHTS

EVALUATIONS: dict[str, tuple[str, tuple[float, ...]]] = {
    "score": ("the score alone", (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)),
    "food": ("−food left", (0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0)),
    "near": ("−food left + 0.5/(distance + 1)", (0.0, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0)),
    "careful": ("careful about ghosts", WEIGHTS),
}
"""Pacman's evaluation functions: a label, and the feature weights."""


def _lane(title: str, **setup: Any) -> dict[str, Any]:
    return {"title": title, "setup": setup}


_TRAP = {"layout": "trap", "cycles": 3, "ghosts": "random"}
_CORRIDOR = {"layout": "corridor", "pacman": "minimax", "cycles": 2, "directions": "WENS-"}
_BARS = {"layout": "bars", "pacman": "alphabeta", "ghosts": "random"}
_BLOCKS = {"layout": "blocks", "pacman": "reflex", "evaluation": "careful", "ghost_cycles": 3}

SCENES: dict[str, dict[str, Any]] = {
    "mystery": {
        "short": "Three agents in one place. Which is which?",
        "lanes": [
            _lane("Agent A", **_TRAP, pacman="expectimax"),
            _lane("Agent B", **_TRAP, pacman="minimax"),
            _lane("Agent C", **_TRAP, pacman="reflex"),
        ],
        "seeds": [19, 12, 3, 14],
        "longest": 60,
        "notice": [
            "Who runs towards the ghost that is sure to come? Who runs away? Who cannot decide?",
            "One game may mislead: play a few more with “New seed” before you decide.",
        ],
        "guess": {
            "agents": ["expectimax", "minimax", "reflex"],
            "answers": ["expectimax", "minimax", "reflex"],
            "why": [
                "A is expectimax. The ghost in the East may go away, and then Pacman survives: it takes the chance.",
                "B is minimax. It assumes perfect ghosts, so all is lost, and it ends the game as soon as it "
                "can, because every cycle costs a point.",
                "C is a reflex agent. It looks one action ahead, where all values are equal, and chooses at random.",
            ],
        },
    },
    "min-vs-exp": {
        "short": "One gives up, the other takes the chance.",
        "lanes": [_lane("Minimax", **_TRAP, pacman="minimax"), _lane("Expectimax", **_TRAP, pacman="expectimax")],
        "seeds": [5, 3, 12, 8],
        "longest": 60,
        "notice": [
            "To minimax every action loses. West, to the nearest ghost, loses soonest and so with the fewest points "
            "for time: it gives up.",
            "Expectimax knows that the ghost in the East goes away half of the time: East is worth far more.",
            "Play it again with other ghosts: expectimax wins about half of the games, minimax none.",
        ],
    },
    "limited-depth": {
        "short": "The score as evaluation, 2 cycles deep and 10.",
        "lanes": [_lane("2 cycles deep", **_BARS, cycles=2), _lane("10 cycles deep", **_BARS, cycles=10)],
        "seeds": [1, 2, 3, 4],
        "longest": 100,
        "notice": [
            "The score ignores food beyond the horizon. 2 cycles deep all actions are then tied, and "
            "Pacman takes the first: it wanders.",
            "10 cycles deep the same poor evaluation is good enough: food is within the horizon everywhere.",
            "Depth makes up for a poor evaluation, at a price: compare the nodes.",
        ],
    },
    "thrashing": {
        "short": "Food three steps away, and Pacman starves.",
        "lanes": [
            _lane("Eval = −food left", **_CORRIDOR, evaluation="food"),
            _lane("Eval = −food left + 0.5/(distance + 1)", **_CORRIDOR, evaluation="near"),
        ],
        "seeds": [0],
        "longest": 24,
        "notice": [
            "2 cycles deep the food is beyond the horizon: West and East are tied at −1.",
            "Ties go to the first action in order, here West. At the wall only East and "
            "Stop are left; a step later West is first again. Pacman goes back and forth and starves.",
            "With a bonus for being near the food there is no tie: each step East is worth a little more.",
        ],
    },
    "thrashing-fixed": {
        "short": "A bonus for being near the food breaks the tie.",
        "lanes": [_lane("Eval = −food left + 0.5/(distance + 1)", **_CORRIDOR, evaluation="near")],
        "seeds": [0],
        "longest": 24,
        "notice": [
            "Each step closer is worth a little even before the food: East is the only best action.",
            "Once the food is within the horizon, the search sees the score of the won game.",
        ],
    },
    "smart-ghosts": {
        "short": "Ghosts that search alone, and as a team.",
        "lanes": [
            _lane("Each ghost searches alone", **_BLOCKS, ghosts="alone"),
            _lane("One search for both", **_BLOCKS, ghosts="coordinated"),
        ],
        "seeds": [3, 1, 4, 2],
        "longest": 150,
        "plans": True,
        "notice": [
            "The dashed lines show where the ghosts plan to go.",
            "Ghosts that search alone follow Pacman along the same path.",
            "One search for both knows what the other ghost can do: one follows, the other cuts Pacman off. Nothing "
            "in the code tells them to close in from two sides.",
        ],
    },
}  # fmt: skip
"""By demonstration name: lanes (games side by side), seeds, and what to notice."""
