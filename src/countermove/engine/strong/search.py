"""The root of the strong search: iterations, table, threads, aspiration windows and lines.

The root is in Python, not in the kernel: here every action keeps its own score, marked exact or bound, and its own
line.
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
from countermove.engine.plain.root import refuse
from countermove.engine.strong import score as scores
from countermove.engine.strong.pvs import SYMMETRY_PLIES, probing, pvs
from countermove.engine.strong.score import INFINITE, PLIES, ending, scale_of, unexpected
from countermove.engine.table import EXACT, NO_CHOICE, Table, find, nearby, place
from countermove.engine.workspace import MAX_EARLIER, MAX_LINE, MAX_PLIES, NO_ACTION, UNLIMITED, PvsWorkspace, best_line
from countermove.errors import GameError
from countermove.game import Action, Game, State, offers, same
from countermove.native import kernel, layout
from countermove.native.memory import Memory, address_of
from countermove.native.naming import Naming

ASPIRATION = 64
"""Half the aspiration window is the utility 1 divided by this."""
MIN_NODES_TO_EXTEND = 10_000
"""Nodes that may always be spent on extending a line."""


@dataclass(frozen=True, slots=True)
class RootAction:
    """An action of the root: its score for player 0, and the principal variation after it."""

    score: int
    mark: str
    """ "=", or "<=" or ">=" when it is only a bound, from player 0's point of view."""
    estimate: bool
    line: tuple[int, ...] = ()


@dataclass(slots=True)
class Iteration:
    """The root searched to one depth."""

    depth: int | None
    actions: dict[int, RootAction] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    """The actions, best first; those with only a bound after those with a score."""
    complete: bool = False
    proven: bool = False
    """Whether the value of the best is certain."""
    timed: bool = False
    """Whether the distance is certain too: no faster win, no slower loss."""


RawLines = dict[Action, tuple[list[int], Naming]]
"""Lines as the kernel left them, in words, with the naming that decodes them."""


class Search:
    """The strong search, compiled for a game or loaded; NativeError where the rules do not compile."""

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

        Threads are capped at twice the number of processors; more would only slow each other down.
        """
        threads = min(threads, 2 * (os.cpu_count() or 1))
        self.game = game
        self.scale = scale_of(game)
        self.halted = False
        self.works = [PvsWorkspace(nodes) for _ in range(threads)]
        self.earlier = [self._key(state) for state in history[-MAX_EARLIER:]] if game.repeats else []
        if table.scale is not None and (table.scale, table.earlier) != (self.scale, self.earlier):
            table.forget()  # its scores have another scale, or rest on other positions before the root
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

    def restart_full_width(self) -> None:
        """Clear the table and search without reductions from now on. No helper may be running."""
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

    def start_helpers(self, task: Callable[[PvsWorkspace], object]) -> Callable[[], None]:
        """Run `task` in the other threads, to fill the table; returns the function that stops them."""
        for work in self.works[1:]:
            work.stop = 0
        helpers = [worker.start(lambda work=work: self._run_helper(task, work)) for work in self.works[1:]]  # type: ignore[misc]

        def stop() -> None:
            for work in self.works[1:]:
                work.stop = 1
            for thread in helpers:
                thread.join()

        return stop

    def _run_helper(self, task: Callable[[PvsWorkspace], object], work: PvsWorkspace) -> None:
        with contextlib.suppress(Exception):  # the first thread runs into the same error and reports it
            task(work)

    def deepen(self, state: State, work: PvsWorkspace) -> None:
        """Deepen iteratively, only to fill the table: the task of helper threads."""
        if self.game.repeats:  # an earlier occurrence of the root must not end its search
            earlier = work.path.words[MAX_EARLIER - work.earlier : MAX_EARLIER]
            earlier[earlier == self._key(state) ^ work.salt] = 0
        for depth in itertools.count(1 + work.thread % 2):
            answer = self.run(state, depth, -INFINITE, INFINITE, 0, work, self.table.memory)
            if work.stop or not answer & 1 or depth >= MAX_PLIES:
                return

    def _key(self, state: State) -> int:
        """The key of a position on the path."""
        return layout.key(self.game, self.game.canonical(state))

    def search_root(
        self, state: State, actions: Sequence[int], depth: int | None, lines: int = 1, guess: int | None = None,
        work: PvsWorkspace | None = None,
    ) -> Iteration:  # fmt: skip
        """Search these actions of a state, in this order, to a depth counted from the root (None: to the end).

        The best `lines` actions get a score; the others a bound. `guess` is the centre of the aspiration window.
        """
        game = self.game
        work = self.works[0] if work is None else work
        limit = UNLIMITED if depth is None else depth
        scale = self.scale
        sign = 1 if game.player(state) == 0 else -1
        found: dict[int, RootAction] = {}
        left: RawLines = {}  # lines as the kernel left them
        best: list[int] = []  # the scores of the mover's best actions, descending
        iteration = Iteration(depth, found)
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
                    self._fill_lines(iteration, state, left, list(left)[-1:], lines > 1)
                    return iteration
                mine = sign * (answer >> 1)
                if mine <= low or below < mine < above:
                    break
            exact = mine > low
            mark = "=" if exact else ("<=" if sign > 0 else ">=")
            found[action] = RootAction(answer >> 1, mark, bool(answer & 1), (action,))
            if exact:
                best = sorted([*best, mine], reverse=True)
                left[action] = best_line(work, 1), self.names.now()
        iteration.order = sorted(found, key=lambda action: (found[action].mark != "=", -sign * found[action].score))
        iteration.complete = True
        self._fill_lines(iteration, state, left, iteration.order[:lines], lines > 1)
        self._mark_proven(iteration, state, sign)
        return iteration

    def _mark_proven(self, iteration: Iteration, state: State, sign: int) -> None:
        """Decide whether the best value and its distance are proven.

        A win is worth at least its score even if estimates took part, since no estimate scores as high; a loss at most.
        It is worth exactly that if no estimate took part anywhere, or if outcomes or bounds say so. The distance is
        minimal if it lies within a depth that was searched without reductions.
        """
        top = iteration.actions[iteration.order[0]]
        decided = self.scale.decides(top.score)
        sure = not any(each.estimate for each in iteration.actions.values())
        whole, game = sign * scores.units(top.score), self.game
        most = whole >= self.scale.best(game.bounds(state), sign)
        least = -whole >= self.scale.best(game.bounds(game.result(state, iteration.order[0])), -sign)
        iteration.proven = sure or (decided and (most if whole > 0 else least)) or (most and not top.estimate)
        full = iteration.depth is None or (
            not self.table.selective and (scores.plies(top.score) or INFINITE) <= iteration.depth
        )
        iteration.timed = sure or full or not decided

    def _fill_lines(
        self, iteration: Iteration, state: State, left: RawLines, actions: list[int], from_table: bool
    ) -> None:  # fmt: skip
        """Decode the lines of these actions, and extend them from the table if `from_table`.

        A single line is mostly complete as it is; several share positions, so most are cut short by table hits.
        """
        length = 0 if not from_table else MAX_LINE if iteration.depth is None else min(MAX_LINE, iteration.depth)
        for action in actions:
            if action in left:
                line = self._line(self.game.result(state, action), *left[action], length)
                iteration.actions[action] = dataclasses.replace(iteration.actions[action], line=(action, *line))

    def _line(self, state: State, choices: list[int], names: Naming, length: int) -> Iterator[Action]:
        """The principal variation from a state one ply below the root, in actions of the actual states.

        Near the root the search works on canonical states and their actions. A table hit ends its line; from there on
        the table supplies one action at a time, up to `length` plies in all.
        """
        game = self.game
        has_symmetry = offers(game, "canonical")
        image = state
        left = iter(choices)
        for ply in range(1, max(length, len(choices) + 1)):
            if game.is_terminal(state):
                return
            if has_symmetry and (game.repeats or ply <= SYMMETRY_PLIES):
                image = game.canonical(image)
            word = next(left, None)
            choices = self._table_action(image) if word is None else [names.action(image, word)]
            if not choices:
                return
            choice = action = choices[0]
            if has_symmetry and not same(image, state):
                wanted = game.canonical(game.result(image, choice))
                alike = [a for a in game.actions(state) if same(game.canonical(game.result(state, a)), wanted)]
                if not alike:
                    return
                action = choice if choice in alike else alike[0]
            image = game.result(image, choice)
            state = game.result(state, action)
            yield action

    def _table_action(self, state: State) -> list[Action]:
        """The best action of a state, alone, if the table has an exact entry; else nothing."""
        actions = [as_action(action) for action in self.game.candidates(state)]
        if len(actions) == 1:
            return actions
        work, memory = self.works[0], self.table.memory
        key = int(Word(layout.key(self.game, state) ^ work.salt))
        far = place(memory, key)
        for at in (far, nearby(memory, far, work.thread)):  # which of the two depends on an effort that is not kept
            data = find(memory, at, key)
            choice = data >> 12 & 255
            if data & EXACT == EXACT and choice < len(actions) and choice != NO_CHOICE:
                return [actions[choice]]
        return []

    def terminal_score(self, state: State, ply: int = 0) -> int:
        """The score of a terminal state at a ply, for player 0."""
        score = ending(float(self.game.utility(state, 0)), ply, self.works[0])
        self.refuse(self.works[0])
        return int(score)

    def search_child(self, state: State, below: int, above: int) -> int | None:
        """The score for player 0 of a state one ply below the root, searched to the end; None when stopped.

        Outside the window it is a bound.
        """
        work = self.works[0]
        answer = self.run(state, UNLIMITED - 1, below, above, 1, work, self.table.memory)
        self.refuse(work)
        return None if work.stop else answer >> 1

    def extend_line(
        self, state: State, line: Sequence[int], score: int, depth: int | None, max_nodes: int | None = None
    ) -> tuple[int, ...]:
        """Extend a line whose score is certain by best play of both sides, trying the line's own actions first.

        It ends at the win or loss, after MAX_LINE plies, or where going on would take more nodes than the search did,
        or than `max_nodes`. `depth` is the depth that was searched.
        """
        game, work = self.game, self.works[0]
        limit = work.limit
        work.limit = min(limit, work.nodes + (max(MIN_NODES_TO_EXTEND, work.nodes) if max_nodes is None else max_nodes))
        length = min(scores.plies(score) or MAX_LINE, MAX_LINE)
        played = [line[0]]
        hints = list(line[1:])
        state = game.result(state, line[0])
        try:
            while len(played) < length and not game.is_terminal(state):
                if self.scale.decides(score):
                    score += 1 if score > 0 else -1
                hint = hints[:1]
                kept = self._keeping_action(state, score, hint, None if depth is None else depth - len(played))
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

    def _keeping_action(self, state: State, score: int, hint: list[Action], depth: int | None) -> list[Action]:
        """An action that certainly keeps the score of a state, alone; nothing when none is found."""
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
                answer = self.terminal_score(child, 1) << 1
            else:
                work.taken[1] = self.names.word(state, action)
                answer = self.run(child, limit - 1, *window, 1, work, self.table.memory)
                if work.stop:
                    return []
            if sign * (answer >> 1) >= sign * score and (not answer & 1 or self.scale.decides(answer >> 1)):
                return [action]
        return []

    def refuse(self, work: PvsWorkspace) -> None:
        """Raise GameError if a fault in the rules stopped the search."""
        refuse(self.game, work)
        if work.fault:
            raise unexpected(self.game, work.unexpected, work.fault)
        if work.too_wide:
            raise GameError(
                f"{type(self.game).__name__} has too many actions for this search: more than 100,000 on one path. "
                "Search with --algorithm alphabeta."
            )
