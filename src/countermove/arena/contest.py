"""A contest: every game of a plan is played, here, in processes or on a cluster, and kept in a file as it finishes."""

from __future__ import annotations

import contextlib
import functools
import re
import threading
from collections.abc import Callable
from pathlib import Path

from countermove import parallel
from countermove.arena.ledger import Made, opened
from countermove.arena.referee import Played, play
from countermove.arena.roster import HERE, Roster
from countermove.arena.schedule import Plan, require_contest
from countermove.arena.sprt import Sprt
from countermove.arena.standing import Progress
from countermove.game import Game


def hold(
    plan: Plan,
    game: Game,
    *,
    file: str | Path | None = None,
    jobs: int = 1,
    ray: str | None = None,
    sprt: Sprt | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[list[Played], Progress | None], None] = lambda played, test: None,
    warn: Callable[[str], None] = lambda sentence: None,
    roster: Roster = HERE,
) -> list[Played]:
    """The games of a plan, by number: those in the file, and all others, played now.

    With an `sprt`, the games up to its decision; when `stop` is set, the games so far. If the budgets of the players do
    not depend on time, the result depends on the plan alone: not on the number of jobs, nor on interruptions. `warn` is
    called with a sentence if the file was begun with another version of Countermove. `roster` has the players of games
    that are played in this process.

    >>> from countermove import load
    >>> plan = Plan("tictactoe", ("solve", "random"), 2, rounds=2)
    >>> [each.record.result for each in hold(plan, load("tictactoe"))]
    [(1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, 1.0)]
    """
    threads = max(threads_of(spec) for spec in plan.players)
    if ray is None:
        parallel.require_room(jobs, threads)
    require_contest(game)
    programs = _try_players(plan, game, roster)
    test = None if sprt is None else Progress(plan, sprt)
    played: list[Played] = []

    def take(each: Played) -> bool:
        """Add a game; whether the test is decided."""
        played.append(each)
        if test is not None:
            test.add(each)
        progress(played, test)
        return test is not None and test.verdict != "undecided"

    with contextlib.nullcontext() if file is None else opened(file, plan, Made.of(game, programs), warn) as ledger:
        known = [] if ledger is None else [each for each in ledger.played if each.number < plan.games]
        decided = False
        for each in known:
            decided = take(each)
        numbers = {each.number for each in known}
        tasks = (task for task in plan.tasks(game) if task.number not in numbers)
        function = functools.partial(play, roster=roster) if jobs == 1 and ray is None else play
        found = parallel.answers(function, tasks, jobs=jobs, threads=threads, ray=ray, stop=stop)
        with contextlib.closing(found):
            while not decided and (answer := next(found, None)) is not None:
                if ledger is not None:
                    ledger.add(answer[1])
                decided = take(answer[1])
    if test is not None and decided:
        played = [each for each in played if each.number < test.rounds * plan.round_size]
    return sorted(played, key=lambda each: each.number)


def threads_of(spec: str) -> int:
    """The number of threads that a player runs.

    >>> threads_of("best:seconds=1,threads=2"), threads_of("uci:stockfish,option.Threads=4"), threads_of("random")
    (2, 4, 1)
    """
    return max([1, *(int(number) for number in re.findall(r"threads=(\d{1,4})", spec.casefold()))])


def _try_players(plan: Plan, game: Game, roster: Roster) -> dict[str, str]:
    """Refuse players that cannot play the game, in any seat; and compile what they need before the first game.

    The names that programs give themselves, by specification.
    """
    programs = {}
    for spec in dict.fromkeys(plan.players):
        player = roster.players([spec])[0]
        for seat in range(game.players):
            player.sit(game, seat)
        if player.version:
            programs[spec] = player.version
        roster.dismiss(player)
    return programs
