"""What a player believes: random states that fit all that it has seen, as likely as chance and random play make them.

A belief is computed from the player's view and its own actions alone, so it cannot depend on what is hidden. Where the
game has an `imagine`, that makes the states (particles). Else they are kept over the game: whenever the player sees
something new, every particle is played on at random, weighted by how likely it leads to what was seen, and drawn again
by these weights (a particle filter: Gordon, Salmond and Smith, 1993). Without the course of the game, games are dealt
and played at random, until enough look the same.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic

from countermove import literal, position
from countermove.action import as_action
from countermove.errors import GameError, NativeError
from countermove.game import CHANCE, SIMULTANEOUS, Game, S, choices, legal, offers, same
from countermove.values import freeze, joint, split

if TYPE_CHECKING:
    from countermove.board import Place

PARTICLES: Final = 500
"""States in a belief."""
MAX_GAMES: Final = 3_000_000
"""Random games to play, compiled, before a view counts as impossible."""
MIN_FOUND: Final = 30
"""States that look the same, after which fewer games are played than these could be."""
MAX_SHOWN: Final = 200
"""States whose boards are compared to show a belief."""
ROUNDS: Final = 20
"""How often particles are played on, if none fits, before they are given up."""


@dataclasses.dataclass(frozen=True, slots=True)
class Guess:
    """What may be on a cell of the board, or where the game draws none, in a field of the state."""

    name: str
    """The cell or the field."""
    odds: dict[str, float]
    """Each piece, "" for none, or each value, with its probability; the likeliest first."""
    place: Place | None = None
    """The row and the column of the cell."""


class Belief(Generic[S]):
    """The beliefs of one player over a game, updated as it goes on.

    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> state = game.read("Q J check bet")
    >>> sorted(set(each.cards for each in Belief(game, 0).states(state)))
    [(1, 0), (1, 2)]
    """

    def __init__(self, game: Game[S], player: int, count: int = PARTICLES, seed: int = 0) -> None:
        self.game, self.player, self.count, self.seed = game, player, count, seed
        self._before: list[S] = []
        self._particles: list[S] = []
        self._parts_followed = 0

    def states(self, state: S, history: Sequence[S] = (), native: bool | None = None) -> list[S]:
        """States that the player, who is to move or acts with the other, cannot tell apart from `state`.

        `history` lists the states of the game before it, from the first on; only what the player saw of them counts.
        """
        game, player = self.game, self.player
        seen = game.view(state, player)
        if not offers(game, "imagine") and history and same(history[0], game.initial()):
            found = self._followed([*history, state])
            if found:
                return found
        return imagine_states(game, seen, player, self.count, self.seed, native)

    # A particle filter.

    def _followed(self, course: list[S]) -> list[S]:
        """The particles after the course of a game; none if all of them were lost."""
        game = self.game
        known = len(self._before)
        goes_on = known <= len(course) and all(one is other for one, other in zip(self._before, course))
        if goes_on and self._particles and known == len(course):
            return self._particles
        if not goes_on or not self._particles:
            known, self._particles, self._parts_followed = 1, [game.initial()] * self.count, 0
        for part in self._parts(course[max(0, known - 1) :]):
            self._parts_followed += 1
            dice = random.Random(f"{self.seed} {self._parts_followed}")  # not by turns: some may be unseen
            self._particles = self._played_on(part, dice)
        self._before = course if self._particles else []
        return self._particles

    def _parts(self, course: list[S]) -> Iterator[list[tuple[str, Any]]]:
        """What the player did and saw, from one action of its own to the next."""
        part: list[tuple[str, Any]] = []
        for state, after in itertools.pairwise(course):
            if self.game.player(state) in (self.player, SIMULTANEOUS):
                if part:
                    yield part
                taken = next(each for each in legal(self.game, state) if same(self.game.result(state, each), after))
                own = split(taken)[self.player] if self.game.player(state) == SIMULTANEOUS else taken
                part = [("act", self._offered(state).index(own))]
            seen = freeze(self.game.view(after, self.player))
            if seen != freeze(self.game.view(state, self.player)):
                part.append(("see", seen))
        yield part

    def _offered(self, state: S) -> list[Any]:
        """What the player may do."""
        game = self.game
        return choices(game, state, self.player) if game.player(state) == SIMULTANEOUS else legal(game, state)

    def _joined(self, state: S, own: int) -> list[tuple[Any, float]]:
        """A choice of the player joined with each of the other's, which are equally likely."""
        others = choices(self.game, state, 1 - self.player)
        pairs = [joint(own, each) if self.player == 0 else joint(each, own) for each in others]
        return [(pair, 1 / len(pairs)) for pair in pairs]

    def _played_on(self, part: list[tuple[str, Any]], dice: random.Random) -> list[S]:
        """The particles played on to the player's next turn, and drawn anew by their weights."""
        reached: list[S] = []
        weights: list[float] = []
        for _ in range(ROUNDS if self._particles else 0):
            for particle in self._particles:
                weight, state = self._one(particle, part, dice)
                if weight > 0:
                    reached.append(state)
                    weights.append(weight)
            if len(reached) >= self.count / 2:
                break
        return dice.choices(reached, weights, k=self.count) if reached else []

    def _one(self, state: S, part: list[tuple[str, Any]], dice: random.Random) -> tuple[float, S]:
        """A particle played on, and how likely it leads to what was seen; 0 if it does not."""
        game, me = self.game, self.player
        seen, at, weight = freeze(game.view(state, me)), 0, 1.0
        while not game.is_terminal(state):
            mover = game.player(state)
            expected = part[at] if at < len(part) else None
            if mover in (me, SIMULTANEOUS):
                if expected is None:
                    return weight, state
                offered = self._offered(state)
                if expected[0] != "act" or expected[1] >= len(offered):
                    return 0.0, state
                at += 1
                own = offered[expected[1]]
                options = [(own, 1.0)] if mover == me else self._joined(state, own)
            elif mover == CHANCE:
                options = list(game.chances(state))
            else:
                actions = legal(game, state)
                options = [(each, 1 / len(actions)) for each in actions]
            expected = part[at] if at < len(part) else None
            fitting, odds, looks = [], [], []
            for action, chance in options:
                after = game.result(state, as_action(action))
                look = freeze(game.view(after, me))
                if look == seen or (expected is not None and expected == ("see", look)):
                    fitting.append(after)
                    odds.append(chance)
                    looks.append(look)
            if not fitting:
                return 0.0, state
            pick = dice.choices(range(len(fitting)), odds)[0]
            weight *= sum(odds)
            at += looks[pick] != seen
            state, seen = fitting[pick], looks[pick]
        return 0.0, state


# States that look the same.


def imagine_states(
    game: Game[S], seen: S, player: int, count: int, seed: int, native: bool | None = None
) -> list[S]:  # fmt: skip
    """States whose view is `seen`: by the game's `imagine`, or else from random games."""
    if native is not False:
        try:
            return _compiled(game, seen, player, count, seed)
        except (ImportError, NativeError):
            if native:
                raise
    if not offers(game, "imagine"):
        count = min(count, MIN_FOUND)
    found = [game.imagine(seen, player, seed + number) for number in range(count)]
    wanted, mover = freeze(seen), game.player(seen)
    for state in found:
        if freeze(game.view(state, player)) != wanted or game.is_terminal(state) or game.player(state) != mover:
            raise _lying(game, player)
    return found


def _compiled(game: Game[S], seen: S, player: int, count: int, seed: int) -> list[S]:
    """The same, by kernels."""
    import numpy as np

    from countermove.engine.hidden.pool import LIES, imagine_states, replay_states
    from countermove.engine.mcts.search import seeded
    from countermove.engine.mcts.work import SimulationWorkspace
    from countermove.engine.root import refuse
    from countermove.native import layout
    from countermove.native.kernel import bind, require_on
    from countermove.native.memory import Memory

    require_on(game)
    work, flat, pool = SimulationWorkspace(), np.zeros(1, np.int64), Memory(1)
    if offers(game, "imagine"):
        run = bind(imagine_states, game, player, seed, work, flat, pool)
        size = layout.size(game)
        flat, pool = np.zeros(size, np.int64), Memory(size * count)
        found = run(seen, player, seed, work, flat, pool)
        if work.fault == LIES:
            raise _lying(game, player)
    else:
        actions, odds = np.zeros(1024, np.int64), np.zeros(1024, np.float64)
        run = bind(replay_states, game, player, flat, work, flat, pool, actions, odds)
        size = layout.size(game)
        flat, pool = np.zeros(size, np.int64), Memory(size * count)
        first = np.array(layout.words_of(game, game.initial()), np.int64)
        work.random, found, step = seeded(seed, player), 0, 1 << 14
        while (
            found < count and work.simulations < MAX_GAMES and (found < MIN_FOUND or work.simulations < MAX_GAMES / 10)
        ):
            work.max_simulations = min(MAX_GAMES, work.simulations + step)
            part = Memory(size * (count - found))
            more = run(seen, player, first, work, flat, part, actions, odds)
            refuse(game, work)
            if work.wanted:
                raise NativeError(f"{type(game).__name__} has {work.wanted:,} actions in one state.")
            pool[found * size : (found + more) * size] = part.words[: more * size]
            found += more
        if not found:
            raise _impossible(game, player, work.simulations)
    refuse(game, work)
    return [layout.state_of(game, pool.words[at * size : (at + 1) * size]) for at in range(found)]


def _lying(game: Game, player: int) -> GameError:
    return GameError(
        f"{type(game).__name__}.imagine gives a state that {game.player_name(player)} can tell apart from the one it "
        "sees; change only what is hidden (run `countermove check` to see where)."
    )


def _impossible(game: Game, player: int, games: int) -> GameError:
    return GameError(
        f"{type(game).__name__}: {games:,} random games led to no state that looks like this one to "
        f"{game.player_name(player)}: it may be impossible; if not, define imagine(state, player, seed)."
    )


def guesses(game: Game[S], state: S, player: int, states: Sequence[S]) -> tuple[Guess, ...]:
    """What the player is not certain of: the cells of the board, or the fields of the state, that differ.

    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> state = game.read("Q J")
    >>> found = guesses(game, state, 0, [game.read("Q J"), game.read("Q K"), game.read("Q K"), game.read("Q K")])
    >>> [(guess.name, guess.odds) for guess in found]
    [('player 2', {'K': 0.75, 'J': 0.25})]
    """
    look = _cells if offers(game, "board") else _fields
    seen = look(game, game.view(state, player))
    counts: dict[Any, Counter[str]] = {place: Counter() for place in seen}
    shown = states[:MAX_SHOWN]
    for each in shown:
        for place, (_, piece) in look(game, each).items():
            if place in counts:
                counts[place][piece] += 1
    unsure = [
        (place, found)
        for place, found in counts.items()
        if found and (len(found) > 1 or next(iter(found)) != seen[place][1])
    ]
    if look is _cells:  # the only uncertain cell of a row needs no number
        rows = Counter(place[0] for place, _ in unsure)
        for (row, col), _ in unsure:
            name, piece = seen[row, col]
            if rows[row] == 1:
                seen[row, col] = name.removesuffix(f" {col + 1}"), piece
    return tuple(
        Guess(
            seen[place][0],
            {piece: count / len(shown) for piece, count in found.most_common()},
            place if look is _cells else None,
        )
        for place, found in unsure
    )


def _cells(game: Game[S], state: S) -> dict[Any, tuple[str, str]]:
    """The cells of a board: their names and pieces."""
    board = game.board(state)
    found = {}
    for row, cells in enumerate(board.rows):
        beside = board.row_names[row] if row < len(board.row_names) else f"row {row + 1}"
        for col, cell in enumerate(cells):
            if col < len(board.column_names):
                name = f"{board.column_names[col]}{beside}"
            else:
                name = beside if len(cells) == 1 else f"{beside} {col + 1}"
            found[row, col] = name, cell.piece
    return found


def _fields(game: Game[S], state: S) -> dict[Any, tuple[str, str]]:
    """The fields of a state, tuples item by item."""
    found = {}
    for name, value in position.fields(state):
        items = value if isinstance(value, tuple) else (value,)
        for at, item in enumerate(items):
            label = f"{name} {at + 1}" if isinstance(value, tuple) else name
            found[label] = label, literal.shown(item)
    return found
