"""`countermove opponents`: minimax and expectimax side by side, against opponents of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import console, emit, stoppable, watched
from countermove.cli.option import GAME, JSON, POSITION
from countermove.errors import SpecError
from countermove.game import Game
from countermove.loader import load_game, read_position
from countermove.views.words import count, number

if TYPE_CHECKING:
    from countermove.measure.against import Comparison
    from countermove.measure.interval import Estimate

MAX_GAMES = 100_000
"""Upper limit for --games."""


def opponents(
    game: GAME,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,C",
            help="Opponents: uniform, ranked, weighted:b2=5, softmax:0.5, solve, epsilon:0.1, record:FILE.",
            show_default="one of each kind",
        ),
    ] = None,
    position: POSITION = None,
    seat: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The player to score.", show_default="the player to move")
    ] = None,
    depth: Annotated[int | None, typer.Option(metavar="N", help="Play matches, searching N plies.")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Play matches of N games.", show_default="100")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    json: JSON = False,
) -> None:
    """Compare minimax and expectimax against fallible opponents.

    minimax assumes a perfect opponent, expectimax a random one; response is the best response to the actual one. Small
    games are solved backwards and the numbers are exact; larger games are played as matches.
    """
    from countermove.measure.against import compare
    from countermove.players import make_policy, split_specs

    rules = load_game(game)
    state = read_position(rules, position)
    if games is not None and games > MAX_GAMES:
        raise SpecError(f"--games is {games}; give a whole number from 2 to {MAX_GAMES:,}.")
    policies = [make_policy(spec) for spec in split_specs(against)] if against is not None else []
    number_of = None if seat is None else _seat(rules, seat)
    with stoppable() as stop, watched("comparing …") as status:
        found = compare(
            rules, policies, state, seat=number_of, depth=depth, games=games, seed=seed, stop=stop,
            progress=lambda player, opponent, played: status(f"{player} against {opponent}, game {played + 1:,}"),
        )  # fmt: skip
    if json:
        emit(_as_json(rules, found))
    else:
        _show(rules, found)


def _seat(game: Game, name: str) -> int:
    """The seat of a player, by name."""
    names = [game.player_name(player) for player in range(game.players)]
    folded = [each.casefold() for each in names]
    if folded.count(name.strip().casefold()) != 1:
        raise SpecError(f"--seat is {name!r}; the players of {type(game).__name__} are {', '.join(names)}.")
    return folded.index(name.strip().casefold())


def _as_json(game: Game, found: Comparison) -> dict[str, object]:
    return {
        "player": game.player_name(found.seat),
        "opponents": list(found.opponents),
        "values": {
            player: {
                name: {"value": each.value, "low": each.low, "high": each.high}
                for name, each in zip(found.opponents, row)
            }
            for player, row in found.values.items()
        },
        "exact": found.exact,
        "states": found.states,
        "depth": found.depth,
        "games": found.games,
        "broken": found.broken,
    }


def _show(game: Game, found: Comparison) -> None:
    from countermove.cli.table import plain_table, show

    players = tuple(found.values)
    table = plain_table("opponent", *players, right=players)
    for place, name in enumerate(found.opponents):
        table.add_row(name, *(_value(found.values[player][place]) for player in players))
    out = console()
    out.print(f"What {game.player_name(found.seat)} gets on average\n")
    show(out, table, whole=True)
    out.print("\nminimax assumes perfect replies, expectimax random ones; response is optimal.")
    if found.states is not None:
        out.print(f"Exact: {count(found.states, 'position')} solved backwards.")
        return
    out.print(
        f"{count(found.games or 0, 'game')} each, searching {count(found.depth or 0, 'ply', 'plies')}; ± is 95 %."
    )
    if found.broken:
        out.print(f"{count(found.broken, 'game')} cut off without an end, counted as even.")


def _value(estimate: Estimate) -> str:
    value = number(estimate.value)
    error = max(estimate.high - estimate.value, estimate.value - estimate.low)
    return value if estimate.exact else f"{value} ± {error:.2f}"
