"""Play every draft with its rules as they are written: 50 random games each, and a line about them.

Names given as arguments are the files to play.
"""

import importlib.util
import inspect
import math
import random
import sys
import time
from pathlib import Path

from countermove import CHANCE, Game
from countermove.game import offers
from countermove.values import freeze

HERE = Path(__file__).parent
GAMES = 50
LONGEST = 200
"""Plies after which a game whose positions repeat is given up."""
ENDLESS = 5_000
"""Plies after which a game that should end is taken not to."""


def games(path):
    """The games in a file, each with its default parameters."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    for cls in vars(module).values():
        if isinstance(cls, type) and issubclass(cls, Game) and cls.__module__ == path.stem:
            if not inspect.isabstract(cls):
                yield cls()


def sum_is_right(game, values):
    if game.players == 1 or game.axes.payoff not in ("zero", "constant"):
        return True
    return math.isclose(sum(values), game.axes.total, abs_tol=1e-9)


def look(game, state, over):
    """Hold one state to what every game promises."""
    assert isinstance(over, bool), f"is_terminal gives {over!r}"
    before = freeze(state)
    hash(before)
    assert game.is_terminal(state) is over
    for player in range(game.players):
        if over:
            value = game.utility(state, player)
            assert math.isfinite(value), f"utility gives {value!r}"
        else:
            value = game.evaluate(state, player)
            assert math.isfinite(value), f"evaluate gives {value!r}"
    if not over and offers(game, "evaluate") and game.players == 2:
        values = [game.evaluate(state, player) for player in range(2)]
        assert sum_is_right(game, values), f"evaluate gives {values}"
    if offers(game, "features"):
        assert len(game.features(state, 0)) == len(game.weights)
    canonical = game.canonical(state)
    assert freeze(game.canonical(canonical)) == freeze(canonical), "canonical is not idempotent"
    assert game.is_terminal(canonical) is over, "canonical changes whether the game is over"
    low, high, *_ = game.bounds(state)
    assert low <= high
    if over:
        assert low <= game.utility(state, 0) <= high, "the utility is outside the bounds"
        actions = list(game.actions(state))
        assert not actions, f"a finished game has actions: {actions}"
    assert freeze(state) == before, "a method changes the state"
    game.text(state)


def choose(game, state, rng):
    """A random action of whoever acts."""
    player = game.player(state)
    if player == CHANCE:
        assert game.axes.stochastic
        pairs = list(game.chances(state))
        actions, weights = zip(*pairs)
        assert all(weight > 0 for weight in weights)
        assert math.isclose(sum(weights), 1.0)
        choice = rng.choices(actions, weights)[0]
    else:
        assert 0 <= player < game.players
        actions = list(game.actions(state))
        assert actions, f"no actions in {state}"
        assert actions == list(game.actions(state)), "the order of actions changes"
        choice = rng.choice(actions)
        for action in actions:
            assert math.isfinite(game.order(state, action))
    assert len(set(actions)) == len(actions), f"an action is given twice: {actions}"
    names = [game.action_name(state, action) for action in actions]
    assert len(set(names)) == len(names), f"two actions have one name: {names}"
    return choice


def play(game, rng):
    """One random game: its plies, the most actions there were, and the utilities, or None where it was given up."""
    state, plies, seen = game.initial(), 0, set()
    while True:
        over = game.is_terminal(state)
        look(game, state, over)
        if over:
            break
        if game.repeats and plies == LONGEST:
            return plies, seen, None
        assert plies < ENDLESS, "the game does not end"
        seen.add(freeze(state))
        before = freeze(state)
        after = game.result(state, choose(game, state, rng))
        assert freeze(state) == before, "result changes the state"
        state = after
        assert game.repeats or freeze(state) not in seen, f"a position occurs again: {state}"
        plies += 1
    seen.add(freeze(state))
    values = [game.utility(state, player) for player in range(game.players)]
    assert sum_is_right(game, values), f"utilities are {values}"
    return plies, seen, values


def main(names):
    failed = 0
    print(f"{'file':<20} {'class':<18} {'plies':>9} {'states':>7} {'given up':>8}  {'mean utilities':<24} seconds")
    for path in sorted(HERE.glob("*.py")):
        if path.name == Path(__file__).name or names and path.stem not in names:
            continue
        for game in games(path):
            rng = random.Random(1)
            start = time.perf_counter()
            states, lengths, totals, given_up = set(), [], [0.0] * game.players, 0
            label = f"{path.stem:<20} {type(game).__name__:<18}"
            try:
                for _ in range(GAMES):
                    plies, seen, values = play(game, rng)
                    states |= seen
                    lengths.append(plies)
                    if values is None:
                        given_up += 1
                    else:
                        totals = [total + value for total, value in zip(totals, values)]
            except AssertionError as error:
                failed += 1
                print(f"{label} FAILED: {error}")
                continue
            ended = GAMES - given_up
            means = " ".join(f"{total / ended:+.2f}" for total in totals) if ended else "-"
            span = f"{min(lengths)}-{max(lengths)}"
            seconds = time.perf_counter() - start
            print(f"{label} {span:>9} {len(states):>7} {given_up:>8}  {means:<24} {seconds:.2f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
