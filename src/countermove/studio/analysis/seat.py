"""The players that the page may choose, validated.

A specification from the page follows players/spec.py, but it cannot read a file or run a function, and its budget is
limited.
"""

from __future__ import annotations

import os
from typing import Any

from countermove.analysis import SEARCHES, STRONG
from countermove.errors import CountermoveError
from countermove.game import Game
from countermove.players.ghosts import Haunted
from countermove.players.opponent import make_policy
from countermove.players.player import Player
from countermove.players.policy import Policy
from countermove.players.spec import KINDS, make
from countermove.studio.web.shape import RefusedError
from countermove.textbook import fitting

MAX_ACTION_SECONDS = 60.0
"""Maximum seconds per action."""
SOLVE_SECONDS = 10.0
"""Default seconds per action of a player that solves the game."""
FORBIDDEN = ("human", "record", "function")
LIMITS: dict[str, float] = {
    "seconds": MAX_ACTION_SECONDS,
    "depth": 64, "cycles": 32, "nodes": 10**9, "threads": os.cpu_count() or 1, "memory": 64,
}  # fmt: skip
"""Upper limit of each option."""
MAX_POLICY_DEPTH = 6
"""Maximum depth of a policy that searches in every state."""
ABOUT = {
    "best": "The search that fits the game",
    STRONG: "Principal variation search, the strongest",
    "alphabeta": "Alpha-beta: minimax with pruning",
    "minimax": "Minimax: the full tree",
    "expectimax": "Expectimax: assumes the others follow a policy",
    "expectiminimax": "Expectiminimax: minimax with chance",
    "maxn": "Max^n: each player for itself",
    "shallow": "Max^n with shallow pruning",
    "paranoid": "Paranoid: treats all others as one opponent",
    "bestreply": "Best reply: only the strongest reply of the others",
    "induction": "Backward induction, with mixed strategies",
    "solve": "Perfect play, where the game can be solved",
    "reflex": "Reflex: the action whose result looks best",
    "random": "Random: any legal action",
    "softmax": "Softmax: better results more likely",
    "epsilon": "Epsilon: the best action, with random slips",
    "ranked": "Ranked: by the order in which the game tries its actions",
    "directional": "Ghost: mostly moves towards Pacman",
    "alone": "Ghost: searches on its own",
    "coordinated": "Ghosts: one search for the whole team",
}
"""The kinds of players the form offers, in order."""
GHOSTS = ("directional", "alone", "coordinated")
SIMULTANEOUS_PLAYERS = ("best", "random", "induction", "solve")
"""Players that can handle simultaneous turns."""
MODELS = ("uniform", "ranked", "softmax", "epsilon", "solve", "directional")
"""Opponent models for expectimax."""


def player_named(spec: str) -> Player:
    """The player for a specification from the page, or RefusedError."""
    name, _, rest = (part.strip() for part in spec.partition(":"))
    if name in FORBIDDEN:
        raise RefusedError(f"{name!r} is not available as a computer player here; choose another.")
    options, named, opponent = rest.partition("opponent=")
    if named:
        policy_named(opponent)
    if name == "solve" and "seconds" not in options:
        spec = f"solve:seconds={SOLVE_SECONDS:g}"
    for part in options.split(","):
        option, _, value = (piece.strip() for piece in part.partition("="))
        if option == "clock":
            raise RefusedError("Clocks are not supported here; give seconds per action.")
        most = MAX_POLICY_DEPTH if name == "epsilon" and option == "depth" else LIMITS.get(option)
        if most is not None and _above(value, most):
            raise RefusedError(f"{option} is {value[:20]!r} for player {name!r}; the limit is {most:g}.")
    return make(spec)


def policy_named(spec: str) -> Policy:
    """The policy for a specification from the page, or RefusedError."""
    name, _, rest = (part.strip() for part in spec.partition(":"))
    if name in FORBIDDEN:
        raise RefusedError(f"The policy {name!r} reads a file, which is not allowed here; choose another.")
    for part in rest.split(","):
        option, _, value = (piece.strip() for piece in part.partition("="))
        if option == "depth" and _above(value, MAX_POLICY_DEPTH):
            raise RefusedError(f"depth is {value[:20]!r} for policy {name!r}; the limit is {MAX_POLICY_DEPTH}.")
    return make_policy(spec)


def _above(value: str, most: float) -> bool:
    """Whether a text is a number above a limit; anything else is left to the parser."""
    try:
        return not float(value) <= most
    except ValueError:
        return False


def kinds(game: Game) -> list[dict[str, Any]]:
    """Every kind of player with its options, and why it cannot play this game if it cannot."""
    return [
        {"kind": kind, "about": about, "options": list(KINDS[kind]), "refused": _refusal(game, kind)}
        for kind, about in ABOUT.items()
        if kind not in GHOSTS or isinstance(game, Haunted)
    ]


def levels(game: Game) -> list[dict[str, str]]:
    """How strong a computer plays, the same in every game: how much it looks at, and how often it slips."""
    easy = "random" if game.axes.simultaneous else "epsilon:epsilon=0.3,depth=1"
    return [
        {"level": "easy", "player": easy, "about": "Looks one action ahead, and often slips"},
        {"level": "medium", "player": "best:nodes=500", "about": "Searches 500 nodes"},
        {"level": "hard", "player": "best:nodes=50000", "about": "Searches 50,000 nodes"},
        {"level": "best", "player": "best:seconds=2", "about": "Searches two seconds, as deep as it can"},
    ]


def algorithms(game: Game) -> list[dict[str, Any]]:
    """Every search by name, and why it does not fit if it does not."""
    return [
        {"algorithm": name, "about": ABOUT[name], "refused": _refusal(game, name)}
        for name in SEARCHES
    ]  # fmt: skip


def models(game: Game) -> list[str]:
    """Opponent models for expectimax in a game."""
    return [name for name in MODELS if name not in GHOSTS or isinstance(game, Haunted)]


def _refusal(game: Game, kind: str) -> str:
    if game.axes.simultaneous and kind not in SIMULTANEOUS_PLAYERS:
        return f"{kind} needs turns, but here both players act at once."
    try:
        if kind == "best":
            fitting(game)
        elif kind in SEARCHES:
            SEARCHES[kind].refuse(game)
    except CountermoveError as error:
        return str(error)
    return ""
