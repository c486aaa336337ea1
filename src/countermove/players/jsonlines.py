"""A program that speaks JSON lines, as a player of any game: `json:./bot.py`.

Every request is answered by one line, except that `progress` may come before. A request to act has all that a simple
program needs: the position, the actions so far, and the legal actions to choose from (see protocol/jsonlines.py).

    {"id": 2, "command": "best", "position": null, "actions": ["b2"], "state": "....X....", "player": 1,
     "legal": ["a1", "b1", ...], "seconds": 1.0}
    {"id": 2, "action": "a1"}
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from countermove.analysis import Analysis
from countermove.errors import CountermoveError, ForfeitError, SpecError
from countermove.game import Action, Game, S, State, action_named, choices, same
from countermove.players.external import External
from countermove.players.program import Program, quoted
from countermove.players.record import action_numbered, named, unique_names

if TYPE_CHECKING:
    from countermove.players.turn import Turn


class JsonPlayer(External):
    """A program that speaks JSON lines."""

    protocol = "json"
    farewell = '{"command": "quit"}'
    _count = 0

    def greet(self, program: Program, game: Game) -> None:
        """Nothing to do: a game begins with a request of its own."""

    def begin(self, program: Program, game: Game) -> None:
        """Name the game, and send the options."""
        self._told: list[tuple[Turn[Any], str | int]] = []
        request = {"command": "new", "game": type(game).__name__, "options": self.options}
        self._request(program, request, self.starting())

    def ask(
        self, program: Program, game: Game[S], state: S, turns: Sequence[Turn[S]], stop: threading.Event | None
    ) -> Action:  # fmt: skip
        start = turns[0].state if turns else state
        legal = unique_names(game, state)
        player = game.player(state)
        request: dict[str, Any] = {
            "command": "best", "position": None if same(start, game.initial()) else game.write(start),
            "actions": self._names(game, turns),
            "state": game.write(state), "player": player, "legal": list(legal.values()),
        }  # fmt: skip
        left = None
        if self.clock is not None:
            left = self.clock.left(turns, player)
            request |= {"left": left, "increment": self.clock.increment}
            if self.clock.actions:
                request["turns"] = self.clock.coming(turns, player, self.clock.actions)
        answer = self._request(program, {**request, **self._limits()}, self.patience(left), stop)
        said = answer.get("action")
        try:
            if type(said) is int and said in legal.values():
                action = action_numbered(game, state, said, "the action")
            else:
                action = action_named(game, state, str(said))
        except SpecError:
            self.illegal(str(said), [str(name) for name in legal.values()])
        self.analysis = self._analysis(game, state, action, answer)
        return action

    def choose_at_once(
        self, game: Game[S], state: S, seat: int, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> int:  # fmt: skip
        self.analysis = None
        legal = {game.choice_name(state, seat, choice): choice for choice in choices(game, state, seat)}
        position = game.write(state)
        request = {
            "command": "best", "position": position, "actions": [], "state": position, "seat": seat, "player": seat,
            "legal": list(legal),
        }  # fmt: skip
        with self._conversation(game) as program:
            answer = self._request(program, {**request, **self._limits()}, self.patience(), stop)
            said = answer.get("action")
            if not isinstance(said, str) or said not in legal:
                self.illegal(str(said), list(legal))
        return legal[said]

    def _names(self, game: Game[S], turns: Sequence[Turn[S]]) -> list[str | int]:
        """The names of all actions so far; those of the request before are not looked up again."""
        known = 0
        while known < min(len(turns), len(self._told)) and self._told[known][0] is turns[known]:
            known += 1
        self._told[known:] = [(turn, named(game, turn.state, turn.action)) for turn in turns[known:]]
        return [name for _, name in self._told]

    def _limits(self) -> dict[str, float]:
        budget = self.budget
        limits = {"seconds": budget.seconds, "depth": budget.depth, "nodes": budget.nodes}
        return {name: value for name, value in limits.items() if value is not None}

    def _request(
        self, program: Program, request: dict[str, Any], seconds: float, stop: threading.Event | None = None
    ) -> dict[str, Any]:  # fmt: skip
        """The answer to a request."""
        self._count += 1
        number = self._count
        program.send(json.dumps({"id": number, **request}, ensure_ascii=False))
        what = f"answered {request['command']!r}"
        halt = json.dumps({"id": 0, "command": "stop"})
        for line in self.await_line(program, what, seconds, stop, lambda: program.send(halt)):
            if not line.strip():
                continue
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                raise ForfeitError(f"{self.short} answers with {quoted(line)}, which is not a JSON object.")
            if answer.get("id") not in (None, number) or "progress" in answer:
                continue
            if "error" in answer:
                raise ForfeitError(f"{self.short} refuses {request['command']!r}: {quoted(str(answer['error']))}.")
            return answer
        raise AssertionError("await_line ends by an error")

    def _analysis(self, game: Game[S], state: S, action: Action, answer: dict[str, Any]) -> Analysis | None:
        """What the program thought; None if it did not say."""
        value = _number(answer.get("value"))
        if value is None:
            return None
        line = _line(game, state, answer.get("line"))
        depth, nodes, seconds = (_number(answer.get(name)) or 0 for name in ("depth", "nodes", "seconds"))
        return Analysis(
            action, value, line=line if line[:1] == (action,) else (action,), depth=int(depth), nodes=int(nodes),
            seconds=float(seconds), exact=answer.get("exact") is True, algorithm=self.short,
        )  # fmt: skip


def _number(value: Any) -> float | None:
    fits = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e18
    return value if fits else None


def _line(game: Game, state: State, names: Any) -> tuple[Action, ...]:
    """As much of a line of play as is legal."""
    line: list[Action] = []
    for name in names if isinstance(names, list) else ():
        try:
            action = action_named(game, state, str(name))
            state = game.result(state, action)
        except CountermoveError:
            break
        line.append(action)
    return tuple(line)
