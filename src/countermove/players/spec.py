"""Players from short specifications: `name`, or `name:option=value,option=value`.

human                       a person
random:seed=3               any legal action
reflex:seed=3               no search: the action whose result looks best
hunter:seed=3               no search: the likeliest action, such as the likeliest cell in battleships
best:seconds=2              the algorithm that fits the game
best:book=openings.bin       the same, from an opening book while that has an action
best:network=mine.npz       the same, with an evaluation that `countermove train` wrote
best:database=endings       the same, with an endgame database
best:clock=60+1             the same, with a minute for the whole game and a second per action
pvs:depth=12,threads=2      a search by name: pvs, minimax, alphabeta, expectimax, expectiminimax, maxn,
                            shallow, paranoid, bestreply, induction, mcts, ismcts, pimc
mcts:simulations=1000,rave=300    Monte Carlo tree search, with its options
ismcts:observer=single      the same for hidden information
pimc:below=alphabeta,depth=4    imagined states searched as if nothing were hidden
alphabeta:cycles=2          the same, with depth in cycles, in which everybody acts once
expectimax:cycles=3,opponent=softmax:0.5    against a policy (see opponent.py), which comes last
softmax:0.5,seed=3          follows a policy: uniform, ranked, weighted, softmax, epsilon, record, function
solve                       perfect play
directional, alone:cycles=2, coordinated:cycles=2    ghosts of Pacman
uci:stockfish,seconds=1,option.Skill Level=3    another program: uci, gtp or json (see external.py)
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable
from typing import Any, Final

from countermove.analysis import SEARCHES, Search
from countermove.analysis.budget import MAX_THREADS
from countermove.errors import SpecError
from countermove.game import Game
from countermove.information import is_small
from countermove.players.clock import Clock
from countermove.players.external import LIMITS as PROGRAM_LIMITS
from countermove.players.external import External, parted
from countermove.players.ghosts import CYCLES, Alone, Coordinated, Haunted
from countermove.players.gtp import GtpPlayer
from countermove.players.human import Ask, Human
from countermove.players.jsonlines import JsonPlayer
from countermove.players.opponent import POLICIES, make_policy
from countermove.players.player import Player
from countermove.players.policy import Follower
from countermove.players.random import Random
from countermove.players.reflex import Reflex
from countermove.players.search import Searcher
from countermove.players.solver import Solver
from countermove.players.uci import UciPlayer

LIMITS: Final = ("seconds", "depth", "cycles", "nodes", "simulations", "clock")
"""The options that limit a search."""
BUDGET: Final = (*(limit for limit in LIMITS if limit != "simulations"), "native", "book", "network")
ABILITIES: Final = ("threads", "memory", "database", "opponent", "simulations")
"""The options of searches that support them."""
RECIPE: Final = ("formula", "exploration", "urgency", "rave", "bias", "widening", "solver", "plies", "seed")
"""The options of mcts (see engine/mcts/recipe.py)."""
PROGRAMS: Final[dict[str, type[External]]] = {each.protocol: each for each in (UciPlayer, GtpPlayer, JsonPlayer)}
"""Players that are other programs, by their protocols."""


def _recipe_options(search: Search) -> tuple[str, ...]:
    """The options of a search that simulates."""
    if search.below:
        return ("below", "seed")
    if search.hidden:
        return ("observer", "formula", "exploration", "urgency", "plies", "seed")
    return RECIPE if search.simulations else ()


KINDS: Final[dict[str, tuple[str, ...]]] = {
    "human": (),
    "random": ("seed",),
    "best": (*BUDGET, "threads", "memory", "database"),
    "solve": ("seconds",),
    **{
        name: (
            *BUDGET,
            *(option for option in ABILITIES if getattr(search, option)),
            *_recipe_options(search),
        )
        for name, search in SEARCHES.items()
    },
    "reflex": ("seed",),
    "hunter": ("seed",),
    "alone": ("cycles",),
    "coordinated": ("cycles",),
    **{name: (*options, "seed") for name, (_, options) in POLICIES.items() if name != "solve"},
    **dict.fromkeys(PROGRAMS, PROGRAM_LIMITS),
}
"""Every kind of player, with its options."""


DEFAULT_OPPONENT: Final = "best:seconds=1"


def default_opponent(game: Game) -> str:
    """The default opponent of a person, as a specification: the ghosts of a game that has ghosts, else a search;
    where information is hidden, an equilibrium if the game is small.
    """
    if game.axes.hidden and is_small(game):
        return "solve"
    return "directional" if isinstance(game, Haunted) else DEFAULT_OPPONENT


def make(spec: str, ask: Ask | None = None) -> Player:
    """The player that a specification describes; `ask` asks a person.

    >>> make("alphabeta:depth=6").name, make("best").name
    ('alphabeta:depth=6', 'best:seconds=1')
    >>> make("alphabet:depth=6")
    Traceback (most recent call last):
    countermove.errors.SpecError: There is no player 'alphabet'; did you mean 'alphabeta'?
    """
    name, colon, rest = (part.strip() for part in spec.partition(":"))
    if name not in KINDS:
        close = difflib.get_close_matches(name, KINDS, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"the players are {_listed(KINDS)}."
        raise SpecError(f"There is no player {name!r}; {hint}")
    if name in PROGRAMS:
        return _program(spec, name, rest)
    if colon and not rest:
        raise SpecError(f"The player {spec!r} has no options after the colon; give some, as in {_example(name)}.")
    if name in POLICIES and name != "solve":  # the solver player also plays large games
        return _follower(spec)
    options = _options(spec, name, rest)
    if name == "human":
        if ask is None:
            raise SpecError("A human can only play interactively; use a computer player here.")
        return Human(ask)
    if name == "random":
        return Random(**options)
    if name == "reflex":
        return Reflex(**options)
    if name == "hunter":
        from countermove.players.hunter import Hunter  # which imports NumPy

        return Hunter(**options)
    if name in ("alone", "coordinated"):
        return (Alone if name == "alone" else Coordinated)(options.get("cycles", CYCLES))
    if name == "solve":
        return Solver(**options)
    if "cycles" in options and "depth" in options:
        raise SpecError(f"The player {spec!r} gives both depth and cycles; give one of them.")
    return Searcher(None if name == "best" else name, **options)


def budgeted(spec: str, budget: dict[str, object]) -> str:
    """A specification with a budget, unless it has its own or takes none.

    >>> budgeted("pvs:threads=2", {"nodes": 1000}), budgeted("pvs:depth=3", {"nodes": 1000}), budgeted("solve", {})
    ('pvs:threads=2,nodes=1000', 'pvs:depth=3', 'solve')
    """
    name, _, rest = (part.strip() for part in spec.partition(":"))
    rest, named, opponent = rest.partition("opponent=")  # comes last
    parts = [part for part in rest.split(",") if part.strip()]
    if {part.partition("=")[0].strip() for part in parts} & {*LIMITS}:
        return spec
    parts += [f"{option}={value}" for option, value in budget.items() if option in KINDS.get(name, ())]
    parts += [named + opponent] if named else []
    return f"{name}:{','.join(parts)}" if parts else name


def split_specs(text: str) -> list[str]:
    """Several specifications in one text, between commas; a piece like `depth=6` belongs to the one before.

    >>> split_specs("expectimax:depth=6,opponent=softmax:0.5,random:seed=3,human")
    ['expectimax:depth=6,opponent=softmax:0.5', 'random:seed=3', 'human']
    >>> split_specs("uci:stockfish,option.Skill Level=3,seconds=1,best")
    ['uci:stockfish,option.Skill Level=3,seconds=1', 'best']
    """
    specs: list[str] = []
    for piece in text.split(","):
        name = piece.partition(":")[0].strip()
        within = bool(specs) and specs[-1].partition(":")[0] in PROGRAMS and name not in KINDS  # its arguments
        if specs and ("=" in name or within):
            specs[-1] += "," + piece.strip()
        else:
            specs.append(piece.strip())
    return specs


def _follower(spec: str) -> Follower:
    """A player that follows a policy, whose specification may have a seed in addition to its options."""
    name, _, rest = spec.partition(":")
    parts = rest.split(",") if rest else []
    seeds = [part for part in parts if part.strip().startswith("seed=")]
    options = ",".join(part for part in parts if part not in seeds)
    chosen = make_policy(f"{name}:{options}" if options else name)
    return Follower(chosen, **_options(spec, name.strip(), ",".join(seeds)))


def _program(spec: str, name: str, text: str) -> External:
    """A player that is another program."""
    program, pairs = parted(text)
    if not program:
        raise SpecError(f"The player {spec!r} names no program; give one, as in {name}:PROGRAM,seconds=1.")
    own = {option.removeprefix("option."): value for option, value in pairs if option.startswith("option.")}
    limits = ",".join(f"{option}={value}" for option, value in pairs if not option.startswith("option."))
    options = _options(spec, name, limits)
    try:
        return PROGRAMS[name](program, options=own, **options)
    except SpecError:
        tail = re.search(r",\s*([A-Za-z_]+)=[^,]*$", program)  # an option misspelt is taken for a part of the program
        if tail is None:
            raise
        _options(spec, name, f"{tail[1]}=")
        raise


def _options(spec: str, name: str, text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    known = KINDS[name]
    text, named, opponent = text.partition("opponent=")  # the rest is the opponent's specification
    if named and "opponent" in known:
        options["opponent"] = make_policy(opponent)
        text = text.rstrip(", ")
    else:
        text += named + opponent
    for part in text.split(",") if text else []:
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if option not in known:
            close = difflib.get_close_matches(option, known, 1)
            has = f"its options are {_listed(known)}" if known else "it has no options"
            hint = f"did you mean {close[0]!r}?" if close else f"{has}."
            raise SpecError(f"The player {name!r} has no option {option!r}; {hint}")
        if option in options:
            raise SpecError(f"The player {spec!r} gives {option} twice; give it once.")
        if not equals or not value:
            raise SpecError(f"The option {option!r} of the player {spec!r} needs a value, as in {_example(name)}.")
        try:
            options[option] = READ[option](value)
        except ValueError as error:
            raise SpecError(f"In the player {spec!r}, {option} is {value!r}; give {error}.") from None
    return options


def _amount(text: str) -> float:
    number: float = _number(float, text, "a number above 0")
    if not (number > 0 and math.isfinite(number)):
        raise ValueError("a number above 0")
    return number


def _count(text: str) -> int:
    number: int = _number(int, text, "a whole number, 1 or more")
    if number < 1:
        raise ValueError("a whole number, 1 or more")
    return number


def _plies(text: str) -> int:
    number: int = _number(int, text, "a whole number, 0 or more")
    if number < 0:
        raise ValueError("a whole number, 0 or more")
    return number


def _real(text: str) -> float:
    number: float = _number(float, text, "a number, 0 or more")
    if not number >= 0:
        raise ValueError("a number, 0 or more")
    return number


def _seed(text: str) -> int:
    number: int = _number(int, text, "a whole number")
    return number


def _clock(text: str) -> Clock:
    try:
        return Clock.read(text)
    except SpecError:
        raise ValueError("the seconds for the game and the increment per action, as in 60+1") from None


def _threads(text: str) -> int:
    number: int = _number(int, text, f"a whole number from 1 to {MAX_THREADS}")
    if not 1 <= number <= MAX_THREADS:
        raise ValueError(f"a whole number from 1 to {MAX_THREADS}")
    return number


def _truth(text: str) -> bool:
    if text.casefold() not in ("true", "yes", "1", "false", "no", "0"):
        raise ValueError("yes or no")
    return text.casefold() in ("true", "yes", "1")


def _number(kind: Callable[[str], Any], text: str, expected: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise ValueError(expected) from None


READ: Final[dict[str, Callable[[str], Any]]] = {
    "seconds": _amount,
    "depth": _count,
    "cycles": _count,
    "nodes": _count,
    "clock": _clock,
    "threads": _threads,
    "memory": _amount,
    "timeout": _amount,
    "native": _truth,
    "seed": _seed,
    "book": str,
    "network": str,
    "database": str,
    "simulations": _count,
    "formula": str,
    "observer": str,
    "below": str,
    "solver": _truth,
    "plies": _plies,
    **dict.fromkeys(("exploration", "urgency", "rave", "bias", "widening"), _real),
}


def _example(name: str) -> str:
    examples = {"seconds": "seconds=2", "seed": "seed=3", "cycles": "cycles=2"}
    return f"{name}:{examples[KINDS[name][0]]}" if KINDS[name] else f"{name!r}, which has none"


def _listed(names: Any) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else str(last)
