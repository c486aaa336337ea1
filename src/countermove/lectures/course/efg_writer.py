"""Write a small game as a Gambit file (`.efg`): every node, with information sets, for Gambit's solvers.

Nodes are in prefix order. A player's nodes with the same information key are one information set, numbered in the order
in which they are met; every end is an outcome of its own. Players who act at once choose in succession, unseen.
Probabilities and payoffs are fractions if these are simple.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from countermove.errors import SpecError, UnfitError
from countermove.game import CHANCE, Game, legal, utility_of
from countermove.information import Knowledge
from countermove.succession import one_at_a_time

MAX_NODES = 200_000
MAX_DENOMINATOR = 1_000_000


def write_efg(game: Game, title: str = "") -> str:
    """A game as the text of a Gambit file.

    >>> from countermove.games.tree import Tree
    >>> print(write_efg(Tree([[3, 12], [4, 6]]), "small"))
    EFG 2 R "small" { "MAX" "MIN" }
    p "" 1 1 "" { "Left" "Right" } 0
    p "" 2 1 "" { "Left" "Right" } 0
    t "" 1 "" { 3 -3 }
    t "" 2 "" { 12 -12 }
    p "" 2 2 "" { "Left" "Right" } 0
    t "" 3 "" { 4 -4 }
    t "" 4 "" { 6 -6 }
    """
    if game.repeats:
        raise UnfitError(f"{type(game).__name__} can go on for ever, so its tree cannot be written.")
    game = one_at_a_time(game)
    names = " ".join(_quoted(game.player_name(player)) for player in range(game.players))
    return "\n".join([f"EFG 2 R {_quoted(title)} {{ {names} }}", *_Writer(game).lines()])


class _Writer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.sets: list[dict[int, int]] = [{} for _ in range(game.players)]
        self.ends = self.chances = self.nodes = 0

    def lines(self) -> Iterator[str]:
        """The nodes, in prefix order."""
        waiting: list[Knowledge] = [Knowledge(self.game)]
        while waiting:
            known = waiting.pop()
            self.nodes += 1
            if self.nodes > MAX_NODES:
                raise SpecError(f"The tree of {type(self.game).__name__} has more than {MAX_NODES:,} nodes.")
            yield self._node(known)
            if not self.game.is_terminal(known.state):
                waiting += [known.then(action) for action in reversed(legal(self.game, known.state))]

    def _node(self, known: Knowledge) -> str:
        game, state = self.game, known.state
        if game.is_terminal(state):
            self.ends += 1
            paid = " ".join(_fraction(utility_of(game, state, player)) for player in range(game.players))
            return f't "" {self.ends} "" {{ {paid} }}'
        player = game.player(state)
        if player == CHANCE:
            self.chances += 1
            pairs = [(game.action_name(state, action), chance) for action, chance in game.chances(state)]
            listed = " ".join(f"{_quoted(name)} {_fraction(chance)}" for name, chance in pairs)
            return f'c "" {self.chances} "" {{ {listed} }} 0'
        known_sets = self.sets[player]
        number = known_sets.setdefault(known.keys[player], len(known_sets) + 1)
        actions = " ".join(_quoted(game.action_name(state, action)) for action in legal(game, state))
        return f'p "" {player + 1} {number} "" {{ {actions} }} 0'


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _fraction(value: float) -> str:
    simple = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    return str(simple) if abs(float(simple) - value) < 1e-12 else repr(float(value))
