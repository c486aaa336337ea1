"""The laws of the required methods, which every search relies on.

`examine` calls all of them for one state and returns the facts that the rest of the check builds on.
"""

from __future__ import annotations

import math
from itertools import islice
from numbers import Integral, Real
from typing import Any

from countermove.action import as_action
from countermove.check.ask import Ask, FaultyError, reason
from countermove.check.spot import Facts, Spot, alike, frozen, has_arrays, kind, misshapen
from countermove.engine.strong.score import scale_of
from countermove.errors import GameError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Axes, Game, choices, offers, shortened
from countermove.immutable import DEFAULT_REMEDY, Flaw, flaw
from countermove.outcome import default_outcomes, holds, line_to_add, outcomes_of, shown
from countermove.values import is_array

WORD = 1 << 63


def number(value: Any) -> float | None:
    """A finite number as a float; None for anything else.

    >>> number(2), number(float("nan")), number(True), number("2")
    (2.0, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None


def near(one: float, other: float) -> bool:
    """Whether two numbers are equal, up to rounding."""
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def declared(ask: Ask, nowhere: Spot) -> None:
    """Check players and axes."""
    game: Game = ask.game
    try:
        players, axes, repeats = game.players, game.axes, game.repeats
    except Exception as error:
        found = f" has no players, axes or repeats ({reason(error)})"
        ask.findings.add("game-declared", nowhere, found, "Make them class attributes, or working properties.")
        raise FaultyError from None
    if isinstance(players, bool) or not isinstance(players, int) or players < 1:
        ask.findings.add("game-declared", nowhere, f".players is {players!r}", "It must be a whole number, 1 or more.")
        raise FaultyError
    if not isinstance(axes, Axes):
        ask.findings.add("game-declared", nowhere, f".axes is {axes!r}", "Use countermove.Axes(...).")
        raise FaultyError
    if not isinstance(repeats, bool):
        ask.findings.add("game-declared", nowhere, f".repeats is {repeats!r}", "It must be True or False.")
        raise FaultyError
    members = [player for team in axes.teams for player in team]
    if len(set(members)) < len(members) or not all(player in range(players) for player in members):
        found = f".axes.teams is {axes.teams!r}, with {players} players"
        ask.findings.add("game-declared", nowhere, found, "Players are 0 to players-1, each in one team only.")
        raise FaultyError


def endless(ask: Ask, nowhere: Spot) -> None:
    """Check the value of endless play, where a game declares `repeats` or defines `endless`."""
    game = ask.game
    if not game.repeats and not offers(game, "endless"):
        return
    given = [ask.without_state(nowhere, "endless", player) for player in range(game.players)]
    for player, value in enumerate(given):
        if number(value) is None:
            do = "It must be a finite number, such as 0.0 for a draw."
            ask.findings.add("endless-sum", nowhere, f".endless gives player {player} {value!r}", do)
            return
    total, sum_ = game.axes.total, math.fsum(given)
    if game.players > 1 and game.axes.payoff in ("zero", "constant") and not near(total, sum_):
        listed = ", ".join(f"{value:g}" for value in given)
        found = f".endless gives {listed}, which add up to {sum_:g} and not to {total:g}"
        do = "The values of endless play must add up as utilities do."
        ask.findings.add("endless-sum", nowhere, found, do)


def first(ask: Ask, nowhere: Spot) -> Spot:
    """The first state."""
    state, again = ask.without_state(nowhere, "initial"), ask.without_state(nowhere, "initial")
    key, complaint = frozen(state)
    spot = Spot(state, key, arrays=has_arrays(state))
    if state is None:
        ask.findings.add("state-shape", nowhere, ".initial gives None", "Return the first state; is `return` missing?")
        raise FaultyError
    _hashable(ask, spot, complaint)
    if not alike(frozen(again)[0], key):
        found = ".initial gives a different state when called again"
        do = "Start from one state, and let chance deal: player(state) == CHANCE, with chances(state)."
        ask.findings.add("initial-deterministic", spot, found, do)
    return spot


def _hashable(ask: Ask, spot: Spot, complaint: str) -> None:
    if complaint:
        found = flaw(spot.state)
        do = found.do if found else DEFAULT_REMEDY
        ask.findings.add("state-hashable", spot, f" has a state that can change: {complaint}", do)
        raise FaultyError


def arrive(ask: Ask, model: Spot, spot: Spot, action: Action, thorough: bool) -> Spot:
    """The state after an action, shaped like the first state `model`."""
    state = ask(spot, "result", action)
    key, complaint = frozen(state)
    after = Spot(state, key, spot, action, spot.depth + 1, spot.number + 1, model.arrays)
    wrong = misshapen(model.state, state)
    if wrong or complaint:
        if wrong:
            forgotten = " Is `return` missing in result?" if state is None else ""
            do = f"Make all states of one class, and keep the types of ints, floats and arrays.{forgotten}"
            where = spot if state is None else after
            ask.findings.add("state-shape", where, f" has states of different shapes: {wrong}", do)
        _hashable(ask, after, complaint)
        if type(state) is not type(model.state):
            raise FaultyError
    if thorough:
        again = frozen(ask(spot, "result", action))[0]
        if not alike(again, key):
            ask.findings.add(
                "result-deterministic",
                spot,
                f".result gives different states for the same action {action!r}",
                "Rules must depend on the state and action alone: let chance act where player(state) == CHANCE.",
            )
    return after


def examine(ask: Ask, spot: Spot) -> Facts:
    """Check every law of the required methods in one state."""
    over = ask.twice(spot, "is_terminal")
    if kind(over) is not bool:
        found = f".is_terminal gives {over!r}, {_a(over)}"
        ask.findings.add("is_terminal-bool", spot, found, "Return True or False, as a comparison does.")
        if number(over) is None:
            raise FaultyError
    if over:
        _nothing_left(ask, spot)
        return Facts(True, utilities=_utilities(ask, spot))
    player = _player(ask, spot)
    if player == CHANCE:
        actions, chances = _chances(ask, spot)
        return Facts(False, player, actions, chances)
    return Facts(False, player, _actions(ask, spot))


def _a(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _player(ask: Ask, spot: Spot) -> int:
    player = ask.twice(spot, "player")
    game = ask.game
    whole = isinstance(player, Integral) and not isinstance(player, bool)
    lowest = SIMULTANEOUS if game.axes.simultaneous else CHANCE
    if not whole or not lowest <= player < game.players:
        found = f".player gives {player!r}" + ("" if whole else f", {_a(player)}")
        do = f"The players are 0 to {game.players - 1}, as ints, and CHANCE; change player, or the number of players."
        ask.findings.add("player-range", spot, found, do)
        if number(player) is None:
            raise FaultyError
    if player == SIMULTANEOUS and game.players != 2:
        found = f".player gives SIMULTANEOUS, which is for two players, and there are {game.players}"
        do = "Let them choose one after the other, unseen (docs/hidden.md, “Three players at once”)."
        ask.findings.add("player-range", spot, found, do)
        raise FaultyError
    if player == CHANCE and not game.axes.stochastic:
        do = "Declare axes = Axes(stochastic=True)."
        ask.findings.add("chance-declared", spot, ".player gives CHANCE, but its axes are not stochastic", do)
    return int(player)


def _actions(ask: Ask, spot: Spot) -> tuple[Action, ...]:
    actions = ask.many(spot, "actions")
    ask.compare(spot, "actions", actions, ask.many(spot, "actions"))
    if not actions:
        do = "Make is_terminal true there, or yield an action (such as a pass)."
        ask.findings.add("actions-some", spot, ".actions gives no action, but is_terminal is False", do)
        raise FaultyError
    found = _distinct(ask, spot, "actions", actions)
    if ask.game.axes.simultaneous and ask(spot, "player") == SIMULTANEOUS:
        try:
            choices(ask.game, spot.given(), 0)
        except GameError:
            do = "Yield joint(first, second) for each choice of the first player with each of the second."
            ask.findings.add("actions-pairs", spot, ".actions does not give every pair where both act at once", do)
            raise FaultyError from None
    return found


def _distinct(ask: Ask, spot: Spot, method: str, actions: list[Any]) -> tuple[Action, ...]:
    """The actions, checked to be immutable and distinct."""
    for action in actions:
        found = flaw(action, "the action") or (
            Flaw("the action is an array", "Use a tuple.") if is_array(action) else None
        )
        if found:
            what = f".{method} gives {shortened(action)}, which can change: {found.what}"
            ask.findings.add("actions-immutable", spot, what, found.do)
            raise FaultyError
        if isinstance(action, Integral) and not -WORD < int(action) < WORD:
            do = "An int action must fit into 64 bits: use smaller numbers."
            ask.findings.add("actions-immutable", spot, f".{method} gives the action {action}", do)
            raise FaultyError
    different = tuple(dict.fromkeys(as_action(action) for action in actions))
    if len(different) < len(actions):
        twice = next(action for action in different if actions.count(action) > 1)
        do = "Yield each action once."
        repeated = f".{method} gives the action {twice!r} {actions.count(twice)} times"
        ask.findings.add("actions-unique", spot, repeated, do)
    return different


def _chances(ask: Ask, spot: Spot) -> tuple[tuple[Action, ...], tuple[float, ...]]:
    given = ask.many(spot, "chances")
    ask.compare(spot, "chances", given, ask.many(spot, "chances"))
    own = type(ask.game).chances is not Game.chances
    do = "Yield pairs of an action and its probability" + ("." if own else "; write the method chances(state).")
    for pair in given:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            ask.findings.add("chances-pairs", spot, f".chances gives {pair!r}, which is not a pair", do)
            raise FaultyError
    if not given:
        ask.findings.add("chances-pairs", spot, ".chances gives nothing where chance acts", do)
        raise FaultyError
    actions = _distinct(ask, spot, "chances", [action for action, _ in given])
    chances = {}
    for action, chance in given:
        probability = number(chance)
        if probability is None or probability <= 0:
            found = f".chances gives action {action!r} the probability {chance!r}"
            do = "A probability must be positive; leave out what cannot happen."
            ask.findings.add("chances-positive", spot, found, do)
        chances[as_action(action)] = probability or 0.0
    total = math.fsum(chance for _, chance in given if number(chance) is not None)
    if abs(total - 1) > 1e-9:
        do = "Probabilities must add up to 1" + ("." if own else "; write the method chances(state).")
        ask.findings.add("chances-sum", spot, f".chances gives probabilities that add up to {total:.12g}", do)
    return actions, tuple(chances[action] for action in actions)


def _nothing_left(ask: Ask, spot: Spot) -> None:
    """Check that a finished game has no actions."""
    ask.spot, ask.method = spot, "actions"
    try:
        some = list(islice(ask.game.actions(spot.given()), 1))
    except Exception:
        return
    if some:
        found = f".actions gives {some[0]!r} though is_terminal is True"
        do = "A finished game has no actions: start actions with `if self.is_terminal(state): return`."
        ask.findings.add("actions-over", spot, found, do)


def _is_expected(game: Game, utility: float) -> bool:
    """Whether a utility is among the declared outcomes; without any, whether the strong search can score it."""
    if game.outcomes is not None:
        return holds(outcomes_of(game) or (), utility)
    if default_outcomes(game) is None or game.players == 1:
        return True
    try:
        return scale_of(game).holds(utility)
    except Exception:  # bounds that are at fault have a law of their own
        return True


def _utilities(ask: Ask, spot: Spot) -> tuple[float, ...]:
    game = ask.game
    given = [ask.twice(spot, "utility", player) for player in range(game.players)]
    found = [number(value) for value in given]
    for player, (value, utility) in enumerate(zip(given, found)):
        if utility is None:
            do = "A utility must be a finite number, such as 1.0, 0.0 or -1.0."
            forgotten = " Is `return` missing?" if value is None else ""
            ask.findings.add("utility-finite", spot, f".utility gives player {player} {value!r}", do + forgotten)
            raise FaultyError
    utilities = tuple(utility or 0.0 for utility in found)
    payoff = game.axes.payoff
    listed = ", ".join(f"{utility:g}" for utility in utilities)
    if game.players > 1 and payoff in ("zero", "constant"):
        total, sum_ = game.axes.total, math.fsum(utilities)
        if not near(total, sum_):
            ask.findings.add(
                "utility-sum",
                spot,
                f".utility gives {listed}, which add up to {sum_:g} and not to {total:g}",
                'What one wins the others must lose; or declare axes = Axes(payoff="constant", total=...) for another '
                'sum, or Axes(payoff="general") for any.',
            )
            return utilities
    if payoff == "common" and not all(near(utility, utilities[0]) for utility in utilities):
        do = 'With a common payoff all get the same; declare axes = Axes(payoff="general") if they do not.'
        ask.findings.add("utility-sum", spot, f".utility gives {listed}", do)
    for team in game.axes.teams:
        if not all(near(utilities[player], utilities[team[0]]) for player in team):
            do = "Players of a team share their utility: give each the same."
            ask.findings.add("utility-sum", spot, f".utility gives {listed}, but {team!r} are one team", do)
    if not all(_is_expected(game, utility) for utility in utilities):
        outcomes = (
            "declares no outcomes" if game.outcomes is None else f"has the outcomes {shown(outcomes_of(game) or ())}"
        )
        ask.unexpected.update(utilities)

        def remedy() -> str:
            seen = line_to_add(ask.unexpected)
            return f"Declare every utility that a finished game can have: `{seen}` has those seen."

        ask.findings.add("utility-outcomes", spot, f".utility gives {listed}, but the game {outcomes}", remedy)
    return utilities
