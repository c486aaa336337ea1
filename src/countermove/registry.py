"""From a name on the command line to a game: built-in, from a file, or installed as a plug-in.

connect4                         a built-in name
connect:rows=5,cols=5            a built-in name with parameters
subtract.py:SubtractSquare       a class in a file (the class may be left out when there is only one)
subtract.py:SubtractSquare:counters=60
connect4:network=mine.npz        evaluated by a network, which `countermove train` wrote
mygame                           a plug-in: an entry point of the group `countermove.games`
[[3,12],[4,6]]                   a game tree, short for tree:tree=[[3,12],[4,6]]
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import difflib
import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from countermove.errors import CountermoveError, SpecError
from countermove.game import Game
from countermove.position import split_list

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["BUILT_IN", "altered", "forget", "function_in", "installed", "load", "parted"]

BUILT_IN = {
    "backgammon": "countermove.games.backgammon:Backgammon",
    "battleships": "countermove.games.battleships:Battleships",
    "breakthrough": "countermove.games.breakthrough:Breakthrough",
    "buckets": "countermove.games.buckets:Buckets",
    "checkers": "countermove.games.checkers:Checkers",
    "chess": "countermove.games.chess:Chess",
    "connect": "countermove.games.connect:Connect",
    "connect4": "countermove.games.connect:Connect",
    "darkhex": "countermove.games.darkhex:DarkHex",
    "domineering": "countermove.games.domineering:Domineering",
    "go": "countermove.games.go:Go",
    "goofspiel": "countermove.games.goofspiel:Goofspiel",
    "grundy": "countermove.games.grundy:Grundy",
    "hexapawn": "countermove.games.hexapawn:Hexapawn",
    "holdem": "countermove.games.holdem:Holdem",
    "kuhn": "countermove.games.kuhn:Kuhn",
    "leduc": "countermove.games.leduc:Leduc",
    "liarsdice": "countermove.games.liarsdice:LiarsDice",
    "matrix": "countermove.games.matrix:Matrix",
    "mnk": "countermove.games.mnk:Mnk",
    "morris": "countermove.games.morris:Morris",
    "nim": "countermove.games.nim:Nim",
    "othello": "countermove.games.othello:Othello",
    "pacman": "countermove.games.pacman:Pacman",
    "phantom": "countermove.games.phantom:Phantom",
    "pig": "countermove.games.pig:Pig",
    "pushfold": "countermove.games.pushfold:PushFold",
    "rps": "countermove.games.rps:RockPaperScissors",
    "showdown": "countermove.games.showdown:Showdown",
    "sliding": "countermove.games.sliding:Sliding",
    "subtract": "countermove.games.subtract:SubtractSquare",
    "tictactoe": "countermove.games.tictactoe:TicTacToe",
    "tictactoe3": "countermove.games.tictactoe3:TicTacToe3",
    "tree": "countermove.games.tree:Tree",
    "twentyfortyeight": "countermove.games.twentyfortyeight:TwentyFortyEight",
}
GROUP = "countermove.games"
NETWORK = "network"
"""A parameter of every game: a file with a network, or with weights, that evaluates positions."""


def installed() -> dict[str, EntryPoint]:
    """The installed plug-in games, by name."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    return {point.name: point for point in entry_points(group=GROUP)}


def load(spec: str, files: bool = True) -> Game:
    """The game that `spec` names; `files=False` excludes files, of rules and of networks.

    >>> load("nim:piles=[1,2]")
    Nim(piles=(1, 2), misere=False)
    """
    whole = f"tree:tree={spec}" if spec.lstrip().startswith(("[", "{")) else spec.strip()
    if not files:
        name, _, fields = whole.partition(":")
        return _make(_class_named(name), fields, spec)
    head, rest = parted(whole)
    if head.endswith(".py"):
        class_name, _, fields = rest.partition(":")
        if "=" in class_name:
            class_name, fields = "", rest
        cls = _class_in(_run_file(Path(head)), class_name, head)
    else:
        cls, fields = _class_named(head), rest
    parts = split_list(fields)
    given = [part for part in parts if part.partition("=")[0].strip() == NETWORK and NETWORK not in _fields(cls)]
    game = _make(cls, ",".join(part for part in parts if part not in given), spec)
    if not given:
        return game
    from countermove.linear import learned

    file = given[-1].partition("=")[2].strip().strip("'\"")
    if not file:
        raise SpecError(f"The field {NETWORK!r} in {spec!r} needs a value, as in {NETWORK}=FILE.")
    return learned(game, file)


def altered(game: Game, fields: str) -> Game:
    """The same game with some fields changed.

    >>> altered(load("nim:misere=yes"), "piles=[1,2]")
    Nim(piles=(1, 2), misere=True)
    """
    cls = type(game)
    try:
        return dataclasses.replace(game, **_values(cls, fields, fields))  # type: ignore[type-var]
    except CountermoveError:
        raise
    except Exception as error:
        raise SpecError(f"{cls.__name__} with {fields!r} is refused: {_reason(error)}.") from error


def forget(paths: Iterable[Path]) -> None:
    """Forget the modules of some files, so that they are run again when next used."""
    files = {str(path.resolve()) for path in paths}
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) in files:
            sys.modules.pop(name, None)
    for file in files:  # Python compares mtime in seconds and size: a file saved twice quickly looks unchanged
        with contextlib.suppress(OSError, NotImplementedError):
            Path(importlib.util.cache_from_source(file)).unlink()
    importlib.invalidate_caches()


def function_in(spec: str) -> Callable[..., Any]:
    """The function that FILE.py:NAME names."""
    head, name = parted(spec.strip())
    if not head.endswith(".py") or not name:
        raise SpecError(f"{spec!r} does not name a function; give a file and a name, as in policy.py:careful.")
    found = vars(_run_file(Path(head))).get(name)
    if not callable(found):
        raise SpecError(f"{head} has no function {name!r}; define it there.")
    return found  # type: ignore[no-any-return]


def parted(spec: str) -> tuple[str, str]:
    """`spec` split into a file or name, and the rest.

    >>> parted("rules/mine.py:Mine:size=3")
    ('rules/mine.py', 'Mine:size=3')
    """
    found = re.match(r"(.*?\.py)(?::(.*))?$", spec, re.DOTALL)
    if found:
        return found[1], found[2] or ""
    name, _, rest = spec.partition(":")
    return name, rest


def _class_named(name: str) -> type[Game]:
    target = BUILT_IN.get(name)
    if target:
        module, _, attribute = target.partition(":")
        return getattr(importlib.import_module(module), attribute)  # type: ignore[no-any-return]
    plug_ins = installed()
    if name in plug_ins:
        point = plug_ins[name]
        try:
            found = point.load()
        except Exception as error:
            raise SpecError(f"The plug-in game {name!r} ({point.value}) cannot be loaded: {_reason(error)}.") from error
        return _as_game(found, f"The plug-in {name!r} ({point.value})")
    known = sorted({*BUILT_IN, *plug_ins})
    close = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"the games are {', '.join(known)}."
    raise SpecError(f"There is no game {name!r}; {hint} For a file of rules, write file.py:Class.")


def _run_file(path: Path) -> ModuleType:
    """The module of a file of rules, run once and cached under a unique name."""
    if not path.is_file():
        raise SpecError(f"There is no file {str(path)!r}; give the path of a Python file with a Game class.")
    path = path.resolve()
    for name in (path.stem, f"{path.stem}_rules"):
        if getattr(sys.modules.get(name), "__file__", None) == str(path):
            return sys.modules[name]
    name = f"{path.stem}_rules" if path.stem in sys.modules or not path.stem.isidentifier() else path.stem
    module_spec = importlib.util.spec_from_file_location(name, path)
    assert module_spec and module_spec.loader
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        # Bypasses Python's cache, which misses a file saved twice within a second.
        exec(compile(path.read_bytes(), str(path), "exec", dont_inherit=True), module.__dict__)
    except CountermoveError:
        del sys.modules[name]
        raise
    except SyntaxError as error:
        del sys.modules[name]
        raise SpecError(f"{path.name} line {error.lineno} is not Python: {error.msg}.") from error
    except KeyboardInterrupt:
        del sys.modules[name]
        raise
    except BaseException as error:  # a file may raise anything
        del sys.modules[name]
        line = next(
            (f.lineno for f in reversed(traceback.extract_tb(error.__traceback__)) if f.filename == str(path)), 0
        )
        raise SpecError(f"{path.name} cannot be run: line {line} stops with {_reason(error)}.") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _class_in(module: ModuleType, name: str, path: str) -> type[Game]:
    found = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    }
    if name and name not in found:
        if name in vars(module):
            return _as_game(vars(module)[name], f"{name!r} in {path}")
        has = f"it has {', '.join(found)}" if found else "it has no subclass of countermove.Game"
        raise SpecError(f"{path} has no class {name!r}; {has}.")
    if name:
        return found[name]
    if not found:
        raise SpecError(f"{path} has no subclass of countermove.Game; write the rules as a class, class Mine(Game).")
    if len(found) > 1:
        known = ", ".join(found)
        raise SpecError(f"{path} has {len(found)} games ({known}); choose one, as in {path}:{next(iter(found))}.")
    return next(iter(found.values()))


def _as_game(found: Any, what: str) -> type[Game]:
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise SpecError(f"{what} is not a subclass of countermove.Game; it is {found!r}.")
    return found


def _make(cls: type[Game], text: str, spec: str) -> Game:
    """An instance of the class with the fields in the text."""
    missing = sorted(getattr(cls, "__abstractmethods__", ()))
    if missing:
        raise SpecError(
            f"{cls.__name__} lacks {', '.join(missing)}: every game needs these methods (see the contract in the docs)."
        )
    _vet_parameters(cls)
    values = _values(cls, text, spec)
    try:
        return cls(**values)
    except CountermoveError:
        raise
    except Exception as error:
        raise SpecError(f"{spec!r} is refused: {_reason(error)}.") from error


def _vet_parameters(cls: type[Game]) -> None:
    """Refuse a class whose methods do not have the parameters of the contract."""
    wrong = []
    for name, expected in vars(Game).items():
        given = inspect.getattr_static(cls, name)
        if given is expected or name.startswith("_") or not inspect.isfunction(expected):
            continue
        parameters = list(inspect.signature(expected).parameters)
        found = getattr(cls, name)
        if not callable(found):
            wrong.append(f"{cls.__name__}.{name} is {found!r}, but must be a method ({', '.join(parameters)})")
            continue
        if isinstance(given, staticmethod | classmethod):
            parameters = parameters[1:]
        try:
            signature = inspect.signature(found)
        except (TypeError, ValueError):  # written in C
            continue
        try:
            signature.bind(*parameters)
        except TypeError:
            wrong.append(f"{cls.__name__}.{name} takes {signature}, but must take ({', '.join(parameters)})")
    if wrong:
        raise SpecError(f"{'; '.join(wrong)}.")


def _fields(cls: type[Game]) -> dict[str, dataclasses.Field[Any]]:
    """The parameters of a game, by name."""
    return {field.name: field for field in dataclasses.fields(cls) if field.init} if is_dataclass(cls) else {}


def _values(cls: type[Game], text: str, spec: str) -> dict[str, Any]:
    """The fields in the text."""
    known = _fields(cls)
    values: dict[str, Any] = {}
    for part in split_list(text):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in known:
            has = f"its fields are {', '.join(known)}" if known else "it has no fields (is it a dataclass?)"
            raise SpecError(f"{cls.__name__} has no field {name!r}; {has}.")
        if not equals or not value:
            raise SpecError(f"The field {name!r} in {spec!r} needs a value, as in {name}=VALUE.")
        values[name] = _value(name, value, known[name], cls)
    return values


def _value(name: str, text: str, field: dataclasses.Field[Any], cls: type[Game]) -> Any:
    """A field's value from its text, in the type of its annotation or default."""
    kind = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", str(field.type))
    default = field.default
    example = "" if default is dataclasses.MISSING or default is None else f"; for example {name}={default}"
    if kind.endswith(" | None"):
        kind = kind.removesuffix(" | None")
        if text == "None":
            return None
    wrong = SpecError(f"{cls.__name__}: {name}={text} is not {_article(kind)}{example}.")
    if kind == "bool":
        if text.casefold() in ("true", "yes", "1", "false", "no", "0"):
            return text.casefold() in ("true", "yes", "1")
        raise wrong
    if kind == "str":
        return text.strip("'\"")
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        if kind in ("int", "float") or kind.startswith("tuple"):
            raise wrong from None
        return text
    if kind == "int" and (isinstance(value, bool) or not isinstance(value, int)):
        raise wrong
    if kind == "float":
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise wrong
        return float(value)
    if kind.startswith("tuple"):
        if isinstance(value, (int, float)):
            value = (value,)
        if not isinstance(value, (list, tuple)):
            raise wrong
        return _tuples(value)
    return value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, (list, tuple)) else value


def _article(kind: str) -> str:
    words = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "text"}
    return words.get(kind, f"a {kind}")


def _reason(error: BaseException) -> str:
    text = str(error).strip().rstrip(".").splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
