"""The command line: `countermove COMMAND`, one file per command.

Every error ends as one sentence on stderr with exit code 2. `--help` must be instant, so command files import nothing
heavy (no LLVM, no NumPy, no Rich) at the top; their functions do when they run.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, cast

import typer
import typer.main

from countermove import __version__, interrupt
from countermove.cli.bench import bench
from countermove.cli.best import best
from countermove.cli.book import book
from countermove.cli.cache import cache
from countermove.cli.check import check
from countermove.cli.common import INTERRUPTED, WRONG, answering, complain, failed, hush, open_streams
from countermove.cli.database import database
from countermove.cli.demo import demo
from countermove.cli.engine import engine
from countermove.cli.explain import explain
from countermove.cli.games import games
from countermove.cli.grade import grade
from countermove.cli.lecture import lecture
from countermove.cli.match import match
from countermove.cli.measure import measure
from countermove.cli.opponents import opponents
from countermove.cli.play import play
from countermove.cli.prove import prove
from countermove.cli.quiz import quiz
from countermove.cli.solve import solve
from countermove.cli.studio import studio
from countermove.cli.tournament import tournament
from countermove.cli.train import train
from countermove.cli.tree import tree
from countermove.cli.verify import verify

__all__ = ["main"]

COMMANDS = (
    studio, games, play, best, explain, solve, prove, verify, tree, lecture, demo, quiz, grade, check, measure,
    opponents, match, tournament, train, engine, bench, cache,
)  # fmt: skip
GROUPS = (book, database)
NAMES = {**{each.__name__: each for each in COMMANDS}, **{str(each.info.name): each for each in GROUPS}}

ClickException = cast(type[Exception], typer.BadParameter.__mro__[2])
"""Typer's usage error, wherever its version keeps the class."""


@functools.cache
def program(name: str = "") -> Callable[..., int | None]:
    """The command line with the one command of this name; with all of them for any other name.

    Typer needs a few milliseconds for the options of each command, and most runs need one command.
    """
    app = typer.Typer(
        name="countermove",
        help="Write the rules of a game once, in plain Python; find the best action, prove it, see why.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(start)
    for each in [NAMES[name]] if name in NAMES else NAMES.values():
        if isinstance(each, typer.Typer):
            app.add_typer(each)
        else:
            app.command()(answering(each))
    return typer.main.get_command(app)


def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Write the rules of a game once, in plain Python; find the best action, prove it, see why."""
    if version:
        print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: list[str] | None = None) -> int:
    """Run a command line; the exit code is 0, 1 (problems found), 2 (error) or 130 (interrupted)."""
    open_streams()
    # NumPy's matrices are small here. On a busy machine its threads mostly wait for each other, at full load.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        interrupt.begin()
        code = _run(arguments)
    except (KeyboardInterrupt, typer.Abort):
        complain("Interrupted.")
        code = INTERRUPTED
    if arguments is None and (code == INTERRUPTED or _is_compiling()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)  # at once: LLVM does not stop, and must not be unloaded while it works
    return code


def _is_compiling() -> bool:
    queue = sys.modules.get("countermove.native.queue")
    return queue is not None and bool(queue.QUEUE.is_busy)


def _run(arguments: list[str] | None) -> int:
    try:
        words = sys.argv[1:] if arguments is None else arguments
        name = words[0] if words and words[0] in NAMES else ""
        code = program(name)(args=words, prog_name="countermove", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except BrokenPipeError:
        return hush()
    except OSError as error:
        return failed(error)
    except ClickException as error:
        complain(_number(error, sys.argv[1:] if arguments is None else arguments) or usage(error))
        return WRONG


def _number(error: Exception, arguments: list[str]) -> str:
    """Our own wording where an option expects a number; "" for any other mistake."""
    message = str(getattr(error, "message", ""))
    kind = "a whole number" if "integer" in message else "a number" if "number" in message or "float" in message else ""
    options = getattr(getattr(error, "param", None), "opts", [])
    for word, after in zip(arguments, [*arguments[1:], ""]):
        name, equals, value = word.partition("=")
        if kind and name in options:
            return f"{name} is {value if equals else after!r}; give {kind}."
    return ""


def usage(error: Exception) -> str:
    """A usage error as one sentence."""
    text = error.format_message() if hasattr(error, "format_message") else str(error)
    text = text.strip().rstrip(".").replace(". Did you mean", "; did you mean")
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "countermove"
    return text if text.endswith("?") else f"{text}; see {command} --help."
