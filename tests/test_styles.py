"""Games written in every style go through everything: check, search, solve, drawings, records, the studio."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import asking
import pytest
import styles
from styles import GAMES, Corridor, Mowing, OnlyPassing, Passing, Shuttle, Strings, Swapping, Toolbox, Tossing

from countermove import Axes, analyse, solve
from countermove.check import check_game
from countermove.cli import main
from countermove.errors import GameError, SpecError
from countermove.game import CHANCE, Game, legal, same
from countermove.measure import measure
from countermove.players import make, play_game
from countermove.players.record import Record, parse, replay
from countermove.studio.games.shelf import Shelf
from countermove.textbook import ALGORITHMS, fitting, to_json
from countermove.views import draw
from countermove.views.plain import plain
from countermove.views.wire import received, sent_actions

FILE = Path(styles.__file__)
EVERY = pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)


def recursion(game: Game, state: object) -> float:
    """The value for player 0, by the definition."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.player(state) == CHANCE:
        return sum(odds * recursion(game, game.result(state, action)) for action, odds in game.chances(state))
    below = [recursion(game, game.result(state, action)) for action in game.actions(state)]
    return max(below) if game.player(state) == 0 else min(below)


def states(game: Game, seed: int = 0) -> list[tuple[list[object], object]]:
    """The states of a random game, each with the actions that lead there."""
    lots, state, way = random.Random(seed), game.initial(), []
    found = [([], state)]
    while not game.is_terminal(state):
        action = lots.choice(legal(game, state))
        way = [*way, action]
        state = game.result(state, action)
        found.append((way, state))
    return found


@EVERY
def test_check_finds_no_problem(game):
    report = check_game(game, games=60, seconds=4.0, native=False)
    assert report.ok, report.problems
    assert report.games


@EVERY
def test_search_and_solving_find_the_value_of_the_definition(game):
    value = recursion(game, game.initial())
    found = analyse(game, native=False, depth=12)
    assert (found.value, found.exact, found.has_action) == (value, True, True)
    assert found.action in legal(game, game.initial())
    assert found.line[0] == found.action == found.lines[0].action
    solution = solve(game, method="exhaustive")
    assert (solution.value, solution.complete, solution.has_action) == (value, True, True)
    assert solution.line[0] == solution.action in solution.best(game.initial())
    assert set(solution.actions) == set(legal(game, game.initial()))


@EVERY
def test_searches_are_drawn_told_and_written_as_json(game):
    algorithm = fitting(game)
    drawn = draw(game, ALGORITHMS[algorithm](game, depth=3), algorithm=algorithm)
    first = game.action_name(game.initial(), legal(game, game.initial())[0])
    assert first in drawn.text and "<svg" in drawn.svg
    for event in ALGORITHMS[algorithm](game, depth=2):
        json.dumps(to_json(event, game), allow_nan=False)


@EVERY
def test_positions_of_fields_and_of_actions_read_back(game):
    for seed in range(5):
        for way, state in states(game, seed):
            again = game.read(game.write(state))
            assert same(again, state) and type(again) is type(state)
            assert game.text(state) and game.board(state).rows is not None
            names, at = [], game.initial()
            for action in way:
                names.append(game.action_name(at, action))
                at = game.result(at, action)
            assert same(game.read(" ".join(names)), state)
            assert same(game.read(",".join(names)), state)


@EVERY
def test_a_game_is_played_recorded_and_played_again(game):
    players = [
        make("random:seed=1"),
        make("alphabeta:depth=2,native=false" if game.axes.stochastic is False else "reflex"),
    ]
    turns = list(play_game(game, players, seed=3))
    assert game.is_terminal(turns[-1].after)
    record = Record.of("styles", game, ["random", "best"], game.initial(), turns)
    text = json.dumps(record.as_json(), allow_nan=False)
    _, again = replay(parse(json.loads(text), "it"), game)
    assert [(turn.action, turn.state) for turn in again] == [(turn.action, turn.state) for turn in turns]


@EVERY
@pytest.mark.parametrize("player", ["solve", "softmax:1", "ranked", "uniform", "reflex", "epsilon:0.1"])
def test_every_kind_of_player_plays(game, player):
    turns = list(play_game(game, [make(player), make(player)], seed=3))
    assert game.is_terminal(turns[-1].after)


@EVERY
def test_what_is_sent_comes_back_as_the_same_action(game):
    for _, state in states(game, 2):
        known = sent_actions(game, state)
        assert json.loads(json.dumps(list(known.values()))) == list(known.values())
        assert [received(game, state, told) for told in known.values()] == list(known)
        assert all(isinstance(told, int) == (type(action) is int) for action, told in known.items())
    with pytest.raises(SpecError, match="not legal"):
        received(game, game.initial(), "nowhere")


@EVERY
def test_a_game_is_measured(game):
    found = measure(game, games=20, native=False, seconds=3.0)
    assert found.states == len(everything(game))


def everything(game: Game) -> set[object]:
    """Every state that can be reached."""
    waiting, found = [game.initial()], set()
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.add(state)
            waiting += [game.result(state, action) for action in legal(game, state)]
    return found


def test_names_are_short_and_without_spaces():
    names = {
        type(game).__name__: [game.action_name(game.initial(), a) for a in legal(game, game.initial())]
        for game in GAMES
    }
    assert sorted(names["Mowing"])[:2] == ["0,0-0,1", "0,0-1,0"]
    assert names["Strings"] == ["2", "5", "6", "7", "8"]
    assert sorted(names["Toolbox"]) == ["big file", "hammer", "plane", "saw"]
    assert names["Corridor"] == ["WEST", "EAST"]
    assert names["Passing"] == ["1", "2", "pass"]
    assert names["Swapping"] == ["Place(0)", "Place(1)", "Place(2)", "Place(3)"]
    assert names["Tossing"] == ["HEADS", "TAILS", "leave"]


def test_lines_of_actions_are_cut_at_the_longest_name():
    game = Mowing()
    both = game.result(game.result(game.initial(), ((0, 0), (0, 1))), ((1, 1), (1, 2)))
    for text in ("0,0-0,1 1,1-1,2", "0,0-0,1,1,1-1,2", " 0,0-0,1 , 1,1-1,2 "):
        assert same(game.read(text), both)
    assert Toolbox().read("saw big file").taken == ("saw", "big file")
    assert Passing().read("1,PASS 2") == (2, ("passed", None)[::-1], 1)
    with pytest.raises(SpecError, match=r"Action 2 of the position '0,0-0,1 0,0-1,0' is '0,0-1,0'.*legal: "):
        game.read("0,0-0,1 0,0-1,0")


def test_a_state_with_words_of_its_own_is_shown_by_them():
    game = Swapping()
    assert game.text(game.read("Place(1) Swap(1)")) == ".O.."
    assert Corridor().text(Corridor().read("EAST")) == "at 1, last EAST, steps 1"
    assert Toolbox().text(Toolbox().initial()) == "left {'big file', 'hammer', 'plane', 'saw'}, taken ()"


def test_a_pass_is_an_action_and_not_the_lack_of_one():
    game = OnlyPassing()
    found = analyse(game, native=False, depth=1)
    assert (found.action, found.has_action, found.line, found.lines[0].action) == (None, True, (None,), None)
    over = analyse(game, game.read("pass 2 2 1"), native=False)
    assert (over.action, over.has_action) == (None, False)
    assert solve(game, method="exhaustive").line[0] is None
    told = game.board(game.initial())
    assert [cell.piece for cell in told.rows[0]] == ["pass"] and told.clicks == ((None, ((0, 0),)),)


def test_games_that_go_round_are_solved_whatever_their_states_are():
    game = Shuttle()
    assert check_game(game, games=20, seconds=2.0, native=False).ok
    found = solve(game)
    assert (found.value, found.complete, found.distance) == (0.0, True, None)
    won = solve(game, game.read("where='yard',turn=0"))
    assert (won.value, won.action, won.line, won.distance) == (1.0, "up", ("up",), 1)
    assert won.best(game.read("where='cellar',turn=0")) == ("up",)
    assert analyse(game, native=False, depth=6).value == 0.0


def test_chance_may_draw_anything():
    assert analyse(Tossing(), native=False, depth=3).action.name == "HEADS"


# The studio.


class Standing(Shelf):
    """A shelf with these games on it, without their file being watched."""

    def any_game(self, spec: str) -> Game:
        found = next((game for game in GAMES if type(game).__name__ == spec), None)
        return found if found is not None else super().any_game(spec)


@pytest.fixture
def ask(monkeypatch):
    """Asks the studio, whose answers are JSON."""
    monkeypatch.setattr(asking, "SHELF", Standing())
    return lambda name, **fields: json.loads(json.dumps(plain(asking.ask(name, **fields)), allow_nan=False))


@EVERY
def test_the_studio_plays_a_whole_game(ask, game):
    name, played = type(game).__name__, []
    for _ in itertools.count():
        told = ask("position", game=name, actions=played)
        assert [each["action"] for each in told["played"]] == played
        if told["over"]:
            break
        buttons = [cell["action"] for row in told["board"]["rows"] for cell in row if "action" in cell]
        assert set(buttons) == {each["action"] for each in told["legal"]}
        played.append(told["legal"][-1]["action"])
    saved = ask("save", game=name, actions=played)
    assert len(saved["record"]["actions"]) == len(played)
    assert ask("follow", game=name, actions=[*played, "nowhere"]) == {"actions": played, "cut": 1}
    read = ask("record", text=json.dumps(saved["record"]))
    assert read["actions"] == played


@EVERY
def test_the_studio_analyses_judges_and_draws(ask, game):
    name = type(game).__name__
    legal_ = {each["action"] for each in ask("position", game=name)["legal"]}
    found = ask("analyse", game=name, depth=3, lines=3)
    assert found["action"] in legal_ and set(found["values"]) <= {str(each) for each in legal_}
    assert found["lines"][0]["actions"][0] == found["action"]
    ask("position", game=name, actions=found["lines"][0]["actions"])
    acted = ask("act", game=name, player="random:seed=1")
    assert acted["action"] in legal_
    tree = ask("tree", game=name, depth=2)
    assert tree["action"] in legal_
    assert {node["action"] for node in tree["tree"]["nodes"] if node["parent"] == 0} <= legal_
    assert "mistakes" in ask("review", game=name, actions=[found["action"]], seconds=2)
    if game.player(game.initial()) == 0 and not game.axes.stochastic:
        why = ask("why", game=name, action=found["action"], seconds=0.2)
        assert why["action"] == found["action"]


def test_a_game_that_fails_costs_its_own_card_and_not_the_gallery(monkeypatch):
    class Hidden(Strings):
        axes = Axes(hidden=True)

    class Torn(Strings):
        def board(self, state):
            raise KeyError("torn")

    class Odd(Strings):
        def text(self, state):
            return 1 / 0

    games = {"hidden": Hidden(), "torn": Torn(), "odd": Odd(), "mowing": Mowing()}
    monkeypatch.setattr(Shelf, "names", lambda self: list(games))
    monkeypatch.setattr(Shelf, "any_game", lambda self, spec: games[spec])
    told = {each["game"]: each for each in asking.ask("games")["games"]}
    json.dumps(told, allow_nan=False)
    assert told["hidden"]["axes"]["hidden"] and "error" not in told["hidden"]
    assert "Torn.board" in told["torn"]["error"] and "Odd" in told["odd"]["error"]
    assert "error" not in told["mowing"] and told["mowing"]["sample"]["board"]["rows"]


# The command line.


@pytest.mark.parametrize("name", ["Mowing", "Toolbox", "Passing", "Corridor", "OnlyPassing"])
def test_the_command_line_shows_actions_by_their_names(name, capsys):
    game = next(game for game in GAMES if type(game).__name__ == name)
    spec = f"{FILE}:{name}"
    words = {game.action_name(game.initial(), action) for action in legal(game, game.initial())}
    for command in (
        ["best", spec, "--depth", "3", "--interpreted"],
        ["solve", spec, "--method", "exhaustive"],
        ["tree", spec, "--depth", "2"],
    ):
        assert main([*command, "--json"]) in (0, None)
        told = json.loads(capsys.readouterr().out)
        assert told["action"] in words and set(told.get("values", {})) <= words
        assert main(command) in (0, None)
        assert told["action"] in capsys.readouterr().out


# What can change.


def test_a_state_that_can_change_is_refused_with_the_remedy(tmp_path):
    from dataclasses import dataclass

    @dataclass
    class Board:
        cells: tuple = ()

    class Plain:
        pass

    for state, sentence in (
        ([1], "Use a tuple instead of a list"),
        ({"a": 1}, "Use a field for each key instead of a dict"),
        ({1}, "Use a frozenset instead of a set"),
        (Board(), "a dataclass that is not frozen.*Write @dataclass.frozen=True. above class Board"),
        ((1, Board()), "item 1 of the state is a Board, a dataclass that is not frozen"),
        (Plain(), "its class does not define equality.*above class Plain"),
    ):

        class Mutable(Strings):
            def initial(self, state=state):
                return state

        problems = check_game(Mutable(), games=3, native=False).problems
        assert [problem.law for problem in problems] == ["state-hashable"]
        import re

        assert re.search(sentence, problems[0].sentence)
        from countermove.loader import try_rules

        with pytest.raises(GameError, match=sentence):
            try_rules(Mutable())
