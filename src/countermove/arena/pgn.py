"""The games of a chess match in PGN, for chess programs; how a game ended is in a comment."""

from __future__ import annotations

from collections.abc import Iterable

from countermove.arena.referee import Played
from countermove.arena.standing import worths
from countermove.errors import SpecError
from countermove.game import Game
from countermove.players.record import replay


def pgn_of(game: Game, played: Iterable[Played], event: str = "Countermove match") -> str:
    """All games, one after the other; SpecError for games other than chess."""
    from countermove.games.chess import Chess, pgn
    from countermove.games.chess.notation import san
    from countermove.games.chess.opening import MAX_PLIES

    if not isinstance(game, Chess):
        raise SpecError(f"PGN is for games of chess, not for {type(game).__name__}; the --save file has all games.")
    found = []
    for each in played:
        record = each.record
        start, turns = replay(record, game)
        moves = tuple(pgn.Move(turn.action, san(turn.state, turn.action)) for turn in turns)
        white, black = worths(record)
        result = "1/2-1/2" if white == black else "1-0" if white > black else "0-1"
        headers = {
            "Event": event,
            "Round": str(each.number + 1),
            "White": record.players[0],
            "Black": record.players[1],
        }
        named = [opening for turn in turns[:MAX_PLIES] if (opening := game.opening(turn.after))]
        if named:
            headers |= {"ECO": named[-1].code, "Opening": named[-1].name}
        found.append(pgn.write(pgn.Pgn(headers, start, moves, result, record.reason or "")))
    return "\n".join(found)
