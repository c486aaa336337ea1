"""The strong search, compiled for a game: its table, threads, windows and lines.

The values of its root are scores: integers that contain the distance (see score.py), for player 0.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from countermove import worker
from countermove.action import as_action
from countermove.bits import Word
from countermove.engine.root import Root, RootAction, RootSearch
from countermove.engine.strong import score as scores
from countermove.engine.strong.credit import SelectiveWorkspace
from countermove.engine.strong.pvs import SYMMETRY_PLIES, probing, probing_slices, pvs
from countermove.engine.strong.quiescence import UNKNOWN
from countermove.engine.strong.score import INFINITE, PLIES, Scale, ending, scale_of, unexpected
from countermove.engine.strong.selective import selective as selective_kernel
from countermove.engine.strong.selective import selective_slices
from countermove.engine.table import EXACT, NO_CHOICE, Table, find, nearby, place
from countermove.engine.workspace import MAX_EARLIER, MAX_LINE, MAX_PLIES, NO_ACTION, UNLIMITED, PvsWorkspace, best_line
from countermove.errors import GameError
from countermove.game import Action, Game, State, offers, same
from countermove.native import kernel, layout
from countermove.native.memory import Memory, address_of
from countermove.native.naming import Naming

W = TypeVar("W", bound=PvsWorkspace)
FIRST_SWING = 0.02
"""What a quiet action changes an evaluation by, before that is measured, as a part of a win."""
ASPIRATION = 64
"""Half the aspiration window is the utility 1 divided by this."""
MIN_NODES_TO_EXTEND = 10_000
"""Nodes that may always be spent on extending a line."""


def prepared(work: W, game: Game, scale: Scale) -> W:
    """A workspace, ready for a game whose scores have this scale."""
    scale.prepare(work)
    work.ordered = int(offers(game, "order"))
    work.killers[:] = work.countermoves[:] = NO_ACTION
    work.effort[:] = 64 << 16
    if isinstance(work, SelectiveWorkspace):
        work.excluded[:] = NO_ACTION
        work.static[:] = UNKNOWN
        work.swing = max(1, int(scale.scale * (game.swing or FIRST_SWING))) * PLIES
    return work


class StrongSearch(RootSearch[PvsWorkspace]):
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
        sliced: bool = False,
        whole: bool = True,
    ) -> None:
        """OutcomeError where the outcomes of the game have no scale.

        A `database` is one of all states (engine/graph/probe.py) or, `sliced`, a directory (engine/slices/probe.py).

        Threads are capped at twice the number of processors; more would only slow each other down.
        """
        threads = min(threads, 2 * (os.cpu_count() or 1))
        self.game = game
        self.scale = scale_of(game)
        self.halted = False
        self.guess: int | None = None
        """The score expected of the first action: the centre of its aspiration window."""
        self.prunes = selective and (database is None or sliced) and offers(game, "null")
        """Whether positions are pruned (see selective.py)."""
        self.whole = whole
        """Whether all actions of the root are searched."""
        kind = SelectiveWorkspace if self.prunes else PvsWorkspace
        self.works = works = [prepared(kind(nodes), game, self.scale) for _ in range(threads)]
        self.earlier = [self._key(state) for state in history[-MAX_EARLIER:]] if game.repeats else []
        if table.scale is not None and (table.scale, table.earlier) != (self.scale, self.earlier):
            table.forget()  # its scores have another scale, or rest on other positions before the root
        table.scale, table.earlier = self.scale, self.earlier
        table.begin()
        self.table, self.database, self.sliced = table, database, sliced
        for number, work in enumerate(self.works):
            work.thread, work.other_threads = number, threads - 1
            work.database = 0 if database is None else address_of(database)
        self._begin(selective)
        super().__init__(game, works, kernel.bind(self._kernel(self.prunes), game, 0, 0, 0, 0, works[0], table.memory))

    def _kernel(self, prunes: bool) -> Any:
        """The search that prunes or not, and that probes what there is."""
        if prunes:
            return selective_slices if self.sliced else selective_kernel
        return pvs if self.database is None else probing_slices if self.sliced else probing

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
        """Clear the table and search without reductions from now on. No helper may be running.

        CompilingError, before anything is changed, where that search is not compiled yet.
        """
        if self.prunes:
            full_width = self._kernel(prunes=False)
            self.run = kernel.bind(full_width, self.game, 0, 0, 0, 0, self.works[0], self.table.memory)
            self.prunes = False
        self.table.forget()
        self._begin(False)

    @property
    def hits(self) -> int:
        """Positions found in an endgame database of slices."""
        return sum(work.hits for work in self.works)

    @property
    def deepest(self) -> int | None:
        """The deepest ply reached; None where all lines are searched to the same depth."""
        first = self.works[0]
        return first.deepest if isinstance(first, SelectiveWorkspace) else None

    def sharing(self) -> Sequence[PvsWorkspace]:
        return ()  # the other threads only fill the table

    def halt(self) -> None:
        self.halted = True
        super().halt()

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
            if isinstance(work, SelectiveWorkspace):
                work.aim = depth
            answer = self.run(state, depth, -INFINITE, INFINITE, 0, work, self.table.memory)
            if work.stop or not answer & 1 or depth >= MAX_PLIES:
                return

    def _key(self, state: State) -> int:
        """The key of a position on the path."""
        return layout.key(self.game, self.game.canonical(state))

    def search_root(self, state: State, actions: Sequence[Action], depth: int | None, lines: int = 1) -> Root:
        work = self.works[0]
        if self.game.repeats:
            work.path[MAX_EARLIER] = self._key(state) ^ work.salt
        if isinstance(work, SelectiveWorkspace):
            work.aim = MAX_PLIES if depth is None else depth
        if self.prunes and self.whole and lines == 1 and depth is not None:
            root = self._search_selectively(state, actions, depth)
        else:
            root = super().search_root(state, actions, depth, lines)
        self.guess = None
        return root

    def _search_selectively(self, state: State, actions: Sequence[Action], depth: int) -> Root:
        """The root as a node of the kernel, which also reduces its late actions; only the best one gets a value."""
        work = self.works[0]
        assert isinstance(work, SelectiveWorkspace)
        root = Root(depth, self.maximises(self.game.player(state)))
        sign = 1 if root.maximises else -1
        middle = sign * self.guess if self.guess is not None and abs(self.guess) % PLIES == 0 else None
        width = max(1, int(self.scale.scale // ASPIRATION)) * PLIES
        below, above = (-INFINITE, INFINITE) if middle is None else (middle - width, middle + width)
        best = actions[0]
        while True:
            window = (below, above) if sign > 0 else (-above, -below)
            answer = self.run(state, depth, *window, 0, work, self.table.memory)
            score = work.found if work.stop else sign * (answer >> 1)
            if words := best_line(work, 0):
                best = self.names.action(state, words[0])
                line = self.line(root, self.game.result(state, best), words[1:], self.names.now())
                found = RootAction(sign * score, "=", not work.stop and not answer & 1, (best, *line))
            if work.stop:
                self.refuse(work)
                if best != actions[0]:  # it beats the best action so far
                    root.actions = {actions[0]: found, best: found}
                return root
            width *= 4
            if score <= below > -INFINITE:
                below = score - width if width < self.scale.scale * PLIES else -INFINITE
            elif score >= above < INFINITE:
                above = score + width if width < self.scale.scale * PLIES else INFINITE
            else:
                break
        if not words:  # no action is better than what the game's bounds prove
            return super().search_root(state, actions, depth)
        root.order = [best, *(action for action in actions if action != best)]
        root.value = sign * score
        other = RootAction(root.value, root.worse, found.sure)
        root.actions = {action: found if action == best else other for action in root.order}
        self.finish(root, state)
        return root

    def search_action(
        self, work: PvsWorkspace, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[int, bool]:
        """The score of an action, searched first with a narrow window: around the guess, or just above the best."""
        sign = 1 if self.game.player(state) == 0 else -1
        child = self.game.result(state, action)
        work.taken[1] = self.names.word(state, action)
        edge = low if sign > 0 else -high
        best = -INFINITE if math.isinf(edge) else int(edge)
        windows: list[tuple[int, int]] = [(best, INFINITE)]
        if best > -INFINITE:
            windows.insert(0, (best, best + 1))
        elif self.guess is not None and abs(self.guess) % PLIES == 0:
            width = int(max(1, self.scale.scale // ASPIRATION)) * PLIES
            windows.insert(0, (sign * self.guess - width, sign * self.guess + width))
        self.guess = None
        for below, above in windows:
            work.line[MAX_LINE] = NO_ACTION
            window = (below, above) if sign > 0 else (-above, -below)
            answer = self.run(child, depth - 1, *window, 1, work, self.table.memory)
            mine = sign * (answer >> 1)
            if work.stop or mine <= best or below < mine < above:
                break
        work.horizon = answer & 1
        return answer >> 1, mine > best

    def finish(self, root: Root, state: State) -> None:
        """Decide whether the best value and its distance are proven.

        A win is worth at least its score even if estimates took part, since no estimate scores as high; a loss at most.
        It is worth exactly that if no estimate took part anywhere, or if outcomes or bounds say so. The distance is
        minimal if it lies within a depth that was searched without reductions.
        """
        sign = 1 if root.maximises else -1
        top = root.actions[root.order[0]]
        score = top.score
        decided = self.scale.decides(score)
        root.complete = True
        root.exact = all(each.sure for each in root.actions.values())
        whole, game = sign * scores.units(score), self.game
        most = whole >= self.scale.best(game.bounds(state), sign)
        least = -whole >= self.scale.best(game.bounds(game.result(state, root.order[0])), -sign)
        root.proven = root.exact or (decided and (most if whole > 0 else least)) or (most and top.sure)
        root.settled = root.proven and (root.wanted == 1 or root.exact)
        full = root.depth is None or (not self.table.selective and (scores.plies(score) or INFINITE) <= root.depth)
        root.timed = root.exact or full or not decided

    def line(self, root: Root, child: State, words: list[int], names: Naming) -> Sequence[Action]:
        """The line that the kernel left, extended from the table if there are several.

        A single line is mostly complete as it is; several share positions, so most are cut short by table hits.
        """
        length = 0 if root.wanted == 1 else MAX_LINE if root.depth is None else min(MAX_LINE, root.depth)
        if length <= 1 and names.codec is None and not offers(self.game, "canonical"):
            return words
        return list(self._line(child, words, names, length))

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
        if work.fault:
            raise unexpected(self.game, work.unexpected, work.fault)
        if work.too_wide:
            raise GameError(
                f"{type(self.game).__name__} has too many actions for this search: more than 100,000 on one path. "
                "Search with --algorithm alphabeta."
            )
        super().refuse(work)
