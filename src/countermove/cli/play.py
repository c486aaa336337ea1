"""`countermove play`: a game in the terminal, between people and computers in any seats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import emit, require, watched
from countermove.cli.option import JSON, POSITION
from countermove.drawn import require_board
from countermove.errors import SpecError
from countermove.game import ONLOOKER, Game
from countermove.loader import load_game, read_position
from countermove.players.spec import DEFAULT_OPPONENT, PROGRAMS, default_opponent

if TYPE_CHECKING:
    from countermove.cli.sitting import Sitting
    from countermove.players import Record

FIRST, SECOND = "human", DEFAULT_OPPONENT


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game; optional with --load.", show_default=False),
    ] = None,
    first: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays first.", show_default=FIRST)] = None,
    second: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who plays second.", show_default=SECOND)] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B,C", help="All players, in place of --first and --second.")
    ] = None,
    position: POSITION = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Resume a saved game.")] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed for dice.")] = None,
    film: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the game as an animation: .svg or .gif.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show only the result.")] = False,
    json: JSON = False,
) -> int | None:
    """Play a game.

    A PLAYER is human, random, best:seconds=2, best:clock=60+1,threads=2 (a minute for the game plus a second
    per action), pvs:depth=9, alphabeta:depth=6, minimax:depth=4, expectimax:depth=3, maxn, solve, reflex, or
    a policy: softmax:0.5, epsilon:0.1, ranked, weighted:b2=5, record:FILE; in Pacman also directional, alone:cycles=2
    and coordinated:cycles=2; or another program: uci:stockfish,seconds=1, gtp:PROGRAM, json:PROGRAM. Type an action, or
    help for the commands.
    """
    from countermove.cli.arcade import Arcade
    from countermove.cli.sitting import Sitting
    from countermove.players import check_seats, make, replay
    from countermove.players import load as load_record

    require(players is None or (first is None and second is None), "Give either --players, or --first and --second.")
    require(position is None or load is None, "Give either --position or --load; a saved game has its own position.")
    record = None if load is None else load_record(load)
    if game is None:
        if record is None:
            raise SpecError(
                "Name a game to play, such as tictactoe, or give --load FILE; `countermove games` lists the games."
            )
        game = record.game
    rules = load_game(game)
    if record is not None and record.game != game and load_game(record.game) != rules:
        raise SpecError(f"{load!r} is a saved game of {record.game}, not of {game}.")
    specs = _specs(rules, first, second, players, None if record is None else list(record.players))
    require(
        film is None or film.lower().endswith((".svg", ".gif")),
        f"--film is {film!r}; give a name ending in .svg or .gif.",
    )
    require(
        film is None or Path(film).parent.is_dir(), f"The folder of --film {film!r} does not exist; create it first."
    )
    sitting = Sitting(game, rules, seed=seed, quiet=quiet, to_stderr=json)
    if Arcade.fits(rules, sitting):
        sitting = Arcade(game, rules, seed=seed, quiet=quiet, to_stderr=json)
    sitting.players = [make(spec, sitting.ask) for spec in specs]
    if record is None and rules.axes.hidden and position is not None:
        record = _resumed(game, rules, position)
    if record is None:
        sitting.start = read_position(rules, position)
    else:
        sitting.start, sitting.turns = replay(record, rules)
    try:
        with watched("Getting ready", quiet or json):
            check_seats(rules, sitting.players)
        code = sitting.run()
    finally:
        for player in sitting.players:
            player.close()
    if film is not None:
        _save_film(sitting, film)
    if json:
        emit(sitting.record().as_json())
    return code


def _resumed(spec: str, game: Game, position: str) -> Record:
    """A game of hidden information up to a position: players need to know how it arose."""
    from countermove.players import Record, replay

    record = Record(spec, actions=tuple(position.split()))
    try:
        replay(record, game)
    except SpecError:
        raise SpecError(
            f"--position is {position!r}; players of {type(game).__name__} remember what they have seen, so give all "
            "actions from the start, separated by spaces, or a saved game with --load."
        ) from None
    return record


def _save_film(sitting: Sitting, path: str) -> None:
    """Write the game so far as an animation, one frame per cycle."""
    from countermove.information import shown
    from countermove.views.film import save_film

    game, first = sitting.game, sitting.start
    home = game.player(first)
    viewer = None if sitting.is_over else ONLOOKER
    states = [shown(game, state, viewer) for state in (first, *(turn.after for turn in sitting.turns))]
    if game.cycle > game.players:  # several agents act as one player; a cycle ends when the first acts again
        states = [state for state in states[:-1] if game.player(state) == home] + states[-1:]
    save_film([require_board(game, state) for state in states], path, title=f"A game of {sitting.spec}")


def _specs(
    game: Game, first: str | None, second: str | None, players: str | None, saved: list[str] | None
) -> list[str]:
    """A player specification per seat: as given, as saved, or a person against computers."""
    from countermove.players import split_specs

    if players is not None:
        specs = split_specs(players)
        if len(specs) != game.players:
            raise SpecError(
                f"{type(game).__name__} has {game.players} players, but --players names {len(specs)}: {players}."
            )
        return specs
    specs = saved if saved and len(saved) == game.players else [FIRST] + [default_opponent(game)] * (game.players - 1)
    given = dict[int, str]()
    for seat, spec in enumerate((first, second)):
        if spec is not None:
            if seat >= game.players:
                raise SpecError(f"{type(game).__name__} has 1 player; omit --second.")
            given[seat] = spec
    for seat, spec in enumerate(specs):
        if seat not in given and spec.partition(":")[0].strip() in PROGRAMS:  # a file does not run programs
            raise SpecError(
                f"The saved game names the program {spec!r} as player {seat + 1}; to run it, name it yourself with "
                "--first, --second or --players."
            )
    return [given.get(seat, spec) for seat, spec in enumerate(specs)]
