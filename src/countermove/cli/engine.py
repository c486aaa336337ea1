"""`countermove engine`: an engine for other programs to talk to."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from countermove import __version__
from countermove.cli.option import GAME
from countermove.errors import SpecError
from countermove.loader import load_game


def engine(
    game: GAME,
    protocol: Annotated[str, typer.Option(metavar="NAME", help="The protocol: uci.")] = "uci",
) -> None:
    """Run an engine that other programs talk to, over standard input and output."""
    from countermove.games.chess import Chess
    from countermove.protocol.uci import UciEngine, prepare

    rules = load_game(game)
    if protocol != "uci":
        raise SpecError(f"The protocol is {protocol!r}; expected uci.")
    if not isinstance(rules, Chess):
        raise SpecError(f"UCI is the protocol of chess programs, and {game} is not chess.")

    def say(line: str) -> None:
        print(line, flush=True)

    speaker = UciEngine(say, rules, __version__)
    prepare(rules)
    for line in sys.stdin:
        if not speaker.handle(line):
            break
    else:
        speaker.stop()
