"""`countermove train`: learn an evaluation by self-play."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import console, emit, require, stoppable, watched
from countermove.cli.option import GAME, JSON
from countermove.cli.table import plain_table
from countermove.game import Game
from countermove.loader import load_game
from countermove.views.words import count
from countermove.views.words import seconds as in_seconds

if TYPE_CHECKING:
    from countermove.learn import Iteration

SEARCH, TEMPORAL, SPARSE, WEIGHTS = METHODS = ("search", "temporal", "sparse", "weights")
GAMES = {SEARCH: 20_000, TEMPORAL: 100_000, SPARSE: 50_000, WEIGHTS: 5_000}
NODES = {SPARSE: 1_000, WEIGHTS: 4_000}
SIMULATIONS = 200
HIDDEN = {SEARCH: (128, 32), TEMPORAL: (128,), SPARSE: (128,)}


def train(
    game: GAME,
    save: Annotated[str, typer.Option(metavar="FILE", help="Where to save what is learnt; training resumes from it.")],
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="search: a network of policy and value, by Monte Carlo tree search. temporal: a network, from play to "
            "play. sparse: a network of sparse inputs. weights: the weights of features.",
            show_default="what suits the game",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Total number of games.",
            show_default=", ".join(f"{GAMES[each]:,} for {each}" for each in METHODS),
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    hidden: Annotated[
        str | None,
        typer.Option(metavar="N", help="Hidden units in the network; N,M for search.", show_default="128; 128,32"),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(metavar="N", help="Simulations for each action, for search.", show_default=str(SIMULATIONS)),
    ] = None,
    iteration: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Games from one training to the next, for search.", show_default="a fortieth of all"
        ),
    ] = None,
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
            help="The share of the game's result in what weights and networks of sparse inputs predict, from 0 to 1; "
            "the rest is the search's score.",
            show_default="0.7 for weights; 0 for sparse, 0.3 with --start",
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Begin with the network in this file, instead of random weights (sparse inputs)."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes that play; not for temporal.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one with --jobs processes."),
    ] = None,
    json: JSON = False,
) -> None:
    """Learn to evaluate positions by self-play.

    Any game for two or more players who take turns and see everything can learn a network of policy and value. A game
    with sparse inputs, such as chess, by default gets a network of these; where the evaluation is a weighted sum of
    features, its weights are fitted; backgammon learns from play to play. What is learnt is saved regularly, and
    training resumes from an existing file. Ctrl-C stops and saves; run the same command to continue.
    """
    rules = load_game(game)
    kind = _method(rules, game, method)
    for name, given in (("nodes", nodes), ("opening", opening)):
        what = f"--{name} is for weights and sparse inputs, not for {kind}; leave it out."
        require(given is None or kind in NODES, what)
    for name, given in (("simulations", simulations), ("iteration", iteration)):
        require(given is None or kind == SEARCH, f"--{name} is for search, not for {kind}; leave it out.")
    what = f"--result-share is for weights and sparse inputs, not for {kind}; leave it out."
    require(result_share is None or kind in NODES, what)
    require(
        kind == SPARSE or start is None,
        f"--start is for networks of sparse inputs, not for --method {kind}; leave it out.",
    )
    alone = "This network learns from one game after the other, in one process; leave --jobs and --ray out."
    require(kind != TEMPORAL or (jobs == 1 and ray is None), alone)
    require(kind != WEIGHTS or hidden is None, "--hidden is for networks, not for weights; leave it out.")
    total, units = GAMES[kind] if games is None else games, () if kind == WEIGHTS else _units(kind, hidden)
    if kind == SEARCH:
        each = SIMULATIONS if simulations is None else simulations
        _search(rules, game, save, total, seed, (units[0], units[-1]), each, iteration, jobs, ray, json)
    elif kind == TEMPORAL:
        _learn(rules, game, save, total, seed, units[0], json)
    else:
        each = NODES[kind] if nodes is None else nodes
        more: dict[str, Any] = {} if result_share is None else {"result_share": result_share}
        more |= {"start": start} if kind == SPARSE else {}
        more |= {"games": total, "seed": seed, "nodes": each, "opening": opening, "jobs": jobs, "ray": ray}
        _fit(rules, game, save, units[0] if units else None, json, more)


def _method(rules: Game, game: str, given: str | None) -> str:
    """The way to learn: as asked, or what suits a game."""
    from countermove.learn import is_linear
    from countermove.network import has_own
    from countermove.sparse import is_sparse

    if given is None:
        return SPARSE if is_sparse(rules) else WEIGHTS if is_linear(rules) else TEMPORAL if has_own(rules) else SEARCH
    require(given in METHODS, f"--method is {given!r}; use {', '.join(METHODS[:-1])} or {METHODS[-1]}.")
    require(given != WEIGHTS or is_linear(rules), f"{game} has no features with weights to fit; use another --method.")
    return given


def _units(kind: str, given: str | None) -> tuple[int, ...]:
    """The hidden units of a network."""
    if given is None:
        return HIDDEN[kind]
    parts = given.split(",")
    wanted = "two numbers, such as 128,32" if kind == SEARCH else "a whole number"
    fits = len(parts) == len(HIDDEN[kind]) and all(part.strip().isdecimal() and len(part) < 9 for part in parts)
    require(fits, f"--hidden is {given!r}; give {wanted}.")
    return tuple(int(part) for part in parts)


def _search(
    rules: Game, game: str, save: str, games: int, seed: int, hidden: tuple[int, int], simulations: int,
    iteration: int | None, jobs: int, ray: str | None, json: bool,
) -> None:  # fmt: skip
    """Train a network of policy and value."""
    from countermove.learn import Progress, learn_by_search

    def words(now: Progress) -> str:
        rate = now.simulations / now.seconds if now.seconds else 0
        last = f"  against playouts {now.plain.mean:.2f}" if now.plain else ""
        return f"{now.games:,} of {count(now.total, 'game')}, {now.step}  {rate:,.0f} simulations per second{last}"

    with stoppable() as stop, watched("playing …") as status:
        found = learn_by_search(
            rules, games=games, file=save, simulations=simulations, hidden=hidden, seed=seed, size=iteration,
            spec=game, jobs=jobs, ray=ray, stop=stop, progress=lambda now: status(words(now)),
        )  # fmt: skip
    if json:
        emit(
            {
                "game": game, "file": save, "games": found.games, "complete": found.complete,
                "simulations": found.simulations, "seconds": found.seconds,
                "plain": found.plain and found.plain.mean, "plain_error": found.plain and found.plain.error,
                "curve": [_entry(each) for each in found.curve],
            }
        )  # fmt: skip
        return
    out = console()
    if found.curve:
        table = plain_table("games", "value loss", "policy loss", "against the best", "against playouts")
        for each in found.curve:
            kept = "" if each.accepted else "  rejected"
            against = "" if math.isnan(each.plain) else f"{each.plain:.2f} ± {1.96 * each.plain_error:.2f}"
            losses = f"{each.value_loss:.3f}", f"{each.policy_loss:.3f}"
            table.add_row(f"{each.games:,}", *losses, f"{each.gate:.2f}{kept}", against)
        out.print(table)
        out.print()
    how = "" if found.complete else f" of {found.total:,}; run the same command to continue"
    out.print(f"Learnt from {count(found.games, 'game')}{how}.")
    out.print(f"{count(found.simulations, 'simulation')} in {in_seconds(found.seconds)}.")
    if found.plain:
        out.print(
            f"Score against search by playouts, from 0 to 1, {simulations:,} simulations each: {found.plain}.",
            soft_wrap=True,
        )
    out.print(f"To use the network: {_use(game, save)}", soft_wrap=True)


def _entry(each: Iteration) -> dict[str, Any]:
    """An iteration for JSON."""
    numbers = {name: None if math.isnan(value) else value for name, value in each._asdict().items()}
    return numbers | {"accepted": bool(each.accepted)}


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
