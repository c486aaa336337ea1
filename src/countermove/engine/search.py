"""A strong search of one game, depth after depth: the root, the table, the threads and what they share.

The root is here and not in the compiled search, for here every action keeps its own score, marked for what it is, and
its own line: one, or as many as are asked for.
"""

from __future__ import annotations

import contextlib
import dataclasses
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from countermove.engine import score as scores
from countermove.engine.pvs import SYMMETRIC, probing, pvs
from countermove.engine.root import refuse
from countermove.engine.score import INFINITE, PLIES, Scale, ending
from countermove.engine.table import Table
from countermove.engine.workspace import (
    AGE,
    BEFORE,
    COMPANY,
    COUNTERS,
    DATABASE,
    EARLIER,
    EFFORT,
    END,
    ENDLESS,
    HEAD,
    HISTORY,
    KILLERS,
    LINE,
    NODES,
    ODD,
    ORDERED,
    PATH,
    SALT,
    SELECTIVE,
    SIZE,
    STACK,
    STOP,
    TAKEN,
    THREAD,
    TOP,
    WIDE,
    best_line,
    workspace,
)  # fmt: skip
from countermove.errors import GameError
from countermove.game import Game, State, offers, same
from countermove.native import kernel
from countermove.native.memory import Memory, address_of

NARROW = 64
"""A window around the last value, as a part of the utility 1."""


class OddError(Exception):
    """A utility does not fit the scale of the scores."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of one action: a score for player 0, and the line that leads to it."""

    score: int
    mark: str
    """ "=", or "<=" or ">=" when it is only a bound, from player 0's point of view."""
    estimate: bool
    line: tuple[int, ...] = ()


@dataclass(slots=True)
class Look:
    """One search of the root to one depth."""

    depth: int | None
    actions: dict[int, Found] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    """The actions, the best first; those with only a bound after those with a score."""
    complete: bool = False
    proven: bool = False
    """Whether the value of the best is certain."""


class Search:
    """A strong search, compiled for a game or loaded; NativeError where that is not possible."""

    def __init__(
        self,
        game: Game,
        table: Table,
        *,
        threads: int = 1,
        nodes: int | None = None,
        selective: bool = False,
        history: Sequence[State] = (),
        database: Memory | None = None,
    ) -> None:
        self.game = game
        self.works = [workspace(nodes, SIZE) for _ in range(threads)]
        table.begin()
        for number, work in enumerate(self.works):
            work[TOP] = STACK
            work[SALT], work[AGE] = table.salt, table.age
            work[ORDERED] = int(offers(game, "order"))
            work[SELECTIVE] = int(selective)
            work[THREAD], work[COMPANY] = number, threads - 1
            work[DATABASE] = 0 if database is None else address_of(database)
            work.words[KILLERS:EFFORT] = work.words[COUNTERS:HISTORY] = END
            work.words[EFFORT:COUNTERS] = 64 << 16
            if game.repeats:
                earlier = [self._key(state) ^ table.salt for state in history[-EARLIER:]]
                work[BEFORE] = len(earlier)
                work.words[PATH - len(earlier) : PATH] = earlier
        self.table, self.database = table, database
        self.run = kernel.bind(pvs if database is None else probing, game, 0, 0, 0, 0, self.works[0], table.memory)

    @cached_property
    def scale(self) -> Scale:
        """How the utilities of the game become scores; found out when first asked for, for the rules are played."""
        found = scores.measure(self.game)
        for work in self.works:
            found.prepare(work)
        return found

    @property
    def nodes(self) -> int:
        return sum(work[NODES] for work in self.works)

    @property
    def stopped(self) -> bool:
        return bool(self.works[0][STOP])

    def halt(self) -> None:
        """Stop as soon as possible."""
        for work in self.works:
            work[STOP] = 1

    def company(self, task: Callable[[Memory], object]) -> Callable[[], None]:
        """Have the other threads do a task of their own, to fill the table; gives what ends them."""
        others = [threading.Thread(target=self._quietly, args=(task, work), daemon=True) for work in self.works[1:]]
        for thread in others:
            thread.start()

        def end() -> None:
            for work in self.works[1:]:
                work[STOP] = 1
            for thread in others:
                thread.join()

        return end

    def _quietly(self, task: Callable[[Memory], object], work: Memory) -> None:
        with contextlib.suppress(GameError, OddError):  # the first thread meets the same, and tells of it
            task(work)

    def _key(self, state: State) -> int:
        """The key by which a position is known on the path."""
        return int(self.game.key(self.game.canonical(state)))

    def look(
        self, state: State, actions: Sequence[int], depth: int | None, lines: int = 1, guess: int | None = None,
        work: Memory | None = None,
    ) -> Look:  # fmt: skip
        """Search these actions of a state, in this order, to so many plies in all (None: to the end).

        The best ones, as many as `lines`, get a score; the others a bound. `guess` is a score that is expected.
        """
        game = self.game
        work = self.works[0] if work is None else work
        limit = ENDLESS if depth is None else depth
        scale = self.scale
        sign = 1 if game.player(state) == 0 else -1
        found: dict[int, Found] = {}
        left: dict[int, list[int]] = {}  # the lines that the search left
        best: list[int] = []  # the scores of the mover's best actions, falling
        look = Look(depth, found)
        work[NODES] += 1
        if game.repeats:
            work[PATH] = self._key(state) ^ work[SALT]
        for number, action in enumerate(actions):
            child = game.result(state, action)
            work[TAKEN] = action
            low = best[lines - 1] if len(best) >= lines else -INFINITE
            if number == 0 and lines == 1 and guess is not None and abs(guess) % PLIES == 0:
                width = max(1, scale.scale // NARROW) * PLIES
                windows = [(sign * guess - width, sign * guess + width), (-INFINITE, INFINITE)]
            elif low > -INFINITE:
                windows = [(low, low + 1), (low, INFINITE)]
            else:
                windows = [(-INFINITE, INFINITE)]
            for below, above in windows:
                work[HEAD + LINE] = END
                window = (below, above) if sign > 0 else (-above, -below)
                answer = self.run(child, limit - 1, *window, 1, work, self.table.memory)
                if work[STOP]:
                    self.refuse(work)
                    self._draw_lines(look, state, left, list(left)[-1:])
                    return look
                mine = sign * (answer >> 1)
                if mine <= low or below < mine < above:
                    break
            exact = mine > low
            mark = "=" if exact else ("<=" if sign > 0 else ">=")
            found[action] = Found(answer >> 1, mark, bool(answer & 1), (action,))
            if exact:
                best = sorted([*best, mine], reverse=True)
                left[action] = best_line(work, 1)
        look.order = sorted(found, key=lambda action: (found[action].mark != "=", -sign * found[action].score))
        look.complete = True
        self._draw_lines(look, state, left, look.order[:lines])
        top = found[look.order[0]]
        most = scores.units(sign * top.score) >= scale.best(game.bounds(state), sign)
        look.proven = not top.estimate and (most or not any(each.estimate for each in found.values()))
        return look

    def _draw_lines(self, look: Look, state: State, left: dict[int, list[int]], actions: list[int]) -> None:
        """Give these actions the lines that the search left of them."""
        for action in actions:
            if action in left:
                line = self._line(self.game.result(state, action), left[action])
                look.actions[action] = dataclasses.replace(look.actions[action], line=(action, *line))

    def _line(self, state: State, choices: list[int]) -> Iterator[int]:
        """The best line after a state one ply below the root, in the actions of the states as they really are.

        The search turns positions near the root into the ones that stand for them, and its actions with them.
        """
        game = self.game
        turns = offers(game, "canonical")
        seen = state
        for ply, choice in enumerate(choices, 1):
            if game.is_terminal(state):
                return
            if turns and (game.repeats or ply <= SYMMETRIC):
                seen = game.canonical(seen)
            action = choice
            if turns and not same(seen, state):
                wanted = game.canonical(game.result(seen, choice))
                alike = [a for a in game.actions(state) if same(game.canonical(game.result(state, a)), wanted)]
                if not alike:
                    return
                action = choice if choice in alike else alike[0]
            seen = game.result(seen, choice)
            state = game.result(state, action)
            yield action

    def ended(self, state: State, ply: int = 0) -> int:
        """The score of a game that is over at a ply, for player 0."""
        score = ending(float(self.game.utility(state, 0)), ply, self.works[0])
        self.refuse(self.works[0])
        return int(score)

    def ask(self, state: State, below: int, above: int) -> int | None:
        """The score for player 0 of a state one ply below the root, searched to the end; None when stopped.

        Outside the window it is a bound.
        """
        work = self.works[0]
        answer = self.run(state, ENDLESS - 1, below, above, 1, work, self.table.memory)
        self.refuse(work)
        return None if work[STOP] else answer >> 1

    def finish(self, state: State, line: tuple[int, ...], length: int) -> tuple[int, ...]:
        """A line played on to so many plies or to its end, where the search knew the value without playing it."""
        game = self.game
        for action in line:
            state = game.result(state, action)
        while len(line) < length and not game.is_terminal(state):
            look = self.look(state, list(game.actions(state)), length - len(line))
            if not look.complete:
                break
            more = look.actions[look.order[0]].line
            line += more
            for action in more:
                state = game.result(state, action)
        return line

    def refuse(self, work: Memory) -> None:
        """Say what is wrong with the rules, if that is why a search stopped."""
        refuse(self.game, work)
        if work[ODD]:
            raise OddError
        if work[WIDE]:
            raise GameError(
                f"{type(self.game).__name__} has too many actions for this search: more than 100,000 on one path. "
                "Search with --algorithm alphabeta."
            )
