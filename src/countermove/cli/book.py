"""`countermove book`: opening books, made and shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import INTERRUPTED, OK, answering, complain, console, emit, require, stoppable, watched
from countermove.cli.option import GAME, JSON, POSITION
from countermove.errors import SpecError
from countermove.files import no_device
from countermove.loader import load_game, read_position
from countermove.views.words import count

if TYPE_CHECKING:
    from countermove.game import Action, Game
    from countermove.players.book import BookMove

PAYOFFS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
"""The payoffs of the player who begins and of the other, by the result of a game in PGN or PDN."""

book = typer.Typer(name="book", help="Make and show opening books.", rich_markup_mode=None)


@book.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Make and show opening books."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def build(
    game: GAME,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write.", show_default=False)],
    games: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Games to take the actions from: saved ones, matches, PGN, PDN.",
            show_default="searches",
        ),
    ] = None,
    plies: Annotated[int, typer.Option(metavar="N", help="Plies of the book.")] = 8,
    nodes: Annotated[int, typer.Option(metavar="N", help="Nodes to search for each position.")] = 100_000,
    lines: Annotated[int, typer.Option(metavar="N", help="Maximum number of actions in a position.")] = 3,
    margin: Annotated[float, typer.Option(metavar="X", help="How much worse than the best an action may be.")] = 0.02,
    json: JSON = False,
) -> int:
    """Make an opening book, from searches of the first positions or from games.

    Ctrl-C stops and writes the positions so far. Chess books are PolyGlot's, for any chess program.
    """
    from countermove.players.bookmaking import played, searched

    require(min(plies, nodes, lines) >= 1, "--plies, --nodes and --lines must be 1 or more.")
    require(margin >= 0, "--margin must be 0 or more.")
    require(out.absolute().parent.is_dir(), f"The folder of --out {str(out)!r} does not exist; create it first.")
    rules = load_game(game)
    require(rules.players > 1, f"{game} has one player; opening books are for two or more.")
    with stoppable() as stop, watched("reading ...") as status:
        if games:
            found = played(rules, (each for path in games for each in _games(rules, path)), plies)
        else:
            found = searched(
                rules, plies=plies, nodes=nodes, lines=lines, margin=margin, stop=stop,
                progress=lambda done, left: status(f"searching: {count(done, 'position')}, {left:,} left at this ply"),
            )  # fmt: skip
    if not len(found):
        complain("There are no positions to write.")
        return INTERRUPTED if stop.is_set() else OK
    found.write(out, rules)
    if json:
        emit({"game": game, "file": str(out), "positions": len(found), "stopped": stop.is_set()})
    else:
        print(f"{count(len(found), 'position')} written to {out}{', then stopped' if stop.is_set() else ''}.")
    return INTERRUPTED if stop.is_set() else OK


def show(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="An opening book; own is the game's.", show_default=False)
    ],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game it is for.")] = "chess",
    position: POSITION = None,
    json: JSON = False,
) -> None:
    """Show what an opening book plays in a position."""
    from countermove.cli.table import plain_table
    from countermove.cli.table import show as printed
    from countermove.players.book import Book

    rules = load_game(game)
    state = read_position(rules, position)
    found = Book.read(file, rules)
    moves: list[BookMove] = found.moves(rules, state)
    if json:
        actions = [
            {"action": rules.action_name(state, move.action), "weight": move.weight, "share": move.share}
            for move in moves
        ]
        emit({"game": game, "position": rules.write(state), "positions": len(found), "actions": actions})
        return
    print(f"{count(len(found), 'position')} in {file}.")
    if not moves:
        print("None of its actions is for this position.")
        return
    table = plain_table("action", "weight", "share", right=("weight", "share"))
    for move in moves:
        table.add_row(rules.action_name(state, move.action), str(move.weight), f"{100 * move.share:.1f} %")
    printed(console(), table)


def _games(game: Game[Any], path: Path) -> Iterator[tuple[list[tuple[Any, int, Action]], Sequence[float]]]:
    """The finished games in a file: PGN of chess, PDN of checkers, the file of a match (.jsonl), or a saved game."""
    from countermove.arena.ledger import records
    from countermove.games.checkers import Checkers, pdn
    from countermove.games.chess import Chess, pgn
    from countermove.players import record

    kind = path.suffix.lower()
    if isinstance(game, Chess) and kind == ".pgn":
        for each in pgn.read_all(_text(path), game.initial()):
            yield from _finished(game, each.start, [move.action for move in each.moves], each.result)
    elif isinstance(game, Checkers) and kind == ".pdn":
        for one in pdn.read_all(game, _text(path)):
            yield from _finished(game, one.start, one.actions, one.result)
    else:
        for saved in records(path) if kind == ".jsonl" else [record.load(path)]:
            _, turns = record.replay(saved, game)
            if saved.result is not None:
                yield [(turn.state, turn.player, turn.action) for turn in turns], saved.result


def _text(path: Path) -> str:
    try:
        return no_device(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise SpecError(f"{str(path)!r} cannot be read: {(error.strerror or 'an error').lower()}.") from None


def _finished(
    game: Game[Any], state: Any, actions: Iterable[Any], result: str
) -> Iterator[tuple[list[tuple[Any, int, Action]], Sequence[float]]]:
    """A game with its payoffs, if it has a result."""
    if result in PAYOFFS:
        taken = []
        for action in actions:
            taken.append((state, game.player(state), action))
            state = game.result(state, action)
        yield taken, PAYOFFS[result]


for command in (build, show):
    book.command()(answering(command))
