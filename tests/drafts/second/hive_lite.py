"""Hive with a queen, an ant and two grasshoppers each; the board is a tuple of (place, piece) pairs."""

from collections import deque

from countermove import Game

SIDES = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
HAND = "QAGG"


def around(place):
    return [(place[0] + q, place[1] + r) for q, r in SIDES]


def is_joined(places):
    places = set(places)
    if not places:
        return True
    first = min(places)
    seen, queue = {first}, deque([first])
    while queue:
        for near in around(queue.popleft()):
            if near in places and near not in seen:
                seen.add(near)
                queue.append(near)
    return len(seen) == len(places)


class HiveLite(Game):
    repeats = True

    def initial(self):
        return (), ("AGGQ", "AGGQ"), 0

    def player(self, state):
        return state[2] % 2

    def moves(self, state):
        board, hands, ply = state
        me = ply % 2
        placed = dict(board)
        found = []
        if ply == 0:
            return [(piece, (0, 0), (0, 0)) for piece in sorted(set(hands[0]))]
        empty = sorted({near for place in placed for near in around(place) if near not in placed})
        for piece in sorted(set(hands[me])):
            for place in empty:
                owners = {placed[near][1] for near in around(place) if near in placed}
                if ply == 1 or owners == {me}:
                    found.append((piece, place, place))
        if "Q" not in hands[me]:
            for place, (piece, owner) in board:
                if owner != me:
                    continue
                others = [p for p in placed if p != place]
                if not is_joined(others):
                    continue
                for target in self.targets(place, piece, others):
                    found.append((piece, place, target))
        return found

    def targets(self, place, piece, others):
        if piece == "G":
            found = []
            for q, r in SIDES:
                k = 1
                while (place[0] + k * q, place[1] + k * r) in others:
                    k += 1
                if k > 1:
                    found.append((place[0] + k * q, place[1] + k * r))
            return found
        near = sorted({cell for other in others for cell in around(other) if cell not in others and cell != place})
        if piece == "Q":
            return [cell for cell in near if cell in around(place)]
        return near

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return self.moves(state) or [("-", (0, 0), (0, 0))]

    def result(self, state, action):
        board, hands, ply = state
        piece, start, end = action
        me = ply % 2
        if piece == "-":
            return board, hands, ply + 1
        placed = dict(board)
        if start == end:
            hands = tuple(h.replace(piece, "", 1) if p == me else h for p, h in enumerate(hands))
        else:
            del placed[start]
        placed[end] = (piece, me)
        return tuple(sorted(placed.items())), hands, ply + 1

    def lost(self, state, player):
        placed = dict(state[0])
        for place, (piece, owner) in placed.items():
            if piece == "Q" and owner == player:
                return all(near in placed for near in around(place))
        return False

    def is_terminal(self, state):
        return self.lost(state, 0) or self.lost(state, 1) or state[2] >= 30

    def utility(self, state, player):
        return self.lost(state, 1 - player) - self.lost(state, player)
