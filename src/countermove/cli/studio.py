"""`countermove studio`: the web app, in your browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from countermove.analysis.task import Database
from countermove.cli.common import OK, complain, emit
from countermove.cli.option import JSON
from countermove.errors import CountermoveError, SpecError

if TYPE_CHECKING:
    from countermove.studio.tree.proof_call import SavedProof


def studio(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE.py:Class",
            help="Python files with your games, reloaded on save.",
            show_default=False,
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=PLAYER",
            help="Offer another program as a player: stockfish=uci:stockfish,seconds=1.",
            show_default=False,
        ),
    ] = None,
    database: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME=DIR", help="Use an endgame database: chess=endings.", show_default=False),
    ] = None,
    proof: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME=FILE", help="Show a proof saved by solve: checkers=proof.npz.", show_default=False),
    ] = None,
    network: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Show what a network of policy and value thinks.", show_default=False),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to serve; other than localhost needs a token.")] = ("127.0.0.1"),
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port.", show_default="8642")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    json: JSON = False,
) -> None:
    """Open the studio in your browser: play, analyse, learn."""
    try:
        from countermove import dual
        from countermove.studio.analysis.seat import engine_named
        from countermove.studio.games.author import AuthorGames
        from countermove.studio.games.shelf import Shelf
        from countermove.studio.server import serve
    except ModuleNotFoundError as error:
        raise CountermoveError(f"The studio needs {error.name}; install it with: pip install countermove") from None
    engines = dict(engine_named(each) for each in engine or ())
    for each in network or ():
        dual.game_in(each)  # refuses other files now
    files, others = _sorted(games or [])
    announce = _announce_json if json else _announce
    databases = [_opened(each) for each in database or ()]
    proofs = [_proof(each, databases) for each in proof or ()]
    shelf = Shelf(AuthorGames(files), engines=engines, databases=databases, proofs=proofs, networks=network or ())
    page = _page(others) or ("#/proof" if proofs else "")
    serve(shelf, host=host, port=port, show=browser, opened=announce, page=page)
    for player in engines.values():
        player.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(OK)  # at once: a search or the compiler may still run in a thread


def _announce(address: str) -> None:
    complain(f"The studio is open at {address} (Ctrl-C to stop)")


def _announce_json(address: str) -> None:
    emit({"address": address})
    sys.stdout.flush()


def _sorted(specs: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Split the arguments into files, each of which exists, and games, each of which loads."""
    from countermove import registry
    from countermove.loader import load_game

    files, others = [], []
    for spec in specs:
        path = registry.parted(spec)[0]
        if not path.endswith(".py"):
            load_game(spec)
            others.append(spec)
        elif Path(path).is_file():
            files.append(spec)
        else:
            raise SpecError(f"File {path!r} not found; give the path of a Python file with a Game class.")
    return tuple(files), others


def _opened(text: str) -> Database:
    """The endgame database of `--database GAME=DIR`."""
    from countermove.loader import load_game
    from countermove.solve import open_database

    game, equals, path = (part.strip() for part in text.rpartition("="))
    if not equals or not game or not path:
        raise SpecError(f"--database is {text!r}; give a game and a directory, as in chess=endings.")
    return open_database(path, load_game(game))


def _proof(text: str, databases: list[Database]) -> SavedProof:
    """The proof of `--proof GAME=FILE`, with the database of its game."""
    from countermove.loader import load_game
    from countermove.solve import SliceDatabase
    from countermove.studio.tree.proof_call import SavedProof

    spec, equals, path = (part.strip() for part in text.rpartition("="))
    if not equals or not spec or not path:
        raise SpecError(f"--proof is {text!r}; give a game and a file, as in checkers:quiet_moves=0=proof.npz.")
    game = load_game(spec)
    database = next((each for each in databases if each.game == game and isinstance(each, SliceDatabase)), None)
    found = SavedProof(spec, game, Path(path), database)
    found.tree()  # so that a wrong file is refused now
    return found


def _page(games: list[str]) -> str:
    """Where the browser opens: at the built-in game given, else at the gallery."""
    return f"#/game/{quote(games[0], safe='')}" if games else ""
