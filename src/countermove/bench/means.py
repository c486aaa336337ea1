"""What each means of selective search gives: matches of the whole search against the search without it.

    python -m countermove.bench.means chess 4000 400

plays 400 games for each means, 4,000 nodes an action: random balanced openings, each from both seats. Both searches are
variants of one kernel, so that nothing but constants differs. A game counts as decided when both sides have agreed on
that for some plies. Elo above 0 speaks for the means. Nodes, not seconds, limit both: a means that costs time is worth
less than this says.
"""

from __future__ import annotations

import itertools
import sys
from typing import Any

from countermove import worker
from countermove.arena.opening import openings, usual_plies
from countermove.arena.standing import Score, scored
from countermove.engine.strong.credit import SelectiveWorkspace
from countermove.engine.strong.quiescence import quiesce, quiesce_alone
from countermove.engine.strong.score import INFINITE, PLIES, scale_of
from countermove.engine.strong.search import prepared
from countermove.engine.strong.selective import selective
from countermove.engine.table import Table
from countermove.engine.workspace import MAX_EARLIER, MAX_NODES, best_line
from countermove.errors import SpecError
from countermove.game import Action, Game, State, offers
from countermove.native import kernel, layout
from countermove.native.kernel import variant
from countermove.players.record import Record, replay
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
MAX_DEPTH, MAX_PLIES = 64, 400
DECIDED, AGREED = 0.5, 6
"""The part of a win that decides a game, if it is found for as many plies in a row."""


class Side:
    """A search with a table and a workspace of its own."""

    def __init__(self, game: Game, name: str, nodes: int, constants: dict[str, Any]) -> None:
        self.game, self.nodes, self.scale = game, nodes, scale_of(game)
        self.table = Table(MEGABYTES)
        self.work = prepared(SelectiveWorkspace(), game, self.scale)
        self._blank = self.work.words.copy()
        search = variant(selective, name.replace(" ", "_"), **constants) if constants else selective
        self._run = kernel.bind(search, game, 0, 0, 0, 0, self.work, self.table.memory)

    def begin(self) -> None:
        """Forget the last game."""
        self.table.forget()
        self.work.words[:] = self._blank
        self.work.salt = self.table.salt

    def choose(self, state: State, earlier: list[int]) -> tuple[Action, float]:
        """The action, and the value for player 0 as a part of a win."""
        work = self.work
        self.table.begin()
        work.age, work.nodes, work.stop = self.table.age, 0, 0
        self._note(state, earlier)
        value = 0.0
        for depth in range(1, MAX_DEPTH):
            work.aim, work.top = depth, 0
            work.limit = self.nodes if depth > 1 else MAX_NODES
            found = self._run(state, depth, -INFINITE, INFINITE, 0, work, self.table.memory)
            if work.stop:
                break
            action, value = best_line(work, 0)[0], (found >> 1) / PLIES / self.scale.scale
            if not found & 1:
                break
        return action, value

    def _note(self, state: State, earlier: list[int]) -> None:
        """The positions before the root; not the root itself, whose search must not end at once."""
        work, here = self.work, layout.key(self.game, state)
        work.earlier = min(len(earlier), self.game.reversible(state), MAX_EARLIER) if self.game.repeats else 0
        for back in range(1, work.earlier + 1):
            work.path[MAX_EARLIER - back] = 0 if earlier[-back] == here else earlier[-back] ^ work.salt


def play(game: Game, sides: list[Side], start: State) -> float:
    """The result of one game for the first side, which has the first seat: from 0 to 1."""
    for side in sides:
        side.begin()
    state, earlier, agreed = start, list[int](), 0
    for _ in range(MAX_PLIES):
        if game.is_terminal(state):
            return 0.5 + float(game.utility(state, 0)) / 2
        key = layout.key(game, state)
        if game.repeats and earlier.count(key) + 1 >= game.max_occurrences:
            break
        action, value = sides[game.player(state)].choose(state, earlier)
        earlier.append(key)
        state = game.result(state, action)
        sign = 0 if abs(value) < DECIDED else 1 if value > 0 else -1
        agreed = agreed + sign if sign * agreed >= 0 and sign else sign
        if abs(agreed) >= AGREED:
            return 0.5 + agreed / abs(agreed) / 2
    return 0.5


def match(game: Game, name: str, nodes: int, games: int, seed: int = 0) -> Score:
    """The score of the whole search against the search without a means."""
    sides = [Side(game, "whole", nodes, {}), Side(game, f"without {name}", nodes, WITHOUT[name])]
    found: list[tuple[int, float]] = []
    for number, opening in enumerate(itertools.islice(openings(game, (), usual_plies(game), seed), games // 2)):
        _, turns = replay(Record("", start=opening.start, actions=opening.actions), game)
        start = turns[-1].after if turns else game.initial()
        for first in (0, 1):
            seated = sides[::-1] if first else sides
            result = worker.run(lambda seated=seated, start=start: play(game, seated, start), game)  # type: ignore[misc]
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
