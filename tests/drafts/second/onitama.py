from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from countermove import Game


class Card(Enum):
    TIGER = ((-2, 0), (1, 0))
    CRAB = ((0, -2), (-1, 0), (0, 2))
    MONKEY = ((-1, -1), (-1, 1), (1, -1), (1, 1))
    BOAR = ((0, -1), (-1, 0), (0, 1))
    CRANE = ((-1, 0), (1, -1), (1, 1))

    @property
    def moves(self):
        return self.value

    def turned(self):
        return tuple((-r, -c) for r, c in self.value)


@dataclass(frozen=True, order=True, slots=True)
class Pawn:
    row: int
    col: int
    master: bool = False

    def moved(self, dr, dc) -> Pawn:
        return Pawn(self.row + dr, self.col + dc, self.master)

    def is_inside(self) -> bool:
        return 0 <= self.row < 5 and 0 <= self.col < 5

    def square(self):
        return self.row, self.col


class State(NamedTuple):
    men: tuple[tuple[Pawn, ...], tuple[Pawn, ...]]
    cards: tuple[tuple[Card, Card], tuple[Card, Card]]
    spare: Card
    turn: int


class Onitama(Game):
    repeats = True

    def initial(self):
        red = tuple(Pawn(4, c, c == 2) for c in range(5))
        blue = tuple(Pawn(0, c, c == 2) for c in range(5))
        return State((red, blue), ((Card.TIGER, Card.CRAB), (Card.MONKEY, Card.BOAR)), Card.CRANE, 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        if self.is_terminal(state):
            return []
        own = {pawn.square() for pawn in state.men[state.turn]}
        found = []
        for number, card in enumerate(state.cards[state.turn]):
            steps = card.moves if state.turn == 0 else card.turned()
            for pawn in state.men[state.turn]:
                for dr, dc in steps:
                    to = pawn.moved(dr, dc)
                    if to.is_inside() and to.square() not in own:
                        found.append((number, pawn.row * 5 + pawn.col, to.row * 5 + to.col))
        return found or [(0, -1, -1), (1, -1, -1)]

    def result(self, state, action):
        number, start, end = action
        mine, theirs = state.men[state.turn], state.men[1 - state.turn]
        if start >= 0:
            mine = tuple(
                sorted(Pawn(end // 5, end % 5, p.master) if p.square() == divmod(start, 5) else p for p in mine)
            )
            theirs = tuple(p for p in theirs if p.square() != divmod(end, 5))
        hand = list(state.cards[state.turn])
        used, hand[number] = hand[number], state.spare
        cards = list(state.cards)
        cards[state.turn] = tuple(hand)
        men = (mine, theirs) if state.turn == 0 else (theirs, mine)
        return State(men, tuple(cards), used, 1 - state.turn)

    def winner(self, state):
        for player in (0, 1):
            if not any(p.master for p in state.men[1 - player]):
                return player
            if any(p.master and p.square() == ((0, 2) if player == 0 else (4, 2)) for p in state.men[player]):
                return player
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None

    def utility(self, state, player):
        return 1 if self.winner(state) == player else -1
