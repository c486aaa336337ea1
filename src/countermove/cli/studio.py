"""`countermove studio`: the web app, in the browser of this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from countermove.cli.common import complain
from countermove.errors import CountermoveError

__all__ = ["studio"]


def studio(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE.py:Class]...", help="Files with games of your own.", show_default=False),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to serve; another than this machine's needs a token.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.", show_default="8642")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
) -> None:
    """Open the studio: play, analyse and watch search think, in the browser."""
    try:
        from countermove.studio.server import serve
        from countermove.studio.shelf import Shelf
    except ModuleNotFoundError as error:
        raise CountermoveError(f"The studio needs {error.name}; install it with: pip install countermove") from None
    from countermove.vetting import load_game

    shelf = Shelf()
    for spec in games or ():
        shelf.own[spec] = load_game(spec)
    serve(shelf, host=host, port=port, show=browser, say=complain)
