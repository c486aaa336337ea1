"""Playing a game in as many ways as time allows, checking the laws in every state.

First everything near the first state, breadth first, so that a mistake there is shown by the fewest actions; then
random games to their end. Near the end of a game, where few states are left, the exact value is computed (by `solve`)
and compared with what the game claims.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Hashable
from contextlib import suppress
from typing import NamedTuple

from countermove.check import contract, word
from countermove.check.ask import Ask, FaultyError
from countermove.check.hidden import HiddenLaws
from countermove.check.knowledge import Knowledge
from countermove.check.report import MAX_ACTIONS_SHOWN, Findings
from countermove.check.spot import Facts, Spot
from countermove.engine.puzzle.interpreted import Breadth, is_puzzle, way_from
from countermove.errors import CountermoveError
from countermove.game import Action, Game
from countermove.outcome import bounds_of
from countermove.solve.exhaustive import Exhaustive
from countermove.solve.solution import Outcome
from countermove.textbook import fitting

MAX_NEAR_STATES = 400
"""States to check breadth first."""
MAX_NEAR_ACTIONS = 60
"""Actions to try in each of them."""
MAX_GAME_PLIES = 10_000
"""Plies after which a random game is considered endless."""
MAX_UNENDED_PLIES = 2_000
"""The same where time ran out before any game ended."""
MAX_WALK_PLIES = 500
"""Plies of a random walk through a puzzle with `repeats`, which need not end."""
MAX_LATE_NODES = 2_000
"""Nodes of an exact search late in a game."""
MAX_WHOLE_NODES = 20_000
"""Nodes of an exact search of the whole game, tried once."""
MAX_PROVING_SHARE = 0.3
"""The share of the time for exact searches."""
MAX_STATES_ALL_WORDS = 300
"""States that all get their words and pictures checked; after these every eighth does."""


class Play:
    """One check of a game, interpreted."""

    def __init__(self, game: Game, seed: int, seconds: float) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.seconds = seconds
        self.spots: dict[Hashable, Spot] = {}
        self.findings = Findings(game, lambda spot: self.spots.get(spot.frozen, spot) if spot.met else spot)
        self.ask = Ask(game, self.findings)
        self.games = self.plies = 0
        self.chance_met = False
        self.cycle: _Cycle | None = None
        self.exact = _Exact(game)
        self.one_value = False
        self._knowledge: Knowledge | None = None
        self._hidden: HiddenLaws | None = None
        self._start = self._proving = 0.0

    def halt(self) -> None:
        self.ask.halted = True
        self.exact.halt()

    def calls(self) -> int:
        """A counter that grows while the rules return."""
        return self.ask.calls + self.exact.nodes

    def run(self, games: int) -> None:
        """Run the whole check; raises CancelledError when halted."""
        self._start = time.perf_counter()
        nowhere = Spot(None, None, met=False)
        with suppress(FaultyError):
            contract.declared(self.ask, nowhere)
            self.one_value = _has_one_value(self.game)
            with suppress(FaultyError):
                contract.endless(self.ask, nowhere)
            first = contract.first(self.ask, nowhere)
            self._knowledge = Knowledge(self.ask, first)
            self._hidden = HiddenLaws(self.ask, first) if self.game.axes.hidden else None
            with suppress(FaultyError):
                word.players(self.ask, nowhere)
            self.spots[first.frozen] = first
            self.examine(first)
            self.near(first)
            if self.prove(first, MAX_WHOLE_NODES):
                for spot in list(self.spots.values()):
                    self.prove(spot, MAX_LATE_NODES)
            if self._hidden is not None:
                self._hidden.posterior()
            for _ in range(games):
                self.game_from(first)

    def finish(self) -> None:
        """Check the laws about all games together, however many were played."""
        nowhere = Spot(None, None, met=False)
        if self.games and self.game.axes.stochastic and not self.chance_met:
            found = f" declares axes.stochastic, but chance never acted in {self.games:,} random games"
            do = "Return CHANCE from player(state) where chance acts, or leave stochastic out of the axes."
            self.findings.add("chance-met", nowhere, found, do)
        if self._hidden is not None:
            self._hidden.finish(self.games)
        if self.cycle:
            found = f" can repeat positions: the actions {self.cycle.words(self.game)} lead back to where they began"
            do = "If that is intended, set repeats = True; if not, make states differ, by counting the plies."
            self.findings.add("repeats-declared", self.cycle.spot, found, do)
        elif not self.games and self.plies > MAX_UNENDED_PLIES and not self._wanders:
            self._unending(self.plies)

    @property
    def _wanders(self) -> bool:
        """Whether it is a puzzle with `repeats`: random walks through it need not end."""
        return self.game.repeats and self.game.players == 1

    def _unending(self, plies: int) -> None:
        first = next(iter(self.spots.values()))
        found = f" does not end: a random game went on for {plies:,} plies"
        do = (
            "It may repeat, but some play must end: make is_terminal true there."
            if self.game.repeats
            else "Make is_terminal true eventually, for instance by counting the plies in the state."
        )
        self.findings.add("game-ends", first, found, do)

    # States.

    def examine(self, spot: Spot) -> Facts | None:
        """Check all laws in a state; None when the game cannot go on from it."""
        try:
            facts = spot.facts = contract.examine(self.ask, spot)
        except FaultyError:
            return None
        self.chance_met |= bool(facts.chances)
        assert self._knowledge is not None
        for law in self._knowledge.laws(spot, facts):
            with suppress(FaultyError):
                law(spot, facts)
        if self._hidden is not None:
            with suppress(FaultyError):
                self._hidden.law(spot, facts)
        if spot.number < MAX_STATES_ALL_WORDS or spot.number % 8 == 0:
            with suppress(FaultyError):
                word.words(self.ask, spot, facts)
        return facts

    def arrive(self, first: Spot, spot: Spot, action: Action) -> tuple[Spot, bool]:
        """The spot after an action, and whether it is new."""
        after = contract.arrive(self.ask, first, spot, action, thorough=True)
        known = self.spots.get(after.frozen)
        if known is None:
            after.number = len(self.spots)
            self.spots[after.frozen] = after
            return after, True
        if after.depth < known.depth:
            known.parent, known.action, known.depth = after.parent, after.action, after.depth
        return known, False

    # Ways to play.

    def near(self, first: Spot) -> None:
        """All states a few plies from the first."""
        waiting = deque([first])
        until = time.perf_counter() + self.seconds / 5
        while waiting and len(self.spots) < MAX_NEAR_STATES and time.perf_counter() < until:
            spot = waiting.popleft()
            if spot.facts is None:
                continue
            actions = list(spot.facts.actions)
            if len(actions) > MAX_NEAR_ACTIONS:
                actions = self.random.sample(actions, MAX_NEAR_ACTIONS)
            for action in actions:
                with suppress(FaultyError):
                    after, new = self.arrive(first, spot, action)
                    if new and self.examine(after):
                        waiting.append(after)

    def game_from(self, first: Spot) -> None:
        """Play a random game to its end, then check its last states against their exact values."""
        spot, way = first, [first]
        actions: list[Action] = []
        since = {first.frozen: 0}
        while spot.facts and not spot.facts.over:
            self.plies = len(way) - 1
            if self.plies >= MAX_WALK_PLIES and self._wanders:
                break
            if self.plies >= MAX_GAME_PLIES:
                if not self.game.repeats and not self.cycle:
                    self._unending(self.plies)
                return
            action = self.random.choice(spot.facts.actions)
            try:
                spot, new = self.arrive(first, spot, action)
            except FaultyError:
                return
            if new and self.examine(spot) is None:
                return
            way.append(spot)
            actions.append(action)
            if not self.game.repeats and spot.frozen in since:
                self._repeated(_Cycle(spot, tuple(actions[since[spot.frozen] :])))
            since[spot.frozen] = len(actions)
        if spot.facts:
            self.games += 1
        if self._hidden is not None:
            self._hidden.history(way, actions)
        if not spot.facts or not spot.facts.over:
            return
        for late in reversed(way):
            if not late.proven and not self.prove(late, MAX_LATE_NODES):
                return

    def _repeated(self, cycle: _Cycle) -> None:
        """Keep the shortest cycle; of equals the one nearest to the first state."""
        if self.cycle is None or cycle.length() < self.cycle.length():
            self.cycle = cycle

    # Exact values.

    def prove(self, spot: Spot, budget: int) -> bool:
        """Check a state against its exact value, if that is found within the budget."""
        if self.findings.grave() or not self.one_value or self._knowledge is None or spot.facts is None:
            return False
        start = time.perf_counter()
        if self._proving > MAX_PROVING_SHARE * (start - self._start) and not self.exact.knows(spot):
            return False
        until = start + self.seconds / 10
        outcome = self.exact.of(spot, budget, until)
        if outcome is not None:
            spot.proven = True
            with suppress(FaultyError):
                self._knowledge.exact(spot, spot.facts, outcome, lambda other: self.exact.of(other, budget, until))
        self._proving += time.perf_counter() - start
        return spot.proven


class _Cycle(NamedTuple):
    """A position, and actions that lead back to it."""

    spot: Spot
    actions: tuple[Action, ...]

    def length(self) -> tuple[int, int]:
        """The length of the cycle, and its distance from the first state."""
        return len(self.actions), self.spot.depth

    def words(self, game: Game) -> str:
        """The actions by their names, or by their numbers where names fail."""
        try:
            names, state = [], self.spot.given()
            for action in self.actions:
                names.append(str(game.action_name(state, action)))
                state = game.result(state, action)
        except Exception:
            names = [str(action) for action in self.actions]
        return " ".join(names[:MAX_ACTIONS_SHOWN]) + (
            f" ... ({len(names)} actions)" if len(names) > MAX_ACTIONS_SHOWN else ""
        )


class _Exact:
    """Exact values of small games, remembered."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Hashable, Outcome | None] = {}
        self._search: Exhaustive | Breadth = Exhaustive(game, self._known)
        self._before = 0

    @property
    def nodes(self) -> int:
        """Nodes of all searches."""
        return self._before + self._search.nodes

    def halt(self) -> None:
        self._search.halt()

    def knows(self, spot: Spot) -> bool:
        return self._known.get(spot.frozen) is not None

    def of(self, spot: Spot, budget: int, until: float) -> Outcome | None:
        """The value of a state for each player; None where the search would take too long."""
        known = self._known.get(spot.frozen)
        if known is None:
            self._before = self.nodes
            with suppress(Exception):  # faults are reported when the states are played
                if is_puzzle(self.game):
                    self._shortest(spot, budget)
                else:
                    self._everything(spot, budget, until)
            known = self._known.get(spot.frozen)
        return known

    def _everything(self, spot: Spot, budget: int, until: float) -> None:
        """Solve everything below a state."""
        self._search = search = Exhaustive(self.game, self._known, budget, until)
        try:
            search.run(spot.given())
        finally:
            search.forget()

    def _shortest(self, spot: Spot, budget: int) -> None:
        """Find the best end of a puzzle, and its distance.

        Of the bounds, which are being checked, it trusts only those of the whole game.
        """
        game = self.game
        self._search = search = Breadth(game, budget, enough=bounds_of(game, game.initial())[1])
        way = way_from(game, spot.given(), search)
        if way.complete and way.value is not None:
            is_ahead = way.value > game.neutral
            self._known[spot.frozen] = Outcome((way.value,), way.distance if is_ahead else None)


def _has_one_value(game: Game) -> bool:
    """Whether the value of a state is unique, whichever of equal actions players take."""
    try:
        return not (fitting(game) == "maxn" and game.axes.payoff != "common")
    except CountermoveError:
        return False
