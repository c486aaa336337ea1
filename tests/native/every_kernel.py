"""Runs every kernel on every built-in game and prints what came out; started in fresh processes by a test."""

import json
import sys

import numpy as np

from countermove import load
from countermove.engine.alphabeta import alphabeta
from countermove.engine.census import FACTS, census
from countermove.engine.minimax import minimax
from countermove.engine.perft import perft
from countermove.engine.playout import NOTES, PLY, playout
from countermove.engine.probe import MOST, NUMBERS, WORDS, outcomes, probe, step
from countermove.engine.workspace import NODES, best_line, workspace
from countermove.game import same
from countermove.native.kernel import KERNELS, call, is_on

DICE = "{'chances':[0.25,0.75],'children':[[1,2],[3,0]]}"
GAMES = [
    "tree", "tree:tree=[[1,2],[[3,0],4]],root=min", "tictactoe", "mnk:rows=3,cols=4,k=3", "connect4",
    DICE, "connect:rows=3,cols=4,k=3", "nim", "nim:piles=[2,2],misere=true", "grundy", "grundy:n=6,misere=true",
    "subtract",
]  # fmt: skip


def main() -> None:
    results = {}
    for spec in GAMES:
        game = load(spec)
        state = game.initial()
        searches = {
            alphabeta: lambda work, s=state: (3, -np.inf, np.inf, 0, work),
            minimax: lambda work, s=state: (3, 0, work),
            perft: lambda work, s=state: (3, work),
        }
        for kernel, arguments in searches.items():
            if game.axes.stochastic and kernel is not perft:
                continue
            work = workspace()
            value = call(kernel, game, state, *arguments(work))
            name = getattr(kernel, "py_func", kernel).__name__
            line = best_line(work, 0) if kernel is not perft else []
            results[f"{name} {spec}"] = [float(value), work[NODES], line]
        words, numbers = np.zeros(WORDS, np.int64), np.zeros(NUMBERS + game.players)
        actions, candidates, orders = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64), np.zeros(MOST)
        call(probe, game, state, words, numbers, actions, orders, candidates)
        results[f"probe {spec}"] = [words.tolist(), numbers.tolist(), actions[:9].tolist(), candidates[:9].tolist()]
        for turn in (False, True):
            after = call(step, game, state, int(actions[0]), turn)
            results[f"step {turn} {spec}"] = game.write(after)
        if game.axes.stochastic:
            count = int(call(outcomes, game, state, actions, orders))
            results[f"outcomes {spec}"] = [actions[:count].tolist(), orders[:count].tolist()]
        games, plies, chances = np.zeros((5, NOTES + game.players)), np.zeros((50, PLY)), np.zeros(MOST)
        played = call(playout, game, state, 7, games, plies, actions, chances, 100, workspace())
        results[f"playout {spec}"] = [int(played), games.round(9).tolist(), plies.tolist()]
        if not game.axes.stochastic:
            keys, facts, work = np.zeros(1 << 10, np.int64), np.zeros((1 << 10, FACTS)), workspace(700)
            slot = int(call(census, game, state, 0.0, 0, keys, facts, work))
            results[f"census {spec}"] = [work[NODES], facts[slot].round(9).tolist() if slot >= 0 else []]
        assert same(state, game.initial())
    signatures = {}
    hits = misses = 0
    if is_on():
        for kernel in KERNELS:
            per_game = [str(signature[0]) for signature in kernel.signatures]
            signatures[kernel.py_func.__name__] = len(per_game) - len(set(per_game))
            hits += sum(kernel._cache_hits.values())
            misses += sum(kernel._cache_misses.values())
    json.dump({"results": results, "doubled": signatures, "hits": hits, "misses": misses}, sys.stdout)


if __name__ == "__main__":
    main()
