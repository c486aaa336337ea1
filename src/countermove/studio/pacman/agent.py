"""Pacman and the ghosts: each chooses an action and reports its value of every action.

Alpha-beta leaves actions that are no better than the best with a bound. For the page, each such action is searched
again on its own, so that ties show; the agent's own bound and node count are reported beside it.

The server keeps nothing between requests, so random choices depend on the game's seed and the turn number: a game is
the same however it is split into requests.
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
from countermove.studio.analysis.value import apart, bounded
from countermove.studio.pacman.maze_json import path_json
from countermove.studio.web.shape import RefusedError
from countermove.textbook import Score

T = TypeVar("T")
AGENTS = ("person", "reflex", "minimax", "alphabeta", "expectimax")
ADVICE = ("none", "minimax", "expectimax")
MODELS = ("uniform", "directional")
GHOSTS = ("random", "directional", "alone", "coordinated")
MAX_DECISION_SECONDS = 20.0
"""Time limit per decision, in seconds."""
TOLERANCE = 1e-9
"""Values closer than this are equal: sums of probabilities are rounded."""


class _Until(threading.Event):
    """Set by another event, or when time is up."""

    def __init__(self, other: threading.Event, seconds: float) -> None:
        super().__init__()
        self._other, self._end = other, time.monotonic() + seconds

    def is_set(self) -> bool:
        return self._other.is_set() or time.monotonic() > self._end


@dataclass(slots=True)
class Cast:
    """The agents of one game."""

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
        """The action in turn `number`, and why."""
        rng = random.Random(f"{self.seed} {number}")
        if state.agent:
            return self._haunt(state, rng)
        if self.pacman == "reflex":
            return self._reflex(state, rng)
        return self._search(state, self.pacman)

    def advise(self, state: Maze) -> dict[str, Any] | None:
        """A search's advice to a person to move."""
        if self.advice == "none" or self.game.is_terminal(state):
            return None
        thought = self._search(state, "alphabeta" if self.advice == "minimax" else self.advice)[1]
        for worth in thought["values"].values():
            worth["taken"] = False
        return thought | {"say": "Your turn. " + thought["say"].partition("; ")[0].rstrip(".") + "."}

    def _within(self, search: Callable[[threading.Event], T], what: str) -> T:
        """Search within the time limit; tried twice, since the first try may have been spent compiling."""
        for _ in range(2):
            limit = _Until(self.stop, MAX_DECISION_SECONDS)
            found = search(limit)
            if not limit.is_set():
                return found
            if self.stop.is_set():
                raise RefusedError("The game was cancelled.")
        raise RefusedError(f"{what} more than {MAX_DECISION_SECONDS:.0f} seconds here; choose fewer.")

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
        """The value of a state to Pacman."""
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

    def _reflex(self, state: Maze, rng: random.Random) -> tuple[int, dict[str, Any]]:
        game, values = self.game, {}
        for action in game.actions(state):
            after = game.result(state, action)
            values[action] = (game.utility if game.is_terminal(after) else game.evaluate)(after, 0)
        best = max(values.values())
        action = rng.choice([each for each, value in values.items() if value == best])
        return action, self._thought(state, action, values, None)

    def _thought(self, state: Maze, taken: int, values: dict[int, float], found: Analysis | None) -> dict[str, Any]:
        best = max(values.values())
        good = [action for action in self.game.actions(state) if best - values[action] <= TOLERANCE * max(1, abs(best))]
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
            return f"{tie}; {name} is chosen at random."
        if taken == good[0]:
            return f"{tie}; {name} comes first in the order of actions, so Pacman takes it."
        return f"{tie}; {name} is taken."

    # Ghosts.

    def _haunt(self, state: Maze, rng: random.Random) -> tuple[int, dict[str, Any]]:
        game, ghost = self.game, state.agent
        if self.ghosts in ("random", "directional"):
            ways = list(game.actions(state))
            odds = dict(game.chances(state)) if self.ghosts == "directional" else dict.fromkeys(ways, 1 / len(ways))
            action = rng.choices(list(odds), list(odds.values()))[0]
            most = max(odds.values())
            values = {
                each: _choice(f"{100 * chance:.0f}%", action == each, chance == most and len(odds) > 1, chance / most)
                for each, chance in odds.items()
            }
            say = f"Ghost {ghost} has only one way to go." if len(odds) == 1 else f"Ghost {ghost} moves at random."
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
            each: _choice(bounded(text, score.bound), each == action, each == action, 1.0 if each == action else 0.5)
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
    """The game as one ghost sees it; its tables take a while to build."""
    return game.alone(ghost)


def _choice(text: str, taken: bool, best: bool, share: float) -> dict[str, Any]:
    return {"text": text, "best": best, "tied": False, "taken": taken, "share": share, "known": ""}


def _float(score: Score) -> float:
    if isinstance(score.value, tuple):
        raise SpecError("Pacman is searched for one player at a time.")
    return score.value
