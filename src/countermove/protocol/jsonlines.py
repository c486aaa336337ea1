"""An engine that speaks JSON lines, for any game: any number of players, chance, simultaneous choices.

A request is a JSON object on one line, and so is its answer. "position" and "actions" in a request set the position: a
text in the game's notation (null for the first state) and the actions played from there. "command" says what to do:

    game        what is played: its name, players and kind
    new         forget the games before; "options" may set threads, memory, lines and algorithm
    state       the position, who is to act, the legal actions, the result; also without a command
    legal       the legal actions
    evaluate    what the game itself estimates the position to be worth, without a search
    best        the best action, within "seconds", "depth", "nodes", or a clock: "left", "increment", "turns"
    stop        end the search
    quit        end the engine

A search reports each depth, {"progress": {...}}, before its answer. An answer repeats the "id" of its request, if it
has one. What cannot be done is answered by {"error": sentence} and changes nothing. The same protocol is spoken from
the other side by players/jsonlines.py.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

from countermove.analysis import Analysis
from countermove.analysis.budget import MAX_THREADS, Budget
from countermove.errors import SpecError
from countermove.game import CHANCE, Game, acts_at_once, choices, estimate_of
from countermove.players.record import named, unique_names
from countermove.protocol.search import Limits, Memory, Search, Settings
from countermove.protocol.session import Session
from countermove.protocol.stream import complaint
from countermove.views.analysis_json import analysis_json
from countermove.views.plain import plain
from countermove.views.words import outcome

BUDGET: Final = ("seconds", "depth", "nodes")
SETTINGS: Final = ("threads", "memory", "lines", "algorithm")


class JsonEngine:
    """The engine: `handle` takes one line, and `say` is called with each line of the answers."""

    def __init__(self, say: Callable[[str], None], game: Game, spec: str = "", version: str = "") -> None:
        self._say, self._spec, self._version = say, spec, version
        self._session: Session[Any] = Session(game)
        self._settings, self._memory = Settings(), Memory()
        self._search: Search | None = None
        self._lots = random.Random()
        self._commands: dict[str, Callable[[dict[str, Any]], dict[str, Any] | None]] = {
            "game": self._describe, "new": self._renew, "state": self._state, "legal": self._legal,
            "evaluate": self._evaluate, "best": self._best, "stop": self._stop, "quit": self._stop,
        }  # fmt: skip

    @property
    def _game(self) -> Game:
        return self._session.game

    def handle(self, line: str) -> bool:
        """Carry out one request; False after `quit`."""
        if not line.strip():
            return True
        request: dict[str, Any] = {}
        try:
            request = _object(line)
            command = request.get("command", "state")
            if not isinstance(command, str) or command not in self._commands:
                raise SpecError(f"There is no command {command!r}; the commands are {', '.join(self._commands)}.")
            self._place(request)
            answer = self._commands[command](request)
        except (Exception, SystemExit) as error:  # rules may exit
            answer = {"error": complaint(error)}
        if answer is not None:
            self._answer(request, answer)
        return request.get("command") != "quit"

    def stop(self) -> None:
        """End the search, if there is one, and wait for its answer."""
        if self._search is not None:
            self._search.end()
            self._search = None

    def _answer(self, request: dict[str, Any], answer: dict[str, Any]) -> None:
        named = {"id": request["id"]} if "id" in request else {}
        self._say(json.dumps(plain({**named, **answer}), allow_nan=False))

    def _place(self, request: dict[str, Any]) -> None:
        """Set the position that a request gives, if it gives one."""
        if "position" not in request and "actions" not in request:
            return
        self.stop()
        text, actions = request.get("position"), request.get("actions") or []
        if text is not None and not isinstance(text, str):
            raise SpecError(f"The position is {text!r}; give a text, or null for the first state.")
        if not isinstance(actions, list) or not all(type(each) in (str, int) for each in actions):
            raise SpecError(f"The actions are {actions!r}; give a list of names.")
        self._session.place(
            self._game.initial() if text is None else self._game.read(text), actions, self._session.read
        )

    # Commands.

    def _describe(self, request: dict[str, Any]) -> dict[str, Any]:
        game = self._game
        return {
            "engine": f"Countermove {self._version}".rstrip(), "game": type(game).__name__, "spec": self._spec,
            "players": [game.player_name(player) for player in range(game.players)], "kind": game.axes.words(),
            "start": game.write(game.initial()),
        }  # fmt: skip

    def _renew(self, request: dict[str, Any]) -> dict[str, Any]:
        self.stop()
        wanted, own = request.get("game", type(self._game).__name__), type(self._game).__name__
        if wanted != own:
            raise SpecError(f"This engine plays {own}, not {wanted}.")
        options = request.get("options") or {}
        if not isinstance(options, dict):
            raise SpecError(f"The options are {options!r}; give an object.")
        if unknown := [name for name in options if name not in SETTINGS]:
            raise SpecError(f"There is no option {unknown[0]!r}; the options are {', '.join(SETTINGS)}.")
        self._settings = _settings(options)
        self._memory.clear()
        self._session = Session(self._game)
        return {"ready": True}

    def _state(self, request: dict[str, Any]) -> dict[str, Any]:
        game, state, payoffs = self._game, self._session.state, self._session.payoffs
        over = payoffs is not None
        return {
            "position": game.write(state), "player": None if over else game.player(state), **self._legal(request),
            "over": over, "result": payoffs, "words": outcome(game, state, payoffs) if over else None,
        }  # fmt: skip

    def _legal(self, request: dict[str, Any]) -> dict[str, Any]:
        """The legal actions by name; those of chance with their odds, simultaneous ones for each player."""
        game, state = self._game, self._session.state
        if self._session.payoffs is not None:
            return {"legal": []}
        if acts_at_once(game, state):
            return {
                "legal": [
                    [game.choice_name(state, seat, choice) for choice in choices(game, state, seat)]
                    for seat in range(2)
                ]
            }
        names = unique_names(game, state)
        if game.player(state) != CHANCE:
            return {"legal": list(names.values())}
        return {"legal": list(names.values()), "odds": [odds for _, odds in game.chances(state)]}

    def _evaluate(self, request: dict[str, Any]) -> dict[str, Any]:
        payoffs = self._session.payoffs
        if payoffs is None:
            payoffs = tuple(estimate_of(self._game, self._session.state, seat) for seat in range(self._game.players))
        return {"values": payoffs}

    def _best(self, request: dict[str, Any]) -> dict[str, Any] | None:
        self.stop()
        game, state = self._game, self._session.state
        if (payoffs := self._session.payoffs) is not None:
            raise SpecError(f"The game is over: {outcome(game, state, payoffs)}.")
        if game.player(state) == CHANCE:
            raise SpecError("Chance acts here, not a player; send its action.")
        seat = self._seat(request) if acts_at_once(game, state) else None
        limits = _limits(request)

        def answer(found: Analysis, error: str) -> None:
            self._answer(request, {"error": error} if error else self._found(state, found, seat))

        def progress(found: Analysis) -> None:
            self._answer(request, {"progress": self._found(state, found, seat)})

        self._search = Search(self._session, limits, self._settings, self._memory, answer, progress)
        return None

    def _stop(self, request: dict[str, Any]) -> dict[str, Any]:
        searched = self._search is not None
        self.stop()
        return {"stopped": searched}

    def _found(self, state: Any, found: Analysis, seat: int | None) -> dict[str, Any]:
        """The fields of `best --json`; in a simultaneous turn the action is one drawn from the seat's strategy."""
        game = self._game
        answer = analysis_json(game, state, found)
        answer["sampling_error"] = answer.pop("error")  # "error" is a sentence here
        if seat is None:
            answer["action"] = named(game, state, found.action)
        else:
            mix = found.strategies[seat] if found.strategies else dict.fromkeys(choices(game, state, seat), 1.0)
            chosen = self._lots.choices(list(mix), list(mix.values()))[0]
            answer["action"] = game.choice_name(state, seat, chosen)
        return answer

    def _seat(self, request: dict[str, Any]) -> int:
        seat = request.get("seat")
        if seat not in (0, 1) or isinstance(seat, bool):
            raise SpecError(f"Both players act at once here, and the seat is {seat!r}; give 0 or 1.")
        return int(seat)


def _object(line: str) -> dict[str, Any]:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        raise SpecError(f"{line[:80]!r} is not JSON; send an object on one line.") from None
    if not isinstance(given, dict):
        raise SpecError(f'{line[:80]!r} is not an object; send one, such as {{"command": "best"}}.')
    return given


def _limits(request: dict[str, Any]) -> Limits:
    given = {name: request[name] for name in BUDGET if request.get(name) is not None}
    Budget(**given)
    clock = {name: request[name] for name in ("left", "increment") if request.get(name) is not None}
    for name, value in clock.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not -1e9 < value < 1e9:
            raise SpecError(f"{name} is {value!r}; give seconds.")
    turns = request.get("turns")
    if turns is not None and (type(turns) is not int or turns < 1):
        raise SpecError(f"turns is {turns!r}; give a whole number, 1 or more.")
    if "left" in clock:
        clock["left"] = max(0.001, clock["left"])
    if not given and "left" not in clock:
        given["seconds"] = 1.0
    return Limits(**given, **clock, turns=turns)


def _settings(options: dict[str, Any]) -> Settings:
    """Settings from options, whose values may be texts, as they are on a command line."""
    settings = Settings()
    for name, most in (("threads", MAX_THREADS), ("memory", 1 << 20), ("lines", 1000)):
        if name in options:
            try:
                number = float(options[name])
            except (TypeError, ValueError):
                number = 0.0
            if not 1 <= number <= most:
                raise SpecError(f"{name} is {options[name]!r}; give a whole number from 1 to {most:,}.")
            setattr(settings, name, int(number))
    if options.get("algorithm") is not None:
        settings.algorithm = str(options["algorithm"])
    return settings
