"""`countermove engine`: an engine for other programs to talk to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from countermove import __version__
from countermove.cli.option import GAME
from countermove.errors import SpecError, UnfitError
from countermove.game import Game
from countermove.loader import load_game

if TYPE_CHECKING:
    from countermove.protocol.stream import Engine, Output


def engine(
    game: GAME,
    protocol: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The protocol: uci (chess only), gtp or json.",
            show_default="uci for chess, gtp for Go, else json",
        ),
    ] = None,
) -> None:
    """Run an engine that other programs talk to, over standard input and output."""
    rules = load_game(game)
    if rules.axes.hidden:
        raise UnfitError(
            f"{type(rules).__name__} has hidden information, and engines are told whole positions; use "
            "`countermove play`."
        )
    from countermove.protocol.search import prepare
    from countermove.protocol.stream import Output, serve

    speaker = _engine(game, rules, protocol, Output())
    prepare(rules)
    serve(speaker)


def _engine(spec: str, game: Game, protocol: str | None, say: Output) -> Engine:
    """The engine of a protocol; by default the one that fits the game."""
    from countermove.games.chess import Chess
    from countermove.games.go import Go

    protocol = protocol or ("uci" if isinstance(game, Chess) else "gtp" if isinstance(game, Go) else "json")
    if protocol == "gtp":
        if isinstance(game, Go):
            from countermove.protocol.go import GoEngine

            return GoEngine(say, game, __version__)
        from countermove.protocol.gtp import GtpEngine

        return GtpEngine(say, game, __version__)
    if protocol == "json":
        from countermove.protocol.jsonlines import JsonEngine

        return JsonEngine(say, game, spec, __version__)
    if protocol != "uci":
        raise SpecError(f"The protocol is {protocol!r}; expected uci, gtp or json.")
    if not isinstance(game, Chess):
        raise SpecError(f"UCI is the protocol of chess programs, and {spec} is not chess; use gtp or json.")
    from countermove.protocol.uci import UciEngine

    return UciEngine(say, game, __version__)
