"""Pacman once more, straight from the description of the course's rules and in another way: floats, sets, dictionaries.

It shares no code with the game; tests play both side by side.
"""

from __future__ import annotations

import copy
from typing import Any

VECTORS = {"North": (0, 1), "South": (0, -1), "East": (1, 0), "West": (-1, 0), "Stop": (0, 0)}
REVERSE = {"North": "South", "South": "North", "East": "West", "West": "East", "Stop": "Stop"}


class Course:
    """A game under way."""

    def __init__(self, text: str, order: tuple[str, ...] = ("North", "South", "East", "West", "Stop")) -> None:
        self.order = order
        lines = text.strip().splitlines()
        self.walls: set[tuple[int, int]] = set()
        self.food: set[tuple[int, int]] = set()
        self.capsules: set[tuple[int, int]] = set()
        ghosts = []
        for y, line in enumerate(reversed(lines)):
            for x, sign in enumerate(line.strip()):
                if sign == "%":
                    self.walls.add((x, y))
                elif sign == ".":
                    self.food.add((x, y))
                elif sign == "o":
                    self.capsules.add((x, y))
                elif sign == "P":
                    self.pacman = (x, y)
                elif sign == "G":
                    ghosts.append((1, (x, y)))
                elif sign in "1234":
                    ghosts.append((int(sign), (x, y)))
        self.ghosts: list[dict[str, Any]] = [
            {"at": (float(x), float(y)), "start": (float(x), float(y)), "facing": "Stop", "timer": 0}
            for _, (x, y) in sorted(ghosts)
        ]
        self.score = 0
        self.won = self.lost = False
        self.turn = 0

    def legal(self) -> list[str]:
        if self.won or self.lost:
            return []
        if self.turn == 0:
            return [each for each in self.order if self.free(self.pacman, each)]
        ghost = self.ghosts[self.turn - 1]
        x, y = ghost["at"]
        if not (x.is_integer() and y.is_integer()):
            return [ghost["facing"]]
        ways = [each for each in self.order if each != "Stop" and self.free((x, y), each)]
        back = REVERSE[ghost["facing"]]
        if back in ways and len(ways) > 1:
            ways.remove(back)
        return ways or ["Stop"]

    def free(self, at: Any, way: str) -> bool:
        return (int(at[0]) + VECTORS[way][0], int(at[1]) + VECTORS[way][1]) not in self.walls

    def play(self, way: str) -> Course:
        after = copy.copy(self)
        after.food, after.capsules = set(self.food), set(self.capsules)
        after.ghosts = [dict(ghost) for ghost in self.ghosts]
        if self.turn == 0:
            after.move_pacman(way)
        else:
            after.move_ghost(after.ghosts[self.turn - 1], way)
        after.turn = (self.turn + 1) % (len(self.ghosts) + 1)
        return after

    def move_pacman(self, way: str) -> None:
        self.pacman = (self.pacman[0] + VECTORS[way][0], self.pacman[1] + VECTORS[way][1])
        if self.pacman in self.food:
            self.food.remove(self.pacman)
            self.score += 10
            if not self.food:
                self.score += 500
                self.won = True
        if self.pacman in self.capsules:
            self.capsules.remove(self.pacman)
            for ghost in self.ghosts:
                ghost["timer"] = 40
        self.score -= 1
        for ghost in self.ghosts:
            self.meet(ghost)

    def move_ghost(self, ghost: dict[str, Any], way: str) -> None:
        speed = 0.5 if ghost["timer"] > 0 else 1.0
        ghost["at"] = (ghost["at"][0] + speed * VECTORS[way][0], ghost["at"][1] + speed * VECTORS[way][1])
        if way != "Stop":
            ghost["facing"] = way
        if ghost["timer"] == 1:
            ghost["at"] = (float(int(ghost["at"][0] + 0.5)), float(int(ghost["at"][1] + 0.5)))
        ghost["timer"] = max(0, ghost["timer"] - 1)
        self.meet(ghost)

    def apart(self, at: tuple[float, float]) -> float:
        return abs(at[0] - self.pacman[0]) + abs(at[1] - self.pacman[1])

    def meet(self, ghost: dict[str, Any]) -> None:
        if self.apart(ghost["at"]) > 0.7:
            return
        if ghost["timer"] > 0:
            self.score += 200
            ghost.update(at=ghost["start"], facing="Stop", timer=0)
        elif not self.won:
            self.score -= 500
            self.lost = True

    def directional(self) -> dict[str, float]:
        """The odds of a directional ghost, where a ghost is to act."""
        ghost, ways = self.ghosts[self.turn - 1], self.legal()
        scared = ghost["timer"] > 0
        speed = 0.5 if scared else 1.0
        away = {
            way: self.apart((ghost["at"][0] + speed * VECTORS[way][0], ghost["at"][1] + speed * VECTORS[way][1]))
            for way in ways
        }
        aim = (max if scared else min)(away.values())
        best = [way for way in ways if away[way] == aim]
        return {way: (0.8 / len(best) if way in best else 0.0) + 0.2 / len(ways) for way in ways}
