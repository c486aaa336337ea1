"""Runs every kernel on games of every kind and prints what came out; started in fresh processes by a test."""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from countermove import load
from countermove.engine.chance.expectimax import Expectimax
from countermove.engine.chance.search import Expectiminimax
from countermove.engine.compiled_rules import MAX_ACTIONS, Answers, call_all, call_chances, call_result
from countermove.engine.many.coalition import Coalition
from countermove.engine.many.maxn import Maxn
from countermove.engine.mcts.recipe import Recipe
from countermove.engine.mcts.search import TreeSearch
from countermove.engine.plain.alphabeta import alphabeta
from countermove.engine.plain.minimax import minimax
from countermove.engine.plain.perft import perft
from countermove.engine.play.greedy import greedy
from countermove.engine.play.owner import ownership
from countermove.engine.play.playout import NOTES, PLY, playout
from countermove.engine.puzzle.dive import Dive
from countermove.engine.puzzle.flood import Flood
from countermove.engine.puzzle.interpreted import PuzzleSearch
from countermove.engine.strong.search import StrongSearch
from countermove.engine.strong.settle import settle_each
from countermove.engine.table import Table
from countermove.engine.workspace import Workspace, best_line
from countermove.game import Game, legal, same
from countermove.learn import fit_weights, learn
from countermove.lectures.marks import OpenLines
from countermove.measure.census import CompiledCounting
from countermove.native import layout
from countermove.native.build import HISTORY
from countermove.native.kernel import call
from countermove.solve import build_slices, sweep
from countermove.solve.alphabeta import alphabeta as solve
from countermove.solve.iterate import iterate
from countermove.solve.nash import equilibrium
from countermove.solve.proof import prove

DICE = "{'chances':[0.25,0.75],'children':[[1,2],[3,0]]}"
# States of words, of tuples and of tables; with chance, passes, repetition, symmetry, candidates, bounds, and points.
GAMES = [DICE, "connect:rows=3,cols=4,k=3", "nim:piles=[2,2],misere=true", "morris:men=3", "othello:size=4"]
# Kernels that take long to compile run on fewer.
SEARCHED = GAMES[2:]
SOLVED = ["connect:rows=3,cols=4,k=3"]
SWEPT = ["morris:men=3"]
COMPANY = "tree:tree=[[[(5,1,4),(4,4,2)],[(6,2,2),(1,3,6)]],[(3,7,0),(9,0,1)]],players=3"
PROVEN = ["morris:men=3"]


def searched(game: Game) -> list[object]:
    """What pvs finds, with the lines it expects."""
    search = StrongSearch(game, Table(1))
    root = search.search_root(game.initial(), list(game.actions(game.initial())), 3)
    return [search.nodes, [[action, found.score, found.line] for action, found in root.actions.items()]]


def simulated(game: Game) -> list[object]:
    """What Monte Carlo tree search finds, and again after its root has moved."""
    search = TreeSearch(game, Recipe(rave=50.0), megabytes=1)
    state, found = game.initial(), []
    for _ in range(2):
        search.begin(state)
        search.grow(60)
        branches = search.branches()
        found.append([[action, each.visits, each.values, each.line] for action, each in branches.items()])
        state = game.result(state, max(branches, key=lambda action: branches[action].visits))
    return found


def solved(game: Game) -> list[object]:
    """What settle finds of the game, and settle_each of the positions after its first action."""
    found = solve(game, memory=1)
    action = next(iter(game.actions(game.initial())))
    search = StrongSearch(game, Table(1))
    lines, scores, nodes = np.array([1, action, 0]), np.zeros(2, np.int64), np.zeros(2, np.int64)
    call(settle_each, game, game.initial(), lines, scores, nodes, search.works[0], search.table.memory)
    return [found.value, found.distance, found.nodes, scores.tolist(), nodes.tolist()]


def in_company(game: Game) -> list[object]:
    """What searches for many players find."""
    found = []
    state = game.initial()
    for search in (Maxn(game, state, 0.1), Coalition(game, state, 0.1, False), Coalition(game, state, 0.1, True)):
        root = search.search_root(state, list(game.actions(state)), 3)
        found.append([root.value, root.action, root.line, root.values, search.nodes])
    return found


def sliced(game: Game) -> list[object]:
    """What an endgame database has, with distances and without."""
    found: list[object] = []
    for distances in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            made = build_slices(game, folder, 2, distances=distances)
            found.append([[tuple(each) for each in made.info()], made.verify()])
    return found


def swept(game: Game) -> list[object]:
    """What a sweep finds."""
    database = sweep(game)
    state = game.initial()
    return [database.states, database.value(state), database.distance(state), database.values(state)]


def weighed(game: Game) -> list[object]:
    """What a chance search and value iteration find."""
    search = Expectiminimax(game, Table(1))
    root = search.search_root(game.initial(), legal(game, game.initial()), 6)
    found = iterate(game)
    return [root.value, search.nodes, root.values, root.line, found.value, found.states]


def puzzled(game: Game) -> list[object]:
    """What both searches of a puzzle find, and with how many nodes."""
    found = []
    searches: list[PuzzleSearch] = [Dive(game, Table(1)), Flood(game)]
    for search in searches:
        way = search.run(game.initial())
        found.append([way.value, way.line, way.complete, search.nodes])
    return found


def averaged(game: Game) -> list[object]:
    """What expectimax finds against somebody who acts at random."""
    search = Expectimax(game)
    root = search.search_root(game.initial(), list(game.actions(game.initial())), 3)
    return [root.value, root.values, search.nodes]


def learnt(game: Game) -> list[object]:
    """What a game learns in two games, and how it plays one by what it knows."""
    found = learn(game, games=2, hidden=4, seed=5)
    points, actions, odds = np.zeros(1), np.zeros(1 << 12, np.int64), np.zeros(1 << 12)
    call(greedy, found.game, game.initial(), 3, 0, points, actions, odds, Workspace())
    layers = found.game.first_layer, found.game.second_layer
    sums = [round(float(layer.sum(dtype=float)), 5) for layer in layers]  # weights are short floats
    return [found.plays, *sums, points.tolist()]


def fitted(game: Game) -> list[object]:
    """Weights fitted to a few games between short searches."""
    with tempfile.TemporaryDirectory() as folder:
        found = fit_weights(game, games=4, nodes=30, seed=5, file=Path(folder) / "weights.npz")
    return [found.positions, found.nodes, round(found.loss, 6), np.round(found.game.weights, 6).tolist()]


def balanced(specs: list[str]) -> list[object]:
    """What regret minimisation finds, with and without sampling."""
    found: list[object] = []
    for spec in specs:
        game = load(spec)
        for method in ("cfr", "cfr+", "dcfr", "pdcfr+", "mccfr") if game.players == 2 else ("cfr", "mccfr"):
            answer = equilibrium(game, method=method, iterations=12, target=0)
            found.append([spec, method, round(answer.value, 9), answer.strategy.round(9).tolist(), answer.form.sets])
    return found


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
            work = Workspace()
            value = call(kernel, game, state, *arguments(work))
            name = getattr(kernel, "py_func", kernel).__name__
            line = best_line(work, 0) if kernel is not perft else []
            results[f"{name} {spec}"] = [float(value), work.nodes, line]
        answers, payoffs = Answers(), np.zeros(game.players)
        actions, candidates, orders = (
            np.zeros(MAX_ACTIONS, np.int64),
            np.zeros(MAX_ACTIONS, np.int64),
            np.zeros(MAX_ACTIONS),
        )
        call(call_all, game, state, answers, payoffs, actions, orders, candidates)
        results[f"call_all {spec}"] = [
            answers.words.tolist(),
            payoffs.tolist(),
            actions[:9].tolist(),
            candidates[:9].tolist(),
        ]
        for turn in (False, True):
            flat = np.zeros(layout.size(game), np.int64)
            call(call_result, game, state, int(actions[0]), turn, flat)
            results[f"call_result {turn} {spec}"] = game.write(layout.state_of(game, flat))
        if game.axes.stochastic:
            count = int(call(call_chances, game, state, actions, orders))
            results[f"call_chances {spec}"] = [actions[:count].tolist(), orders[:count].tolist()]
        games, plies, chances = np.zeros((5, NOTES + game.players)), np.zeros((50, PLY)), np.zeros(MAX_ACTIONS)
        played = call(playout, game, state, 7, games, plies, actions, chances, 100, Workspace())
        results[f"playout {spec}"] = [int(played), games.round(9).tolist(), plies.tolist()]
        if not game.axes.stochastic:
            found = CompiledCounting(game, 700, native=None).count(state)
            results[f"census {spec}"] = [found.states, found.cyclic, repr(found.root)]
        if spec in SEARCHED:
            results[f"pvs {spec}"] = searched(game)
        if spec in SOLVED:
            results[f"settle {spec}"] = solved(game)
        if spec in SWEPT:
            results[f"sweep {spec}"] = swept(game)
        if spec in PROVEN:
            proven = prove(game, memory=1)
            results[f"proof {spec}"] = [proven.value, proven.nodes]
        assert same(state, game.initial())
    results["chances"] = weighed(load("pig:target=5"))
    results["simulations"] = [simulated(load(spec)) for spec in (DICE, "connect:rows=3,cols=4,k=3")]
    results["averages"] = averaged(load("connect:rows=3,cols=4,k=3"))
    results["company"] = in_company(load(COMPANY))
    results["slices"] = sliced(load("checkers:size=4"))
    results["puzzle"] = puzzled(load("sliding:rows=2,cols=3"))
    owned = ownership(load("go:size=3"), load("go:size=3").read("B2"), 8)
    results["owners"] = [owned.wins, owned.shares, owned.criticality]
    results["learning"] = [learnt(load(spec)) for spec in ("backgammon", "connect:rows=3,cols=4,k=3")]
    results["fitting"] = fitted(OpenLines())
    results["equilibria"] = balanced(["kuhn", "kuhn:players=3", "goofspiel:cards=3,hidden=true"])
    doubled = [name for name, times in Counter((name, mark) for name, mark, _ in HISTORY).items() if times > 1]
    loaded = sum(found for _, _, found in HISTORY)
    json.dump({"results": results, "doubled": doubled, "loaded": loaded, "needed": len(HISTORY)}, sys.stdout)


if __name__ == "__main__":
    main()
