"""The games of a match for other programs: chess in PGN, checkers in PDN; how a game ended is in a comment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from countermove.arena.referee import Played
from countermove.arena.standing import worths
from countermove.errors import SpecError
from countermove.game import Game
from countermove.players.record import Record, replay

if TYPE_CHECKING:
    from countermove.games.checkers import Checkers
    from countermove.games.chess import Chess


def pgn_of(game: Game, played: Iterable[Played], event: str = "Countermove match") -> str:
    """All games, one after the other; SpecError for games other than chess and checkers."""
    from countermove.games.checkers import Checkers
    from countermove.games.chess import Chess

    if isinstance(game, Chess):
        return "\n".join(_chess(game, each, event) for each in played)
    if isinstance(game, Checkers):
        return "\n".join(_checkers(game, each, event) for each in played)
    name = type(game).__name__
    raise SpecError(
        f"PGN is for games of chess and PDN for those of checkers, not for {name}; the --save file has all games."
    )


def _result(record: Record) -> str:
    """The result, the player who begins first."""
    one, other = worths(record)
    return "1/2-1/2" if one == other else "1-0" if one > other else "0-1"


def _chess(game: Chess, each: Played, event: str) -> str:
    from countermove.games.chess import pgn
    from countermove.games.chess.notation import san
    from countermove.games.chess.opening import MAX_PLIES

    record = each.record
    start, turns = replay(record, game)
    moves = tuple(pgn.Move(turn.action, san(turn.state, turn.action)) for turn in turns)
    white, black = record.players
    headers = {"Event": event, "Round": str(each.number + 1), "White": white, "Black": black}
    if game.is_chess960:
        headers["Variant"] = "Chess960"
    named = [opening for turn in turns[:MAX_PLIES] if (opening := game.opening(turn.after))]
    if named:
        headers |= {"ECO": named[-1].code, "Opening": named[-1].name}
    return pgn.write(pgn.Pgn(headers, start, moves, _result(record), record.reason or ""))


def _checkers(game: Checkers, each: Played, event: str) -> str:
    from countermove.games.checkers import pdn

    record = each.record
    start, turns = replay(record, game)
    headers = {"Event": event, "Round": str(each.number + 1)}
    headers |= {game.player_name(seat): name for seat, name in enumerate(record.players)}
    return pdn.write(
        game, [turn.action for turn in turns], start=start, result=_result(record), headers=headers,
        comments={len(turns): record.reason or ""},
    )  # fmt: skip
