"""The game and the players of a process, kept from one game to the next.

They keep what they have compiled or solved, and the programs they have started; `sit` and `reseed` start each game
afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing.util import Finalize

from countermove import registry
from countermove.game import Game
from countermove.players.player import Player
from countermove.players.spec import make


class Roster:
    """The players, by specification; a player who meets its own like is made twice.

    >>> roster = Roster()
    >>> first, second = roster.players(["random", "random"])
    >>> first is second, roster.players(["random"])[0] is first
    (False, True)
    """

    def __init__(
        self, load_game: Callable[[str], Game] = registry.load, make_player: Callable[[str], Player] = make
    ) -> None:
        self._load, self._make = load_game, make_player
        self._games: dict[str, Game] = {}
        self._players: dict[tuple[str, int], Player] = {}

    def game(self, spec: str) -> Game:
        if spec not in self._games:
            self._games[spec] = self._load(spec)
        return self._games[spec]

    def players(self, specs: Sequence[str]) -> list[Player]:
        """The player in each seat."""
        found = []
        for seat, spec in enumerate(specs):
            key = spec, specs[:seat].count(spec)
            if key not in self._players:
                self._players[key] = self._make(spec)
            found.append(self._players[key])
        return found

    def dismiss(self, player: Player) -> None:
        """Close a player that failed; the next game gets a new one."""
        self._players = {key: each for key, each in self._players.items() if each is not player}
        player.close()

    def close(self) -> None:
        """Close all players."""
        for each in list(self._players.values()):
            self.dismiss(each)


HERE = Roster()
"""The roster of this process."""
Finalize(None, HERE.close, exitpriority=10)
