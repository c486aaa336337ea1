"""`countermove train`: learn an evaluation by self-play."""

from __future__ import annotations

from typing import Annotated

import typer

from countermove.cli.common import console, emit, stoppable, watched
from countermove.cli.option import GAME, JSON
from countermove.loader import load_game
from countermove.views.words import count
from countermove.views.words import seconds as in_seconds


def train(
    game: GAME,
    save: Annotated[str, typer.Option(metavar="FILE", help="Network file; training resumes from it.")],
    games: Annotated[int, typer.Option(metavar="N", help="Total number of games.")] = 100_000,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    hidden: Annotated[int, typer.Option(metavar="N", help="Hidden units in the network.")] = 128,
    json: JSON = False,
) -> None:
    """Learn to evaluate positions by self-play.

    The network is saved regularly; training resumes from an existing file. Ctrl-C stops and saves; run the same command
    to continue.
    """
    from countermove.learn import Training, learn

    rules = load_game(game)

    def words(so_far: Training) -> str:
        rate = so_far.plays / so_far.seconds if so_far.seconds else 0
        return f"{so_far.games:,} of {count(games, 'game')}  {rate:,.0f} plays per second"

    with stoppable() as stop, watched("learning …") as status:
        found = learn(
            rules, games=games, file=save, seed=seed, hidden=hidden, stop=stop, progress=lambda now: status(words(now))
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
    how = "" if found.complete else f" of {games:,}; run the same command to continue"
    out.print(f"Learnt from {count(found.games, 'game')}{how}.")
    out.print(f"{count(found.plays, 'play')} in {in_seconds(found.seconds)}.")
    out.print(f"To use the network: countermove play {game}{',' if '=' in game else ':'}network={save}", soft_wrap=True)
