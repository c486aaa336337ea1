"""Agents of the Pacman project: other trees, one and two ghosts, a depth of one and two."""

from __future__ import annotations

import time
from typing import Any

from countermove.lectures.grade.own.entry import Entries
from countermove.lectures.grade.own.pacman import EVALUATED, PacmanState, set_depth
from countermove.lectures.grade.own.probe import Tree
from countermove.lectures.grade.own.stage import Moment


class Agents(Entries):
    """Asks agents."""

    def _asked(self, tree: Tree) -> dict[str, Any]:
        raise NotImplementedError

    def _pacman(self, moment: Moment) -> PacmanState | None:
        return next((value for value in moment.arguments.values() if isinstance(value, PacmanState)), None)

    def _pacman_positions(self, root: Moment) -> list[dict[str, Any]]:
        """Positions of an agent: other trees, one and two ghosts, a depth of one and two."""
        found: list[dict[str, Any]] = []
        self.stage.scalars = True
        for seed in range(30):
            begin = (self.entry or root).copy()
            state, agent = self._pacman(begin), begin.arguments.get("self")
            if agent is None:  # a function inside getAction, called for an agent that is its own
                break
            assert state is not None
            state.seed, state.agents, depth = seed, 2 + seed % 2, 1 + seed % 4 // 2
            set_depth(agent, depth)
            if begin.name not in self.group:
                found += self._agent_position(begin, state.agents, depth)
            if time.process_time() > self.until - 0.5:
                break
        self.kinds["root"] = "max"
        return found

    def _agent_position(self, begin: Moment, agents: int, depth: int) -> list[dict[str, Any]]:
        EVALUATED.clear()
        children = self.stage.open(begin, lambda number: self.shape.made(0)).children
        first = [self._pacman(child) for child in children]
        if len(children) == 1 and first[0] is not None and not first[0].path:  # the search begins at the root itself
            tree = self._tree(children[0])
            told = self._asked(tree) | {"kind": "max", "of": None}
        else:
            tree = Tree(begin, 0.0, [self._tree(child) for child in children])
            told = self._chosen(begin, "max") or {}
        self._check_plies(tree, agents * depth, depth, agents)
        if not told:
            return []
        return [
            told
            | {
                "agents": agents,
                "mixed": False,
                "depth": depth,
                "text": f"a game with {agents - 1} ghost{'s' if agents > 2 else ''}",
            }
        ]

    def _cycles(self, depth: int, actions: int, wanted: int) -> str:
        return f"with depth {depth} the search stops after {actions} actions, and {wanted} make {depth} cycles"

    def _check_plies(self, tree: Tree, wanted: int, depth: int, agents: int) -> None:
        """Facts about the depth: the number of actions of each agent after which its limit is reached."""
        ends = [state for leaf in _ends(tree) if (state := self._pacman(leaf.moment)) is not None]
        levels = {len(state.path) for state in ends if not state.is_over()}
        text = f"a game with {agents - 1} ghost{'s' if agents > 2 else ''}, depth {depth}"
        if (
            levels == {wanted}
            or {wanted} == EVALUATED
            or (not levels and max(len(state.path) for state in ends) <= wanted)
        ):
            return
        if not levels:
            self._once(
                {
                    "fact": "depth-ignored",
                    "text": text,
                    "words": f"with depth {depth} the search goes on to the end of the game",
                }
            )
        elif levels == {depth} and agents > 1 and depth > 1:
            self._once(
                {
                    "fact": "partial-ply",
                    "text": text,
                    "words": self._cycles(depth, depth, wanted),
                }
            )
        elif depth > 1 or max(levels) > wanted:
            fact = "depth-short" if max(levels) < wanted else "depth-long"
            self._once(
                {
                    "fact": fact,
                    "text": text,
                    "words": self._cycles(depth, max(levels), wanted),
                }
            )


def _ends(tree: Tree) -> list[Tree]:
    return [end for child in tree.children for end in _ends(child)] if tree.children else [tree]
