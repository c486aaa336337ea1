"""A game state with the methods of the courses' Pacman project, for agents that are written against it.

It is a seeded tree: Pacman has two or three actions, every ghost two, and a few branches are won or lost early. Where a
search with a limit must stop is known, so a depth that counts single actions is seen.
"""

# ruff: noqa: N802, N803
from __future__ import annotations

import random
from typing import Any

NAMES = ("North", "South", "East", "West", "Stop")


class PacmanState:
    """A position: the actions so far, of Pacman and the ghosts in turn."""

    def __init__(self, seed: int = 0, agents: int = 3, path: tuple[str, ...] = (), mover: int = 0) -> None:
        self.seed, self.agents, self.path, self.mover = seed, agents, path, mover

    def _random(self) -> random.Random:
        return random.Random(f"{self.seed} {self.path}")

    @property
    def end(self) -> int:
        """The number of actions after which every game is over."""
        return 3 * self.agents

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        if self.isWin() or self.isLose():
            return []
        count = 2 if agentIndex or self.path or self.seed % 2 else 3
        return list(NAMES[:count])

    def generateSuccessor(self, agentIndex: int, action: str) -> PacmanState:
        if self.isWin() or self.isLose():
            raise ValueError("Can't generate a successor of a terminal state.")
        return PacmanState(self.seed, self.agents, (*self.path, action), (agentIndex + 1) % self.agents)

    def generatePacmanSuccessor(self, action: str) -> PacmanState:
        return self.generateSuccessor(0, action)

    def getLegalPacmanActions(self) -> list[str]:
        return self.getLegalActions(0)

    def getNumAgents(self) -> int:
        return self.agents

    def isWin(self) -> bool:
        return len(self.path) >= self.end or (len(self.path) > 1 and self._random().random() < 0.06)

    def isLose(self) -> bool:
        return not self.isWin() and len(self.path) > 1 and self._random().random() < 0.12

    def getScore(self) -> int:
        rng = self._random()
        rng.random()
        return rng.randint(-20, 20)

    def is_over(self) -> bool:
        return self.isWin() or self.isLose()

    get_legal_actions, generate_successor, get_num_agents = getLegalActions, generateSuccessor, getNumAgents
    is_win, is_lose, get_score = isWin, isLose, getScore

    def __str__(self) -> str:
        return f"a tree with {self.agents - 1} ghosts, after {', '.join(self.path) or 'no action'}"


EVALUATED: set[int] = set()
"""The numbers of actions after which states were evaluated that are not the end of a game."""


def score(state: Any, *_: Any) -> float:
    if not isinstance(state, PacmanState):
        return 0
    if not state.is_over():
        EVALUATED.add(len(state.path))
    return state.getScore()


def is_agent(cls: type) -> bool:
    """Whether a class is an agent of the Pacman project."""
    return any(callable(vars(each).get(name)) for each in cls.__mro__ for name in ("getAction", "get_action"))


def equip(cls: type) -> Any:
    """An agent as the project makes one."""
    agent: Any = object.__new__(cls)
    agent.__dict__.update(index=0, depth=2, evaluationFunction=score, evaluation_function=score)
    set_depth(agent, 2)
    return agent


def set_depth(agent: Any, depth: int) -> None:
    """Set the depth of an agent, whatever its constructor calls it."""
    for cls in type(agent).__mro__:
        kept = getattr(vars(cls).get("__init__"), "__code__", None)
        for name in (*(kept.co_names if kept else ()), "depth"):
            if "depth" in name.lower():
                setattr(agent, name, depth)
