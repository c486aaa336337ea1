"""The laws of optional knowledge: if it is wrong, search silently returns wrong answers.

A key that two states share, a bound that does not hold, a symmetry that changes the value: each gives wrong answers
without any error. Where the rest of a game is small enough to solve, they are compared with its exact value.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from numbers import Integral, Real
from typing import Any

from countermove.action import as_action, rank_of
from countermove.bits import bits
from countermove.check.ask import Ask
from countermove.check.contract import near, number
from countermove.check.slices import SliceLaws
from countermove.check.spot import Facts, Spot, copied, frozen, has_arrays, kind, misshapen
from countermove.game import offers
from countermove.network import MAX_INPUT
from countermove.outcome import outcomes_of
from countermove.solve.solution import Outcome
from countermove.textbook import prunes
from countermove.values import freeze

MASK = (1 << 64) - 1
OPTIONAL = (
    "key", "canonical", "bounds", "candidates", "order", "features", "evaluate", "is_quiet", "inputs", "active",
    "image", "tactical", "policy", "extend", "null", "position", "reversible", "slice_of",
)  # fmt: skip


class Knowledge:
    """The laws of the optional methods that a game defines."""

    def __init__(self, ask: Ask, model: Spot) -> None:
        self.ask = ask
        self.model = model
        self.keys: dict[int, Spot] = {}
        self.unlike: set[Hashable] = set()
        """States whose canonical state turned out not to be symmetric to them."""
        self.turn = 0
        """The symmetry that was tried last."""
        self.inputs_wanted: int | None = None
        """The number of inputs in the first state."""
        self.slices = SliceLaws(ask, model)
        self.has = {name for name in OPTIONAL if offers(ask.game, name)}

    def laws(self, spot: Spot, facts: Facts) -> list[Any]:
        """The laws that apply to a state, as functions."""
        found: list[Any] = []
        if "key" in self.has:
            found.append(self.key)
        if "canonical" in self.has:
            found.append(self.canonical)
        if "slice_of" in self.has:
            found.append(self.slices.law)
        if facts.over:
            return found
        if "bounds" in self.has:
            found.append(self.bounds)
        if "evaluate" in self.has:
            found.append(self.evaluate)
        if "is_quiet" in self.has:
            found.append(self.is_quiet)
        if "inputs" in self.has:
            found.append(self.inputs)
        if "active" in self.has:
            found.append(self.active)
        found += [self.plies_of(name) for name in ("extend", "reversible") if name in self.has]
        if not facts.chances:
            laws = {
                "order": self.order, "candidates": self.candidates, "tactical": self.tactical, "null": self.null,
                "policy": self.policy, "image": self.mapped,
                "position": self.position,
            }  # fmt: skip
            found += [law for name, law in laws.items() if name in self.has]
        return found

    # Keys.

    def key(self, spot: Spot, facts: Facts) -> None:
        ask = self.ask
        key = ask(spot, "key")
        if isinstance(key, bool) or not isinstance(key, Integral) or not -(1 << 63) <= int(key) <= MASK:
            do = "A key is a 64-bit int: compute it as a countermove.bits.Word, or leave key out."
            ask.findings.add("key-word", spot, f".key gives {key!r}", do)
            return
        twin = Spot(copied(spot.state), spot.frozen, spot.parent, spot.action, spot.depth, spot.number, spot.arrays)
        again = ask(twin, "key")
        if again != key:
            do = "A key must depend on the state's values alone; leave key out to get one derived from them."
            ask.findings.add("key-equal", spot, f".key gives {key} and, for an equal state, {again}", do)
            return
        other = self.keys.setdefault(int(key) & MASK, spot)
        if other.frozen != spot.frozen and not self.same_position(other, spot):
            ask.findings.add(
                "key-different",
                spot,
                f".key gives {key} here and for {ask.findings.position(other.state)}",
                "Different states need different keys, or search confuses them; leave key out to get one derived from "
                "the whole state.",
            )

    def same_position(self, one: Spot, other: Spot) -> bool:
        """Whether two states differ in counts of plies only."""
        if "position" not in self.has:
            return False
        return frozen(self.ask(one, "position"))[0] == frozen(self.ask(other, "position"))[0]

    # Symmetry.

    def image(self, spot: Spot) -> Spot | None:
        """The canonical state, if it is a valid state."""
        return self.state_of(spot, "canonical", "canonical-same")

    def canonical(self, spot: Spot, facts: Facts) -> None:
        ask, findings = self.ask, self.ask.findings
        image = self.image(spot)
        if image is None:
            return
        if image.frozen == spot.frozen:
            return
        shown = findings.position(image.state)
        again = self.image(image)
        if again is not None and again.frozen != image.frozen:
            found = f".canonical gives {shown}, and of that {findings.position(again.state)}"
            do = "States that are symmetric to each other must have the same canonical state: take the smallest."
            findings.add("canonical-idempotent", spot, found, do)
        over = bool(ask(image, "is_terminal"))
        player = None if over else ask(image, "player")
        if over != facts.over or player != facts.player:
            self.unlike.add(spot.frozen)
        if over != facts.over:
            found = f".canonical gives {shown}, where is_terminal is {over}"
            findings.add("canonical-same", spot, found, "A symmetry changes nothing: is_terminal must be the same.")
            return
        if over:
            utilities = [ask(image, "utility", player) for player in range(ask.game.players)]
            if any(number(one) is None or not near(one, other) for one, other in zip(utilities, facts.utilities)):
                found = f".canonical gives {shown}, where the utilities are {_list(utilities)}"
                do = f"They must be the same as here: {_list(facts.utilities)}."
                findings.add("canonical-value", spot, found, do)
            return
        if player != facts.player:
            found = f".canonical gives {shown}, where player is {player}"
            do = f"The same player must be to move: {facts.player}."
            findings.add("canonical-same", spot, found, do)

    def mapped(self, spot: Spot, facts: Facts) -> None:
        """A symmetry leads from the image of a state to the image of what follows; each state tries another one."""
        ask, game, findings = self.ask, self.ask.game, self.ask.findings
        if game.images < 2:
            return
        self.turn = self.turn % (game.images - 1) + 1
        image = self.state_of(spot, "image", "image-result", self.turn)
        if image is None:
            return
        actions = [as_action(ask(spot, "image_action", self.turn, action)) for action in facts.actions]
        there = [as_action(action) for action in ask.many(image, "actions")]
        shown = findings.position(image.state)
        do = "image_action must give the action in the image that leads to the image of the result."
        if sorted(actions, key=rank_of) != sorted(there, key=rank_of):
            findings.add("image-result", spot, f".image {self.turn} gives {shown}, which has other actions", do)
            return
        for action, other in zip(facts.actions, actions):
            after = ask.without_state(spot, "image", ask(spot, "result", action), self.turn)
            if freeze(after) != freeze(ask(image, "result", other)):
                name = game.action_name(spot.state, action)
                found = f".image {self.turn} gives {shown}, where image_action of {name} leads elsewhere"
                findings.add("image-result", spot, found, do)
                return

    # Values.

    def bounds(self, spot: Spot, facts: Facts) -> None:
        given = self.ask(spot, "bounds")
        if _interval(given) is None:
            do = (
                "bounds must return (low, high) for player 0, with low <= high, -math.inf and math.inf where unknown; "
                "or (low, high, low plies, high plies), where plies are whole numbers, 0 or more."
            )
            self.ask.findings.add("bounds-pair", spot, f".bounds gives {given!r}", do)

    def evaluate(self, spot: Spot, facts: Facts) -> None:
        ask, game = self.ask, self.ask.game
        if "features" in self.has and not self._features(spot):
            return
        given = [ask.twice(spot, "evaluate", player) for player in range(game.players)]
        estimates = []
        for player, value in enumerate(given):
            estimate = number(value)
            if estimate is None:
                do = "An estimate must be a finite number; keep it between the utilities of a loss and a win."
                ask.findings.add("evaluate-finite", spot, f".evaluate gives player {player} {value!r}", do)
                return
            estimates.append(estimate)
        payoff, total = game.axes.payoff, game.axes.total
        paired = game.players == 2 or (game.players > 2 and prunes(game))
        if paired and payoff in ("zero", "constant") and not near(math.fsum(estimates), total):
            found = f".evaluate gives {_list(estimates)}, which add up to {math.fsum(estimates):g}"
            do = f"What is good for one is bad for the other: estimates must add up to {total:g}, as utilities do."
            ask.findings.add("evaluate-sum", spot, found, do)
        if "bounds" in self.has and (interval := _interval(ask(spot, "bounds"))):
            low, high = interval
            # A search clamps estimates to the bounds of the state; those of the game they must respect themselves.
            first, outcomes = _interval(ask(self.model, "bounds")) or interval, outcomes_of(ask.game) or interval
            whole = min(first[0], *outcomes), max(first[1], *outcomes)
            if not any(
                one <= estimates[0] <= two or near(estimates[0], one) or near(estimates[0], two)
                for one, two in (interval, whole)
            ):
                found = f".evaluate gives player 0 {estimates[0]:g}, outside the bounds {low:g} and {high:g}"
                do = "An estimate outside the proven bounds is wrong: scale it down, or fix bounds."
                ask.findings.add("evaluate-bounds", spot, found, do)

    def _features(self, spot: Spot) -> bool:
        ask, weights = self.ask, self.ask.game.weights
        for player in range(ask.game.players):
            features = ask(spot, "features", player)
            count = len(features) if hasattr(features, "__len__") else -1
            if count != len(weights):
                found = f".features gives {count if count >= 0 else 'no'} numbers, but weights has {len(weights)}"
                ask.findings.add("features-weights", spot, found, "Give as many weights as features, in their order.")
                return False
            for place, feature in enumerate(features):
                if number(feature) is None and not isinstance(feature, bool):
                    name = features._fields[place] if hasattr(features, "_fields") else f"number {place}"
                    found = f".features gives {feature!r} for {name}"
                    ask.findings.add("evaluate-finite", spot, found, "Features must be finite numbers.")
                    return False
        return True

    def is_quiet(self, spot: Spot, facts: Facts) -> None:
        quiet = self.ask(spot, "is_quiet")
        if kind(quiet) is not bool:
            do = "Return True or False, as a comparison does."
            self.ask.findings.add("is_quiet-bool", spot, f".is_quiet gives {quiet!r}", do)

    def inputs(self, spot: Spot, facts: Facts) -> None:
        for player in range(self.ask.game.players):
            given = self.ask.many(spot, "inputs", player)
            self.inputs_wanted = self.inputs_wanted or len(given)
            odd = [each for each in given if not isinstance(each, bool) and not _is_input(each)]
            if odd or len(given) != self.inputs_wanted:
                what = repr(odd[0]) if odd else f"{len(given)} numbers, but {self.inputs_wanted} in an earlier state"
                do = "Give finite numbers, best between -1 and 1, and the same number of them in every state."
                self.ask.findings.add("inputs-numbers", spot, f".inputs gives player {player} {what}", do)
                return

    def active(self, spot: Spot, facts: Facts) -> None:
        game = self.ask.game
        for player in range(game.players):
            given = self.ask.many(spot, "active", player)
            odd = [each for each in given if kind(each) is not int or not 0 <= each < game.active_inputs]
            twice = len(set(given)) < len(given)
            if odd or twice or len(given) > game.max_active:
                what = repr(odd[0]) if odd else "a number twice" if twice else f"{len(given)} numbers"
                do = f"Give different whole numbers from 0 to {game.active_inputs - 1:,}, at most {game.max_active}."
                self.ask.findings.add("active-numbers", spot, f".active gives player {player} {what}", do)
                return
            if offers(game, "active_words"):
                words = [int(each) for each in self.ask.many(spot, "active_words", player)]
                found = {64 * place + bit for place, word in enumerate(words) for bit in bits(word)}
                if found != set(given) or len(words) != -(-game.active_inputs // 64):
                    do = "Give a word for every 64 inputs; input n is bit n % 64 of word n // 64."
                    what = f".active_words differs from .active for player {player}"
                    self.ask.findings.add("active-numbers", spot, what, do)
                    return
        stage = self.ask(spot, "stage")
        if kind(stage) is not int or not 0 <= stage < game.stages:
            do = f"Return a whole number from 0 to {game.stages - 1}."
            self.ask.findings.add("active-numbers", spot, f".stage gives {stage!r}", do)

    def order(self, spot: Spot, facts: Facts) -> None:
        for action in facts.actions:
            value = self.ask(spot, "order", action)
            if number(value) is None and not isinstance(value, bool):
                do = "order must return a finite number, larger for actions to search first."
                self.ask.findings.add("order-finite", spot, f".order gives {value!r} for the action {action!r}", do)
                return

    def candidates(self, spot: Spot, facts: Facts) -> None:
        given = self.ask.many(spot, "candidates")
        for action in given:
            if action not in facts.actions:
                found = f".candidates gives {action!r}, which is not among the actions {_list(facts.actions)}"
                self.ask.findings.add("candidates-subset", spot, found, "Candidates must be legal actions.")
                return
        if not given or len(set(given)) < len(given):
            found = f".candidates gives {_list(given) or 'nothing'}"
            do = "Yield at least one action, and each once; all of them where nothing is known."
            self.ask.findings.add("candidates-subset", spot, found, do)

    # Hints for selective search.

    def tactical(self, spot: Spot, facts: Facts) -> None:
        for action in self.ask.many(spot, "tactical"):
            if action not in facts.actions:
                found = f".tactical gives {action!r}, which is not among the actions {_list(facts.actions)}"
                self.ask.findings.add("tactical-subset", spot, found, "Tactical actions must be legal actions.")
                return

    def policy(self, spot: Spot, facts: Facts) -> None:
        for pair in self.ask.many(spot, "policy"):
            weight = pair[1] if isinstance(pair, tuple) and len(pair) == 2 else None
            number = isinstance(weight, (int, float)) and not isinstance(weight, bool) and 0 <= weight < math.inf
            if not number or pair[0] not in facts.actions:
                found = f".policy gives {pair!r}"
                do = "Give pairs of a legal action and a weight, a number that is 0 or more."
                self.ask.findings.add("policy-weights", spot, found, do)
                return

    def plies_of(self, method: str) -> Any:
        """The law of a method that gives a number of plies."""

        def law(spot: Spot, facts: Facts) -> None:
            plies = self.ask(spot, method)
            if isinstance(plies, bool) or not isinstance(plies, Integral) or plies < 0:
                found = f".{method} gives {plies!r}"
                self.ask.findings.add(f"{method}-count", spot, found, "Give a whole number of plies, 0 or more.")

        return law

    def null(self, spot: Spot, facts: Facts) -> None:
        passed = self.state_of(spot, "null", "null-mover")
        if passed is None or passed.frozen == spot.frozen:
            return
        if self.ask(passed, "player") == facts.player:
            found = f".null gives {self.ask.findings.position(passed.state)}, where the same player is to move"
            do = "Return the state after a pass, or the state itself where passing must not be tried."
            self.ask.findings.add("null-mover", spot, found, do)

    def position(self, spot: Spot, facts: Facts) -> None:
        plain = self.state_of(spot, "position", "position-same")
        if plain is None:
            return
        again = self.state_of(plain, "position", "position-same")
        over = bool(self.ask(plain, "is_terminal"))
        same = not over and self.ask(plain, "player") == facts.player
        same = same and sorted(map(repr, self.ask.many(plain, "actions"))) == sorted(map(repr, facts.actions))
        if again is None or again.frozen != plain.frozen or not same:
            found = f".position gives {self.ask.findings.position(plain.state)}"
            do = "Leave out counts of plies only: mover and actions must stay, and a position is its own position."
            self.ask.findings.add("position-same", spot, found, do)

    def state_of(self, spot: Spot, method: str, law: str, *arguments: Any) -> Spot | None:
        """The state that a method gives, if it is a valid one."""
        state = self.ask(spot, method, *arguments)
        key, complaint = frozen(state)
        wrong = complaint or misshapen(self.model.state, state)
        if wrong:
            do = f"{method} must return a state like any other."
            self.ask.findings.add(law, spot, f".{method} gives an invalid state: {wrong}", do)
            return None
        return Spot(state, key, spot.parent, spot.action, spot.depth, spot.number, has_arrays(state))

    # Exact values.

    def exact(self, spot: Spot, facts: Facts, outcome: Outcome, known: Any) -> None:
        """Compare the knowledge about a state with its exact value; `known` returns that of other states."""
        if facts.over:
            return
        ask, findings = self.ask, self.ask.findings
        values = outcome.values
        if "bounds" in self.has and (interval := _interval(ask(spot, "bounds"))):
            low, high = interval
            if not (low <= values[0] <= high or near(values[0], low) or near(values[0], high)):
                found = f".bounds gives {low:g} and {high:g}, but the exact value for player 0 is {values[0]:g}"
                findings.add("bounds-value", spot, found, "Return an interval that is proven for player 0, or none.")
            else:
                self._check_plies(spot, outcome)
        if "candidates" in self.has and not facts.chances and facts.player is not None:
            self._check_candidates(spot, facts, values[facts.player], known)
        if "canonical" in self.has and spot.frozen not in self.unlike:
            image = self.image(spot)
            other = known(image) if image and image.frozen != spot.frozen else None
            if image and other and not all(near(a, b) for a, b in zip(values, other.values)):
                found = (
                    f".canonical gives {findings.position(image.state)}, whose exact value for player 0 is "
                    f"{other.values[0]:g} and not {values[0]:g}"
                )
                do = "Symmetric states must have the same value: is it a symmetry of the rules?"
                findings.add("canonical-value", spot, found, do)

    def _check_plies(self, spot: Spot, outcome: Outcome) -> None:
        """Check that a value equal to one of its bounds comes within the given plies."""
        game, given = self.ask.game, self.ask(spot, "bounds")
        if len(given) != 4 or outcome.distance is None or game.players > 2:
            return
        value, plies = outcome.values[0], outcome.distance
        for end, bound, limit in (("worst", given[0], given[2]), ("best", given[1], given[3])):
            if not near(value, bound) or near(bound, game.neutral):
                continue
            later_is_better = bound < game.neutral
            better = plies > limit if later_is_better else plies < limit
            if plies != limit and better == (end == "best"):
                found = (
                    f".bounds gives {bound:g} after {limit} plies as the {end} for player 0, but it comes after {plies}"
                )
                do = "The winner prefers a short game, the loser a long one: return proven plies, or none."
                self.ask.findings.add("bounds-plies", spot, found, do)

    def _check_candidates(self, spot: Spot, facts: Facts, value: float, known: Any) -> None:
        assert facts.player is not None
        best = -math.inf
        for action in self.ask.many(spot, "candidates"):
            if action not in facts.actions:
                return
            state = self.ask(spot, "result", action)
            key: Hashable = frozen(state)[0]
            outcome = known(Spot(state, key, spot, as_action(action), spot.depth + 1, spot.number, spot.arrays))
            if outcome is None:
                return
            best = max(best, outcome.values[facts.player])
        if best > -math.inf and not near(best, value):
            found = f".candidates leaves out the best action: it is worth {value:g}, the best candidate {best:g}"
            do = "Leave out only actions that are never better than one that stays."
            self.ask.findings.add("candidates-enough", spot, found, do)


def _is_input(given: Any) -> bool:
    value = number(given)
    return value is not None and abs(value) <= MAX_INPUT


def _interval(given: Any) -> tuple[float, float] | None:
    """The interval in what `bounds` returned; None where that is invalid."""
    if not isinstance(given, tuple | list) or len(given) not in (2, 4):
        return None
    if any(number(plies) is None or plies < 0 or plies != int(plies) for plies in given[2:]):
        return None
    low, high = given[:2]
    if not isinstance(low, Real) or not isinstance(high, Real) or not float(low) <= float(high):
        return None
    return float(low), float(high)


def _list(values: Any) -> str:
    return ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in list(values)[:20])
