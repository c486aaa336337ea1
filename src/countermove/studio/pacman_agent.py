"""Pacman and the ghosts of the page: each chooses an action, and tells what it thought of all of them.

Alpha-beta need not know what an action is worth once it is no better than another; it then has a bound. For the page
each such action is searched once more, by itself, so that a tie is seen to be one; what the agent itself knew, and the
nodes it took, are told beside it.

The server keeps nothing between two requests, so lots are drawn by the seed of the game and the number of the turn: a
game comes out the same however it is cut into requests.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from countermove.analysis import Analysis, analyse
from countermove.errors import SpecError
from countermove.games.pacman import Maze, Pacman
from countermove.players.ghosts import Alone, Coordinated, Directional
from countermove.players.player import Player
from countermove.studio.maze_json import path_json
from countermove.studio.shape import RefusedError
from countermove.studio.value import apart, bounded
from countermove.textbook import Score

__all__ = ["ADVICE", "AGENTS", "GHOSTS", "MODELS", "Cast"]

T = TypeVar("T")
AGENTS = ("person", "reflex", "minimax", "alphabeta", "expectimax")
ADVICE = ("none", "minimax", "expectimax")
MODELS = ("uniform", "directional")
GHOSTS = ("random", "directional", "alone", "coordinated")
PATIENCE = 20.0
"""Seconds that one decision may take."""
NEAR = 1e-9
"""Values that differ by less are the same: sums of chances are rounded."""


class _Until(threading.Event):
    """Set by another event, or when the time is up."""

    def __init__(self, other: threading.Event, seconds: float) -> None:
        super().__init__()
        self._other, self._end = other, time.monotonic() + seconds

    def is_set(self) -> bool:
        return self._other.is_set() or time.monotonic() > self._end


@dataclass(slots=True)
class Cast:
    """Who plays whom, in one game."""

    game: Pacman
    pacman: str
    cycles: int
    opponent: str
    advice: str
    ghosts: str
    ghost_cycles: int
    seed: int
    stop: threading.Event
    _player: Player | None = field(default=None, init=False)

    def choose(self, state: Maze, number: int) -> tuple[int, dict[str, Any]]:
        """What is done in turn `number`, and why."""
        lots = random.Random(f"{self.seed} {number}")
        if state.agent:
            return self._haunt(state, lots)
        if self.pacman == "reflex":
            return self._reflex(state, lots)
        return self._search(state, self.pacman)

    def advise(self, state: Maze) -> dict[str, Any] | None:
        """What a search would tell a person who is to act."""
        if self.advice == "none" or self.game.is_terminal(state):
            return None
        thought = self._search(state, "alphabeta" if self.advice == "minimax" else self.advice)[1]
        for worth in thought["values"].values():
            worth["taken"] = False
        return thought | {"say": "It is your turn. " + thought["say"].partition("; ")[0].rstrip(".") + "."}

    def _within(self, search: Callable[[threading.Event], T], what: str) -> T:
        """What a search finds in the time that there is; tried twice, for the first time it may have been compiled."""
        for _ in range(2):
            limit = _Until(self.stop, PATIENCE)
            found = search(limit)
            if not limit.is_set():
                return found
            if self.stop.is_set():
                raise RefusedError("The game was broken off.")
        raise RefusedError(f"{what} more than {PATIENCE:.0f} seconds here; choose fewer.")

    # Pacman.

    def _search(self, state: Maze, kind: str) -> tuple[int, dict[str, Any]]:
        game, depth = self.game, self.cycles * self.game.cycle
        policy = Directional() if kind == "expectimax" and self.opponent == "directional" and game.crew else None
        found = self._within(
            lambda limit: analyse(game, state, algorithm=kind, depth=depth, opponent=policy, stop=limit),
            f"To search {self.cycles} cycles deep by {kind} takes",
        )
        known = {action: score for action, score in found.values.items() if isinstance(score.value, float)}
        exact = {action: _float(score) for action, score in known.items()}
        for action, score in known.items():
            if score.bound != "=":
                exact[action] = self._exact(game.result(state, action), depth - 1)
        assert found.action is not None
        thought = self._thought(state, found.action, exact, found)
        for action, score in known.items():
            if score.bound != "=":
                thought["values"][action]["known"] = bounded(apart([_float(score)])[0], score.bound)
        return found.action, thought

    def _exact(self, state: Maze, depth: int) -> float:
        """What a state is worth to Pacman."""
        game = self.game
        if game.is_terminal(state):
            return game.utility(state, 0)
        if depth == 0:
            return game.evaluate(state, 0)
        found = self._within(
            lambda limit: analyse(game, state, algorithm="alphabeta", depth=depth, stop=limit),
            f"To search {self.cycles} cycles deep takes",
        )
        return found.value if game.player(state) == 0 else -found.value

    def _reflex(self, state: Maze, lots: random.Random) -> tuple[int, dict[str, Any]]:
        game, values = self.game, {}
        for action in game.actions(state):
            after = game.result(state, action)
            values[action] = (game.utility if game.is_terminal(after) else game.evaluate)(after, 0)
        best = max(values.values())
        action = lots.choice([each for each, value in values.items() if value == best])
        return action, self._thought(state, action, values, None)

    def _thought(self, state: Maze, taken: int, values: dict[int, float], found: Analysis | None) -> dict[str, Any]:
        best = max(values.values())
        good = [action for action in self.game.actions(state) if best - values[action] <= NEAR * max(1, abs(best))]
        ranks = sorted(values.values())
        texts = dict(zip(values, apart(list(values.values()))))
        return {
            "by": found.algorithm if found else "reflex",
            "values": {
                action: {
                    "value": value,
                    "text": texts[action],
                    "best": action in good,
                    "tied": action in good and len(good) > 1,
                    "taken": action == taken,
                    "share": 1.0 if ranks[0] == best else (value - ranks[0]) / (best - ranks[0]),
                    "known": "",
                }
                for action, value in values.items()
            },
            "say": self._say(state, taken, good, texts, found is None),
            "nodes": found.nodes if found else len(values),
            "seconds": found.seconds if found else 0.0,
            "cycles": self.cycles if found else 0,
            "plan": path_json(self.game, state, found.line, 0) if found and len(found.line) > 1 else [],
        }

    def _say(self, state: Maze, taken: int, good: list[int], texts: dict[int, str], by_lot: bool) -> str:
        names = [self.game.action_name(state, action) for action in good]
        name, worth = self.game.action_name(state, taken), texts[good[0]]
        if len(good) == 1:
            return f"{name} is best, {worth}; Pacman takes it."
        tie = f"{', '.join(names[:-1])} and {names[-1]} are tied at {worth}"
        if by_lot:
            return f"{tie}; {name} is drawn by lot."
        if taken == good[0]:
            return f"{tie}; {name} comes first in the order of actions, so Pacman takes it."
        return f"{tie}; {name} is taken."

    # Ghosts.

    def _haunt(self, state: Maze, lots: random.Random) -> tuple[int, dict[str, Any]]:
        game, ghost = self.game, state.agent
        if self.ghosts in ("random", "directional"):
            ways = list(game.actions(state))
            odds = dict(game.chances(state)) if self.ghosts == "directional" else dict.fromkeys(ways, 1 / len(ways))
            action = lots.choices(list(odds), list(odds.values()))[0]
            most = max(odds.values())
            values = {
                each: _told(f"{100 * chance:.0f}%", action == each, chance == most and len(odds) > 1, chance / most)
                for each, chance in odds.items()
            }
            say = f"Ghost {ghost} has one way to go." if len(odds) == 1 else f"Ghost {ghost} draws lots."
            return action, {"by": self.ghosts, "values": values, "say": say, "nodes": 0, "seconds": 0.0, "plan": []}
        player = self._player or (Alone if self.ghosts == "alone" else Coordinated)(self.ghost_cycles)
        self._player = player
        action = self._within(
            lambda limit: player.choose(game, state, limit),
            f"For ghosts to search {self.ghost_cycles} cycles deep takes",
        )
        found = player.analysis
        assert found is not None
        seen = (game, state, ghost)
        if self.ghosts == "alone":
            seen = (_alone(game, ghost - 1), game.seen(state, ghost - 1), 1)
        texts = apart([_float(score) for score in found.values.values()])
        values = {
            each: _told(bounded(text, score.bound), each == action, each == action, 1.0 if each == action else 0.5)
            for (each, score), text in zip(found.values.items(), texts)
        }
        name = game.action_name(state, action)
        whom = "for itself" if self.ghosts == "alone" or game.crew == 1 else "for the whole team"
        return action, {
            "by": self.ghosts,
            "values": values,
            "say": f"Ghost {ghost} searches {whom} and goes {name}.",
            "nodes": found.nodes,
            "seconds": found.seconds,
            "plan": path_json(seen[0], seen[1], found.line, seen[2]),
        }


@lru_cache(maxsize=32)
def _alone(game: Pacman, ghost: int) -> Pacman:
    """The game that a ghost alone sees; its tables take a while to make."""
    return game.alone(ghost)


def _told(text: str, taken: bool, best: bool, share: float) -> dict[str, Any]:
    return {"text": text, "best": best, "tied": False, "taken": taken, "share": share, "known": ""}


def _float(score: Score) -> float:
    if isinstance(score.value, tuple):
        raise SpecError("Pacman is searched for one player at a time.")
    return score.value
