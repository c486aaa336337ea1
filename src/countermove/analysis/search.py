"""The registry of searches: what each is called, what it supports, and how it runs.

Everything above looks searches up here by name. To add a search, write it, and add it to `SEARCHES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from countermove import textbook
from countermove.analysis.answer import Analysis
from countermove.analysis.compiled import search_compiled
from countermove.analysis.interpreted import search_interpreted
from countermove.analysis.ismcts import ISMCTS, search_ismcts, search_ismcts_interpreted
from countermove.analysis.mcts import MCTS, search_mcts, search_mcts_interpreted
from countermove.analysis.pimc import PIMC, search_pimc, search_pimc_interpreted
from countermove.analysis.strong import STRONG, search_strongly
from countermove.analysis.task import Task
from countermove.errors import SpecError, UnfitError
from countermove.game import Game, offers

__all__ = ["DEEPENING", "ISMCTS", "MCTS", "PIMC", "SEARCHES", "STRONG", "Search", "search_for"]

DEEPENING: Final = "deepening"
"""Not a search but a way to run one: iterative deepening, whatever the limit."""


@dataclass(frozen=True, slots=True)
class Search:
    """An entry of the registry."""

    name: str
    run: Callable[[Task], Analysis] | None = search_compiled
    """Runs it compiled; NativeError where the rules do not compile. None for interpreted only."""
    plain: Callable[..., Analysis] = search_interpreted
    """Runs it interpreted; ends early when the event `compiled` is set."""
    book: str = ""
    """The textbook's algorithm with the same values; by default the one of the same name."""
    threads: bool = False
    memory: bool = False
    """Whether it has a table of adjustable size."""
    keeps_table: bool = False
    """Whether it can reuse the table of the previous search."""
    lines: bool = True
    """Whether it supports several lines."""
    sample: bool = False
    """Whether it can sample chance outcomes."""
    database: bool = False
    opponent: bool = False
    """Whether it supports an opponent model."""
    simulations: bool = False
    """Whether it simulates: then simulations can limit it, and it takes a recipe and keeps its tree."""

    hidden: bool = False
    """Whether it is for hidden information, and looks only at what the player to move can see."""
    below: bool = False
    """Whether it runs another search in imagined states."""

    @property
    def textbook(self) -> str:
        return self.book or self.name

    def refuse(self, game: Game) -> None:
        """Raise UnfitError, naming a search that fits, where this one does not fit the game."""
        if self.hidden or game.axes.hidden:
            self._refuse_hidden(game)
            return
        if self.simulations and game.axes.simultaneous:  # the textbook's takes turns
            textbook.fitting(game)
            return
        try:
            textbook.refuse(game, self.textbook)
        except UnfitError as error:
            raise UnfitError(str(error).replace(self.textbook, self.name)) from None

    def _refuse_hidden(self, game: Game) -> None:
        name = type(game).__name__
        if not game.axes.hidden:
            raise UnfitError(f"{self.name} is for hidden information, and in {name} everything is seen; use mcts.")
        if not self.hidden:
            raise UnfitError(
                f"{name} has hidden information, and {self.name} would use what players cannot see; use {ISMCTS} or "
                f"{PIMC}, or solve it (`countermove solve`)."
            )
        if game.axes.simultaneous and self.below:
            raise UnfitError(
                f"{self.name} needs players who take turns, and {name} has simultaneous actions; use {ISMCTS}, or "
                "solve it (`countermove solve`)."
            )


SEARCHES: Final = {
    search.name: search
    for search in (
        Search(STRONG, search_strongly, book="alphabeta", threads=True, memory=True, keeps_table=True, database=True),
        Search("minimax"),
        Search("alphabeta"),
        Search("expectimax", opponent=True),
        Search("expectiminimax", threads=True, memory=True, keeps_table=True, sample=True),
        Search("maxn", memory=True),
        Search("shallow", memory=True),
        Search("paranoid", memory=True),
        Search("bestreply", memory=True),
        Search("induction", None, lines=False),
        Search(MCTS, search_mcts, search_mcts_interpreted, threads=True, memory=True, simulations=True),
        Search(
            ISMCTS, search_ismcts, search_ismcts_interpreted, threads=True, memory=True, simulations=True, hidden=True
        ),
        Search(PIMC, search_pimc, search_pimc_interpreted, simulations=True, hidden=True, below=True),
    )
}
"""Every search by its name."""


def search_for(game: Game, name: str | None = None) -> Search:
    """The named search; by default the best one for the kind of game, `mcts` where it has a network of policy and
    value, or playouts of its own and no `evaluate`, `ismcts` where information is hidden. UnfitError where it does not
    fit.

    >>> from countermove.games.tree import Tree
    >>> search_for(Tree([[3, 5], [2, 9]])).name
    'pvs'
    """
    if name is None and game.axes.hidden:
        name = ISMCTS
    if name is None or name == DEEPENING:
        fits = textbook.fitting(game)
        if fits == "alphabeta" and name is None:
            plays_out = offers(game, "playout") and not offers(game, "evaluate")
            fits = MCTS if plays_out or hasattr(game, "dual_values") else STRONG  # a network (dual.py)
        name = fits
    if name not in SEARCHES:
        raise SpecError(f"Unknown search {name!r}; choose from: {', '.join((*SEARCHES, DEEPENING))}.")
    found = SEARCHES[name]
    found.refuse(game)
    return found


def able(what: str) -> str:
    """The names of the searches that support something, for a sentence."""
    names = [name for name, search in SEARCHES.items() if getattr(search, what)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
