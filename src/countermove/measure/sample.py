"""Random playouts (engine/play/playout.py) and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from countermove.action import as_action
from countermove.errors import GameError, NativeError
from countermove.game import CHANCE, Game, S, State, legal
from countermove.measure.interval import Estimate, deviation, mean, mean_of_powers, ratio, share
from countermove.measure.report import Length, Play, Ply, Size
from countermove.native.numbered import Numbered

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LONGEST = 2_000
"""Plies after which a random game is stopped."""
ACTIONS = 1 << 10
"""The initial size of the action buffers."""
RARE = 20
"""The fewest games that must reach a ply for it to be reported."""


class Sample:
    """Random games in progress.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> import math
    >>> sample = Sample(game, 1000, seed=1)
    >>> sample.run(game.initial())
    1000
    >>> round(sample.play().wins[0].value, 1), sample.tree().log.holds(math.log10(549946))
    (0.6, True)
    """

    def __init__(self, game: Game, games: int, seed: int, native: bool | None = None) -> None:
        import numpy as np

        from countermove.engine.play import playout as kernel
        from countermove.engine.workspace import Workspace
        from countermove.native.kernel import bind, require_on

        self.game, self.seed = game, seed
        self.native, self.note = True, ""
        self.played = 0
        self._kernel = kernel
        self._games = np.zeros((games, kernel.NOTES + game.players))
        self._plies = np.zeros((LONGEST, kernel.PLY))
        self._buffers = np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS)
        self._work = Workspace()
        try:
            if native is False:
                raise NativeError("Interpreted, as requested.")
            require_on(game)
            self._play = bind(kernel.playout, game, *self._arguments())
        except NativeError as error:
            if native:
                raise
            self.native, self.note = False, str(error)
            plain = getattr(kernel.playout, "py_func", kernel.playout)
            numbered = Numbered(game)
            self._play = lambda *given: plain(numbered, *given)

    def _arguments(self) -> tuple[Any, ...]:
        return self.seed, self._games, self._plies, *self._buffers, LONGEST, self._work

    @property
    def met(self) -> int:
        return self._work.nodes

    def halt(self) -> None:
        self._work.stop = 1

    def run(self, state: State) -> int:
        """Play until done or halted; returns the number of games played."""
        import numpy as np

        while (done := int(self._play(state, *self._arguments()))) < 0:
            self._buffers = np.zeros(-2 * done, np.int64), np.zeros(-2 * done)
            self._games[:] = 0
            self._plies[:] = 0
        if self._work.stuck:
            raise GameError(
                f"{type(self.game).__name__}.actions gives no action in a state that is not terminal (countermove "
                "check shows which). Make is_terminal true there, or yield at least one action."
            )
        self.played = done
        return done

    def _column(self, number: int, ended: bool = True) -> Any:
        """One statistic of all games, or of those that ended."""
        notes = self._games[: self.played]
        return notes[notes[:, self._kernel.ENDED] == 1, number] if ended else notes[:, number]

    @property
    def ended(self) -> int:
        """Number of games that ended."""
        return int(self._column(self._kernel.ENDED, False).sum())

    def play(self) -> Play:
        """How the games ended."""
        columns = [self._column(self._kernel.NOTES + player) for player in range(self.game.players)]
        return results(columns, unfinished=self.played - self.ended, native=self.native)

    def length(self) -> Length:
        """Their length."""
        plies = self._column(self._kernel.LENGTH)
        seen = Counter(map(int, plies.tolist()))
        return Length(mean(plies), deviation(plies), dict(sorted(seen.items())), min(seen), max(seen), exact=False)

    def branching(self) -> Estimate:
        """The mean number of actions where a player acts."""
        return ratio(self._column(self._kernel.BREADTH, False), self._column(self._kernel.TURNS, False))

    def forced(self) -> Estimate:
        """The share of turns with a single action."""
        found = ratio(self._column(self._kernel.FORCED, False), self._column(self._kernel.TURNS, False))
        return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))

    def plies(self) -> tuple[Ply, ...]:
        """The number of actions at each ply that enough games reached."""
        least = min(RARE, self.played // 50 + 1)
        return tuple(
            Ply(ply, int(row[0]), float(row[1] / row[0]), int(row[2]), int(row[3]))
            for ply, row in enumerate(self._plies)
            if row[0] >= least
        )

    def games(self) -> Size:
        """The number of possible games, by Knuth's estimate; a game that was stopped counts as ended there."""
        return Size(mean_of_powers(self._column(self._kernel.GAMES, False)))

    def tree(self) -> Size:
        """The number of nodes of their tree, by Knuth's estimate."""
        return Size(mean_of_powers(self._column(self._kernel.TREE, False)))


def path(game: Game[S], state: S, seed: int, number: int, plies: int = LONGEST) -> Iterator[S]:
    """The states of one random game after the first: the game with this number in a `Sample`."""
    from countermove.engine.play.playout import random_bits

    for ply in range(plies):
        actions = legal(game, state)
        if not actions:
            return
        draw = int(random_bits(seed, number, ply))
        if game.player(state) == CHANCE:
            mark = draw * 2.0**-63
            pick, odds = 0, [chance for _, chance in game.chances(state)]
            while pick < len(odds) - 1 and mark >= odds[pick]:
                mark -= odds[pick]
                pick += 1
        else:
            pick = draw % len(actions)
        state = game.result(state, as_action(actions[pick]))
        yield state


def results(worths: Sequence[ArrayLike], **more: Any) -> Play:
    """How games ended, from the payoffs of each player, one number per game."""
    import numpy as np

    given = np.array(worths, float)
    top = given == given.max(axis=0)
    alone = top & (top.sum(axis=0) == 1) & (len(given) > 1)
    total = given.shape[1]
    won = [int(each.sum()) for each in alone]
    return Play(
        games=total,
        wins=tuple(share(each, total) for each in won),
        draws=share(total - sum(won), total),
        scores=tuple(mean(each) for each in given),
        **more,
    )
