"""The contract between a game and everything else.

The first six methods are the formulation of the lectures: S0, PLAYER(s), ACTIONS(s), RESULT(s, a), TERMINAL-TEST(s)
and UTILITY(s, p). Everything else has a default. See `Game` for the whole list.
"""

from __future__ import annotations

import hashlib
import math
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, TypeAlias

from countermove import literal, position
from countermove.action import SEPARATORS, as_action, between, cut, name_of
from countermove.board import Board, Cell
from countermove.errors import GameError, SpecError
from countermove.explanation import Explanation, Part
from countermove.grid import grid_of
from countermove.values import JOINT, dot, freeze, joint, key_of, split

__all__ = [
    "CHANCE", "ONLOOKER", "SIMULTANEOUS", "Action", "Axes", "Game", "S", "State", "choices", "explains", "legal",
    "offers", "weighted_sum",
]  # fmt: skip

CHANCE: Final = -1
"""The player where dice or cards decide."""
SIMULTANEOUS: Final = -2
"""The player where both players act at once."""
ONLOOKER: Final = -3
"""Somebody who watches and holds nothing; see `Game.view`."""

MAX_REVERSIBLE: Final = 1 << 30
"""More plies than any game has."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)  # so that `Game` alone means `Game[Any]`
else:
    from typing import TypeVar

    S = TypeVar("S")
State: TypeAlias = object
"""A state of any game, for code that only passes it on: an immutable value, see `Game`."""
Action: TypeAlias = Any
"""An immutable value, an int where it can be."""

Payoff = Literal["zero", "constant", "general", "common"]


@dataclass(frozen=True, slots=True)
class Axes:
    """The kind of a game, along the axes of the lectures. The default is the standard game: deterministic,
    perfect information, taking turns, zero-sum.

    >>> Axes(stochastic=True).words()
    'chance, perfect information, taking turns, zero-sum'
    """

    stochastic: bool = False
    """Chance takes part: some states have `player(state) == CHANCE`."""
    hidden: bool = False
    """A player may not see the whole state: `view` says what each sees."""
    simultaneous: bool = False
    """Players act at the same time: some states have `player(state) == SIMULTANEOUS`."""
    payoff: Payoff = "zero"
    """What the utilities of all players add up to: zero, a constant, anything, or all get the same."""
    total: float = 0.0
    """The constant of a "constant" payoff: 1.0 for 1, 1/2, 0."""
    teams: tuple[tuple[int, ...], ...] = ()
    """The players of each team, who share their utility; empty when everyone plays alone."""

    def __post_init__(self) -> None:
        if self.payoff not in ("zero", "constant", "general", "common"):
            raise SpecError(f'Axes: payoff is {self.payoff!r}; use "zero", "constant", "general" or "common".')
        if self.payoff != "constant" and self.total:
            raise SpecError(f'Axes: total={self.total} needs payoff="constant"; the payoff here is {self.payoff!r}.')

    def words(self) -> str:
        """The axes as a phrase."""
        payoff = {"zero": "zero-sum", "constant": "constant-sum", "general": "general-sum", "common": "common payoff"}
        parts = [
            "chance" if self.stochastic else "deterministic",
            "hidden information" if self.hidden else "perfect information",
            "simultaneous" if self.simultaneous else "taking turns",
            payoff[self.payoff],
        ]
        return ", ".join(parts + (["teams"] if self.teams else []))


class Game(ABC, Generic[S]):
    """The rules of a game. Subclass it as a frozen dataclass whose fields are the game's parameters.

    Required:

    ==========================  =====================================================================
    `initial()`                 the first state
    `player(state)`             who acts: 0 .. players-1 (0 is MAX), or CHANCE
    `actions(state)`            the legal actions, each once, in a fixed order; none when over
    `result(state, action)`     the state after the action; the given state does not change
    `utility(state, player)`    what a finished game is worth to the player
    `is_terminal(state)`        whether the game is over; by default, when `actions` gives none
    ==========================  =====================================================================

    Where chance takes part, `chances(state)` yields `(action, probability)` where `player(state) == CHANCE`.

    Where two players act at once, `player(state) == SIMULTANEOUS`, and an action is that of both: `actions(state)`
    yields `joint(first, second)` for every choice of the first player with every choice of the second, and `result`
    splits it with `split(action)`.

    Where players do not see everything (`axes.hidden`):

    ==========================  =====================================================================
    `view(state, player)`       the state as the player, or ONLOOKER, sees it: the same shape, with
                                hidden fields blanked
    `sees(state, player, a)`    whether the player sees this action of somebody else; by default not
    `imagine(state, p, seed)`   a random state that the player cannot tell apart from this one
    ==========================  =====================================================================

    Kind: `players` (2) and `axes` (`Axes()`), class attributes, or properties where they depend on fields. A game
    whose positions can repeat sets `repeats = True`; `endless(player)` is then the value of endless play, by default a
    draw. `outcomes` are all utilities that a finished game can have: by default `(-1, 0, 1)`, or for instance
    `range(-64, 65)` in a game of points.

    Optional knowledge, compiled with the rules, makes search faster or stronger:

    ==========================  =====================================================================
    `evaluate(state, player)`   an estimate of the utility, for the depth limit
    `features(state, player)`   a NamedTuple of numbers; with `weights` (as many), it makes `evaluate`
    `terms(state, player)`      for many features of which few apply: pairs of the number of a weight
                                and how often it counts, for `countermove train`
    `phases(state)`             how much each row of `weights` counts, where there are several
    `inputs(state, player)`     numbers for a network that learns to evaluate; by default `features`
    `active(state, player)`     the same for inputs that are 0 or 1, mostly 0: the numbers of those
                                that are 1, of `active_inputs`, at most `max_active` at once
    `active_words(state, p)`    the same as bits of words, 64 inputs to a word: faster
    `stage(state)`              which of `stages` sets of output weights such a network uses
    `seen_action(state, a)`     the action as its player sees it, where `inputs` turns the board; by
                                default the action: actions that look alike share an output of a network
    `image(state, n)`           the state as symmetry `n` maps it, from 1 to before `images`
    `image_action(state, n, a)` the action that symmetry `n` makes of this one
    `order(state, action)`      a number, larger for actions to search first
    `key(state)`                a 64-bit int, equal for equal states; derived from the state by default
    `canonical(state)`          one state that represents all that are symmetric to this one
    `bounds(state)`             (low, high), a proven interval of the value for player 0; or
                                (low, high, low plies, high plies), with the distances too
    `candidates(state)`         a subset of the actions that contains a best one
    `is_quiet(state)`           whether `evaluate` may be trusted here
    `tactical(state)`           the actions to try where it may not; by default those of positive `order`
    `extend(state)`             how many plies deeper to search here
    `policy(state)`             pairs of an action and a weight, larger for actions that good players take
                                more often: for the playouts and the tree of Monte Carlo search
    `null(state)`               the state after a pass, if passing is worse than some action here
    `position(state)`           the state without counts of plies, where positions can repeat
    `reversible(state)`         plies since the last action that cannot be undone; the game is drawn
                                after `max_reversible` of them, if that is not 0
    `playout(state, seed, w)`   a whole random game, on a board of its own in the memory `w`, which has
                                `playout_room` words; much faster than playing it by `result`
    ==========================  =====================================================================

    Endgame databases (docs: "Endgame databases") need a number for each state with little material; the first four are
    compiled:

    ==========================  =====================================================================
    `slice_of(state)`           the number of the state's slice: its material, say; -1 if in none
    `slice_index(state)`        its number within the slice; -1 if it is looked up one ply later
    `slice_state(slice, i)`     the state with that number; any other state if there is none
    `slice_before(state)`       numbers of the same slice that may lead to the state; optional
    `slice_size(slice)`         the numbers in a slice: indices are below it
    `slices(pieces)`            the slices with this many pieces
    `slices_below(slice)`       other slices that one action leads to
    `slice_name(slice)`         the name of a slice
    `read_slice(text)`          a slice from any other spelling that people use
    ==========================  =====================================================================

    Words and pictures, never compiled:

    ==========================  =====================================================================
    `action_name(state, a)`     an action in the game's own notation
    `read_action(state, text)`  an action in any other notation that people use
    `choice_name(state, p, c)`  where both act at once, the choice of one player
    `player_name(player)`       the name of a player
    `node_name(state)`          the name of a node, in a game given as a tree
    `text(state)`               the state as lines of text
    `board(state)`              the state as a `Board` to draw and click
    `owned_board(state, w)`     the same with whose cells are, from 1 for player 0's to -1 for player 1's
    `explain(state, player)`    what `evaluate` is made of; by default, the features and their weights
    `read(text)`                a state from a position; by default the actions that led to it
    `write(state)`              a position that `read` understands
    ==========================  =====================================================================

    A state is any immutable value: a NamedTuple, a frozen dataclass, a tuple, a string or a number, of numbers,
    strings, None, members of an Enum, frozensets, tuples and small arrays. So is an action: an int, a tuple such as
    (row, col), a string, a member of an Enum, None for a pass. Where two act at once, choices are ints. Rules made of
    ints and tuples run fastest (docs: "Native speed and its limits").

    `Game[Board]` declares the type of states, which type checkers then know in every method; `Game` leaves it open.
    """

    players: ClassVar[int] = 2
    axes: ClassVar[Axes] = Axes()
    weights: ClassVar[Any] = ()
    active_inputs: ClassVar[int] = 0
    max_active: ClassVar[int] = 0
    stages: ClassVar[int] = 1
    images: ClassVar[int] = 1
    """The symmetries of the board that `image` maps states by, counting the one that changes nothing."""
    outcomes: ClassVar[Iterable[float] | None] = None
    """All utilities that a finished game can have: a range, or numbers. None: see outcome.py."""
    repeats: ClassVar[bool] = False
    """Whether a position can repeat within one game."""
    max_occurrences: ClassVar[int] = 3
    """How often a position may occur: the last time ends the game."""
    swing: ClassVar[float] = 0.0
    """How much a quiet action changes `evaluate`, as a part of a win; 0 where the search is to measure it."""
    max_reversible: ClassVar[int] = 0
    """Plies without an irreversible action that end the game in a draw; 0 where no rule says so."""
    slice_distances: ClassVar[bool] = True
    """Whether endgame databases keep how soon a game is won, unless asked otherwise."""
    recipe: ClassVar[str] = ""
    """The options that suit Monte Carlo tree search of this game, as `option=value,...`; empty for the usual ones."""
    playout_room: ClassVar[int] = 0
    """Words of memory that `playout` needs."""
    playout_owners: ClassVar[int] = 0
    """How many of them, the last ones, say who owns the cells of the board when it is over."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "features" in vars(cls) and "evaluate" not in vars(cls):
            cls.evaluate = weighted_sum  # type: ignore[method-assign]

    def __getstate__(self) -> Any:
        """What to pickle: the fields, without compiled code."""
        state = object.__getstate__(self)
        own, slots = state if isinstance(state, tuple) else (state, None)
        if isinstance(own, dict):
            own = {name: value for name, value in own.items() if name != "_native"}
        return own if slots is None else (own, slots)

    # Required.

    @abstractmethod
    def initial(self) -> S:
        """The first state, S0."""

    @abstractmethod
    def player(self, state: S) -> int:
        """Who acts in `state`: 0 .. players-1, CHANCE or SIMULTANEOUS."""

    @abstractmethod
    def actions(self, state: S) -> Iterable[Action]:
        """The legal actions in `state`, in a fixed order, each once; at least one unless the game is over."""

    @abstractmethod
    def result(self, state: S, action: Action) -> S:
        """The state after `action`."""

    @abstractmethod
    def utility(self, state: S, player: int) -> float:
        """What the finished game is worth to `player`."""

    def is_terminal(self, state: S) -> bool:
        """Whether the game is over; by default, when `actions` is empty. Compiled searches then generate them once."""
        if self.axes.stochastic and self.player(state) == CHANCE:
            return not any(True for _ in self.chances(state))
        return not any(True for _ in self.actions(state))

    # Chance.

    def chances(self, state: S) -> Iterable[tuple[Action, float]]:
        """The chance outcomes: pairs of an action and its probability, adding up to 1."""
        for action in self.actions(state):
            yield action, 1.0

    # Hidden information.

    def view(self, state: S, player: int) -> S:
        """The state as `player` sees it, or ONLOOKER: hidden fields blanked; by default everything is seen."""
        return state

    def sees(self, state: S, player: int, action: Action) -> bool:
        """Whether `player` sees that somebody else, or chance, takes this action; only for words on screens."""
        return not self.axes.hidden

    def imagine(self, state: S, player: int, seed: int) -> S:
        """A random state that `player` cannot tell apart from `state`, as likely as chance and random play make it.

        By default games are dealt and played at random until one leads to the same view, which suits small games only.
        """
        return imagined(self, state, player, seed)

    # Optional knowledge.

    @property
    def cycle(self) -> int:
        """Actions in a cycle, in which everyone acts once: some courses count depth in cycles."""
        return self.players

    @property
    def neutral(self) -> float:
        """The utility of a draw: 0 when utilities sum to zero, an equal share otherwise."""
        return self.axes.total / self.players

    def evaluate(self, state: S, player: int) -> float:
        """An estimate of the utility to `player` of an unfinished game."""
        return self.neutral

    def features(self, state: S, player: int) -> Any:
        """Numbers that describe how well `player` is doing; weighted by `weights` they sum to `evaluate`."""
        return ()

    def terms(self, state: S, player: int) -> Iterable[tuple[int, float]]:
        """What `evaluate` is the weighted sum of, before any scaling: the number of a weight, and how often it counts.

        Numbers may repeat; the order does not matter. By default these are the features.
        """
        yield from enumerate(self.features(state, player))

    def phases(self, state: S) -> tuple[float, ...]:
        """How much each row of `weights` counts in this state, adding up to 1, where `terms` has several rows."""
        return (1.0,)

    def inputs(self, state: S, player: int) -> Iterable[float]:
        """Numbers, always as many, that describe the state as `player` sees it, to a network (`countermove train`)."""
        return self.features(state, player)  # type: ignore[no-any-return]

    def active(self, state: S, player: int) -> Iterable[int]:
        """The numbers of the inputs that are 1, of `active_inputs` that are 0 or 1, as `player` sees the state."""
        return ()

    def active_words(self, state: S, player: int) -> Iterable[int]:
        """The inputs of `active` as bits of words: input n is bit n % 64 of word n // 64."""
        return ()

    def stage(self, state: S) -> int:
        """The stage of the game, from 0 to before `stages`: a network of sparse inputs weighs its units by it."""
        return 0

    def seen_action(self, state: S, action: Action) -> Action:
        """The action as the player to move sees it, for networks."""
        return action

    def image(self, state: S, number: int) -> S:
        """The state as a symmetry of the board maps it; number 0 changes nothing."""
        return state

    def image_action(self, state: S, number: int, action: Action) -> Action:
        """The action that a symmetry makes of this one: it leads from the image of `state` to that of the result."""
        return action

    def order(self, state: S, action: Action) -> float:
        """How promising `action` is: larger is searched first; equals keep the order of `actions`."""
        return 0.0

    def key(self, state: S) -> int:
        """A 64-bit int that identifies `state` in tables."""
        return key_of(state)

    def canonical(self, state: S) -> S:
        """One state that represents all that are symmetric to `state`, with the same value and mover."""
        return state

    def endless(self, player: int) -> float:
        """The value of endless play for `player`; used only where positions repeat."""
        return self.neutral

    def bounds(self, state: S) -> tuple[float, ...]:
        """A proven interval of the value of `state` for player 0: (low, high).

        Two more numbers may give the distances: (low, high, low plies, high plies). The worst case for player 0 is then
        `low` after `low plies`, and the best `high` after `high plies`; the winner prefers a short game, the loser a
        long one.
        """
        return -math.inf, math.inf

    def candidates(self, state: S) -> Iterable[Action]:
        """Actions of `state` that suffice to determine its value."""
        yield from self.actions(state)

    def is_quiet(self, state: S) -> bool:
        """Whether `evaluate` may be trusted in `state`."""
        return True

    def tactical(self, state: S) -> Iterable[Action]:
        """The actions that quiescence search tries."""
        for action in self.actions(state):
            if self.order(state, action) > 0:
                yield action

    def extend(self, state: S) -> int:
        """How many plies deeper to search this state: where the player to move has little choice, as in check."""
        return 0

    def policy(self, state: S) -> Iterable[tuple[Action, float]]:
        """Actions and how often good players take them, as weights of 0 or more; those left out have none."""
        for action in self.actions(state):
            yield action, 1.0

    def null(self, state: S) -> S:
        """The state after the player to move passes; `state` itself where that might be better than any action."""
        return state

    def position(self, state: S) -> S:
        """What must recur for a position to be repeated: the state without counts of plies."""
        return state

    def reversible(self, state: S) -> int:
        """Plies since the last irreversible action: no position before it can recur."""
        return MAX_REVERSIBLE

    def playout(self, state: S, seed: int, words: Any) -> float:
        """The utility for player 0 of a random game from `state`, which follows from the state and `seed` (not 0).

        Afterwards `words[0]` is the number of actions taken, which are ints, and `words[1]` and on are these actions,
        players taking turns; the last `playout_owners` words are 1 for a cell that player 0 owns in the end, -1 for one
        of player 1, and 0 otherwise. What the words held before does not matter.
        """
        raise GameError(f"{type(self).__name__} has no playouts of its own.")

    # Endgame databases.

    def slice_of(self, state: S) -> int:
        """The number of the slice that `state` belongs to; -1 if it is in none."""
        return -1

    def slice_index(self, state: S) -> int:
        """The number of `state`, which is in a slice, there, the same for symmetric states; -1 if it has none."""
        return -1

    def slice_state(self, number: int, index: int) -> S:
        """The state of a slice with an index; where there is none, a state with another index or slice."""
        raise GameError(f"{type(self).__name__} has no slices.")

    def slice_before(self, state: S) -> Iterable[int]:
        """The indices of all states in the slice of `state` from which one action leads to it; others do no harm."""
        return ()

    def slice_size(self, number: int) -> int:
        """A number that all indices of a slice are below."""
        raise GameError(f"{type(self).__name__} has no slices.")

    def slices(self, pieces: int) -> Iterable[int]:
        """All slices with this many pieces."""
        return ()

    def slices_below(self, number: int) -> Iterable[int]:
        """The other slices that an action leads to from a slice; following them never leads back."""
        return ()

    def slice_name(self, number: int) -> str:
        """The name of a slice, made of letters, digits, - and _."""
        return str(number)

    def read_slice(self, text: str) -> int | None:
        """The slice that `text` means, in any spelling; None to compare it with the names of all slices."""
        return None

    # Networks.

    @property
    def network_file(self) -> Path | None:
        """The file of the network of policy and value that the game ships."""
        return None

    # Opening books.

    @property
    def opening_book(self) -> Path | None:
        """The file of the opening book that the game ships."""
        return None

    def book_key(self, state: S) -> int:
        """The 64-bit key of a position in opening books (see players/book.py)."""
        text = self.write(self.position(state))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def book_code(self, state: S, action: Action) -> int:
        """The 16-bit code of an action in opening books: by default its place among the legal ones."""
        return [as_action(each) for each in self.actions(state)].index(as_action(action))

    # Words and pictures.

    def action_name(self, state: S, action: Action) -> str:
        """`action` in the game's own notation, the same that `read` and people use; by default see `action.py`."""
        if acts_at_once(self, state):
            first, second = split(action)
            return f"{self.choice_name(state, 0, first)}/{self.choice_name(state, 1, second)}"
        return name_of(action)

    def read_action(self, state: S, text: str) -> Action | None:
        """The legal action that `text` means, in any notation; None to compare it with the names of all actions."""
        return None

    def choice_name(self, state: S, player: int, choice: int) -> str:
        """The choice of one player, where both act at once."""
        return str(choice)

    def player_name(self, player: int) -> str:
        """The name of a player."""
        return "chance" if player == CHANCE else "both" if player == SIMULTANEOUS else f"player {player + 1}"

    def opening_name(self, state: S) -> str:
        """The name of the opening that leads to `state`; empty where it has none."""
        return ""

    def node_name(self, state: S) -> str:
        """The name of a state in a game given as a tree; empty where states have no names."""
        return ""

    def text(self, state: S) -> str:
        """`state` as text for a terminal; by default its grid, if it has one, and fields."""
        if literal.has_own_words(state):
            return str(state)
        grid = grid_of(self, state)
        parts = position.fields(state) if grid is None else grid.rest(state)
        words = ", ".join(f"{name} {literal.shown(value)}" for name, value in parts)
        return words if grid is None else "\n".join([*grid.lines(state), *([words] if words else [])])

    def board(self, state: S) -> Board:
        """`state` as a board to draw; by default a grid, if it has one (see `grid`), else a button for each action."""
        choices = [] if self.is_terminal(state) else legal(self, state)
        grid = grid_of(self, state)
        if grid is not None:
            words = ", ".join(f"{name} {literal.shown(value)}" for name, value in grid.rest(state))
            playable = choices if choices and self.player(state) >= 0 else []  # chance does not click
            return grid.board(self, state, playable, words, offers(self, "action_name"))
        cells = [Cell(self.action_name(state, a), action=a) for a in choices]
        passes = [(None, ((0, place),)) for place, action in enumerate(choices) if action is None]
        return Board.of([cells], "choices", caption=self.text(state), clicks=tuple(passes))

    def owned_board(self, state: S, shares: Sequence[float]) -> Board:
        """`state` as a board that shows whose its cells are: a share for each, in the order of `playout`."""
        return self.board(state)

    def explain(self, state: S, player: int) -> Explanation | None:
        """What the estimate of `state` for `player` is made of; by default the features, None without any."""
        if not explains(self):
            return None
        features = self.features(state, player)
        names = getattr(features, "_fields", [f"feature {number}" for number in range(len(features))])
        parts = [
            Part(name.replace("_", " "), feature * weight, (float(feature), float(weight)))
            for name, feature, weight in zip(names, features, self.weights, strict=True)
        ]
        return Explanation(tuple(parts), self.evaluate(state, player))

    def write(self, state: S) -> str:
        """`state` as a position that `read` understands."""
        return position.write(state, type(self).__module__)

    def read(self, text: str) -> S:
        """The state that a position describes: the actions that led to it, or `field=value,...` of the state.

        Actions are separated by spaces or commas. Where names contain commas or spaces themselves, the longest name
        that matches is taken: `0,0 1,1` and `0,0,1,1` are both two actions called `0,0` and `1,1`.
        """
        state = self.initial()
        if "=" in text and not self._begins(text, state):
            found: S = position.read(text, state, type(self).__module__)
            return found
        count, rest = 0, text
        while rest := rest.lstrip(SEPARATORS):
            count += 1
            if self.is_terminal(state):
                word, _ = cut(rest, ())
                raise SpecError(f"The position {text!r} goes on after the game is over: {word!r} is action {count}.")
            names = {self.action_name(state, action): action for action in legal(self, state)}
            word, rest = cut(rest, names)
            what = f"action {count} of the position {text!r}"
            action = names[word] if word in names else action_named(self, state, word, what)
            state = self.result(state, as_action(action))
        return state

    def _begins(self, text: str, state: S) -> bool:
        """Whether a text starts with an action whose name contains "=", and not with a field of the state."""
        field = text.partition("=")[0].strip()
        if field == "state" or any(field == name for name, _ in position.fields(state)):
            return False
        names = [self.action_name(state, action) for action in legal(self, state)]
        return any("=" in name for name in names) and cut(text.lstrip(SEPARATORS), names)[0] in names


def weighted_sum(self: Game, state: State, player: int) -> float:
    """The default `evaluate` of a game with features."""
    return dot(self.features(state, player), self.weights)


def offers(game: Game, method: str) -> bool:
    """Whether the game defines an optional method.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> offers(TicTacToe(), "canonical"), offers(TicTacToe(), "is_quiet")
    (True, False)
    """
    return getattr(type(game), method) is not getattr(Game, method)


def explains(game: Game) -> bool:
    """Whether a game says what its evaluation is made of."""
    return offers(game, "explain") or type(game).evaluate is weighted_sum


def legal(game: Game[S], state: S) -> list[Action]:
    """The actions possible in `state`, of a player or of chance; none when the game is over."""
    if game.is_terminal(state):
        return []
    if game.player(state) == CHANCE:
        return [action for action, _ in _all(game, "chances", game.chances(state), state)]
    return _all(game, "actions", game.actions(state), state)


def _all(game: Game, method: str, given: Any, state: State) -> list[Any]:
    """The items that the rules yield; GameError when they are not iterable, or not pairs where chance acts."""
    if hasattr(given, "__iter__"):
        found = list(given)
        if method == "actions" or all(isinstance(pair, tuple) and len(pair) == 2 for pair in found):
            return found
        given = found
    wanted = "actions" if method == "actions" else "pairs of an action and its probability"
    raise GameError(f"{type(game).__name__}.{method} gives {shortened(given)} in {state}; yield {wanted}.")


MAX_IMAGINED: Final = 20_000
"""Random games to play before a view counts as impossible."""


def imagined(game: Game[S], state: S, player: int, seed: int) -> S:
    """The default `imagine`: random games until one has a state with the same view and mover.

    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> state = game.read("J K bet")
    >>> sorted({imagined(game, state, 1, seed).cards for seed in range(20)})
    [(0, 2), (1, 2)]
    """
    dice = random.Random(seed)
    if game.is_terminal(state):
        return state
    wanted, mover = freeze(game.view(state, player)), game.player(state)
    for _ in range(MAX_IMAGINED):
        now = game.initial()
        while not game.is_terminal(now):
            if game.player(now) == mover and freeze(game.view(now, player)) == wanted:
                return now
            if game.player(now) == CHANCE:
                odds = dict(game.chances(now))
                now = game.result(now, dice.choices(list(odds), list(odds.values()))[0])
            else:
                now = game.result(now, dice.choice(require_actions(game, now)))
    raise GameError(
        f"{type(game).__name__}: {MAX_IMAGINED:,} random games led to no state that looks like this one to "
        f"{game.player_name(player)}; define imagine(state, player, seed)."
    )


def acts_at_once(game: Game[S], state: S) -> bool:
    """Whether both players act at once in `state`."""
    return game.axes.simultaneous and not game.is_terminal(state) and game.player(state) == SIMULTANEOUS


def choices(game: Game[S], state: S, player: int) -> list[int]:
    """The choices of one player where both act at once; GameError when the actions are not all pairs.

    >>> from countermove.games.rps import RockPaperScissors
    >>> game = RockPaperScissors()
    >>> choices(game, game.initial(), 0)
    [0, 1, 2]
    """
    actions = require_actions(game, state)
    whole = all(hasattr(action, "__index__") for action in actions)
    sides = zip(*(split(int(action)) for action in actions)) if whole else ((), ())
    first, second = (list(dict.fromkeys(side)) for side in sides)
    if not whole or min(actions) < 0 or set(actions) != {joint(one, other) for one in first for other in second}:
        raise GameError(
            f"{type(game).__name__}.actions does not give every pair of choices in {state}, where both act at once; "
            f"yield joint(first, second), from 0 to {JOINT - 1:,} each, for each choice of one player with each of the "
            "other."
        )
    return first if player == 0 else second


def action_named(game: Game[S], state: S, word: str, what: str = "the action") -> Action:
    """The legal action that `word` means: its name in the game's notation, or its number."""
    read = game.read_action(state, word)
    if read is not None:
        return read
    choices = [as_action(action) for action in legal(game, state)]
    names = {game.action_name(state, a): a for a in choices}
    if word in names:
        return names[word]
    folded = {name.casefold(): a for name, a in names.items()}
    if len(folded) == len(names) and word.casefold() in folded:
        return folded[word.casefold()]
    number = number_in(word)
    if number is not None and number in choices and not names.keys() & {str(a) for a in choices}:
        return choices[choices.index(number)]
    listed = between(names).join(list(names)[:40]) + (f" and {len(names) - 40} more" if len(names) > 40 else "")
    raise SpecError(f"{what[0].upper()}{what[1:]} is {word!r}, which is not legal here; legal: {listed or 'none'}.")


def number_in(word: str) -> int | None:
    """A word of at most 18 plain digits as an int; else None.

    >>> number_in("12"), number_in("-3"), number_in("²"), number_in("9" * 5_000)
    (12, -3, None, None)
    """
    return int(word) if re.fullmatch("-?[0-9]{1,18}", word) else None


def utility_of(game: Game[S], state: S, player: int) -> float:
    """The utility of a finished game for a player; GameError when it is not a number.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([3, 12])
    >>> utility_of(game, game.read("Right"), 0)
    12.0
    """
    return _number(game, "utility", game.utility(state, player), state)


def estimate_of(game: Game[S], state: S, player: int) -> float:
    """The estimate of an unfinished game for a player; GameError when it is not a number."""
    return _number(game, "evaluate", game.evaluate(state, player), state)


def utilities(game: Game[S], state: S) -> tuple[float, ...]:
    """The utility of a finished game for each player."""
    return tuple(utility_of(game, state, player) for player in range(game.players))


def _number(game: Game, method: str, given: Any, state: State) -> float:
    try:
        value = math.nan if isinstance(given, (str, bytes)) else float(given)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if math.isnan(value):
        raise GameError(f"{type(game).__name__}.{method} gives {shortened(given)}, which is not a number, in {state}.")
    return value


def shortened(given: Any) -> str:
    """A value as short text for a message."""
    try:
        text = " ".join(repr(given).split())
    except Exception:  # its __repr__ is at fault
        text = f"a {type(given).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


def same(one: State, other: State) -> bool:
    """Whether two states are the same position.

    >>> same((1, 2), (1, 2))
    True
    """
    return freeze(one) == freeze(other)


def require_actions(game: Game[S], state: S) -> list[Action]:
    """The actions of a non-terminal state; GameError when there are none."""
    actions = legal(game, state)
    if not actions:
        raise GameError(
            f"{type(game).__name__}.actions gives no action in a state that is not terminal: {state}. "
            "Make is_terminal true there, or yield at least one action."
        )
    return actions
