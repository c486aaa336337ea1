"""The JSON-lines engine: its answers, games of every kind, and streams of nonsense."""

from __future__ import annotations

import io
import json
import random
import time
from typing import Any

import pytest

from countermove import load
from countermove.protocol.jsonlines import JsonEngine
from countermove.protocol.stream import MAX_LINE, lines, serve


class Talk:
    """An engine in this process, and what it says."""

    def __init__(self, game: str = "tictactoe") -> None:
        self.said: list[Any] = []
        self.engine = JsonEngine(lambda line: self.said.append(json.loads(line)), load(game), game, "1.0")

    def __call__(self, command: str | None = None, **fields: Any) -> Any:
        """The answer to a request."""
        self.said.clear()
        request = {**fields, **({} if command is None else {"command": command})}
        self.engine.handle(json.dumps(request))
        start = time.monotonic()
        while not (found := [each for each in self.said if "progress" not in each]):
            assert time.monotonic() - start < 60
            time.sleep(0.002)
        return found[0]


def test_a_game_and_its_positions_are_described() -> None:
    talk = Talk()
    told = talk("game", id="x")
    assert told["id"] == "x" and told["game"] == "TicTacToe" and told["players"] == ["X", "O"]
    told = talk(position=None, actions=["b2", "a1"])
    assert told["position"] == "....X.O.." and told["player"] == 0 and not told["over"] and len(told["legal"]) == 7
    assert talk("legal")["legal"] == told["legal"] and talk("state") == told
    over = talk(position="XXXOO....")
    assert over["over"] and over["result"] == [1.0, -1.0] and over["words"] == "X wins" and over["player"] is None
    assert over["legal"] == [] and talk("evaluate")["values"] == [1.0, -1.0]


def test_the_best_action_has_the_fields_of_the_command_line() -> None:
    talk = Talk()
    told = talk("best", id=3, position="XX.OO....", depth=2)
    assert told["id"] == 3 and told["action"] == "c3" and told["value"] == 1.0
    assert {"line", "depth", "nodes", "seconds", "exact", "algorithm", "native"} <= told.keys() and "error" not in told
    assert talk("best", actions=["b2"], nodes=50)["action"] in talk("legal")["legal"]
    assert talk("best", left=0.5, increment=0.1)["action"]
    assert talk("best", left=-3)["action"]


@pytest.mark.native
def test_a_search_reports_progress_and_is_stopped() -> None:
    talk = Talk("connect4:opening=false")
    talk.engine.handle('{"id": 1, "command": "best", "seconds": 60}')
    time.sleep(0.3)
    talk.engine.handle('{"id": 2, "command": "stop"}')
    progress = [each for each in talk.said if "progress" in each]
    assert progress and all(each["id"] == 1 for each in progress)
    assert talk.said[-2]["id"] == 1 and talk.said[-2]["action"] in "1234567"
    assert talk.said[-1] == {"id": 2, "stopped": True} and talk("stop") == {"stopped": False}
    talk.engine.handle('{"id": 3, "command": "best", "seconds": 60}')
    assert talk("new")["id"] == 3 and talk.said[-1] == {"ready": True}  # the search has answered before


def test_chance_has_odds_and_is_not_asked() -> None:
    talk = Talk("pig")
    told = talk(actions=["roll"])
    assert told["player"] == -1 and len(told["odds"]) == len(told["legal"]) == 6
    assert "Chance acts" in talk("best")["error"]
    assert talk("best", actions=["roll", told["legal"][3]], depth=2)["action"] in ("roll", "hold")


def test_two_who_act_at_once_and_three_players() -> None:
    talk = Talk("rps")
    assert talk()["legal"] == [["rock", "paper", "scissors"]] * 2
    assert "give 0 or 1" in talk("best")["error"]
    told = talk("best", seat=1)
    assert told["action"] in ("rock", "paper", "scissors") and len(told["strategies"]) == 2
    assert Talk("tictactoe3")("best", depth=1)["action"]


def test_options_are_set_by_a_new_game() -> None:
    talk = Talk()
    assert talk("new", game="TicTacToe", options={"lines": "3", "algorithm": "minimax"}) == {"ready": True}
    assert talk("best", depth=3)["algorithm"] == "minimax"
    assert talk("new", game="Chess")["error"] == "This engine plays TicTacToe, not Chess."
    for options in ({"thread": 1}, {"threads": 0}, {"memory": "x"}, [], {"lines": 1e9}):
        assert talk("new", options=options or [1])["error"]


@pytest.mark.parametrize(
    "line",
    [
        "x", "[]", "3", "null", '{"command": 3}', '{"command": "bogus"}', '{"command": ["best"]}', '{"position": 3}',
        '{"actions": "b2"}', '{"actions": [true]}', '{"actions": ["z9"]}', '{"actions": [99]}', '{"position": "XXXXX"}',
        '{"command": "best", "depth": 0}', '{"command": "best", "seconds": "1"}', '{"command": "best", "left": "x"}',
        '{"command": "best", "seconds": 1e400}', '{"position": "XXXOO....", "command": "best"}', "[" * 100_000,
    ],
)  # fmt: skip
def test_wrong_requests_are_one_error_and_change_nothing(line: str) -> None:
    talk = Talk()
    talk(actions=["b2"])
    talk.said.clear()
    assert talk.engine.handle(line)
    assert len(talk.said) == 1 and set(talk.said[0]) == {"error"} and "\n" not in talk.said[0]["error"]
    if "XXXOO" not in line:
        assert talk("state")["position"] == "....X...."


def test_no_stream_breaks_the_engine() -> None:
    rng = random.Random(3)
    talk = Talk("pig")
    values = [None, 0, 1, -1, 0.5, "x", "roll", [], ["roll"], {}, True, 1e300, ["roll", 3], "ü\x00"]
    names = ["command", "position", "actions", "seat", "depth", "nodes", "options", "game", "id", "left"]
    commands = ["game", "state", "legal", "evaluate", "best", "stop", "new"]
    for _ in range(300):
        request = {name: rng.choice(values) for name in rng.sample(names, rng.randint(0, 4))}
        if rng.random() < 0.8:
            request |= {"command": rng.choice(commands)}
        text = json.dumps({**request, "nodes": 1} if request.get("command") == "best" else request)
        cut = rng.randrange(len(text)) if rng.random() < 0.1 else len(text)
        assert talk.engine.handle(text[:cut])
        talk.engine.stop()
    assert talk("new") == {"ready": True} and "roll" in talk("state")["legal"]


def test_lines_of_any_bytes_are_read() -> None:
    stream = io.BytesIO(b"\xff\xfe\x00\n" + b"x" * (MAX_LINE + 10) + b"\r\n{}\nlast")
    found = list(lines(stream))
    assert [len(each) for each in found] == [3, MAX_LINE, 2, 4]
    talk = Talk()
    serve(talk.engine, io.BytesIO(b'{"command": "game"}\n{"command": "quit"}\n{"command": "game"}\n'))
    assert len(talk.said) == 2
