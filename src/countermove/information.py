"""What a player knows: the chain of its own actions and of its views, as one word.

A game says what a player sees of one state (`view`). What it remembers is kept here: its information key is a hash of
everything that it has done and seen so far. Two histories have the same key for a player exactly if it cannot tell them
apart, so a strategy is a table from keys to probabilities (engine/hidden/unroll.py computes the same keys, compiled).

    key  <-  stir(key, place of the action)       when the player acts: the first of its legal actions is 0
    key  <-  stir(key, hash of the view)          when its view changes
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Generic

from countermove.action import as_action
from countermove.bits import Word
from countermove.game import CHANCE, ONLOOKER, SIMULTANEOUS, Action, Game, S, choices, legal
from countermove.native.bridge import stir, view_key
from countermove.values import START, split

START_KEY: Final = int(Word(START))


class Knowledge(Generic[S]):
    """The information keys of all players, updated action by action.

    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> keys = [Knowledge.after(game, deal).keys for deal in ([0, 1], [0, 2], [2, 1])]
    >>> keys[0][0] == keys[1][0], keys[0][0] == keys[2][0], keys[0][1] == keys[2][1]
    (True, False, True)
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.state = game.initial()
        self._seen = [view_key(game, self.state, player) for player in range(game.players)]
        self.keys = [stir(stir(START_KEY, player), seen) for player, seen in enumerate(self._seen)]

    @classmethod
    def after(cls, game: Game[S], actions: Iterable[Action]) -> Knowledge[S]:
        """What players know after some actions from the start."""
        found = cls(game)
        for action in actions:
            found.add(action)
        return found

    def then(self, action: Action) -> Knowledge[S]:
        """What players know after one more action."""
        found: Knowledge[S] = object.__new__(Knowledge)
        found.game, found.state = self.game, self.state
        found._seen, found.keys = self._seen[:], self.keys[:]
        found.add(action)
        return found

    def add(self, action: Action) -> None:
        """Take an action."""
        game, state = self.game, self.state
        mover = game.player(state)
        places: dict[int, int] = {}
        if mover == SIMULTANEOUS and game.axes.simultaneous:
            places = {seat: choices(game, state, seat).index(split(action)[seat]) for seat in (0, 1)}
        elif mover != CHANCE:
            places = {mover: [as_action(each) for each in legal(game, state)].index(as_action(action))}
        self.state = game.result(state, action)
        for player in range(game.players):
            if player in places:
                self.keys[player] = stir(self.keys[player], places[player])
            seen = view_key(game, self.state, player)
            if seen != self._seen[player]:
                self.keys[player] = stir(self.keys[player], seen)
            self._seen[player] = seen


MAX_SMALL: Final = 50_000
"""Nodes of the tree of a small game."""


def is_small(game: Game) -> bool:
    """Whether the whole tree of a game is small enough to solve it while somebody waits.

    >>> from countermove.games.kuhn import Kuhn
    >>> from countermove.games.phantom import Phantom
    >>> is_small(Kuhn()), is_small(Phantom())
    (True, False)
    """
    waiting, nodes = [game.initial()], 0
    while waiting:
        state = waiting.pop()
        nodes += 1
        if nodes + len(waiting) > MAX_SMALL:
            return False
        waiting += [game.result(state, as_action(action)) for action in legal(game, state)]
    return True


def shown(game: Game[S], state: S, viewer: int | None) -> S:
    """The state to draw for a viewer, a player or ONLOOKER; None sees everything, as after the end of a game.

    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> shown(game, game.read("J Q"), 0).cards
    (0, -1)
    """
    return game.view(state, viewer) if game.axes.hidden and viewer is not None else state


def acted(game: Game[S], state: S, action: Action, viewer: int | None) -> str:
    """What a viewer is shown of an action: its name, or "?" if it is hidden from the viewer."""
    seen = not game.axes.hidden or viewer is None or game.player(state) == viewer or game.sees(state, viewer, action)
    return game.action_name(state, action) if seen else "?"


def only_viewer(game: Game, humans: Iterable[int], mover: int) -> int | None:
    """Through whose eyes to draw a game on one screen: the person to move, else the only person, else an onlooker."""
    if not game.axes.hidden:
        return None
    seats = list(humans)
    if mover in seats:
        return mover
    return seats[0] if len(seats) == 1 else ONLOOKER
