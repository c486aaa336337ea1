"""A strong search of one game, depth after depth: the root, the table, the threads and what they share.

The root is here and not in the compiled search, for here every action keeps its own score, marked for what it is, and
its own line: one, or as many as are asked for.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from countermove import worker
from countermove.action import as_action
from countermove.bits import Word
from countermove.engine import score as scores
from countermove.engine.pvs import SYMMETRY_PLIES, probing, pvs
from countermove.engine.root import refuse
from countermove.engine.score import INFINITE, PLIES, ending, scale_of, unexpected
from countermove.engine.table import EXACT, NO_CHOICE, Table, find, nearby, place
from countermove.engine.workspace import MAX_EARLIER, MAX_LINE, MAX_PLIES, NO_ACTION, UNLIMITED, PvsWorkspace, best_line
from countermove.errors import GameError
from countermove.game import Action, Game, State, offers, same
from countermove.native import kernel, layout
from countermove.native.memory import Memory, address_of
from countermove.native.naming import Naming

ASPIRATION = 64
"""Half the aspiration window around the last value, as a part of the utility 1."""
MIN_NODES_TO_FINISH = 10_000
"""Nodes that may be searched in any case to play a line on."""


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
    timed: bool = False
    """Whether it is certain too that the win cannot come sooner, or the loss later."""


Left = dict[Action, tuple[list[int], Naming]]
"""The lines that a search left, as words, and what the words meant then."""


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
        """OutcomeError where the outcomes of the game have no scale.

        There are never more threads than twice the processors: they would only be in each other's way.
        """
        threads = min(threads, 2 * (os.cpu_count() or 1))
        self.game = game
        self.scale = scale_of(game)
        self.halted = False
        self.works = [PvsWorkspace(nodes) for _ in range(threads)]
        self.earlier = [self._key(state) for state in history[-MAX_EARLIER:]] if game.repeats else []
        if table.scale is not None and (table.scale, table.earlier) != (self.scale, self.earlier):
            table.forget()  # its scores are measured on another scale, or rest on other positions before the root
        table.scale, table.earlier = self.scale, self.earlier
        table.begin()
        self.table, self.database = table, database
        for number, work in enumerate(self.works):
            work.ordered = int(offers(game, "order"))
            work.thread, work.other_threads = number, threads - 1
            work.database = 0 if database is None else address_of(database)
            self.scale.prepare(work)
            work.killers[:] = work.countermoves[:] = NO_ACTION
            work.effort[:] = 64 << 16
        self._begin(selective)
        self.run = kernel.bind(pvs if database is None else probing, game, 0, 0, 0, 0, self.works[0], table.memory)
        self.names = Naming(self.run, game)

    def _begin(self, selective: bool) -> None:
        self.selective = selective
        self.table.selective |= selective
        for work in self.works:
            work.salt, work.age = self.table.salt, self.table.age
            work.selective = int(selective)
            work.earlier = len(self.earlier)
            first = MAX_EARLIER - len(self.earlier)
            work.path[first:MAX_EARLIER] = [key ^ self.table.salt for key in self.earlier]

    def begin_anew(self) -> None:
        """Forget what is in the table, and leave nothing out from now on; while no other thread searches."""
        self.table.forget()
        self._begin(False)

    @property
    def nodes(self) -> int:
        return sum(work.nodes for work in self.works)

    @property
    def stopped(self) -> bool:
        return bool(self.works[0].stop)

    def halt(self) -> None:
        """Stop as soon as possible."""
        self.halted = True
        for work in self.works:
            work.stop = 1

    def company(self, task: Callable[[PvsWorkspace], object]) -> Callable[[], None]:
        """Have the other threads do a task of their own, to fill the table; gives what ends them."""
        for work in self.works[1:]:
            work.stop = 0
        others = [worker.start(lambda work=work: self._quietly(task, work)) for work in self.works[1:]]  # type: ignore[misc]

        def end() -> None:
            for work in self.works[1:]:
                work.stop = 1
            for thread in others:
                thread.join()

        return end

    def _quietly(self, task: Callable[[PvsWorkspace], object], work: PvsWorkspace) -> None:
        with contextlib.suppress(Exception):  # the first thread meets the same, and reports it
            task(work)

    def deepen(self, state: State, work: PvsWorkspace) -> None:
        """Search a state deeper and deeper, only to fill the table: what other threads do."""
        if self.game.repeats:  # where the state itself has occurred before, that does not end the search
            earlier = work.path.words[MAX_EARLIER - work.earlier : MAX_EARLIER]
            earlier[earlier == self._key(state) ^ work.salt] = 0
        for depth in itertools.count(1 + work.thread % 2):
            answer = self.run(state, depth, -INFINITE, INFINITE, 0, work, self.table.memory)
            if work.stop or not answer & 1 or depth >= MAX_PLIES:
                return

    def _key(self, state: State) -> int:
        """The key by which a position is known on the path."""
        return layout.key(self.game, self.game.canonical(state))

    def look(
        self, state: State, actions: Sequence[int], depth: int | None, lines: int = 1, guess: int | None = None,
        work: PvsWorkspace | None = None,
    ) -> Look:  # fmt: skip
        """Search these actions of a state, in this order, to a depth counted from the root (None: to the end).

        The best ones, as many as `lines`, get a score; the others a bound. `guess` is a score that is expected.
        """
        game = self.game
        work = self.works[0] if work is None else work
        limit = UNLIMITED if depth is None else depth
        scale = self.scale
        sign = 1 if game.player(state) == 0 else -1
        found: dict[int, Found] = {}
        left: Left = {}  # the lines that the search left
        best: list[int] = []  # the scores of the mover's best actions, falling
        look = Look(depth, found)
        work.nodes += 1
        if game.repeats:
            work.path[MAX_EARLIER] = self._key(state) ^ work.salt
        for number, action in enumerate(actions):
            child = game.result(state, action)
            work.taken[1] = self.names.word(state, action)
            low = best[lines - 1] if len(best) >= lines else -INFINITE
            if number == 0 and lines == 1 and guess is not None and abs(guess) % PLIES == 0:
                width = max(1, scale.scale // ASPIRATION) * PLIES
                windows = [(sign * guess - width, sign * guess + width), (-INFINITE, INFINITE)]
            elif low > -INFINITE:
                windows = [(low, low + 1), (low, INFINITE)]
            else:
                windows = [(-INFINITE, INFINITE)]
            for below, above in windows:
                work.line[MAX_LINE] = NO_ACTION
                window = (below, above) if sign > 0 else (-above, -below)
                answer = self.run(child, limit - 1, *window, 1, work, self.table.memory)
                if work.stop:
                    self.refuse(work)
                    self._draw_lines(look, state, left, list(left)[-1:], lines > 1)
                    return look
                mine = sign * (answer >> 1)
                if mine <= low or below < mine < above:
                    break
            exact = mine > low
            mark = "=" if exact else ("<=" if sign > 0 else ">=")
            found[action] = Found(answer >> 1, mark, bool(answer & 1), (action,))
            if exact:
                best = sorted([*best, mine], reverse=True)
                left[action] = best_line(work, 1), self.names.now()
        look.order = sorted(found, key=lambda action: (found[action].mark != "=", -sign * found[action].score))
        look.complete = True
        self._draw_lines(look, state, left, look.order[:lines], lines > 1)
        self._judge(look, state, sign)
        return look

    def _judge(self, look: Look, state: State, sign: int) -> None:
        """Say what is certain of the best action.

        A win is worth at least its score whatever estimates took part, for no estimate is as good, and a loss at most.
        It is worth no more, or no less, if outcomes or bounds say so, or if no estimate took part at all. A win cannot
        come sooner than within the depth that was searched with nothing left out.
        """
        top = look.actions[look.order[0]]
        decided = self.scale.decides(top.score)
        sure = not any(each.estimate for each in look.actions.values())
        whole, game = sign * scores.units(top.score), self.game
        most = whole >= self.scale.best(game.bounds(state), sign)
        least = -whole >= self.scale.best(game.bounds(game.result(state, look.order[0])), -sign)
        look.proven = sure or (decided and (most if whole > 0 else least)) or (most and not top.estimate)
        full = look.depth is None or (not self.table.selective and (scores.plies(top.score) or INFINITE) <= look.depth)
        look.timed = sure or full or not decided

    def _draw_lines(
        self, look: Look, state: State, left: Left, actions: list[int], on: bool
    ) -> None:  # fmt: skip
        """Give these actions the lines that the search left of them, played on from the table or not.

        One line alone is mostly whole as it is; of several, many meet the table at once, for they are alike.
        """
        length = 0 if not on else MAX_LINE if look.depth is None else min(MAX_LINE, look.depth)
        for action in actions:
            if action in left:
                line = self._line(self.game.result(state, action), *left[action], length)
                look.actions[action] = dataclasses.replace(look.actions[action], line=(action, *line))

    def _line(self, state: State, choices: list[int], names: Naming, length: int) -> Iterator[Action]:
        """The best line after a state one ply below the root, in the actions of the states as they really are.

        The search turns positions near the root into the ones that stand for them, and its actions with them. Where it
        met the table it left no line; from there on the table gives one action at a time, up to `length` in all.
        """
        game = self.game
        turns = offers(game, "canonical")
        seen = state
        left = iter(choices)
        for ply in range(1, max(length, len(choices) + 1)):
            if game.is_terminal(state):
                return
            if turns and (game.repeats or ply <= SYMMETRY_PLIES):
                seen = game.canonical(seen)
            word = next(left, None)
            choices = self._remembered(seen) if word is None else [names.action(seen, word)]
            if not choices:
                return
            choice = action = choices[0]
            if turns and not same(seen, state):
                wanted = game.canonical(game.result(seen, choice))
                alike = [a for a in game.actions(state) if same(game.canonical(game.result(state, a)), wanted)]
                if not alike:
                    return
                action = choice if choice in alike else alike[0]
            seen = game.result(seen, choice)
            state = game.result(state, action)
            yield action

    def _remembered(self, state: State) -> list[Action]:
        """The best action of a state, if the table has its score; none where it has not."""
        actions = [as_action(action) for action in self.game.candidates(state)]
        if len(actions) == 1:
            return actions
        work, memory = self.works[0], self.table.memory
        key = int(Word(layout.key(self.game, state) ^ work.salt))
        far = place(memory, key)
        for at in (far, nearby(memory, far, work.thread)):  # how small its tree was is not known any more
            data = find(memory, at, key)
            choice = data >> 12 & 255
            if data & EXACT == EXACT and choice < len(actions) and choice != NO_CHOICE:
                return [actions[choice]]
        return []

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
        answer = self.run(state, UNLIMITED - 1, below, above, 1, work, self.table.memory)
        self.refuse(work)
        return None if work.stop else answer >> 1

    def finish(
        self, state: State, line: Sequence[int], score: int, depth: int | None, most: int | None = None
    ) -> tuple[int, ...]:
        """Best play by both sides after the first action of a line, whose score is certain; its others are tried first.

        It is as long as the win or loss is away, or MAX_LINE plies, or ends before where more would have to be searched
        than has been, or than `most` nodes. `depth` is what was searched.
        """
        game, work = self.game, self.works[0]
        limit = work.limit
        work.limit = min(limit, work.nodes + (max(MIN_NODES_TO_FINISH, work.nodes) if most is None else most))
        length = min(scores.plies(score) or MAX_LINE, MAX_LINE)
        played = [line[0]]
        hints = list(line[1:])
        state = game.result(state, line[0])
        try:
            while len(played) < length and not game.is_terminal(state):
                if self.scale.decides(score):
                    score += 1 if score > 0 else -1
                hint = hints[:1]
                kept = self._keeps(state, score, hint, None if depth is None else depth - len(played))
                if not kept:
                    break
                hints = hints[1:] if kept == hint else []
                played += kept
                state = game.result(state, kept[0])
        finally:
            work.limit = limit
            work.too_deep = 0
            work.stop = int(self.halted or work.nodes >= limit)
        return tuple(played)

    def _keeps(self, state: State, score: int, hint: list[Action], depth: int | None) -> list[Action]:
        """An action that keeps the score of a state, for certain; none when it cannot be found."""
        game, work = self.game, self.works[0]
        sign = 1 if game.player(state) == 0 else -1
        window = (score - 1, score) if sign > 0 else (score, score + 1)
        away = scores.plies(score)
        if away is not None and not self.table.selective:
            limit = away
        else:
            limit = UNLIMITED if depth is None or not game.repeats else depth
        if game.repeats:
            work.path[MAX_EARLIER] = self._key(state) ^ work.salt
        actions = [as_action(action) for action in game.actions(state)]
        for action in sorted(actions, key=lambda action: [action] != hint):
            child = game.result(state, action)
            if game.is_terminal(child):
                answer = self.ended(child, 1) << 1
            else:
                work.taken[1] = self.names.word(state, action)
                answer = self.run(child, limit - 1, *window, 1, work, self.table.memory)
                if work.stop:
                    return []
            if sign * (answer >> 1) >= sign * score and (not answer & 1 or self.scale.decides(answer >> 1)):
                return [action]
        return []

    def refuse(self, work: PvsWorkspace) -> None:
        """Say what is wrong with the rules, if that is why a search stopped."""
        refuse(self.game, work)
        if work.fault:
            raise unexpected(self.game, work.unexpected, work.fault)
        if work.too_wide:
            raise GameError(
                f"{type(self.game).__name__} has too many actions for this search: more than 100,000 on one path. "
                "Search with --algorithm alphabeta."
            )
