"""A player that searches: any algorithm by name, or the one that fits the game, within a budget.

The strong search keeps one table for the whole game, Monte Carlo tree search one tree, and where information is hidden,
a player keeps its belief. The table is discarded when
its entries could be wrong: for another game, and when the set of positions that would end the game by repetition
changes.
"""

from __future__ import annotations

import dataclasses
import random
import threading
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from countermove import worker
from countermove.analysis import SEARCHES, STRONG, Analysis, Budget, analyse, search_for
from countermove.analysis.belief import Belief
from countermove.analysis.budget import DEFAULT_SECONDS
from countermove.analysis.known import prepare, unsearched
from countermove.analysis.task import Database
from countermove.errors import CompilingError, NativeError, UnfitError
from countermove.game import Action, Game, S, State, choices, require_actions
from countermove.players import clock as clocks
from countermove.players.book import Book
from countermove.players.clock import Clock, Thinking
from countermove.players.player import Player
from countermove.players.policy import Policy
from countermove.players.repetition import repetition_history
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.engine.mcts.recipe import Recipe
    from countermove.engine.mcts.search import TreeSearch
    from countermove.engine.table import Table
    from countermove.players.turn import Turn

TIME_MANAGEMENT_SHARE = 0.01
"""The part of the time left that may be spent on time management."""
OVERHEAD_MARGIN = 1.5
"""The safety factor on the measured overhead of the shortest search."""


class Searcher(Player):
    """Plays what `analyse` finds best; `algorithm` None means the one that fits.

    `cycles` is a depth too, in cycles in which everybody acts once. `opponent` is the policy that expectimax
    assumes for all others, uniform by default. While an opening `book` (a file) has an action, it plays that. An
    endgame `database` (a file or directory, or an open one) is probed. A `clock` is spread over the whole game;
    seconds, depth or nodes then limit each action.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> player = Searcher("alphabeta", depth=3)
    >>> game.action_name(None, player.choose(game, game.read("a1 b2 b1 a2")))
    'c1'
    >>> player.name, player.analysis.value
    ('alphabeta:depth=3', 1.0)
    """

    def __init__(
        self,
        algorithm: str | None = None,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        cycles: int | None = None,
        nodes: int | None = None,
        clock: Clock | None = None,
        opponent: Policy | None = None,
        threads: int = 1,
        memory: float | None = None,
        native: bool | None = None,
        book: str | None = None,
        database: str | Database | None = None,
        network: str | None = None,
        simulations: int | None = None,
        below: str | None = None,
        **recipe: Any,
    ) -> None:
        self.algorithm = algorithm
        if seconds is depth is cycles is nodes is simulations is None and clock is None:
            seconds = DEFAULT_SECONDS
        self.budget = Budget(seconds, depth, nodes, threads, memory, simulations)
        self.recipe = _recipe(recipe)
        self.below = below
        self.plays_hidden = algorithm is None or (algorithm in SEARCHES and SEARCHES[algorithm].hidden)
        self._belief: Belief | None = None
        self._tree: TreeSearch | None = None
        self.seconds_per_action = seconds
        self.cycles = cycles
        self.clock = clock
        self.opponent = opponent
        self.native = native
        self.book = book
        self._book: Book | None = None
        self.database = database
        self.network = network
        self._evaluated: tuple[str, Game, Game] | None = None
        """The game with the evaluation of a file, with its name and the game without it."""
        self._opened: tuple[str | Database, Game, Database] | None = None
        """The database that is open, with its name and the game it was opened for."""
        self._overhead = clocks.OVERHEAD
        self._late = 0.0
        """Seconds that a search has taken beyond its limit at most."""
        self._lots: random.Random = random.Random()
        self._table: Table | None = None
        self._table_for: tuple[Game, Hashable] | None = None
        given = {
            "seconds": seconds, "depth": depth, "nodes": nodes, "cycles": cycles, "clock": clock,
            "threads": threads if threads > 1 else None, "memory": memory, "native": native, "book": book,
            "database": database, "network": network, "simulations": simulations, "below": below, **recipe,
            "opponent": opponent,
        }  # fmt: skip
        options = [f"{name}={_plain(value)}" for name, value in given.items() if value is not None]
        self.name = f"{algorithm or 'best'}:{','.join(options)}"

    def sit(self, game: Game, seat: int) -> None:
        """Take a seat with an empty table. Before a clock starts, compile everything and time the shortest search."""
        search = search_for(self._with_evaluation(game), self.algorithm)
        if self.opponent is not None:
            self.opponent.fit(game)
        wishes = {
            "threads": self.budget.threads > 1 and not search.threads,
            "memory": self.budget.memory is not None and not search.memory,
            "database": self.database is not None and (not search.database or self.native is False),
        }
        useless = [wish for wish, is_so in wishes.items() if is_so]
        if useless:
            raise UnfitError(
                f"{self.name} would play {type(game).__name__} with {search.name}, which does not support "
                f"{' or '.join(useless)}; leave {'them' if len(useless) > 1 else 'it'} out."
            )
        self._table = self._table_for = self._tree = self._belief = None
        self._book = None if self.book is None else Book.read(self.book, game)
        self._with_evaluation(game)
        self._open(game)
        if self.budget.memory is not None:
            self._reserve(game)
        if self.clock is not None and not game.is_terminal(game.initial()):
            prepare(self._open(game))
            shortest = Budget(nodes=1, threads=self.budget.threads, memory=1)
            self._ask(game, game.initial(), shortest)
            start = clocks.now()
            self._ask(game, game.initial(), shortest)
            self._overhead = max(clocks.OVERHEAD, OVERHEAD_MARGIN * (clocks.now() - start))
            self._late = 0.0

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        self.analysis = None
        if self._book is not None and (action := self._book.choose(game, state, self._lots)) is not None:
            return action
        history = repetition_history(game, turns)
        known: dict[str, Any] = {"table": self._remembered(game, history), "history": history}
        known["tree"] = self._grown(game, stop)
        if game.axes.hidden:
            known["history"] = [turn.state for turn in turns]
            known["belief"] = self._believing(game, game.player(state))
        if self.clock is None:
            self.analysis = self._ask(game, state, self.within(game), stop=stop, **known)
        else:
            actions = require_actions(game, state)
            if len(actions) == 1:
                return actions[0]
            self.analysis = self._timed(self.clock, game, state, stop, turns, known)
            if self.analysis is None:
                return unsearched(game, state, self._open(game))
        if not self.analysis.has_action:
            self.sit(game, game.player(state))
            raise UnfitError(f"{self.name} has no action to choose in {state}.")
        return self.analysis.action

    def choose_at_once(
        self, game: Game[S], state: S, seat: int, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> int:  # fmt: skip
        """A choice sampled from the best strategy found."""
        known: dict[str, Any] = {}
        if game.axes.hidden:
            known = {"history": [turn.state for turn in turns], "belief": self._believing(game, seat)}
        self.analysis = self._ask(game, state, self.within(game), stop=stop, **known)
        found = self.analysis.strategies
        mix = found[seat] if found and found[seat] else dict.fromkeys(choices(game, state, seat), 1.0)
        return self._lots.choices(list(mix), list(mix.values()))[0]

    def _timed(
        self, clock: Clock, game: Game[S], state: S, stop: threading.Event | None, turns: Sequence[Turn[S]], known: Any
    ) -> Analysis | None:
        """The result of a search in the time for this action; None if there is no time."""
        start = clocks.now()
        player = game.player(state)
        left = clock.left(turns, player)
        coming = clocks.expect(game, state, player, seconds=TIME_MANAGEMENT_SHARE * left)
        coming = clock.coming(turns, player, coming)
        left -= clocks.now() - start + self._late  # a busy machine may be late again
        limit = clocks.allot(left, clock.increment, coming, self._overhead)
        if not limit.hard:
            return None
        mine = [turn.analysis.value for turn in turns if turn.player == player and turn.analysis]
        thinking = Thinking(limit, game.neutral, mine[-1] if mine else None)
        halted = worker.Either(stop)

        def progress(found: Analysis) -> None:
            if thinking.is_enough(found, clocks.now() - start):
                halted.set()

        seconds = min(limit.hard, self.budget.seconds or limit.hard)
        budget = dataclasses.replace(self.within(game), seconds=seconds)
        found = self._ask(game, state, budget, stop=halted, progress=progress, **known)
        self._late = max(self._late, clocks.now() - start - limit.hard)
        return dataclasses.replace(found, stopped=found.stopped and bool(stop and stop.is_set()))

    def within(self, game: Game) -> Budget:
        """The budget for one action, cycles turned into plies."""
        return self.budget if self.cycles is None else dataclasses.replace(self.budget, depth=self.cycles * game.cycle)

    def _ask(self, game: Game, state: State, budget: Budget, **more: Any) -> Analysis:
        return analyse(
            self._with_evaluation(game), state, budget, algorithm=self.algorithm, native=self.native,
            opponent=self.opponent, database=self._open(game), recipe=self.recipe, below=self.below, **more,
        )  # fmt: skip

    def _with_evaluation(self, game: Game) -> Game:
        """The game, evaluated by the player's own network or weights, if it has some."""
        if self.network is None:
            return game
        if self._evaluated is None or self._evaluated[0] != self.network or self._evaluated[1] != game:
            from countermove.linear import learned

            self._evaluated = self.network, game, learned(game, self.network)
        return self._evaluated[2]

    def _open(self, game: Game) -> Database | None:
        """The endgame database, opened once for a game."""
        if self.database is None:
            return None
        if self._opened is None or self._opened[0] != self.database or self._opened[1] != game:
            from countermove.solve import open_database

            found = open_database(self.database, game) if isinstance(self.database, str) else self.database
            self._opened = self.database, game, found
        return self._opened[2]

    def _reserve(self, game: Game) -> None:
        """Allocate the table now, so that too little memory is an error before the game, not during it."""
        if self._remembered(game, []) is None and self.native is not False:
            from countermove.engine.table import Table

            Table(self.budget.memory or 1)

    def _grown(self, game: Game, stop: threading.Event | None) -> TreeSearch | None:
        """The tree of the previous turns; a new one at first, None where the search has none or is not compiled."""
        game = self._with_evaluation(game)
        search = search_for(game, self.algorithm)
        if not search.simulations or search.hidden or self.native is False:
            return None
        if self._tree is None or self._tree.game is not game:
            self._tree = None  # frees its memory first
            try:
                from countermove.engine.mcts.recipe import Recipe
                from countermove.engine.mcts.search import TreeSearch

                with worker.heeding(stop), worker.impatient(self.native is None):
                    self._tree = TreeSearch(
                        game, self.recipe or Recipe(), threads=self.budget.threads, megabytes=self.budget.memory
                    )
            except (ImportError, NativeError, CompilingError):  # `analyse` reports it
                return None
        return self._tree if self._tree.native else None

    def _believing(self, game: Game, player: int) -> Belief:
        """The belief of a seat, kept over its turns."""
        if self._belief is None or self._belief.game is not game or self._belief.player != player:
            self._belief = Belief(game, player, seed=0 if self.recipe is None else self.recipe.seed)
        return self._belief

    def _remembered(self, game: Game, history: Sequence[State]) -> Table | None:
        """The table of the previous turns if still valid; else a new one."""
        if self.native is False or search_for(game, self.algorithm).name != STRONG:
            return None
        try:
            from countermove.engine.table import DEFAULT_MEGABYTES, Table
        except ImportError:  # llvmlite is missing; `analyse` reports it
            return None
        key = (game, frozenset(freeze(state) for state in history))
        before = self._table_for
        if self._table is None or before is None or before[0] is not game or before[1] != key[1]:
            self._table = None  # frees its memory first
            self._table = Table(DEFAULT_MEGABYTES if self.budget.memory is None else self.budget.memory)
            self._table_for = key
        return self._table


def _recipe(options: dict[str, Any]) -> Recipe | None:
    """The recipe of mcts from its options, if any is given."""
    if not options:
        return None
    from countermove.engine.mcts.recipe import Recipe

    return Recipe(**options)


def _plain(value: float | bool | str | Clock | Policy | Database) -> str:
    if isinstance(value, Clock):
        return str(value)
    if isinstance(value, str):
        return value
    if not isinstance(value, (int, float)):
        return value.name if isinstance(value, Policy) else "open"
    return f"{value:.15g}" if isinstance(value, float) else str(value).lower()
