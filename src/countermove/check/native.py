"""Compiled rules compared with interpreted ones, state by state and method by method.

Compiled ints have 64 bits, so rules that are right interpreted can be wrong compiled. Only a comparison finds that out.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from countermove.action import as_action, rank_of
from countermove.check.ask import Ask, FaultyError, reason
from countermove.check.spot import Facts, Spot, alike, frozen
from countermove.engine.compiled_rules import MAX_ACTIONS, CompiledRules
from countermove.errors import NativeError
from countermove.game import ONLOOKER, Action, offers
from countermove.native import digest, layout
from countermove.values import is_of_numbers

MASK = (1 << 64) - 1
MAX_RESULTS = 16
"""Actions per state whose results are compared."""
CAUSE = (
    "The usual cause is an int that overflows 64 bits when compiled: hold it as a countermove.bits.Word. "
    "Others: ints that make a float (use // for /, and 2.0 ** n where n may be negative), NumPy's uint64 beside an int."
)
EXTRA = ("evaluate", "bounds", "is_quiet")
SELECTIVE = ("extend", "reversible", "tactical")
"""Hints for selective search."""
TOLERANCE, FLOAT32_TOLERANCE = 1e-12, 1e-5
"""How far answers may differ; 32-bit floats are rounded at other places when compiled."""


class Comparison:
    """The comparison of a game's compiled and interpreted rules."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.rules = CompiledRules(ask.game)
        self.compared = 0
        self.estimates = FLOAT32_TOLERANCE if digest.has_short_floats(ask.game) else TOLERANCE

    def run(self, spots: Iterable[Spot]) -> None:
        """Compare in each of the spots; raises CancelledError when halted."""
        for spot in spots:
            if spot.facts is not None:
                with suppress(FaultyError):
                    self.state(spot, spot.facts)
                self.compared += 1

    def state(self, spot: Spot, facts: Facts) -> None:
        """Compare every method in one state."""
        rules, answers = self.rules, self.rules.answers
        self._compiled(spot, "", lambda: rules.call(spot.given()))
        self.same(spot, "is_terminal", facts.over, bool(answers.is_terminal))
        if offers(self.ask.game, "key"):
            self.same(spot, "key", int(self.ask(spot, "key")) & MASK, answers.key & MASK)
        elif is_of_numbers(spot.state):
            self.same(spot, "key", layout.key(self.ask.game, spot.given()) & MASK, answers.key & MASK)
        if offers(self.ask.game, "canonical"):
            self.same_state(spot, "canonical", self.ask(spot, "canonical"), lambda: rules.canonical(spot.given()))
        if offers(self.ask.game, "view"):
            self.views(spot)
        if offers(self.ask.game, "slice_of"):
            self.slices(spot)
        if facts.over:
            self.same(spot, "utility", facts.utilities, tuple(rules.payoffs.tolist()))
            return
        self.same(spot, "player", facts.player, answers.player)
        self.hints(spot)
        if facts.chances:
            pairs = tuple(zip(facts.actions, facts.chances))
            compiled = self._compiled(spot, "chances", lambda: rules.chances(spot.given()))
            self.same(spot, "chances", _by_action(pairs), _by_action(compiled))
        else:
            self.choices(spot)
            if any(offers(self.ask.game, method) for method in SELECTIVE):
                self.selective(spot)
        for action in facts.actions[:MAX_RESULTS]:
            state = self.ask(spot, "result", action)
            self.same_state(spot, "result", state, lambda a=action: rules.result(spot.given(), a), (action,))  # type: ignore[misc]

    def choices(self, spot: Spot) -> None:
        """Compare actions, their number, candidates and order.

        Rules that iterate over a set yield actions in any order, so they are compared as multisets.
        """
        rules, answers = self.rules, self.rules.answers
        actions = [as_action(action) for action in self.ask.many(spot, "actions")]
        compiled = rules.decoded(rules.actions[: answers.action_count].tolist(), actions)
        if len(actions) <= MAX_ACTIONS:
            self.same_actions(spot, "actions", actions, compiled)
        self.same(spot, "actions", (len(actions), True), (answers.counted, bool(answers.any_action)))
        if offers(self.ask.game, "candidates"):
            candidates = [as_action(action) for action in self.ask.many(spot, "candidates")]
            others = rules.decoded(rules.candidates[: answers.candidate_count].tolist(), actions)
            if len(candidates) <= MAX_ACTIONS:
                self.same_actions(spot, "candidates", candidates, others)
        if offers(self.ask.game, "order"):
            order = {action: float(self.ask(spot, "order", action)) for action in actions[:MAX_ACTIONS]}
            found = dict(zip(compiled, rules.orders[: len(compiled)].tolist()))
            both = [action for action in order if action in found]
            self.same(spot, "order", [order[action] for action in both], [found[action] for action in both])

    def same_actions(self, spot: Spot, method: str, one: list[Action], other: list[Action]) -> None:
        """Compare two lists of actions, in any order."""
        if Counter(one) != Counter(other):
            self.differs(spot, method, one, other)

    def hints(self, spot: Spot) -> None:
        """Compare evaluate, bounds and is_quiet."""
        ask, answers = self.ask, self.rules.answers
        compiled: dict[str, Any] = {
            "evaluate": tuple(self.rules.payoffs.tolist()),
            "bounds": (answers.low, answers.high, answers.low_plies, answers.high_plies),
            "is_quiet": bool(answers.is_quiet),
        }
        for method in EXTRA:
            if not offers(ask.game, method):
                continue
            with suppress(FaultyError):
                if method == "evaluate":
                    answer: Any = tuple(ask(spot, method, player) for player in range(ask.game.players))
                else:
                    answer = ask(spot, method)
                other = compiled[method][: len(answer)] if method == "bounds" else compiled[method]
                self.same(spot, method, answer, other)

    def selective(self, spot: Spot) -> None:
        """Compare the hints for selective search."""
        ask = self.ask
        extend, reversible, tactical = self._compiled(spot, "tactical", lambda: self.rules.hints(spot.given()))
        self.same(spot, "extend", ask(spot, "extend"), extend)
        self.same(spot, "reversible", ask(spot, "reversible"), reversible)
        self.same_actions(spot, "tactical", [as_action(each) for each in ask.many(spot, "tactical")], tactical)

    def slices(self, spot: Spot) -> None:
        """Compare the slice of a state, its index, the state with that index, and what may lead to it."""
        ask = self.ask
        number, index, state, before = self._compiled(spot, "slice_of", lambda: self.rules.slices(spot.given()))
        self.same(spot, "slice_of", int(ask(spot, "slice_of")), number)
        if number >= 0:
            self.same(spot, "slice_index", int(ask(spot, "slice_index")), index)
        if state is not None:
            self.same_state(spot, "slice_state", ask.without_state(spot, "slice_state", number, index), lambda: state)
            if offers(ask.game, "slice_before"):
                self.same(spot, "slice_before", [int(each) for each in ask.many(spot, "slice_before")], before)

    def views(self, spot: Spot) -> None:
        """Compare what each player sees, and the hash of that."""
        for player in (*range(self.ask.game.players), ONLOOKER):
            seen = self.ask(spot, "view", player)
            compiled, hashed = self._compiled(spot, "view", functools.partial(self.rules.view, spot.given(), player))
            if not alike(frozen(compiled)[0], frozen(seen)[0]):
                self.differs(spot, "view", seen, compiled)
            self.same(spot, "view", layout.hashed(self.ask.game, seen), hashed)

    def _compiled(self, spot: Spot, method: str, question: Callable[[], Any]) -> Any:
        """A compiled answer; a failure becomes a finding."""
        try:
            return question()
        except NativeError as error:
            self.ask.findings.add("native-state", spot, f" has a state that compiled code cannot hold: {error}", CAUSE)
        except Exception as error:
            method = method or self.rules.last_method()
            found = f".{method} raises {reason(error)} compiled, but not interpreted"
            self.ask.findings.add(f"native-{method}", spot, found, CAUSE)
        raise FaultyError

    def same_state(
        self, spot: Spot, method: str, state: Any, question: Callable[[], Any], action: tuple[Action, ...] = ()
    ) -> None:
        """Compare two states by value."""
        compiled = self._compiled(spot, method, question)
        if not alike(frozen(compiled)[0], frozen(state)[0]):
            self.differs(spot, method, state, compiled, action)

    def same(self, spot: Spot, method: str, interpreted: Any, compiled: Any) -> None:
        """Compare two answers, allowing for rounding."""
        if not _alike(interpreted, compiled, self.estimates if method == "evaluate" else TOLERANCE):
            self.differs(spot, method, interpreted, compiled)

    def differs(self, spot: Spot, method: str, one: Any, other: Any, action: tuple[Action, ...] = ()) -> None:
        which = f" for the action {action[0]!r}" if action else ""
        found = f".{method} gives {_shown(one)} interpreted and {_shown(other)} compiled{which}"
        self.ask.findings.add(f"native-{method}", spot, found, CAUSE)


def _by_action(pairs: Iterable[tuple[Action, float]]) -> tuple[tuple[Action, float], ...]:
    return tuple(sorted(pairs, key=lambda pair: rank_of(pair[0])))


def _alike(one: Any, other: Any, tolerance: float = TOLERANCE) -> bool:
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(_alike(a, b, tolerance) for a, b in zip(one, other))
    if isinstance(one, float) or isinstance(other, float):
        one, other = float(one), float(other)
        return (
            one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=tolerance) or (one != one and other != other)
        )
    return bool(one == other)


def _shown(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 200 else text[:200] + " ..."
