"""The players that the page may choose, validated.

A specification from the page follows players/spec.py, but it cannot read a file, run a function or start a program, and
its budget is limited. Programs are named on the command line; the page knows them by the names given there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from countermove.analysis import SEARCHES, STRONG, search_for
from countermove.errors import CountermoveError, SpecError
from countermove.game import Game
from countermove.players.external import External
from countermove.players.ghosts import Haunted
from countermove.players.opponent import make_policy
from countermove.players.player import Player
from countermove.players.policy import Policy
from countermove.players.search import Searcher
from countermove.players.spec import KINDS, PROGRAMS, make
from countermove.studio.games.shelf import Shelf
from countermove.studio.web.shape import RefusedError
from countermove.textbook import fitting

MAX_ACTION_SECONDS = 60.0
"""Maximum seconds per action."""
SOLVE_SECONDS = 10.0
"""Default seconds per action of a player that solves the game."""
FORBIDDEN = ("human", "record", "function", *PROGRAMS)
READS_FILES = ("book", "database")
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
    "mcts": "Monte Carlo tree search: random games guide it",
    "ismcts": "Monte Carlo tree search over what a player knows",
    "pimc": "Imagines what is hidden, and searches each case",
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
SIMULTANEOUS_PLAYERS = ("best", "random", "induction", "mcts", "solve")
"""Players that can handle simultaneous turns."""
LEVELS = ("easy", "medium", "hard", "best")
"""How strong a computer plays."""
MODELS = ("uniform", "ranked", "softmax", "epsilon", "solve", "directional")
"""Opponent models for expectimax."""


def player_named(spec: str, shelf: Shelf, game: Game) -> Player:
    """The player for a specification from the page, or RefusedError.

    Engines and endgame databases are those of the command line; a search that can use the database does.
    """
    if spec in shelf.engines:
        return shelf.engines[spec]
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
        if option in READS_FILES:
            raise RefusedError(f"The option {option!r} reads a file, which is not allowed here; leave it out.")
        most = MAX_POLICY_DEPTH if name == "epsilon" and option == "depth" else LIMITS.get(option)
        if most is not None and _above(value, most):
            raise RefusedError(f"{option} is {value[:20]!r} for player {name!r}; the limit is {most:g}.")
    player = make(spec)
    if isinstance(player, Searcher) and player.native is not False and search_for(game, player.algorithm).database:
        player.database = shelf.database(game)
    return player


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


def engine_named(text: str) -> tuple[str, External]:
    """The name and the player of `--engine NAME=SPEC`, or SpecError."""
    name, equals, spec = (part.strip() for part in text.partition("="))
    if not equals or not re.fullmatch(r"[A-Za-z][\w.-]{0,29}", name):
        raise SpecError(f"--engine is {text!r}; give a name and a program, as in stockfish=uci:stockfish,seconds=1.")
    if name in KINDS or name in LEVELS:
        raise SpecError(f"--engine {name!r} is already the name of a player; choose another.")
    player = make(spec)
    if not isinstance(player, External):
        raise SpecError(f"--engine {name!r} is {spec!r}; give uci:PROGRAM, gtp:PROGRAM or json:PROGRAM.")
    if player.clock is not None or (player.budget.seconds or 0) > MAX_ACTION_SECONDS:
        raise SpecError(f"--engine {name!r}: give at most {MAX_ACTION_SECONDS:g} seconds per action, and no clock.")
    player.name = player.short = name  # a page does not learn where the program is
    player.timeout = player.timeout or min(player.patience(), MAX_ACTION_SECONDS)
    return name, player


def kinds(game: Game, engines: Mapping[str, External]) -> list[dict[str, Any]]:
    """Every kind of player with its options, and why it cannot play this game if it cannot."""
    own = [
        {
            "kind": kind,
            "about": about,
            "options": [option for option in KINDS[kind] if option not in READS_FILES],
            "refused": _refusal(game, kind),
        }
        for kind, about in ABOUT.items()
        if kind not in GHOSTS or isinstance(game, Haunted)
    ]
    return own + [
        {"kind": name, "about": _about(engine), "options": [], "refused": _unfit(engine, game)}
        for name, engine in engines.items()
    ]


def _about(engine: External) -> str:
    """What an engine is, without its path."""
    return f"External engine, {engine.language}"


def _unfit(engine: External, game: Game) -> str:
    """Why an engine cannot play a game; empty if it can."""
    try:
        engine.fit(game)
    except CountermoveError as error:
        return str(error)
    return ""


def levels(game: Game, engines: Mapping[str, External]) -> list[dict[str, str]]:
    """How strong a computer plays, the same in every game: how much it looks at, how often it slips; then engines."""
    easy = "random" if game.axes.simultaneous else "epsilon:epsilon=0.3,depth=1"
    return [
        {"level": "easy", "player": easy, "about": "Looks one action ahead, and often slips"},
        {"level": "medium", "player": "best:nodes=500", "about": "Searches 500 nodes"},
        {"level": "hard", "player": "best:nodes=50000", "about": "Searches 50,000 nodes"},
        {"level": "best", "player": "best:seconds=2", "about": "Searches two seconds, as deep as it can"},
        *(
            {"level": name, "player": name, "about": _about(engine)}
            for name, engine in engines.items()
            if not _unfit(engine, game)
        ),
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
