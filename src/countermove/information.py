"""What a player knows: the chain of its own actions and of its views, as one word.

A game says what a player sees of one state (`view`). What it remembers is kept here: its information key is a hash of
everything that it has done and seen so far. Two histories have the same key for a player exactly if it cannot tell them
apart, so a strategy is a table from keys to probabilities (engine/hidden/unroll.py computes the same keys, compiled).

    key  <-  stir(key, place of the action)       when the player acts: the first of its legal actions is 0
    key  <-  stir(key, hash of the view)          when its view changes
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Generic, NamedTuple

from countermove.action import as_action
from countermove.bits import Word
from countermove.errors import GameError
from countermove.game import CHANCE, ONLOOKER, SIMULTANEOUS, Action, Game, S, acts_at_once, choices, legal
from countermove.values import START, freeze, split

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
        from countermove.native.bridge import stir, view_key  # needs NumPy

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
        from countermove.native.bridge import stir, view_key

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
    """What a viewer is shown of an action: its name, or "?" if it is hidden from the viewer; own choices are seen."""
    if not game.axes.hidden or viewer is None or game.player(state) == viewer or _sees(game, state, viewer, action):
        return game.action_name(state, action)
    if acts_at_once(game, state) and viewer != ONLOOKER:
        choice = game.choice_name(state, viewer, split(action)[viewer])
        return f"{choice}/?" if viewer == 0 else f"?/{choice}"
    return "?"


class Seen(NamedTuple, Generic[S]):
    """An action, as a viewer has met it."""

    player: int
    """Who acted."""
    name: str
    """The name of the action, or "?"."""
    state: S
    """What the viewer saw afterwards."""


def witnessed(game: Game[S], start: S, actions: Iterable[Action], viewer: int | None) -> list[Seen[S]]:
    """The actions of a game as a viewer has met them: its own, those that it sees, and those that change its view.

    Others leave no trace, not even a "?": how many there were is hidden too. The result is the same for all games that
    the viewer cannot tell apart.

    >>> from countermove.games.phantom import Phantom
    >>> game = Phantom()
    >>> [each.name for each in witnessed(game, game.initial(), [4, 4, 0], 0)]
    ['b2', '?']
    """
    found = []
    state, seen = start, shown(game, start, viewer)
    for action in actions:
        mover = game.player(state)
        after = game.result(state, action)
        view = shown(game, after, viewer)
        told = mover in (viewer, SIMULTANEOUS) or viewer is None or _sees(game, state, viewer, action)
        if told or freeze(view) != freeze(seen):
            found.append(Seen(mover if told else game.player(seen), acted(game, state, action, viewer), view))
        state, seen = after, view
    return found


def _sees(game: Game[S], state: S, viewer: int, action: Action) -> bool:
    """Whether a viewer sees an action of somebody else; an onlooker sees no more than any player."""
    if viewer != ONLOOKER:
        return game.sees(state, viewer, action)
    others = [player for player in range(game.players) if player != game.player(state)]
    return all(game.sees(state, each, action) for each in (ONLOOKER, *others))


def only_viewer(game: Game, humans: Iterable[int], mover: int) -> int | None:
    """Through whose eyes to draw a game on one screen: the person to move, else the only person, else an onlooker."""
    if not game.axes.hidden:
        return None
    seats = list(humans)
    if mover in seats:
        return mover
    return seats[0] if len(seats) == 1 else ONLOOKER


def require_views(game: Game[S], state: S) -> None:
    """GameError if a view of a state does not have its shape.

    >>> from countermove.games.kuhn import Kuhn
    >>> require_views(Kuhn(), Kuhn().initial())
    """
    for player in range(game.players):
        if wrong := resized(state, game.view(state, player)):
            raise GameError(
                f"{type(game).__name__}.view gives {game.player_name(player)} {wrong}: return a state of the same "
                "shape, with what is hidden blanked (run `countermove check` for more)."
            )


def resized(state: Any, seen: Any) -> str:
    """How a view differs from its state in type or in the length of a tuple, in words; empty if it does not.

    >>> resized((1, (2, 3)), (1, (2,)))
    '1 item where the state has 2'
    """
    if isinstance(state, tuple) and type(seen) is type(state):
        if len(seen) != len(state):
            return f"{len(seen)} {'item' if len(seen) == 1 else 'items'} where the state has {len(state)}"
        return next((wrong for one, other in zip(state, seen) if (wrong := resized(one, other))), "")
    if isinstance(state, tuple) or isinstance(seen, tuple):
        return f"a value of type {type(seen).__name__} where the state has one of type {type(state).__name__}"
    return ""
