"""Who may sit at the page's board: players by the form of the page, vetted.

A specification from the page is one of players/spec.py, but it cannot read a file or run a function, and what it may
spend is limited.
"""

from __future__ import annotations

import os
from typing import Any

from countermove.analysis import SEARCHES, STRONG
from countermove.errors import CountermoveError
from countermove.game import Game
from countermove.players.opponent import make_policy
from countermove.players.player import Player
from countermove.players.policy import Policy
from countermove.players.spec import KINDS, make
from countermove.studio.shape import RefusedError
from countermove.textbook import fitting

__all__ = ["LONGEST", "algorithms", "kinds", "player_named", "policy_named"]

LONGEST = 60.0
"""Seconds for one action."""
FORBIDDEN = ("human", "record", "function")
LIMITS: dict[str, float] = {
    "seconds": LONGEST, "depth": 64, "cycles": 32, "nodes": 10**9, "threads": os.cpu_count() or 1, "memory": 64,
}  # fmt: skip
"""The most of each option."""
SEARCHED = 6
"""How deep a policy may search in every state."""
ABOUT = {
    "best": "The search that fits the game",
    STRONG: "Principal variation search, the strongest",
    "alphabeta": "Alpha-beta: minimax without what cannot matter",
    "minimax": "Minimax: looks at everything",
    "expectimax": "Expectimax: takes the others to follow a policy",
    "expectiminimax": "Expectiminimax: minimax with chance",
    "maxn": "Max^n: everybody for itself",
    "shallow": "Max^n with shallow pruning",
    "paranoid": "Paranoid: takes all others for one opponent",
    "bestreply": "Best reply: only the strongest reply of the others",
    "induction": "Backward induction, with mixed strategies",
    "solve": "Perfect play, where the game can be solved",
    "reflex": "Reflex: the action whose result looks best",
    "random": "Random: any legal action",
    "softmax": "Softmax: better results more likely",
    "epsilon": "Epsilon: the best action, with slips",
    "ranked": "Ranked: by the order in which the game tries its actions",
    "directional": "Ghost: goes towards Pacman, mostly",
    "alone": "Ghost: searches for itself alone",
    "coordinated": "Ghosts: one search for the whole team",
}
"""The kinds of players that the form offers, in its order."""
GHOSTS = ("directional", "alone", "coordinated")
AT_ONCE = ("best", "random", "induction", "solve")
"""Who can play where both act at once."""
MODELS = ("uniform", "ranked", "softmax", "epsilon", "solve", "directional")
"""What expectimax may take the others for."""


def player_named(spec: str) -> Player:
    """The player of a specification that the page sends, or RefusedError."""
    name, _, rest = (part.strip() for part in spec.partition(":"))
    if name in FORBIDDEN:
        raise RefusedError(f"The computer cannot play as {name!r} here; choose another player.")
    own, named, opponent = rest.partition("opponent=")
    if named:
        policy_named(opponent)
    if name == "solve" and "seconds" not in own:
        spec = f"solve:seconds={LONGEST:g}"
    for part in own.split(","):
        option, _, value = (piece.strip() for piece in part.partition("="))
        if option == "clock":
            raise RefusedError("There are no clocks here; give the seconds for each action.")
        most = SEARCHED if name == "epsilon" and option == "depth" else LIMITS.get(option)
        if most is not None and _above(value, most):
            raise RefusedError(f"{option} is {value[:20]!r} in the player {name!r}; {most:g} is the most here.")
    return make(spec)


def policy_named(spec: str) -> Policy:
    """The policy of a specification that the page sends, or RefusedError."""
    name, _, rest = (part.strip() for part in spec.partition(":"))
    if name in FORBIDDEN:
        raise RefusedError(f"The policy {name!r} reads a file, which the page cannot; choose another.")
    for part in rest.split(","):
        option, _, value = (piece.strip() for piece in part.partition("="))
        if option == "depth" and _above(value, SEARCHED):
            raise RefusedError(f"depth is {value[:20]!r} in the policy {name!r}; {SEARCHED} is the most here.")
    return make_policy(spec)


def _above(value: str, most: float) -> bool:
    """Whether a text is a number beyond a limit; what is no number is left to whoever reads it."""
    try:
        return not float(value) <= most
    except ValueError:
        return False


def kinds(game: Game) -> list[dict[str, Any]]:
    """Every kind of player with what it can be given, and why it cannot play this game where it cannot."""
    return [
        {"kind": kind, "about": about, "options": list(KINDS[kind]), "refused": _refusal(game, kind)}
        for kind, about in ABOUT.items()
        if kind not in GHOSTS or hasattr(game, "alone")
    ]


def algorithms(game: Game) -> list[dict[str, Any]]:
    """Every search by name, and why it does not fit where it does not."""
    return [
        {"algorithm": name, "about": ABOUT[name], "refused": _refusal(game, name)}
        for name in SEARCHES
    ]  # fmt: skip


def models(game: Game) -> list[str]:
    """What expectimax may take the others for in a game."""
    return [name for name in MODELS if name not in GHOSTS or hasattr(game, "alone")]


def _refusal(game: Game, kind: str) -> str:
    if game.axes.simultaneous and kind not in AT_ONCE:
        return f"{kind} waits for its turn, and here both act at once."
    try:
        if kind == "best":
            fitting(game)
        elif kind in SEARCHES:
            SEARCHES[kind].refuse(game)
    except CountermoveError as error:
        return str(error)
    return ""
