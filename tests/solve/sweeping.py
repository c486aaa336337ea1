"""Sweeps games in a process of its own, to be killed, or to be compared with others."""

import hashlib
import json
import sys
from collections import Counter

from countermove import load
from countermove.engine.graph import enumeration
from countermove.engine.graph.probe import probe
from countermove.native.build import HISTORY
from countermove.native.kernel import call, kernel
from countermove.solve import sweep


@kernel
def ask(game, state, memory):
    """What a database says of a state, asked by compiled code."""
    return probe(memory, game, state)


def into(spec: str, path: str) -> None:
    """Sweep a game into a file, putting a little away at a time."""
    enumeration.CHUNK = 64
    sweep(load(spec), save=path)


def every() -> None:
    """Sweep a game, probe it, and print what came out and how the kernels fared."""
    game = load("tictactoe")
    database = sweep(game)
    found = [int(call(ask, game, state, database.memory)) for state in database]
    results = [hashlib.sha256(database.memory.words.tobytes()).hexdigest(), sum(found), min(found)]
    doubled = [name for name, times in Counter((name, mark) for name, mark, _ in HISTORY).items() if times > 1]
    loaded = sum(found for _, _, found in HISTORY)
    json.dump({"results": results, "doubled": doubled, "loaded": loaded, "needed": len(HISTORY)}, sys.stdout)


if __name__ == "__main__":
    into(*sys.argv[1:]) if sys.argv[1:] else every()
