"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from countermove.analysis.search import DEEPENING, SEARCHES

GAME = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game: tictactoe, nim:piles=(1,2,3), file.py:Class, [[3,12],[2,4]].", show_default=False
    ),
]
POSITION = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        help="Starting position, in the game's notation or as the actions so far.",
        show_default="the start",
    ),
]
JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
ALGORITHM = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"{', '.join(SEARCHES)} or {DEEPENING}.",
        show_default="the one that fits",
    ),
]
THREADS = Annotated[int, typer.Option(metavar="N", help="Number of search threads.")]
SIMULATIONS = Annotated[int | None, typer.Option(metavar="N", help="Simulations of mcts, Monte Carlo tree search.")]
MEMORY = Annotated[
    float | None, typer.Option(metavar="MB", help="Memory for the search, in megabytes.", show_default="by the method")
]
