"""`countermove train`: learn an evaluation by self-play."""

from __future__ import annotations

import functools
from typing import Annotated, Any

import typer

from countermove.cli.common import console, emit, require, stoppable, watched
from countermove.cli.option import GAME, JSON
from countermove.game import Game
from countermove.loader import load_game
from countermove.views.words import count
from countermove.views.words import seconds as in_seconds

SPARSE, WEIGHTS, DENSE = "sparse", "weights", "dense"
GAMES = {SPARSE: 50_000, WEIGHTS: 5_000, DENSE: 100_000}
NODES = {SPARSE: 1_000, WEIGHTS: 4_000}
HIDDEN = 128


def train(
    game: GAME,
    save: Annotated[str, typer.Option(metavar="FILE", help="Where to save what is learnt; training resumes from it.")],
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Total number of games.",
            show_default=f"{GAMES[DENSE]:,}; {GAMES[WEIGHTS]:,} for weights, {GAMES[SPARSE]:,} for sparse inputs",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    hidden: Annotated[
        int | None, typer.Option(metavar="N", help="Hidden units in the network.", show_default=str(HIDDEN))
    ] = None,
    weights: Annotated[
        bool, typer.Option("--weights", help="Fit the weights of features, in a game that has a network as well.")
    ] = False,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Nodes searched for each action, for weights and sparse inputs.",
            show_default=f"{NODES[WEIGHTS]:,}, {NODES[SPARSE]:,}",
        ),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Random plies at the start of each game, for weights and sparse inputs.",
            show_default="an eighth of a game, at most 8",
        ),
    ] = None,
    result_share: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="The share of the game's result in what weights predict, from 0 to 1; the rest is the search's score.",
            show_default="0.7",
        ),
    ] = None,
    trace: Annotated[
        float,
        typer.Option(
            "--lambda",
            metavar="X",
            help="What networks of sparse inputs predict: 0 the search's score, 1 the result, between them TD(lambda).",
        ),
    ] = 0.0,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Begin with the network in this file, instead of random weights (sparse inputs)."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes that play, for weights and sparse inputs.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one with --jobs processes."),
    ] = None,
    json: JSON = False,
) -> None:
    """Learn to evaluate positions by self-play.

    A game with sparse inputs, such as chess, gets a network trained with games between searches; where the evaluation
    is a weighted sum of features, its weights are fitted to such games; elsewhere a network learns from play to play.
    What is learnt is saved regularly, and training resumes from an existing file. Ctrl-C stops and saves; run the same
    command to continue.
    """
    from countermove.learn import is_linear
    from countermove.sparse import is_sparse

    rules = load_game(game)
    kind = SPARSE if is_sparse(rules) else WEIGHTS if is_linear(rules) and hidden is None else DENSE
    if weights:
        require(is_linear(rules), f"{game} has no features with weights to fit; leave --weights out.")
        require(hidden is None, "--hidden is for networks; leave it out, or --weights.")
        kind = WEIGHTS
    for name, given in (("nodes", nodes), ("opening", opening)):
        require(
            kind != DENSE or given is None, f"--{name} is for games between searches, not for {game}; leave it out."
        )
    require(kind == WEIGHTS or result_share is None, f"--result-share is for weights, not for {game}; leave it out.")
    require(kind == SPARSE or trace == 0, f"--lambda is for networks of sparse inputs, not for {game}; leave it out.")
    require(kind == SPARSE or start is None, f"--start is for networks of sparse inputs, not for {game}; leave it out.")
    alone = "This network learns from one game after the other, in one process; leave --jobs and --ray out."
    require(kind != DENSE or (jobs == 1 and ray is None), alone)
    total, units = GAMES[kind] if games is None else games, HIDDEN if hidden is None else hidden
    if kind == DENSE:
        _learn(rules, game, save, total, seed, units, json)
    else:
        each = NODES[kind] if nodes is None else nodes
        more: dict[str, Any] = {} if result_share is None else {"result_share": result_share}
        more |= {"start": start, "trace": trace} if kind == SPARSE else {}
        more |= {"games": total, "seed": seed, "nodes": each, "opening": opening, "jobs": jobs, "ray": ray}
        _fit(rules, game, save, None if kind == WEIGHTS else units, json, more)


def _learn(rules: Game, game: str, save: str, games: int, seed: int, hidden: int, json: bool) -> None:
    """Train a network."""
    from countermove.learn import Training, learn

    def words(so_far: Training) -> str:
        rate = so_far.plays / so_far.seconds if so_far.seconds else 0
        return f"{so_far.games:,} of {count(games, 'game')}  {rate:,.0f} plays per second"

    with stoppable() as stop, watched("learning …") as status:
        found = learn(
            rules, games=games, file=save, seed=seed, hidden=hidden, stop=stop, progress=lambda now: status(words(now))
        )
    if json:
        emit(
            {
                "game": game, "file": save, "games": found.games, "complete": found.complete, "plays": found.plays,
                "seconds": found.seconds,
            }
        )  # fmt: skip
        return
    out = console()
    how = "" if found.complete else f" of {games:,}; run the same command to continue"
    out.print(f"Learnt from {count(found.games, 'game')}{how}.")
    out.print(f"{count(found.plays, 'play')} in {in_seconds(found.seconds)}.")
    out.print(f"To use the network: {_use(game, save)}", soft_wrap=True)


def _fit(rules: Game, game: str, save: str, hidden: int | None, json: bool, options: dict[str, Any]) -> None:
    """Fit weights, or with hidden units train a network of sparse inputs, to games between searches."""
    from countermove.learn import Fit, fit_weights, train_network

    games = options["games"]

    def words(so_far: Fit) -> str:
        if so_far.epochs:
            return f"fitting to {count(so_far.positions, 'position')}, epoch {so_far.epochs}"
        rate = so_far.nodes / so_far.seconds if so_far.seconds else 0
        return f"{so_far.games:,} of {count(games, 'game')}  {rate:,.0f} nodes per second"

    with stoppable() as stop, watched("playing …") as status:
        fit = fit_weights if hidden is None else functools.partial(train_network, hidden=hidden)
        found = fit(rules, file=save, spec=game, stop=stop, progress=lambda now: status(words(now)), **options)
    if json:
        emit(
            {
                "game": game, "file": save, "games": found.games, "complete": found.complete, "nodes": found.nodes,
                "positions": found.positions, "loss": found.loss, "loss_before": found.loss_before,
                "seconds": found.seconds,
            }
        )  # fmt: skip
        return
    out = console()
    if not found.complete:
        out.print(f"Played {found.games:,} of {count(games, 'game')}; run the same command to continue.")
        return
    out.print(f"Fitted to {count(found.positions, 'position')} of {count(found.games, 'game')}.")
    out.print(f"Loss in games left out: {found.loss:.4f}, before {found.loss_before:.4f}.")
    out.print(f"To use the {'weights' if hidden is None else 'network'}: {_use(game, save)}", soft_wrap=True)


def _use(game: str, save: str) -> str:
    return f"countermove play {game}{',' if '=' in game else ':'}network={save}"
