"""Cops and Robbers on a graph given as a dict of lists; two cops."""

from collections import deque
from dataclasses import dataclass
from enum import Enum

from countermove import Game

EDGES = [
    ("a", "b"),
    ("b", "c"),
    ("c", "d"),
    ("d", "e"),
    ("e", "f"),
    ("f", "a"),
    ("b", "g"),
    ("g", "h"),
    ("h", "e"),
    ("c", "h"),
    ("i", "a"),
    ("i", "d"),
]
GRAPH = {}
for u, v in EDGES:
    GRAPH.setdefault(u, set()).add(v)
    GRAPH.setdefault(v, set()).add(u)


def bfs(start):
    dist = {start: 0}
    todo = deque([start])
    while todo:
        node = todo.popleft()
        for other in GRAPH[node]:
            if other not in dist:
                dist[other] = dist[node] + 1
                todo.append(other)
    return dist


DISTANCE = {node: bfs(node) for node in GRAPH}


class Who(str, Enum):
    COPS = "cops"
    ROBBER = "robber"

    @property
    def other(self):
        return Who.ROBBER if self is Who.COPS else Who.COPS


@dataclass(frozen=True)
class Chase:
    cops: tuple[str, str]
    robber: str
    turn: Who = Who.COPS
    round: int = 0


class CopsAndRobbers(Game):
    rounds = 8

    def initial(self):
        return Chase(("a", "a"), "e")

    def player(self, s):
        return [Who.COPS, Who.ROBBER].index(s.turn)

    def actions(self, s):
        if self.is_terminal(s):
            return []
        if s.turn == Who.ROBBER:
            return sorted(GRAPH[s.robber] | {s.robber})
        moves = []
        for x in sorted(GRAPH[s.cops[0]] | {s.cops[0]}):
            for y in sorted(GRAPH[s.cops[1]] | {s.cops[1]}):
                move = tuple(sorted((x, y)))
                if move not in moves:
                    moves.append(move)
        return moves

    def result(self, s, action):
        if s.turn is Who.COPS:
            return Chase(action, s.robber, s.turn.other, s.round)
        return Chase(s.cops, action, s.turn.other, s.round + 1)

    def is_terminal(self, s):
        return s.robber in s.cops or s.round >= self.rounds

    def utility(self, s, player):
        caught = s.robber in s.cops
        return 1 if caught == (player == 0) else -1

    def evaluate(self, s, player):
        d = sum(DISTANCE[s.robber].get(c, 9) for c in s.cops)
        worth = 1 - 2 * d / 20
        return worth if player == 0 else -worth
