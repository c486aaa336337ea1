"""Ordinary rules: games as an author first writes them, compared with bitboards and other frameworks.

The rules in `drafts/` use strings, tuples, sets and lists and define only the six methods. Every search here is plain
alpha-beta to the same depth with actions in the same order, without a table and without an evaluation, so it visits the
same nodes. easyAI prefers shorter wins, which prunes differently: its nodes are counted, and speeds are compared per
node. Times are CPU times, the best of several.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from countermove import textbook
from countermove.bench.rival import blind
from countermove.engine.plain.alphabeta import alphabeta
from countermove.engine.workspace import Workspace
from countermove.game import Game
from countermove.native.kernel import bind
from countermove.registry import load

DRAFTS = {path.stem: path for path in sorted(Path(__file__).with_name("drafts").glob("*.py"))}
"""The files of ordinary rules."""
TIC_TAC_TOE, CONNECT = "tic-tac-toe, to the end", "Connect 4, depth 9"
DEPTHS = {TIC_TAC_TOE: 9, CONNECT: 9}
EASY_DEPTHS = {TIC_TAC_TOE: 9, CONNECT: 5}
"""The depth of easyAI's search."""
SECONDS = 0.5
"""Seconds to repeat the compiled search for."""


@dataclass(frozen=True, slots=True)
class Ordinary:
    """Plain alpha-beta over one implementation of the rules of a game."""

    work: str
    rules: str
    nodes: int
    seconds: float
    native: bool = True

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds


def ordinary() -> tuple[list[Ordinary], list[str]]:
    """Every draft, the bitboards, and the installed frameworks; and a note for each missing one."""
    found: list[Ordinary] = []
    missing = [
        f"{name} is not installed"
        for name, module in (("OpenSpiel", "pyspiel"), ("easyAI", "easyAI"))
        if importlib.util.find_spec(module) is None
    ]
    for work, stem, shipped in ((TIC_TAC_TOE, "tictactoe", load("tictactoe")), (CONNECT, "connect4", blind())):
        drafts = {name: load(str(path)) for name, path in DRAFTS.items() if name.startswith(stem)}
        for name, game in drafts.items():
            found.append(_compiled(work, f"plain Python: {name.partition('_')[2]}", game))
        bits = _compiled(work, "bit boards", shipped)
        found.append(bits)
        found.append(_interpreted(work, "the textbook's search, interpreted: grid", drafts[f"{stem}_grid"]))
        if importlib.util.find_spec("pyspiel") is not None:
            found += _open_spiel(work, bits.nodes)
        if importlib.util.find_spec("easyAI") is not None:
            found.append(_easy_ai(work))
    return found, missing


def _compiled(work: str, rules: str, game: Game) -> Ordinary:
    """The compiled search over rules."""
    depth, state, words = DEPTHS[work], game.initial(), Workspace()
    run = bind(alphabeta, game, depth, -math.inf, math.inf, 0, words)
    times: list[float] = []
    while sum(times) < SECONDS:
        words.nodes = 0
        times.append(_seconds(lambda: run(state, depth, -math.inf, math.inf, 0, words)))
    return Ordinary(work, rules, int(words.nodes), min(times))


def _interpreted(work: str, rules: str, game: Game) -> Ordinary:
    """The textbook's search over the same rules, without a compiler."""
    start = time.process_time()
    decision = textbook.run(textbook.alphabeta(game, depth=DEPTHS[work]))
    return Ordinary(work, rules, decision.nodes, time.process_time() - start, False)


def _open_spiel(work: str, nodes: int) -> Iterator[Ordinary]:
    """OpenSpiel's alpha-beta in Python, over rules in Python where it has them, and in C++; same nodes."""
    import pyspiel
    from open_spiel.python import games
    from open_spiel.python.algorithms import minimax

    assert games  # importing registers them
    names = {"OpenSpiel: search in Python, rules in C++": "tic_tac_toe" if work == TIC_TAC_TOE else "connect_four"}
    if work == TIC_TAC_TOE:
        names = {"OpenSpiel: search and rules in Python": "python_tic_tac_toe", **names}
    for rules, name in names.items():
        game = pyspiel.load_game(name)
        search = partial(minimax.alpha_beta_search, game, value_function=lambda _: 0, maximum_depth=DEPTHS[work])
        yield Ordinary(work, rules, nodes, min(_seconds(search) for _ in range(3)), False)


def _easy_ai(work: str) -> Ordinary:
    """The negamax of easyAI over its own rules."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour
    from easyAI.games.TicTacToe import TicTacToe

    nodes = 1
    rules: Any = TicTacToe if work == TIC_TAC_TOE else ConnectFour

    class Counted(rules):  # type: ignore[misc]
        def make_move(self, move: int) -> None:
            nonlocal nodes
            nodes += 1
            super().make_move(move)

    search: Any = Negamax(EASY_DEPTHS[work])
    game = Counted([AI_Player(search), AI_Player(search)])
    seconds = _seconds(lambda: search(game))
    deep = "" if EASY_DEPTHS[work] == DEPTHS[work] else f", depth {EASY_DEPTHS[work]}"
    return Ordinary(work, f"easyAI: search and rules in Python{deep}", nodes, seconds, False)


def _seconds(work: Callable[[], Any]) -> float:
    """CPU seconds, unaffected by other programs."""
    start = time.process_time()
    work()
    return time.process_time() - start
