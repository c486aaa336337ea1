"""What each means of selective search gives: matches of the whole search against the search without it.

    python -m countermove.bench.means chess 4000 400

plays 400 games for each means, 4,000 nodes an action: random balanced openings, each from both seats. Both searches are
variants of one kernel, so that nothing but constants differs. A game counts as decided when both sides have agreed on
that for some plies. Elo above 0 speaks for the means. Nodes, not seconds, limit both: a means that costs time is worth
less than this says.
"""

from __future__ import annotations

import itertools
import random
import sys
import threading
from collections.abc import Sequence
from typing import Any

from countermove import worker
from countermove.analysis import Analysis
from countermove.arena.opening import openings, usual_plies
from countermove.arena.referee import Referee
from countermove.arena.standing import Score, scored
from countermove.arena.task import Adjudication, Conditions, Opening
from countermove.engine.strong.credit import SelectiveWorkspace
from countermove.engine.strong.quiescence import quiesce, quiesce_alone
from countermove.engine.strong.score import INFINITE, scale_of
from countermove.engine.strong.search import prepared
from countermove.engine.strong.selective import selective
from countermove.engine.table import Table
from countermove.engine.workspace import MAX_EARLIER, MAX_NODES, best_line
from countermove.errors import GameError, SpecError
from countermove.game import Action, Game, S, offers
from countermove.native import kernel, layout
from countermove.native.kernel import variant
from countermove.players.player import Player
from countermove.players.record import Record, replay
from countermove.players.turn import Turn
from countermove.registry import load

NEVER = 1 << 20
"""A depth that no search reaches."""
WITHOUT: dict[str, dict[str, Any]] = {
    "null move": {"MIN_NULL_MOVE": NEVER},
    "reverse futility": {"MAX_REVERSE_FUTILITY": 0},
    "razoring": {"MAX_RAZORING": 0},
    "skipping late actions": {"MAX_SKIP": 0, "MAX_SKIP_LOSING": 0},
    "reducing late actions": {"MIN_REDUCTION": NEVER},
    "singular extension": {"MIN_SINGULAR": NEVER},
    "reduction without a choice": {"MIN_INTERNAL": NEVER},
    "extension": {"MAX_EXTENSION": 0},
    "quiescence": {"quiesce": variant(quiesce, "standing", MAX_QUIESCENCE=0)},
    "table in quiescence": {"quiesce": quiesce_alone},
}
"""The constants that switch each means off."""
MEGABYTES = 4
MAX_DEPTH = 64
CONDITIONS = Conditions(max_plies=400, adjudication=Adjudication(resign=0.5, resign_plies=6))


class Side(Player):
    """A search with a table and a workspace of its own."""

    def __init__(self, game: Game, name: str, nodes: int, constants: dict[str, Any]) -> None:
        self.name, self.nodes, self.scale = name, nodes, scale_of(game)
        self.table = Table(MEGABYTES)
        self.work = prepared(SelectiveWorkspace(), game, self.scale)
        self._blank = self.work.words.copy()
        search = variant(selective, name.replace(" ", "_"), **constants) if constants else selective
        self._run = kernel.bind(search, game, 0, 0, 0, 0, self.work, self.table.memory)

    def sit(self, game: Game, seat: int) -> None:
        """Forget the last game."""
        self.table.forget()
        self.work.words[:] = self._blank
        self.work.salt = self.table.salt

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        work = self.work
        self.table.begin()
        work.age, work.nodes, work.stop = self.table.age, 0, 0
        self._note(game, state, turns)
        action, value = next(iter(game.actions(state))), 0.0
        for depth in range(1, MAX_DEPTH):
            work.aim, work.top = depth, 0
            work.limit = self.nodes if depth > 1 else MAX_NODES
            found = self._run(state, depth, -INFINITE, INFINITE, 0, work, self.table.memory)
            if work.stop:
                break
            action = next(iter(best_line(work, 0)), action)
            value = self.scale.value(found >> 1)
            if not found & 1:
                break
        self.analysis = Analysis(action, value if game.player(state) == 0 else -value)
        return action

    def _note(self, game: Game[S], state: S, turns: Sequence[Turn[S]]) -> None:
        """The positions before the root; not the root itself, whose search must not end at once."""
        work, here = self.work, layout.key(game, state)
        work.earlier = min(len(turns), game.reversible(state), MAX_EARLIER) if game.repeats else 0
        for back in range(1, work.earlier + 1):
            key = layout.key(game, turns[-back].state)
            work.path[MAX_EARLIER - back] = 0 if key == here else key ^ work.salt


def play(game: Game, sides: list[Side], opening: Opening) -> float:
    """The result of one game for the first side, which has the first seat: from 0 to 1."""
    start, turns = replay(Record("", start=opening.start, actions=opening.actions), game)
    referee = Referee(game, sides, start, turns, dice=random.Random(), conditions=CONDITIONS)
    for _ in referee:
        pass
    if referee.failed is not None:
        raise GameError(str(referee.reason))
    mine, theirs = referee.worths
    return 0.5 if mine == theirs else float(mine > theirs)


def match(game: Game, name: str, nodes: int, games: int, seed: int = 0) -> Score:
    """The score of the whole search against the search without a means."""
    sides = [Side(game, "whole", nodes, {}), Side(game, f"without {name}", nodes, WITHOUT[name])]
    found: list[tuple[int, float]] = []
    for number, opening in enumerate(itertools.islice(openings(game, (), usual_plies(game), seed), games // 2)):
        for first in (0, 1):
            seated = sides[::-1] if first else sides
            result = worker.run(lambda seated=seated, opening=opening: play(game, seated, opening), game)  # type: ignore[misc]
            found.append((number, 1 - result if first else result))
    return scored(found)


def main(arguments: list[str]) -> None:
    """Print a line for each means, or for those named after the game, the nodes and the games."""
    spec, nodes, games, *chosen = [*arguments, *("chess", "4000", "400")[len(arguments) :]]
    game = load(spec)
    if not offers(game, "null"):
        raise SpecError(f"{spec} is not searched selectively: it has no `null`.")
    for name in chosen or WITHOUT:
        score = match(game, name, int(nodes), int(games))
        elo = score.elo
        result = f"{score.wins}, {score.draws}, {score.losses}"
        print(f"{name:28} {result:>13}  {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
