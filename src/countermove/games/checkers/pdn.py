"""Games in Portable Draughts Notation (PDN), read and written.

[Event "Casual game"]
[Result "1/2-1/2"]

1. 11-15 23-19 2. 8-11 22-17 {the Old Fourteenth} 1/2-1/2

Comments are kept, variations are skipped. The first number of a result is that of the player who begins, as
collections of games have it: in American checkers 1-0 means that Black has won. A game ends with its result or, as in
PDN 3.0, with * while a header has the result.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from countermove.errors import SpecError
from countermove.games.checkers import fen
from countermove.games.checkers.position import COLOURS, WHITE, Position

if TYPE_CHECKING:
    from countermove.games.checkers.rules import Checkers

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
SCORES = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "½-½": "1/2-1/2"}
"""Other ways to write a result."""
INTERNATIONAL = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1", "*": "*"}
"""How international draughts writes it."""
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
WIDTH = 80
HEADER = re.compile(r'\s*\[\s*(?P<name>[A-Za-z0-9_]+)\s+"(?P<text>(?:[^"\\]|\\.)*)"\s*\]')
SKIPPED = re.compile(r"(?:\s|%[^\n]*)*")
TOKEN = re.compile(
    r"""\s+ | %[^\n]* | \{(?P<comment>[^}]*)\} | ;(?P<rest>[^\n]*) | \$[0-9]+ | (?P<open>\() | (?P<close>\)) | [0-9]*\.+
    | [!?]{1,2} | (?<=[0-9])\*
    | (?P<result>1-0|0-1|1/2-1/2|½-½|2-0|0-2|1-1|0-0|\*)(?=[\s(){}]|$)
    | (?P<move>[0-9]+(?:\s?[-x:X]\s?[0-9]+)+ | [a-jA-J][0-9]+(?:(?:\s?[-x:X]\s?|)[a-jA-J][0-9]+)+)""",
    re.VERBOSE,
)
"""What a game consists of. A * right after a move praises it; one that stands alone ends the game."""


@dataclass(frozen=True)
class Pdn:
    """A game."""

    headers: dict[str, str]
    start: Position
    actions: tuple[int, ...]
    end: Position
    result: str = "*"
    comments: dict[int, str] = field(default_factory=dict)
    """What is said, by the number of moves before it."""


def is_pdn(text: str) -> bool:
    """Whether a text looks like a game with headers."""
    text = text.lstrip("\ufeff")
    return text[_skipped(text, 0) :].startswith("[")


def read(game: Checkers, text: str) -> Pdn:
    """The first game of a text; SpecError for a broken one."""
    for found in read_all(game, text):
        return found
    raise SpecError("This text has no game in it; expected moves such as 1. 11-15 23-19.")


def read_all(game: Checkers, text: str) -> Iterator[Pdn]:
    """All games of a text."""
    text = text.lstrip("\ufeff")
    at = _skipped(text, 0)
    while at < len(text):
        headers: dict[str, str] = {}
        while found := HEADER.match(text, at):
            headers[found["name"]] = re.sub(r"\\(.)", r"\1", found["text"])
            at = found.end()
        one, at = _moves(game, text, at, headers)
        if headers or one.actions or one.result != "*":
            yield one
        at = _skipped(text, at)


def _skipped(text: str, at: int) -> int:
    """The place after blanks and lines of comment."""
    found = SKIPPED.match(text, at)
    return found.end() if found else at


def _moves(game: Checkers, text: str, at: int, headers: dict[str, str]) -> tuple[Pdn, int]:
    given = headers.get("GameType", "").split(",")[0].strip()
    if given and given != game.country.game_type:
        raise SpecError(
            f"The game is of type {given}, and {game.rules} checkers of type {game.country.game_type}; give other "
            "rules."
        )
    setup = headers.get("FEN")
    start = fen.read(setup, game.board_size, game.max_reversible) if setup else game.initial()
    state, actions, comments, nested = start, list[int](), dict[int, str](), 0
    result = _result(headers.get("Result", "*"))
    while at < len(text) and not HEADER.match(text, at):
        token = TOKEN.match(text, at)
        if token is None:
            raise SpecError(f"This game cannot be read at {' '.join(text[at : at + 40].split())!r}.")
        at = token.end()
        nested += bool(token["open"]) - bool(token["close"])
        if nested < 0:
            raise SpecError("A ) of this game has no ( before it.")
        if nested:
            continue
        if said := " ".join((token["comment"] or token["rest"] or "").split()):
            comments[len(actions)] = f"{comments.get(len(actions), '')} {said}".strip()
        elif token["result"]:
            result = result if token["result"] == "*" else _result(token["result"])
            break
        elif token["move"]:
            action = game.read_action(state, token["move"]) if not game.is_terminal(state) else None
            if action is None:
                legal = ", ".join(game.action_name(state, each) for each in game.actions(state))
                what = f"Move {len(actions) + 1}, {token['move']} of {COLOURS[state.turn]},"
                raise SpecError(f"{what} is not legal, or not clear; legal: {legal or 'none'}.")
            actions.append(action)
            state = game.after(state, action)
    if nested:
        raise SpecError("A variation of this game is not closed; expected as many ) as (.")
    return Pdn(headers, start, tuple(actions), state, result, comments), at


def _result(text: str) -> str:
    """One of RESULTS; * for all that are not of one game, such as 0-0, lost by both."""
    found = SCORES.get(text, text)
    return found if found in RESULTS else "*"


def write(game: Checkers, actions: Iterable[int], *, start: Position | None = None, result: str = "*",
          headers: dict[str, str] | None = None, comments: dict[int, str] | None = None) -> str:  # fmt: skip
    """A game as PDN."""
    state = game.initial() if start is None else start
    country = game.country
    kind = "A0" if country.algebraic else "N2" if country.first == WHITE else "N1"
    score = INTERNATIONAL[result] if game.rules == "international" else result
    tags = {**ROSTER, **(headers or {}), "Result": score}
    size = game.board_size
    tags["GameType"] = f"{country.game_type},{COLOURS[country.first][0]},{size},{size},{kind},0"
    if state != game.initial():
        tags |= {"SetUp": "1", "FEN": fen.write(state, game.half)}
    lines = [f'[{name} "{_escaped(said)}"]' for name, said in tags.items()]
    words = [f"{{ {said} }}"] if (said := (comments or {}).get(0)) else []
    late = state.turn != country.first
    for count, action in enumerate(actions):
        ply = count + late
        if ply % 2 == 0 or count == 0:
            words.append(f"{ply // 2 + 1}.{'..' if ply % 2 else ''}")
        words.append(game.action_name(state, action))
        state = game.after(state, action)
        if said := (comments or {}).get(count + 1):
            words.append(f"{{ {said.replace('}', ')')} }}")
    body = textwrap.wrap(" ".join([*words, score]), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *body, ""])


def _escaped(said: str) -> str:
    return said.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
