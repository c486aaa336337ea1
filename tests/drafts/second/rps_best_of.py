"""Rock, paper, scissors in turns with a hand of cards: lambdas in a table, an enum with methods."""

from collections import Counter
from enum import Enum

from countermove import Game


class Throw(Enum):
    ROCK = "rock"
    PAPER = "paper"
    SCISSORS = "scissors"

    def beats(self, other):
        return BEATS[self] is other

    @property
    def letter(self):
        return self.name[0]


BEATS = {Throw.ROCK: Throw.SCISSORS, Throw.PAPER: Throw.ROCK, Throw.SCISSORS: Throw.PAPER}
BONUS = {
    Throw.ROCK: lambda turn: 1,
    Throw.PAPER: lambda turn: 1 + turn % 2,
    Throw.SCISSORS: lambda turn: 2 if turn > 2 else 1,
}


class Cards(Game):
    """Each holds two of each; the first plays a card openly, the second answers it."""

    def initial(self):
        hand = tuple(sorted(list(Throw) * 2, key=lambda throw: throw.value))
        return (hand, hand), None, (0, 0), 0

    def player(self, state):
        hands, shown, scores, turn = state
        return turn % 2 if shown is None else 1 - turn % 2

    def actions(self, state):
        if self.is_terminal(state):
            return []
        counts = Counter(state[0][self.player(state)])
        return [throw for throw in Throw if counts[throw] > 0]

    def result(self, state, action):
        hands, shown, scores, turn = state
        me = self.player(state)
        mine = list(hands[me])
        mine.remove(action)
        new = tuple(tuple(mine) if p == me else hand for p, hand in enumerate(hands))
        if shown is None:
            return new, action, scores, turn
        points = list(scores)
        if action.beats(shown):
            points[me] += BONUS[action](turn)
        elif shown.beats(action):
            points[1 - me] += BONUS[shown](turn)
        return new, None, tuple(points), turn + 1

    def is_terminal(self, state):
        return not any(state[0])

    def utility(self, state, player):
        scores = state[2]
        return scores[player] - scores[1 - player]
