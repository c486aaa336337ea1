"""How many moves of a Connect 4 player are perfect, on positions whose scores are known.

A move is perfect if it keeps what the position is worth: a win, a draw or a loss. It is also fastest if it keeps the
score, which counts the stones at the win: the quickest win, the slowest loss. Each position is searched on its own, and
what the moves lead to is solved exactly.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from countermove.bench.exact import entries, scores_of, worth_now
from countermove.engine.mcts.recipe import Recipe
from countermove.engine.mcts.search import TreeSearch
from countermove.game import Game
from countermove.registry import load

SIMULATIONS = 600
PLAYERS = {"network": "connect4:opening=false,network=shipped", "playouts": "connect4:opening=false"}
MEGABYTES = 32.0


@dataclass(frozen=True, slots=True)
class Perfect:
    """The moves of a player on a set of positions."""

    player: str
    name: str
    positions: int
    perfect: int
    """Moves that keep the result."""
    fastest: int
    """Moves that keep the score."""
    seconds: float
    """CPU time of the searches."""

    @property
    def share(self) -> float:
        return self.perfect / self.positions


def perfect(data: Path, simulations: int = SIMULATIONS) -> Iterator[Perfect]:
    """The shipped network and playouts on each file in `data`."""
    for path in sorted((data / "connect4").glob("Test_*")):
        for player, spec in PLAYERS.items():
            yield perfect_file(path, load(spec), player, simulations)


def perfect_file(path: Path, game: Game, player: str = "", simulations: int = SIMULATIONS, recipe: str = "") -> Perfect:
    """The moves of a search on the positions of one file."""
    known = entries(path)
    search = TreeSearch(game, Recipe.read(recipe) if recipe else Recipe(), megabytes=MEGABYTES)
    start = time.process_time()
    after = [(*line, chosen(search, line, simulations)) for line, _ in known]
    seconds = time.process_time() - start
    found = _scores(game, after)
    perfect = sum((here > 0) - (here < 0) == (best > 0) - (best < 0) for here, (_, best) in zip(found, known))
    fastest = sum(here == best for here, (_, best) in zip(found, known))
    return Perfect(player, path.name, len(known), perfect, fastest, seconds)


def chosen(search: TreeSearch, line: Sequence[int], simulations: int) -> int:
    """The move of a search after some moves."""
    state = search.game.initial()
    for column in line:
        state = search.game.result(state, column)
    search.root = None
    search.begin(state)
    search.grow(simulations)
    return int(search.chosen())


def _scores(game: Game, lines: Sequence[tuple[int, ...]]) -> list[int]:
    """What positions are worth to the player who moved last, as in such files."""
    over = {line: worth for line in lines if (worth := worth_now(game, line)) is not None}
    going = [line for line in dict.fromkeys(lines) if line not in over]
    found = over | {line: -score for line, score in zip(going, scores_of(going))}
    return [found[line] for line in lines]
