"""`countermove studio`: the web app, in the browser of this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer

from countermove.cli.common import OK, complain, emit
from countermove.cli.option import JSON
from countermove.errors import CountermoveError, SpecError

__all__ = ["studio"]


def studio(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE.py:Class",
            help="Files with games of your own, loaded anew when they are saved.",
            show_default=False,
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to serve; another than this machine's needs a token.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.", show_default="8642")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    json: JSON = False,
) -> None:
    """Open the studio: play, analyse and watch search think, in the browser."""
    try:
        from countermove.studio.own import Own
        from countermove.studio.server import serve
        from countermove.studio.shelf import Shelf
    except ModuleNotFoundError as error:
        raise CountermoveError(f"The studio needs {error.name}; install it with: pip install countermove") from None
    files, others = _sorted(games or [])
    tell = _tell_json if json else _tell
    serve(Shelf(Own(files)), host=host, port=port, show=browser, opened=tell, page=_page(others))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(OK)  # at once: a search or the compiler may still be at work in a thread


def _tell(address: str) -> None:
    complain(f"The studio is open at {address} (Ctrl-C ends it)")


def _tell_json(address: str) -> None:
    emit({"address": address})
    sys.stdout.flush()


def _sorted(specs: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The files among what was named, each found to be there, and the games, each found to be right."""
    from countermove import registry
    from countermove.vetting import load_game

    files, others = [], []
    for spec in specs:
        path = registry.parted(spec)[0]
        if not path.endswith(".py"):
            load_game(spec)
            others.append(spec)
        elif Path(path).is_file():
            files.append(spec)
        else:
            raise SpecError(f"There is no file {path!r}; give the path of a Python file with a Game class in it.")
    return tuple(files), others


def _page(games: list[str]) -> str:
    """Where the browser opens: at a game of ours that was named, else at the gallery."""
    return f"#/game/{quote(games[0], safe='')}" if games else ""
