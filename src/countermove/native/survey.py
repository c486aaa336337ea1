"""Everything in the rules of a game that cannot be compiled, found at once.

Compiling stops at the first problem. Here each method of the contract is checked separately, and everything that cannot
be compiled is noted and skipped, so that an author sees all there is to change. No code is generated: it takes a few
hundredths of a second. Consequences of an earlier problem are not reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countermove.errors import NativeError
from countermove.game import Game, offers
from countermove.native import digest, layout
from countermove.native.bridge import (
    canonical_state,
    fill_actions,
    fill_candidates,
    fill_chances,
    fill_policy,
    limits,
    next_state,
)
from countermove.native.compiler.code import Value, constant
from countermove.native.compiler.entry import start
from countermove.native.compiler.kinds import Array, Kind
from countermove.native.compiler.program import Program, Restart, Unsupported

ATTEMPTS = 12
"""Maximum passes over a method with wider states."""
BUFFER = Array("int64", 1)
ODDS = Array("float64", 1)


def _player(game: Any, state: Any, buffer: Any, odds: Any) -> int:
    return int(game.player(state))


def _actions(game: Any, state: Any, buffer: Any, odds: Any) -> int:
    return fill_actions(game, state, buffer, 0)


def _result(game: Any, state: Any, buffer: Any, odds: Any) -> bool:
    return bool(game.is_terminal(next_state(game, state, buffer[0])))


def _is_terminal(game: Any, state: Any, buffer: Any, odds: Any) -> bool:
    return bool(game.is_terminal(state))


def _utility(game: Any, state: Any, buffer: Any, odds: Any) -> float:
    return float(game.utility(state, buffer[0]))


def _chances(game: Any, state: Any, buffer: Any, odds: Any) -> int:
    return fill_chances(game, state, buffer, odds, 0)


def _evaluate(game: Any, state: Any, buffer: Any, odds: Any) -> float:
    return float(game.evaluate(state, buffer[0]))


def _order(game: Any, state: Any, buffer: Any, odds: Any) -> float:
    return float(game.order(state, buffer[0]))


def _key(game: Any, state: Any, buffer: Any, odds: Any) -> int:
    return int(game.key(state))


def _canonical(game: Any, state: Any, buffer: Any, odds: Any) -> bool:
    return bool(game.is_terminal(canonical_state(game, state)))


def _bounds(game: Any, state: Any, buffer: Any, odds: Any) -> float:
    return limits(game, state)[0]


def _candidates(game: Any, state: Any, buffer: Any, odds: Any) -> int:
    return fill_candidates(game, state, buffer, 0)


def _is_quiet(game: Any, state: Any, buffer: Any, odds: Any) -> bool:
    return bool(game.is_quiet(state))


def _inputs(game: Any, state: Any, buffer: Any, odds: Any) -> float:
    total = 0.0
    for value in game.inputs(state, buffer[0]):
        total += value
    return total


def _policy(game: Any, state: Any, buffer: Any, odds: Any) -> int:
    return fill_policy(game, state, buffer, odds, 0)


def _active(game: Any, state: Any, buffer: Any, odds: Any) -> int:
    total = game.stage(state)
    for number in game.active(state, buffer[0]):
        total += number
    return int(total)


def _endless(game: Any, state: Any, buffer: Any, odds: Any) -> float:
    return float(game.endless(state, buffer[0]))


RULES = {"player": _player, "actions": _actions, "result": _result, "is_terminal": _is_terminal, "utility": _utility}
"""The operations that use each required method."""
MORE = {
    "chances": _chances, "evaluate": _evaluate, "order": _order, "key": _key, "canonical": _canonical,
    "bounds": _bounds, "candidates": _candidates, "is_quiet": _is_quiet, "endless": _endless,
    "inputs": _inputs, "active": _active, "policy": _policy,
}  # fmt: skip
"""The same for optional methods."""


def problems(game: Game, state: Kind) -> list[Unsupported]:
    """What cannot be compiled in the rules of a game, each place once, in the order of the contract."""
    found: dict[tuple[str, int], Unsupported] = {}
    for name, function in (RULES | {name: each for name, each in MORE.items() if offers(game, name)}).items():
        for problem in _of_method(game, state, name, function):
            assert problem.function is not None
            found.setdefault((problem.function.__code__.co_filename, problem.line), problem)
    return list(found.values())


def _of_method(game: Game, state: Kind, name: str, function: Callable[..., Any]) -> list[Unsupported]:
    for _ in range(ATTEMPTS):
        program = Program(game)
        program.state, program.action = state, layout.actions_of(game)
        noted: list[Unsupported] = []
        program.problems = noted
        values = {
            "game": constant(game), "state": Value(state, []), "buffer": Value(BUFFER, []), "odds": Value(ODDS, []),
        }  # fmt: skip
        try:
            start(program, function, values)  # type: ignore[arg-type]
            while program.is_unsettled():
                program = program.anew()
                noted.clear()
                start(program, function, values)  # type: ignore[arg-type]
        except Restart as wider:
            state = wider.kind
            continue
        except Unsupported as problem:
            noted.append(problem)
        except NativeError as error:
            noted.append(Unsupported(str(error)))
        except Exception:  # consequences of a problem may be anything; the problem itself was noted
            pass
        return _told(game, name, noted)
    return []


def _told(game: Game, name: str, noted: list[Unsupported]) -> list[Unsupported]:
    """The problems of one method: those in the author's source, or else the kernel's problem with it."""
    own = [each for each in noted if each.function is not None and digest.is_authors(each.function.__module__)]
    if own or not noted:
        return own
    first, method = noted[0], digest.method(type(game), name)
    if method is None:
        return []
    told = Unsupported(first.reason, None, method)
    told.line = method.__code__.co_firstlineno
    return [told]
