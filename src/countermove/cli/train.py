"""`countermove train`: let a game learn its evaluation by playing against itself."""

from __future__ import annotations

from typing import Annotated

import typer

from countermove.cli.common import console, emit, stoppable, watched
from countermove.cli.option import GAME, JSON
from countermove.vetting import load_game
from countermove.views.words import count
from countermove.views.words import seconds as in_seconds

__all__ = ["train"]


def train(
    game: GAME,
    save: Annotated[str, typer.Option(metavar="FILE", help="Where the network is kept; goes on from there.")],
    games: Annotated[int, typer.Option(metavar="N", help="Play so many games in all.")] = 100_000,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed learns the same.")] = 0,
    hidden: Annotated[int, typer.Option(metavar="N", help="Hidden units of the network.")] = 128,
    json: JSON = False,
) -> None:
    """Let a game learn to judge positions by playing against itself.

    What is learnt is written to the file again and again; a file that is there is learnt on from. Ctrl-C ends it with
    what is learnt so far, and the same command goes on.
    """
    from countermove.learn import Learned, learn

    rules = load_game(game)

    def words(so_far: Learned) -> str:
        rate = so_far.plays / so_far.seconds if so_far.seconds else 0
        return f"{so_far.games:,} of {count(games, 'game')}  {rate:,.0f} plays a second"

    with stoppable() as stop, watched("learning …") as tell:
        found = learn(
            rules, games=games, file=save, seed=seed, hidden=hidden, stop=stop, progress=lambda now: tell(words(now))
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
    how = "" if found.complete else f" of {games:,}; the same command goes on"
    out.print(f"Learnt from {count(found.games, 'game')}{how}.")
    out.print(f"{count(found.plays, 'play')} in {in_seconds(found.seconds)}; the network is in {save}.")
